"""Which text and value a template gives in the end."""

import pytest

from desktop_agent.agents.reasoning.graph import answer_of, states
from desktop_agent.agents.reasoning.nodes import NodeOutput
from desktop_agent.core.research import QuestionType
from tests.unit.reasoning.graphs import Solved, template

NUMERIC, EXPLANATORY = QuestionType.NUMERIC, QuestionType.EXPLANATORY


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("There are **31** lamps.", "31", True),
        ("**1,024** matrices", "1024", True),
        ("**0.5**, since half of them are.", "1/2", True),
        ("**3 km**", "3000 m", True),
        ("There are **30** lamps.", "31", False),
        ("It was a Tuesday.", "Tuesday", True),
        ("It was a Monday.", "Tuesday", False),
        ("**11 March 2024** is the day.", "2024-03-11", True),
        ("**12 March 2024** is the day.", "2024-03-11", False),
        ("**4**", "4 (multiplicity 1), 2 (multiplicity 2)", False),
        ("", "31", False),
    ],
)
def test_a_text_states_a_value_by_value_or_word_for_word(text: str, value: str, stated: bool):
    assert states(text, value) is stated


GRAPH = template("def>calc calc>check calc>sum check>sum")
CALC = NodeOutput("The code gave 40.", "40", computed=True)


def outputs(check: NodeOutput | None, text: str = "It is **41**.", calc: NodeOutput | None = CALC):
    return {"def": None, "calc": calc, "check": check, "sum": NodeOutput(text)}


def test_without_the_last_output_there_is_no_answer():
    assert answer_of(GRAPH, {"calc": CALC, "sum": None}, None, NUMERIC) is None


def test_an_unchecked_value_is_given_and_changes_no_text():
    answer = answer_of(GRAPH, outputs(None), None, NUMERIC)
    assert answer is not None
    assert (answer.text, answer.value) == ("It is **41**.", "40")


def test_a_checked_value_is_stated_where_a_number_is_asked_for():
    answer = answer_of(GRAPH, outputs(NodeOutput("Agrees.", "40", computed=True)), None, NUMERIC)
    assert answer is not None
    assert answer.text == "**40**\n\nThe code gave 40."


def test_a_checked_value_changes_no_prose():
    check = NodeOutput("Agrees.", "40", computed=True)
    answer = answer_of(GRAPH, outputs(check), None, EXPLANATORY)
    assert answer is not None
    assert (answer.text, answer.value) == ("It is **41**.", "40")


def test_a_value_that_a_check_put_in_the_place_of_another_says_so():
    check = NodeOutput("It gave 42.", "42", computed=True, fault="It gave 42, not 40.")
    answer = answer_of(GRAPH, outputs(check), None, NUMERIC)
    assert answer is not None
    assert answer.text.startswith("**42**")
    assert "an earlier working had given 40" in answer.text


def test_a_graph_that_ends_in_a_check_answers_with_the_value():
    graph = template("calc>check")
    found = {"calc": CALC, "check": NodeOutput("Agrees with it.", "40", computed=True)}
    answer = answer_of(graph, found, None, EXPLANATORY)
    assert answer is not None
    assert answer.text == "**40**\n\nThe code gave 40."


def test_a_value_that_a_model_only_wrote_is_not_computed():
    answer = answer_of(GRAPH, outputs(None, calc=NodeOutput("It is 40.", "40")), None, NUMERIC)
    assert answer is not None
    assert answer.value == ""


def test_the_solver_s_value_goes_before_everything():
    check = NodeOutput("Agrees.", "40", computed=True)
    answer = answer_of(GRAPH, outputs(check), Solved("31"), NUMERIC)
    assert answer is not None
    assert (answer.value, answer.solved_by) == ("31", "lamps")
    assert answer.text.startswith("**31**")
