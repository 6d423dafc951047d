"""What is remembered of an engine's answers."""

from desktop_agent.core.research import Outcome, SearchHit
from desktop_agent.web.search.engine import EngineReply
from desktop_agent.web.search.service import ReplyCache, normalised_query

HIT = SearchHit("T", "https://example.org/", "", "brave", 1)


def test_the_oldest_answers_go_first() -> None:
    cache = ReplyCache(60, clock=lambda: 0.0, size=3)
    for number in range(5):
        cache.put((str(number),), 8, EngineReply(Outcome.OK, (HIT,)))
    kept = [number for number in range(5) if cache.get((str(number),), 8) is not None]
    assert kept == [2, 3, 4]


def test_an_answer_that_had_fewer_results_than_asked_answers_any_count() -> None:
    cache = ReplyCache(60, clock=lambda: 0.0)
    cache.put(("q",), 8, EngineReply(Outcome.OK, (HIT,)))
    assert cache.get(("q",), 30) is not None


def test_queries_that_differ_in_case_width_and_spaces_are_the_same() -> None:
    assert normalised_query("  CAFÉ\tＡ ") == normalised_query("café a")
    assert normalised_query("cafe") != normalised_query("café")
