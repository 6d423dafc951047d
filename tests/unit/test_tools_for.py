"""The tools that a question is offered, and what they cost."""

from datetime import date

import pytest

from desktop_agent.evidence.question.parser import read_question
from desktop_agent.llm.context_window import estimate_tokens
from desktop_agent.runs.dispatch import tools_for
from desktop_agent.tools.web import WebFetch, WebSearch
from tests.unit.agents.running import Run

BASE = {"knowledge_search", "web_search", "web_fetch"}
WAITING = {"sleep", "start_research"}


@pytest.mark.parametrize(
    ("text", "strategy", "more"),
    [
        ("Who is the lieutenant governor of Ohio?", "verified", set()),
        ("When did the war of 1812 end?", "verified", set()),
        ("What is 17*23?", "verified", {"run_python"}),
        ("How many eggs are 3 dozen and 7?", "verified", {"run_python"}),
        ("Write a Python function that adds two numbers.", "quick", {"run_python"}),
        ("Wait ten minutes, then look at the price again.", "quick", WAITING),
        ("Is it snowing in Iowa? Ask in the background.", "quick", WAITING),
        ("What did they find? Flag what is worth keeping.", "verified", {"flag_discovery"}),
        ("What are larches?", "deep", {"flag_discovery"}),
    ],
)
def test_a_question_is_offered_the_few_tools_that_it_needs(
    text: str, strategy: str, more: set[str]
) -> None:
    reading = read_question(text, date(2026, 11, 28))
    assert tools_for(text, reading, strategy) == BASE | more


def test_small_talk_is_offered_none_and_a_schedule_may_wait() -> None:
    reading = read_question("Thanks!", date(2026, 11, 28))
    assert tools_for("Thanks!", reading, "quick") == set()
    reading = read_question("Who is it?", date(2026, 11, 28))
    assert tools_for("Who is it?", reading, "quick", scheduled=True) >= WAITING


def test_the_tools_for_a_question_of_fact_are_short() -> None:
    web = Run(None).ctx.web
    assert sum(estimate_tokens(tool.spec) for tool in (WebSearch(web), WebFetch(web))) <= 300
