"""The choice of a strategy."""

import pytest

from desktop_agent.agents.strategies.auto import choose
from desktop_agent.core.research import Question
from tests.unit.reasoning.problems import TEMPLATES


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("hi there!", "quick"),
        ("Write a Python function that merges two sorted lists", "quick"),
        ("Give me a short poem about rain", "quick"),
        ("Give me a song by Adele", "verified"),
        ("Who wrote the song Hello?", "verified"),
        ("What does this say? " + "Who knows? " * 200, "verified"),
        ("Fais des recherches sur les ponts romains", "deep"),
        ("When was the Eiffel Tower built, who designed it, and how much did it cost?", "deep"),
        (
            "For each of these, what is the boiling point? 1) ethanol 2) methanol 3) acetone",
            "deep",
        ),
    ],
)
def test_auto_chooses_by_the_kind_of_question(text, strategy):
    choice = choose(Question(text))
    assert choice.strategy == strategy
    assert choice.reason


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("Compare wind power and solar power in cost and land use.", "deep"),
        ("Who wrote the song Hello?", "verified"),
        ("Write a poem that compares wind and sun", "quick"),
    ],
)
def test_a_template_that_fits_is_run_and_named(text, strategy):
    choice = choose(Question(text), templates=TEMPLATES)
    assert choice.strategy == strategy
    assert ("template “Comparison" in choice.reason) == (strategy == "deep")
    assert choose(Question(text), templates=TEMPLATES, no_model="none").strategy != "deep"


def test_a_named_strategy_is_kept_without_a_reason():
    choice = choose(Question("Hello", strategy="verified"))
    assert (choice.strategy, choice.reason) == ("verified", "")


@pytest.mark.parametrize("text", ["How many moons does Jupiter have?", "Research heat pumps"])
def test_without_a_model_questions_are_answered_from_evidence_and_the_reason_is_told(text):
    choice = choose(Question(text), no_model="Ollama is not there.")
    assert choice.strategy == "evidence"
    assert "Ollama is not there." in choice.reason


@pytest.mark.parametrize("text", ["Hello", "Write a poem about the sea", "Fix the bug in my code"])
def test_what_only_a_model_can_do_is_not_searched_for(text):
    assert choose(Question(text), no_model="none").strategy == "quick"


def test_the_reason_tells_current_facts_from_others():
    current = choose(Question("Who is the mayor of London?"), current=True)
    assert "current" in current.reason
    assert current.reason != choose(Question("Who wrote Hamlet?")).reason
