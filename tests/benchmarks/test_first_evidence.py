"""How long a person waits for the first quotes, with servers that answer in 300 ms.

DuckDuckGo's real spacing applies. The servers run in a process of their own.
"""

import asyncio
import socket
import statistics
from contextlib import aclosing

import pytest

from desktop_agent.app.session import open_session
from desktop_agent.core.events import EvidenceFound
from desktop_agent.core.research import Question
from desktop_agent.core.settings import SearchSettings
from tests.benchmarks.figures import record
from tests.benchmarks.measured_world import PLACES
from tests.loopback_only import as_if_unknown

pytestmark = pytest.mark.benchmark
WORLD = ("measured_world", "0.3")
GOAL_S = 3.0
KINDS = {
    "in the snippets": "How tall is the lighthouse of {0}?",
    "in the pages": "How tall is the beacon of {0}?",
    "in the second hop": "How tall is the tower of {0}?",
    "two queries": "Wer ist der Bürgermeister von {0}?",
}
SPACING_S = SearchSettings().duckduckgo_interval_s


@pytest.mark.parametrize("strategy", ["evidence", "verified"])
async def test_first_evidence_within_three_seconds(environ, monkeypatch, strategy):
    monkeypatch.setattr(socket, "getaddrinfo", as_if_unknown)
    waited: dict[str, list[float]] = {kind: [] for kind in KINDS}
    async with aclosing(open_session(environ=environ)) as session:
        await session.warm_up()
        for place in PLACES[:3]:
            for kind, question in KINDS.items():
                asked = Question(question.format(place), strategy=strategy)
                began = asyncio.get_running_loop().time()
                async with aclosing(session.ask(asked).events()) as events:
                    async for event in events:
                        if isinstance(event, EvidenceFound) and event.text:
                            break
                waited[kind].append(asyncio.get_running_loop().time() - began)
                await asyncio.sleep(SPACING_S + 0.2)  # a person does not ask at once again
    p50 = statistics.median(one for each in waited.values() for one in each)
    record(f"First evidence, {strategy}, p50", p50, "s", limit=GOAL_S)
    print({kind: [round(one, 2) for one in each] for kind, each in waited.items()}, round(p50, 2))
    assert p50 < GOAL_S, waited
