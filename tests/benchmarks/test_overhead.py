"""The program's own time in a verified run of two tool rounds.

The servers answer at once from another process. The baseline of a run is the same exchanges made
bare: the same number of requests with the same bodies over one HTTP client, replies read whole.
"""

import socket
import statistics
import time
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from desktop_agent.app.session import open_session
from desktop_agent.core.events import AnswerGiven, RunFinished, SearchAttempt, ToolStarted
from desktop_agent.core.research import Question
from tests.benchmarks.figures import record
from tests.end2end.world import of, play
from tests.loopback_only import as_if_unknown

pytestmark = pytest.mark.benchmark
WORLD = ("instant_world",)
RUNS = 15


async def bare_exchanges(
    client: httpx.AsyncClient, environ: Mapping[str, str], searches: int
) -> None:
    """What the wire costs: four chats, and as many searches as the verified run has made."""
    ollama = environ["DESKTOP_AGENT_LLM__OLLAMA_URL"]
    lite = environ["DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL"]
    question: list[dict[str, Any]] = [{"role": "user", "content": "What?"}]
    tools = [{"type": "function"}]
    bodies: list[dict[str, Any]] = [
        {"messages": question, "tools": tools},
        {"messages": [*question, {"role": "tool", "content": "x"}], "tools": tools},
        {"messages": question},
        {"messages": question, "format": "json"},
    ]
    for body in bodies:
        chat = {"model": "m", **body}
        async with client.stream("POST", f"{ollama}/api/chat", json=chat) as reply:
            async for _ in reply.aiter_lines():
                pass
    for _ in range(searches):
        await client.post(lite, data={"q": "query"})


async def test_own_time_of_a_verified_run(environ, monkeypatch):
    """Evidence that finds results in three rounds and no page, two tool rounds, draft, critique."""
    monkeypatch.setattr(socket, "getaddrinfo", as_if_unknown)
    session = open_session(environ=environ)
    client = httpx.AsyncClient()
    walls, bares = [], []
    for number in range(RUNS + 2):
        began = time.perf_counter()
        events = await play(session, Question(f"What is {number}?", strategy="verified"))
        wall = time.perf_counter() - began
        assert len(of(events, ToolStarted)) == 2
        assert of(events, AnswerGiven)
        assert events[-1].status == "answered" if isinstance(events[-1], RunFinished) else False
        began = time.perf_counter()
        await bare_exchanges(client, environ, len(of(events, SearchAttempt)))
        bare = time.perf_counter() - began
        if number >= 2:  # the first ones import the SDK and open connections
            walls.append(wall)
            bares.append(bare)
    await session.aclose()
    await client.aclose()
    own = statistics.median(walls) - statistics.median(bares)
    record("Own time of a verified run", own * 1e3, "ms", limit=500)
    assert own < 0.5  # far above the aim: a guard against a blunder, not the measurement
