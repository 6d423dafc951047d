"""Citations in an answer."""

import pytest

from desktop_agent.agents.answer import (
    cited_first,
    cited_numbers,
    drop_unknown_citations,
    search_failed_notice,
)
from desktop_agent.core.research import EngineAttempt, Outcome, Source

SEEN = (
    Source(1, "A", "https://a.org"),
    Source(2, "B", "https://b.org", read=True),
    Source(3, "C", "https://c.org"),
)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Yes [2]. No [1][2].", (2, 1)),
        ("Both [1, 3].", (1, 3)),
        ("A [link](https://a.org) and [1](https://a.org).", ()),
        ("Nothing", ()),
    ],
)
def test_citations_are_found_in_order(text: str, numbers: tuple[int, ...]) -> None:
    assert cited_numbers(text) == numbers


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("True [1][9].", "True [1]."),
        ("True [9].", "True."),
        ("True [9][2].", "True[2]."),
        ("True [1, 9, 3].", "True [1, 3]."),
        ("`x[0]` is code [1] [7]", "`x[0]` is code [1]"),
        ("```\nx[0]\n``` [7]", "```\nx[0]\n```"),
        ("an open fence ```\nx[0]", "an open fence ```\nx[0]"),
    ],
)
def test_a_citation_of_nothing_is_taken_out(text: str, kept: str) -> None:
    assert drop_unknown_citations(text, {1, 2, 3}) == kept


def test_without_any_source_brackets_are_left_alone() -> None:
    assert drop_unknown_citations("x[0]", set()) == "x[0]"


def test_cited_sources_come_first_and_read_ones_after_them() -> None:
    assert [s.number for s in cited_first("See [3].", SEEN)] == [3, 2]


def test_the_notice_of_a_failed_search_names_each_engine_and_why() -> None:
    notice = search_failed_notice(
        (
            EngineAttempt("duckduckgo", "q", Outcome.BLOCKED),
            EngineAttempt("brave", "q", Outcome.SKIPPED, detail="no API key"),
        ),
        (),
    )
    assert "duckduckgo: blocked; brave: skipped (no API key)" in notice
    assert "own knowledge" in notice
