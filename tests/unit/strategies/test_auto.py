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
