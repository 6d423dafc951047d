"""The server for other programs: its tools, told to clients in the same process."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp.server.lowlevel import Server

from desktop_agent.core.events import RunFinished
from desktop_agent.core.research import Discovery
from desktop_agent.frontends.mcp_server.server import AgentServer
from desktop_agent.storage.discoveries import DiscoveryLog
from tests.end2end.mcp_service import ERAS, recording, statuses, text_of, until
from tests.end2end.world import World, build_world
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply, Script
from tests.servers.pages import PagesServer
from tests.servers.search_replies import Result, Status

QUESTION = "How is the lieutenant governor of Ohio elected?"
FOUND = Result(
    "Lieutenant Governor of Ohio",
    "https://governor.ohio.example/lieutenant",
    "The lieutenant governor of Ohio is elected on a ticket with the governor.",
)
QUICK = {"question": QUESTION, "strategy": "quick"}
SLOW = Reply(text=list("Eleven"), between_s=0.1)
HANGING = Reply(text=["One", " two", " three"], hang_after=2, hang_s=30)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    environ = {
        "DESKTOP_AGENT_BACKGROUND__PARALLEL": "2",
        "DESKTOP_AGENT_SEARCH__CACHE_TTL_S": "0",
        "DESKTOP_AGENT_SEARCH__COOLDOWN_S": "0",
    }
    home = tmp_path_factory.mktemp("mcp") / "home"
    with build_world(home, duckduckgo=[[FOUND]], environ=environ) as world:
        yield world


@asynccontextmanager
async def server(world: World) -> AsyncIterator[Server[Any]]:
    async with world.opened() as session:
        server = AgentServer(session)
        yield server.protocol
        await server.aclose()


def play(world: World, *replies: Any) -> None:
    world.ollama.script = Script(replies)
    world.ollama.requests.clear()
    world.ollama.disconnects.clear()


@pytest.mark.parametrize("era", ERAS)
async def test_research_gives_an_answer_with_sources_and_tells_its_steps(world: World, era: str):
    search = Reply(tool_calls=[("web_search", {"query": "ohio"})], thinking="my secret thought")
    answer = "He is elected on a ticket with the governor [1]."
    play(world, search, answer)
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with server(world) as served, Client(served, mode=era) as client:
        asked = {**QUICK, "budget_s": 60}
        result = await client.call_tool("research", asked, progress_callback=hear)
    assert not result.is_error, text_of(result)
    value = result.structured_content
    assert (value["status"], value["answer"]) == ("answered", answer)
    assert value["sources"][0]["url"] == FOUND.url
    assert [claim["citations"] for claim in value["claims"]] == [[1]]
    assert isinstance(recording(world, value["run_id"])[-1], RunFinished)
    text = text_of(result)
    assert answer in text
    fenced = r"<<<UNTRUSTED_BLOCK (\w+) from .*>>>\n\[1\] Lieuten.*<<<END_UNTRUSTED_BLOCK \1>>>"
    assert re.search(fenced, text, re.DOTALL)
    progress = [each[0] for each in told]
    assert progress == sorted(set(progress))
    assert told[-1][1] == 60
    words = "\n".join(each[2] or "" for each in told)
    assert "search duckduckgo “ohio” -> 1 result" in words
    assert "secret" not in words + text + str(value)


@pytest.mark.parametrize("era", ERAS)
async def test_cancelling_stops_the_run_at_once_and_the_server_goes_on(world: World, era: str):
    play(world, HANGING)
    before = len(statuses(world))
    async with server(world) as served, Client(served, mode=era) as client:
        calling = asyncio.ensure_future(client.call_tool("research", QUICK))
        await until(lambda: world.ollama.requests)
        calling.cancel()
        await asyncio.wait([calling])
        began = time.monotonic()
        await until(lambda: world.ollama.disconnects)
        await until(lambda: [s for s in statuses(world)[before:] if s])
        assert time.monotonic() - began < 20  # what hangs takes 30 s
        assert not (await client.call_tool("list_discoveries", {})).is_error
    assert statuses(world)[before:] == ["stopped"]


async def test_some_runs_work_side_by_side_and_others_wait_for_their_turn(world: World):
    play(world, *[SLOW] * 3)
    told: dict[int, list[str]] = {0: [], 1: [], 2: []}

    async def ask(client: Client, number: int) -> Any:
        async def hear(_progress: float, _total: float | None, message: str | None) -> None:
            told[number].append(message or "")

        asked = {"question": f"Count to {number}", "strategy": "quick"}
        return await client.call_tool("research", asked, progress_callback=hear)

    async with server(world) as served, Client(served) as one, Client(served) as other:
        results = await asyncio.gather(ask(one, 0), ask(one, 1), ask(other, 2))
    assert [each.structured_content["status"] for each in results] == ["answered"] * 3
    waited = [any("waits until another" in words for words in each) for each in told.values()]
    assert sorted(waited) == [False, False, True]


async def test_the_tools_are_told_with_their_limits_and_what_they_do(world: World):
    async with server(world) as served, Client(served) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    names = ["knowledge_search", "list_discoveries", "research", "web_fetch", "web_search"]
    assert sorted(tools) == names
    for tool in tools.values():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (tool.name != "research")
        assert tool.annotations.destructive_hint is False
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema
    count = tools["web_search"].input_schema["properties"]["count"]
    assert (count["minimum"], count["maximum"], count["type"]) == (1, 30, "integer")


async def test_a_search_gives_results_or_says_of_each_engine_why_not(world: World):
    async with server(world) as served, Client(served) as client:
        result = await client.call_tool("web_search", {"query": "ohio", "count": 3})
        for engine in (world.duckduckgo, world.tavily, world.brave):
            engine.play(Status(503))
        failed = await client.call_tool("web_search", {"query": "another"})
        world.duckduckgo.play([FOUND])
    assert result.structured_content["hits"][0]["url"] == FOUND.url
    assert "UNTRUSTED_BLOCK" in text_of(result)
    assert failed.is_error
    assert "The search failed: none of" in text_of(failed)
    assert "duckduckgo" in text_of(failed)


async def test_a_page_is_read_through_the_guard(world: World):
    with serve(PagesServer().app) as pages:
        async with server(world) as served, Client(served) as client:
            page = await client.call_tool(
                "web_fetch", {"url": f"{pages}/article", "max_length": 50}
            )
            refused = await client.call_tool("web_fetch", {"url": "http://10.0.0.1/"})
    assert page.structured_content["truncated"]
    assert page.structured_content["text"].startswith("# Tides\n\nThe Severn")
    assert "15 metres" not in page.structured_content["text"]
    assert "data to read" in page.structured_content["notice"]
    assert "UNTRUSTED_BLOCK" in text_of(page)
    assert refused.is_error
    assert "10.0.0.1" in text_of(refused)
    assert "Traceback" not in text_of(refused)


async def test_what_is_kept_on_this_machine_is_found(world: World, tmp_path: Path):
    found = Discovery("2026-04-01T00:00:00+00:00", "The bore", "It runs upstream.", "", "", "run1")
    DiscoveryLog(world.home / "data" / "discoveries.jsonl").append(found)
    async with server(world) as served, Client(served) as client:
        kept = await client.call_tool("list_discoveries", {"query": "UPSTREAM bore"})
        none = await client.call_tool("list_discoveries", {"query": "downstream"})
        nothing = await client.call_tool("knowledge_search", {"query": "boiler"})
        await index(world, tmp_path)
        asked = {"query": "boiler", "collection": "Papers"}
        passages = await client.call_tool("knowledge_search", asked)
        elsewhere = await client.call_tool("knowledge_search", asked | {"collection": "Poems"})
    assert [each["title"] for each in kept.structured_content["discoveries"]] == ["The bore"]
    assert none.structured_content["total"] == 0
    assert nothing.structured_content["passages"] == []
    assert "No documents are indexed" in text_of(nothing)
    (passage,) = passages.structured_content["passages"]
    assert "built in 1904" in passage["text"]
    assert passage["url"].startswith("file:")
    assert "UNTRUSTED_BLOCK" in text_of(passages)
    assert elsewhere.is_error
    assert "Available: " in text_of(elsewhere)


async def index(world: World, folder: Path) -> None:
    (folder / "boiler.md").write_text("# The boiler\n\nThe boiler was built in 1904.\n")
    async with world.opened() as session:
        await session.knowledge.add([folder / "boiler.md"], "Papers")
        await session.knowledge.wait()


async def test_every_wrong_call_is_told_in_words(world: World):
    async with server(world) as served, Client(served) as client:
        with pytest.raises(MCPError, match="There is no tool 'sing'"):
            await client.call_tool("sing", {})
        for name, given, says in (
            ("research", {}, "question: Field required"),
            ("research", {"question": "  "}, "question"),
            ("research", {"question": "Why?", "budget_s": -1}, "budget_s"),
            ("web_search", {"query": "x", "count": 31}, "count"),
            ("web_fetch", {"url": "u", "cookies": "all"}, "cookies: Extra inputs"),
        ):
            result = await client.call_tool(name, given)
            assert result.is_error
            assert text_of(result).startswith("The arguments are wrong: ")
            assert says in text_of(result)
