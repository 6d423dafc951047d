"""The choice of a strategy."""

import pytest

from desktop_agent.core.research import Question
from desktop_agent.strategies.auto import choose


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("Hello", "quick"),
        ("hi there!", "quick"),
        ("Thanks, great", "quick"),
        ("How are you?", "quick"),
        ("Danke!", "quick"),
        ("Write a poem about the sea", "quick"),
        ("Please translate this sentence into French: where is the station?", "quick"),
        ("Rewrite this paragraph more politely", "quick"),
        ("Write a Python function that merges two sorted lists", "quick"),
        ("Fix the bug in this code: ```print(1```", "quick"),
        ("Explain this regex: ^a+$", "quick"),
        ("Who is the current lieutenant governor of Ohio?", "verified"),
        ("How many moons does Jupiter have?", "verified"),
        ("Who wrote the song Hello?", "verified"),
        ("Hi, who won the last world cup, and what was the score in the final match?", "verified"),
        ("What is the latest version of Python?", "verified"),
        ("Is the bridge open?", "verified"),
    ],
)
def test_auto_chooses_by_the_kind_of_question(text: str, strategy: str) -> None:
    choice = choose(Question(text))
    assert choice.strategy == strategy
    assert choice.reason


def test_a_named_strategy_is_kept_without_a_reason() -> None:
    choice = choose(Question("Hello", strategy="verified"))
    assert (choice.strategy, choice.reason) == ("verified", "")


def test_without_a_model_questions_are_answered_from_evidence_and_the_reason_is_told() -> None:
    choice = choose(Question("How many moons does Jupiter have?"), no_model="Ollama is not there.")
    assert choice.strategy == "evidence"
    assert "Ollama is not there." in choice.reason


@pytest.mark.parametrize("text", ["Hello", "Write a poem about the sea", "Fix the bug in my code"])
def test_what_only_a_model_can_do_is_not_searched_for(text: str) -> None:
    assert choose(Question(text), no_model="none").strategy == "quick"


def test_the_reason_tells_current_facts_from_others() -> None:
    current = choose(Question("Who is the mayor of London?"), current=True)
    assert "current" in current.reason
    assert current.reason != choose(Question("Who wrote Hamlet?")).reason
