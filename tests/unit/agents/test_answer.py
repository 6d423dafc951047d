"""Citations in an answer."""

from desktop_agent.agents.final_answer import (
    cited_first,
    search_failed_notice,
)
from desktop_agent.core.research import EngineAttempt, Outcome, Source

SEEN = (
    Source(1, "A", "https://a.org"),
    Source(2, "B", "https://b.org", read=True),
    Source(3, "C", "https://c.org"),
)


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
