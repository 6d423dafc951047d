import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import Intent
from tests.unit.evidence.question.table import TODAY


def entity(text: str) -> str:
    return read_question(text, TODAY).entity


def intent(text: str) -> Intent:
    return read_question(text, TODAY).intent


@pytest.mark.parametrize(
    "said",
    [
        "hi! can you tell me who the CEO of Nvidia is, please?",
        "Who is the CEO of Nvidia? Thanks a lot!",
        "I am writing an essay. Who is the CEO of Nvidia? It is due on Friday.",
        "who is teh current CEO of Nvidia right now???",
        "Kannst du mir sagen, wer ist CEO of Nvidia?",
    ],
)
def test_talk_around_a_question_changes_nothing(said: str):
    reading = read_question(said, TODAY)
    assert (reading.intent, reading.entity) == (Intent.TITLE_HOLDER, "CEO of Nvidia")


def test_a_question_at_either_end_of_a_long_text_is_found():
    story = "The firm makes chips and grew quickly over the years. " * 300
    assert entity(f"{story}\nWho is the CEO of Nvidia?") == "CEO of Nvidia"
    assert entity(f"Who is the CEO of Nvidia?\n{story}") == "CEO of Nvidia"


def test_the_present_year_changes_nothing_and_another_makes_history():
    text = "Who’s the  mayor of London in 2026?"
    assert read_question(f"  {text} ", TODAY).text == text
    assert intent(text) is Intent.TITLE_HOLDER
    assert read_question(text, date(2040, 1, 1)).current is False


@pytest.mark.parametrize(
    "text",
    [
        "Who is Stephen King?", "Who is the director of Jaws?",
        "What is the salary of the president of France?",
        "who sings in the shower", "When should I see a doctor?",
        "What is the latest news?",
        "Who is the wife of the president of France?",
        "Who is the mayor of London in 2011?",
        "Who is the CEO of Nvidia? And who is the CEO of Intel?",
        "When was Wikipedia founded, and who founded it?",
    ],
)  # fmt: skip
def test_what_only_looks_like_another_intent_is_general(text: str):
    assert intent(text) is Intent.GENERAL


def test_titles_lose_quotes_and_people_occupations_and_names_keep_their_articles():
    assert entity("Who sang “Let It Be”?") == "Let It Be"
    assert entity("What is the latest album by the beatles?") == "beatles"
    assert entity("Who sang Who Are You?") == "Who Are You"
    assert entity("When was the Polish physicist Marie Curie born?") == "Marie Curie"
    assert entity("Toni Morrison, Beloved: when was she born?") == "Toni Morrison"
    assert entity("¿Dónde se encuentra Amberes?") == "Amberes"
    assert entity("When was Martin Luther King, Jr. born?") == "Martin Luther King, Jr"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is it raining or not?", "boolean"),
        ("If it rains, is the match played?", "boolean"),
        ("If Gallu is a demon Lilu is what?", "factual"),
        ("If Ann is 20 and Bo twice as old, what is the sum of their ages?", "numeric"),
        ("Ann has 3 pens and Bo 5 crayons. Calculate the total amount.", "numeric"),
        ("Which cities in Athens were named?", "list"),
        ("Explain how many moons Jupiter has and why", "explanatory"),
        ("How far is the Moon and why does it matter?", "explanatory"),
        ("Is Python or Rust faster?", "factual"),
        ("Did Orwell write 'Why I Write'?", "boolean"),
        ("Evaluate 3^4 - 7", "numeric"),
        ("What is the value of x if 2x + 3 = 7?", "numeric"),
        ("Name the capital of the Netherlands", "factual"),
        ("2+2", "numeric"),
    ],
)
def test_the_form_is_told_by_the_wording(text: str, expected: str):
    assert read_question(text, TODAY).question_type == expected


@pytest.mark.parametrize(
    "other", ["How many moons has Mars", "Is Mars red", "Which moons has Mars", "List the moons"]
)
def test_an_explanatory_cue_wins_over_every_other(other: str):
    readings = [read_question(text, TODAY) for text in (other, f"{other}, and why?")]
    explains = [each.question_type is QuestionType.EXPLANATORY for each in readings]
    assert explains == [False, True]


@given(st.text(max_size=600))
def test_any_text_can_be_read(text: str):
    reading = read_question(text, TODAY)
    assert len(reading.entity) <= 120
    assert reading.entity == reading.entity.strip()
    assert read_question(text, TODAY) == reading


def _ms(text: str) -> float:
    """Return the shortest of three CPU times, in milliseconds."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        read_question(text, TODAY)
        best = min(best, (time.process_time() - start) * 1000)
    return best


@pytest.mark.parametrize(
    "piece",
    [
        "a", "(", " ", "9", '"', "'", "?", ". ", "A ", "a b ", "who is ", "when was ", "the ",
        "of ", "'s ",
    ],
)  # fmt: skip
def test_a_hostile_text_takes_no_time(piece: str):
    assert _ms(piece * (20_000 // len(piece))) < 200
    assert _ms(f"Who is the {piece * 130}") < 80
    assert _ms(piece * (200_000 // len(piece))) < 800
