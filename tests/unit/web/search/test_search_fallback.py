"""What happens when engines fail: who is asked next, with which words, and what is told."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from desktop_agent.core.research import EngineAttempt
from tests.servers.brave import FakeBrave, bad_key, rate_limited
from tests.servers.duckduckgo import CHALLENGED, DRIFTED, FakeDuckDuckGo
from tests.servers.loopback import free_port, serve_all
from tests.servers.search_replies import Engine, Result, Status, Zero
from tests.servers.tavily import FakeTavily, refusal
from tests.unit.web.search.searching import service, settings, told

QUESTION = "Who is the author of The Hobbit?"
KEYWORDS = "author The Hobbit"
HITS = (Result("The Hobbit", "https://example.org/hobbit", "By J. R. R. Tolkien."),)


@pytest.fixture(scope="module")
def fakes() -> Iterator[dict[str, tuple[Engine, str]]]:
    engines = {
        "duckduckgo": FakeDuckDuckGo([HITS]),
        "tavily": FakeTavily([HITS]),
        "brave": FakeBrave([HITS]),
    }
    with serve_all(*(engine.app for engine in engines.values())) as bases:
        pairs = zip(engines.items(), bases, strict=True)
        yield {name: (engine, engine.url(base)) for (name, engine), base in pairs}


@pytest.mark.parametrize(
    ("replies", "outcomes"),
    [
        ({}, ["duckduckgo ok"]),
        ({"duckduckgo": [Zero(), HITS]}, ["duckduckgo no_results", "duckduckgo keywords ok"]),
        (  # keywords are tried once in all
            {"duckduckgo": [Zero()], "tavily": [Zero()], "brave": [bad_key()]},
            [
                "duckduckgo no_results",
                "duckduckgo keywords no_results",
                "tavily no_results",
                "brave auth_error",
            ],
        ),
        ({"duckduckgo": [CHALLENGED]}, ["duckduckgo blocked", "tavily ok"]),
        ({"duckduckgo": []}, ["duckduckgo network_error", "tavily ok"]),
        (
            {"duckduckgo": [Status(429)], "tavily": [refusal(401)]},
            ["duckduckgo rate_limited", "tavily auth_error", "brave ok"],
        ),
        (
            {
                "duckduckgo": [DRIFTED],
                "tavily": [refusal(432)],
                "brave": [rate_limited(reset="0, 100")],
            },
            ["duckduckgo layout_changed", "tavily rate_limited", "brave rate_limited"],
        ),
    ],
)
async def test_engines_are_asked_in_order_until_one_has_results(replies, outcomes, fakes):
    urls = {f"{name}_url": url for name, (_, url) in fakes.items()}
    for name, (engine, _) in fakes.items():
        if replies.get(name, [HITS]):
            engine.play(*replies.get(name, [HITS]))
        else:
            urls[f"{name}_url"] = f"http://127.0.0.1:{free_port()}/"
    seen: list[EngineAttempt] = []
    async with service(settings(**urls), stored={"tavily": "good", "brave": "good"}) as searching:
        report = await searching.search(QUESTION, report=seen.append)

    spellings = {QUESTION: "", KEYWORDS: " keywords"}
    assert [f"{name}{spellings[query]} {said}" for name, query, said in told(report)] == outcomes
    assert tuple(replace(each, hits=()) for each in seen) == report.attempts
    urls_shown = [hit.url for each in seen for hit in each.hits]
    assert urls_shown == [hit.url for hit in report.hits]
    good = ("ok", "no_results")
    assert all(attempt.detail for attempt in seen if attempt.outcome.value not in good)
    answered = outcomes[-1].endswith(" ok")
    assert [hit.url for hit in report.hits] == (["https://example.org/hobbit"] if answered else [])
    assert report.failed is not (answered or "no_results" in str(outcomes))
