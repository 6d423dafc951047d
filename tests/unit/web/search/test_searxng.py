"""SearXNG: an instance of one's own."""

import pytest

from desktop_agent.core.research import Outcome
from tests.servers.loopback import serve
from tests.servers.searxng import FakeSearxng, Result, Status, Unresponsive, Zero
from tests.unit.web.search.searching import ask, engine, settings

HITS = (Result("One", "https://example.org/1", "First.", "2024-05-10T12:00:00"),)


@pytest.mark.parametrize("suffix", ["", "/search/"])
async def test_results_come_back_however_the_address_is_written(suffix):
    fake = FakeSearxng([HITS])
    with serve(fake.app) as base:
        searxng = engine("searxng", settings(searxng_url=base + suffix))
        reply = await searxng.search("cats & dogs", 5)
        await searxng.aclose()
    (hit,) = reply.hits
    assert (hit.title, hit.snippet, hit.date) == ("One", "First.", "2024-05-10T12:00:00")
    assert fake.requests[0].query == {"q": "cats & dogs", "format": "json"}


@pytest.mark.parametrize(
    ("answer", "outcome", "detail"),
    [
        (Zero(), Outcome.NO_RESULTS, ""),
        (
            Status(403, "<title>403 Forbidden</title>"),
            Outcome.HTTP_ERROR,
            "json under search.formats in settings.yml",
        ),
        (Status(200, "<html>"), Outcome.HTTP_ERROR, "no results in the answer"),
        (
            Unresponsive([("g", "CAPTCHA"), ("b", "late")]),
            Outcome.HTTP_ERROR,
            "g (CAPTCHA), b (late)",
        ),
    ],
)
async def test_each_answer_has_its_own_outcome(answer, outcome, detail):
    reply = await ask(FakeSearxng([answer]))
    assert reply.outcome is outcome
    assert detail in reply.detail
