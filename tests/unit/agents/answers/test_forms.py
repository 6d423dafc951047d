from datetime import date

import pytest

from desktop_agent.agents.answers.answer_form import (
    bare_value,
    form_fault,
    is_worked_out,
    lift_value,
)
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import read_question

NUMERIC, BOOLEAN, LIST, EXPLANATORY, FACTUAL = QuestionType


@pytest.mark.parametrize(
    ("text", "question_type", "fault"),
    [
        ("**828 m** [1]. It is the tallest.", NUMERIC, ""),
        ("Es sind zwölf.", NUMERIC, ""),
        ("Insufficient evidence: no source gives a number of any kind.", NUMERIC, ""),
        ("- a\n- b", LIST, ""),
        ("# Why\n\nBecause of the Moon.", EXPLANATORY, ""),
        ("```python\nprint(1)\n```", FACTUAL, ""),
        ("I'm sorry to say that the concert was cancelled. " * 10, FACTUAL, ""),
        ('{"answer": "GU', FACTUAL, "JSON"),
        ("", FACTUAL, "empty"),
        ('```json\n{"answer": "GUTS"}\n```', EXPLANATORY, "JSON"),
        ("https://a.org/b", FACTUAL, "citations"),
        ("I'm sorry, but I can't help with that.", FACTUAL, "refusal"),
        ("It is very tall. It has 163 floors.", NUMERIC, "no number"),
        ("There is no agreement about it.", BOOLEAN, "neither yes nor no"),
        ("Here:\n\n```python\nprint(1)", EXPLANATORY, "code block"),
    ],
)
def test_a_fault_of_form_is_named(text: str, question_type: QuestionType, fault: str):
    found = form_fault(text, question_type, "A question?", bare=False)
    assert (fault in found) if fault else not found


def test_json_that_was_asked_for_is_no_fault_and_a_bare_answer_is_one_short_line():
    assert not form_fault('{"a": 1}', FACTUAL, "Give me a as JSON.", bare=False)
    for text in ("GUTS\n\nIt is her second album.", "x" * 301):
        assert "longer than a bare value" in form_fault(text, FACTUAL, "?", bare=True)
    assert not form_fault("GUTS", FACTUAL, "?", bare=True)


@pytest.mark.parametrize(
    ("text", "question_type", "value"),
    [
        ("**GUTS** is the latest album [1].", FACTUAL, "GUTS"),
        ("The latest album is **GUTS** [1], of **2023**.", FACTUAL, "GUTS"),
        ("**Answer:** GUTS [1].", FACTUAL, "GUTS"),
        ("Insufficient evidence: nothing was found.", FACTUAL, "Insufficient evidence"),
        ("In one sprint he runs 60 m.\n\nA week is 9 sprints: \\boxed{540}", NUMERIC, "540"),
        ("She sells 16 - 7 = 9 eggs at 2 dollars.\nANSWER: $18", NUMERIC, "$18"),
        ("**828 m** [1]. It has 163 floors.", NUMERIC, "828 m"),
        ("In short, no.", BOOLEAN, "No"),
        ("- **Sour** (2021) [1]\n- **Guts** – 2023 [2]", LIST, "Sour, Guts"),
        ("# Why\n\nThe **Moon** pulls [1]. So it is.", EXPLANATORY, "The Moon pulls."),
    ],
)
def test_the_bare_value_is_taken_out_of_a_written_answer(
    text: str, question_type: QuestionType, value: str
):
    assert bare_value(text, question_type) == value


@pytest.mark.parametrize(
    ("text", "lifted"),
    [
        ("3 boxes hold 42.\n\nANSWER: 42 eggs", "**42 eggs**\n\n3 boxes hold 42."),
        ("3 x 14 = 42, so \\boxed{42}.", "**42**\n\n3 x 14 = 42, so \\boxed{42}."),
        ("**42**: 3 x 14.\n**ANSWER:** 42", "**42**: 3 x 14."),
        ("**42** people live there [1]. In 2010 it was 40.", ""),
        ("The answer: nobody knows.", ""),
    ],
)
def test_the_value_of_a_working_is_lifted_to_the_top(text: str, lifted: str):
    assert lift_value(text, NUMERIC) == (lifted or text)
    assert lift_value(text, FACTUAL) == text


@pytest.mark.parametrize(
    ("question", "worked"),
    [
        ("Ann has 3 boxes of 14 eggs each. She sells 5 eggs. How many eggs are left?", True),
        ("If 3 pens cost 6 euros, how much do 10 pens cost?", True),
        ("Wenn 3 Stifte 6 Euro kosten, wie viel kosten 10 Stifte?", True),
        ("How many people aged 18 to 24 live in Berlin?", False),
        ("Messi moved in 2021. How many goals did he score in 2012 and 2013?", False),
        ("A robe takes 2 bolts of blue and half that much white. How many bolts is that?", True),
        ("If she works 50 weeks at 35 hours and earns $20 an hour, what's her salary?", True),
        ("The winner got 3/4 of 80 given votes. Calculate the number the loser got.", True),
        ("How tall is the Eiffel Tower?", False),
        ("She won twice. How many people live in her town?", False),
        ("There were 20 tests, and 3 failed. Who wrote them?", False),
    ],
)
def test_a_number_is_worked_out_where_the_question_gives_its_numbers(question: str, worked: bool):
    reading = read_question(question, date(2026, 1, 1))
    assert is_worked_out(reading) == worked
