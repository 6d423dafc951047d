"""The table of what happens when engines fail: each row of one engine with each of the next ones."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import pytest

from tests.servers import brave, duckduckgo, tavily
from tests.servers.duckduckgo import Challenge200, Challenge202, Drift
from tests.servers.loopback import free_port, serve
from tests.servers.search_replies import Result, Slow, Status, Zero
from tests.unit.web.search.searching import service, settings, told

QUESTION = "Who is the author of The Hobbit?"
KEYWORDS = "author The Hobbit"
HITS = (Result("The Hobbit", "https://example.org/hobbit", "By J. R. R. Tolkien."),)


@dataclass(frozen=True)
class Row:
    """The replies of an engine, and the (query, outcome) pairs that must follow."""

    title: str
    replies: tuple = (HITS,)
    expected: tuple[tuple[str, str], ...] = ((QUESTION, "ok"),)
    key: str | None = "good"
    changes: dict = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.expected[-1][1] == "ok"


def _fails(outcome: str) -> tuple[tuple[str, str], ...]:
    return ((QUESTION, outcome),)


DUCKDUCKGO = [
    Row("ok"),
    Row("keywords ok", (Zero(), HITS), ((QUESTION, "no_results"), (KEYWORDS, "ok"))),
    Row("zero twice", (Zero(),), ((QUESTION, "no_results"), (KEYWORDS, "no_results"))),
    Row("challenge 202", (Challenge202(),), _fails("blocked")),
    Row("challenge 200", (Challenge200(),), _fails("blocked")),
    Row("429", (Status(429),), _fails("rate_limited")),
    Row("503", (Status(503),), _fails("http_error")),
    Row("time-out", (Slow(5),), _fails("timeout"), changes={"timeout_s": 0.4}),
    Row("refused", expected=_fails("network_error"), changes={"duckduckgo_url": "refused"}),
    Row("drift", (Drift(),), _fails("layout_changed")),
]
TAVILY = [
    Row("ok"),
    Row("401", (tavily.refusal(401),), _fails("auth_error")),
    Row("432", (tavily.refusal(432),), _fails("rate_limited")),
    Row("503", (tavily.refusal(503),), _fails("http_error")),
    Row("keyless", key=None),
    Row("no key", expected=_fails("skipped"), key=None, changes={"tavily_keyless": False}),
    Row("zero", (Zero(),), _fails("no_results")),
]
BRAVE = [
    Row("ok"),
    Row("422", (brave.bad_key(),), _fails("auth_error")),
    Row("429", (brave.rate_limited(reset="0, 100"),), _fails("rate_limited")),
    Row("no key", expected=_fails("skipped"), key=None),
]


@dataclass(frozen=True)
class Servers:
    duckduckgo: duckduckgo.FakeDuckDuckGo
    tavily: tavily.FakeTavily
    brave: brave.FakeBrave
    urls: dict[str, str]


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    fakes = (
        duckduckgo.FakeDuckDuckGo([Zero()]),
        tavily.FakeTavily([Zero()]),
        brave.FakeBrave([Zero()]),
    )
    with serve(fakes[0].app) as first, serve(fakes[1].app) as second, serve(fakes[2].app) as third:
        bases = zip(("duckduckgo", "tavily", "brave"), fakes, (first, second, third), strict=True)
        urls = {f"{name}_url": fake.url(base) for name, fake, base in bases}
        yield Servers(*fakes, urls)


def _tells_apart(rows: tuple[Row, Row, Row]) -> bool:
    """Engines do not see each other's answers, so each row of one needs only one of the next."""
    first, second, third = rows
    if second is TAVILY[-1]:  # keywords are tried once in all
        return first is DUCKDUCKGO[2] and third is BRAVE[0]
    if first.ok or first is not DUCKDUCKGO[3]:
        return second is TAVILY[0] and third is BRAVE[0]
    return third is BRAVE[0] or (second is TAVILY[1])


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(rows, id=" + ".join(row.title for row in rows))
        for rows in product(DUCKDUCKGO, TAVILY, BRAVE)
        if _tells_apart(rows)
    ],
)
async def test_engines_are_asked_in_order_until_one_has_results(
    rows: tuple[Row, Row, Row], servers: Servers
) -> None:
    fakes = (servers.duckduckgo, servers.tavily, servers.brave)
    names = ("duckduckgo", "tavily", "brave")
    changes = dict(servers.urls)
    expected: list[tuple[str, str, str]] = []
    answered = False
    for name, fake, row in zip(names, fakes, rows, strict=True):
        fake.play(*row.replies)
        changes |= row.changes
        if not answered:
            expected += [(name, query, outcome) for query, outcome in row.expected]
        answered = answered or row.ok
    if changes["duckduckgo_url"] == "refused":
        changes["duckduckgo_url"] = f"http://127.0.0.1:{free_port()}/lite/"
    stored = {name: row.key for name, row in zip(names, rows, strict=True) if row.key}

    seen = []
    async with service(settings(**changes), stored=stored) as searching:
        report = await searching.search(QUESTION, report=seen.append)

    assert told(report) == expected
    assert tuple(seen) == report.attempts
    assert [hit.url for hit in report.hits] == (["https://example.org/hobbit"] if answered else [])
    zero = any(outcome == "no_results" for _, _, outcome in expected)
    assert report.failed is not (answered or zero)
    assert all(attempt.detail for attempt in report.attempts if attempt.outcome == "skipped")
