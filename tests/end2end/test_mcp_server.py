"""The server for other programs: over stdio how it begins and ends, over HTTP its tools and whom it lets in."""

import asyncio
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from desktop_agent.frontends.mcp_server.http import validated_token
from mcp import Client, MCPError

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import RunFinished
from desktop_agent.core.research import Discovery
from desktop_agent.storage.discoveries import DiscoveryLog
from tests.end2end.mcp_service import (
    ERAS,
    HttpService,
    RawClient,
    http_service,
    recording,
    statuses,
    stdio,
    text_of,
)
from tests.end2end.world import World, build_world
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply, Script
from tests.servers.pages import PagesServer
from tests.servers.search_replies import Result, Status
from tests.turns import until

HANGS_S = 30
HANGING = Reply(text=["One", " two", " three"], hang_after=2, hang_s=HANGS_S)


async def test_a_run_is_told_of_and_answered_and_another_is_cancelled(make_world):
    world = make_world(replies=["It is four.", HANGING])
    told: list[str | None] = []

    async def hear(_progress: float, _total: float | None, message: str | None) -> None:
        told.append(message)

    asked = {"question": "Count", "strategy": "quick"}
    async with stdio(world, ERAS[1]) as client:
        result = await client.call_tool("research", asked, progress_callback=hear)
        calling = asyncio.ensure_future(client.call_tool("research", asked))
        await until(lambda: len(world.ollama.requests) == 2)
        calling.cancel()
        await asyncio.wait([calling])
        await until(lambda: statuses(world)[1], HANGS_S - 10)
        assert not (await client.call_tool("list_discoveries", {})).is_error
    assert result.structured_content["answer"] == "It is four."
    assert "quick with ollama m:latest, at most 300 s" in told
    assert statuses(world) == ["answered", "stopped"]
    assert world.ollama.disconnects


async def test_what_fails_is_told_with_the_reason_and_offline_nothing_leaves_here(make_world):
    world = make_world()
    world.environ |= {
        "DESKTOP_AGENT_LLM__OLLAMA_URL": "http://127.0.0.1:9",
        "DESKTOP_AGENT_LLM__MAX_RETRIES": "0",
        "DESKTOP_AGENT_SEARCH__ENGINES": "duckduckgo",
        "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": "https://search.example/lite/",
    }
    async with stdio(world, "legacy", "--offline") as client:
        failed = await client.call_tool("research", {"question": "Why?", "strategy": "quick"})
        searched = await client.call_tool("web_search", {"query": "ohio"})
        read = await client.call_tool("web_fetch", {"url": "https://page.example/"})
    for result in (failed, searched, read):
        assert result.is_error
        assert "Traceback" not in text_of(result)
    assert "127.0.0.1:9" in text_of(failed)
    assert "switched off" in text_of(searched)
    assert "switched off" in text_of(read)


async def test_a_client_that_vanishes_leaves_no_run_and_no_process(make_world):
    world = make_world(replies=[HANGING] * 2)
    client = RawClient(world)
    client.ask(2, "Count")
    client.ask(3, "Count again")
    await until(lambda: len(world.ollama.requests) == 2)
    children = psutil.Process(client.process.pid).children(recursive=True)
    assert children
    began = time.monotonic()
    client.vanish()
    assert client.process.wait(60) == 0
    assert time.monotonic() - began < 20  # what hangs takes 30 s
    with client.process:
        assert client.process.stderr.read() == b""
    assert not psutil.wait_procs(children, timeout=5)[1]
    assert statuses(world) == ["stopped"] * 2


@pytest.mark.skipif(os.name != "posix", reason="the signals are those of POSIX")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
async def test_a_signal_ends_runs_and_server_in_order_while_the_client_is_there(
    make_world, number, status
):
    world = make_world(replies=[HANGING])
    client = RawClient(world)
    client.ask(2, "Count")
    await until(lambda: world.ollama.requests)
    client.process.send_signal(number)
    assert client.process.wait(60) == status
    out, err = client.process.communicate()
    assert err == b""
    assert b"The call was stopped" in out
    assert statuses(world) == ["stopped"]


def test_garbage_is_passed_over_and_stdout_carries_the_protocol_alone(make_world):
    client = RawClient(make_world())
    for garbage in (b"\n", b"hello\n", b"\xff\xfe\x00\n", b"[1,2]\n", b'{"jsonrpc":"2.0"}\n'):
        client.write(garbage)
    client.write(b"x" * (5 * 1024 * 1024) + b"\n")
    client.write(b"[" * 100_000 + b"\n")
    client.send(id="a", method="tools/call", params={"name": "list_discoveries"})
    answer = client.receive()
    assert answer["id"] == "a"
    assert answer["result"]["structuredContent"]["total"] == 0
    client.send(id="b", method="no/such")
    assert client.receive()["error"]["code"] == -32601
    # requests with half a character in them are answered
    client.write(b'{"jsonrpc":"2.0","id":"a\\ud800","method":"ping"}\n')
    client.write(b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":{"x":"\\udfff"}}}\n')
    client.write(b'{"jsonrpc":"2.0","id":"\\\\ud800 \\ud83d\\ude00","method":"ping"}\n')
    answered = [client.receive() for _ in range(3)]
    assert [each["id"] for each in answered] == ["a\ufffd", 5, "\\ud800 \U0001f600"]
    assert all(each["result"] == {} for each in answered)
    out, err = client.process.communicate(timeout=60)
    assert (out, err, client.process.returncode) == (b"", b"", 0)


# --- Over HTTP: all of these share one server; each has a script of its own


QUESTION = "How is the lieutenant governor of Ohio elected?"
FOUND = Result(
    "Lieutenant Governor of Ohio",
    "https://governor.ohio.example/lieutenant",
    "The lieutenant governor of Ohio is elected on a ticket with the governor.",
)
QUICK = {"question": QUESTION, "strategy": "quick"}
SLOW = Reply(text=list("Eleven"), between_s=0.1)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[World]:
    environ = {
        "DESKTOP_AGENT_BACKGROUND__PARALLEL": "2",
        "DESKTOP_AGENT_SEARCH__CACHE_TTL_S": "0",
        "DESKTOP_AGENT_SEARCH__COOLDOWN_S": "0",
    }
    home = tmp_path_factory.mktemp("mcp") / "home"
    with build_world(home, duckduckgo=[[FOUND]], environ=environ) as world:
        yield world


@pytest.fixture(scope="module")
def service(world) -> Iterator[HttpService]:
    with http_service(world) as service:
        yield service


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client(verify=False) as client:
        yield client


def play(world: World, *replies: Any) -> None:
    world.ollama.script = Script(replies)
    world.ollama.requests.clear()
    world.ollama.disconnects.clear()


@pytest.mark.parametrize("era", ERAS)
async def test_research_gives_an_answer_with_sources_and_tells_its_steps(world, service, era):
    search = Reply(tool_calls=[("web_search", {"query": "ohio"})], thinking="my secret thought")
    answer = "He is elected on a ticket with the governor [1]."
    play(world, search, answer)
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with service.client(era) as client:
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
async def test_cancelling_stops_the_run_at_once_and_the_server_goes_on(world, service, era):
    play(world, HANGING)
    before = len(statuses(world))
    async with service.client(era) as client:
        calling = asyncio.ensure_future(client.call_tool("research", QUICK))
        await until(lambda: world.ollama.requests)
        calling.cancel()
        await asyncio.wait([calling])
        await until(lambda: world.ollama.disconnects, HANGS_S - 10)
        await until(lambda: [s for s in statuses(world)[before:] if s])
        assert not (await client.call_tool("list_discoveries", {})).is_error
    assert statuses(world)[before:] == ["stopped"]


async def test_a_client_that_hangs_up_leaves_no_run(world, service):
    play(world, HANGING)
    before = len(statuses(world))
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(service.client())
        calling = asyncio.ensure_future(client.call_tool("research", QUICK))
        await until(lambda: world.ollama.requests)
        await stack.aclose()
        await asyncio.wait([calling])
    await until(lambda: [s for s in statuses(world)[before:] if s])
    assert statuses(world)[before:] == ["stopped"]


async def test_some_runs_work_side_by_side_and_others_wait_for_their_turn(world, service):
    play(world, *[SLOW] * 3)
    told: dict[int, list[str]] = {0: [], 1: [], 2: []}

    async def ask(client: Client, number: int) -> Any:
        async def hear(_progress: float, _total: float | None, message: str | None) -> None:
            told[number].append(message or "")

        asked = {"question": f"Count to {number}", "strategy": "quick"}
        return await client.call_tool("research", asked, progress_callback=hear)

    async with service.client() as one, service.client(ERAS[1]) as other:
        results = await asyncio.gather(ask(one, 0), ask(one, 1), ask(other, 2))
    assert [each.structured_content["status"] for each in results] == ["answered"] * 3
    waited = [any("waits until another" in words for words in each) for each in told.values()]
    assert sorted(waited) == [False, False, True]


async def test_the_tools_are_told_with_their_limits_and_what_they_do(service):
    async with service.client() as client:
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


async def test_a_search_gives_results_or_says_of_each_engine_why_not(world, service):
    async with service.client() as client:
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


async def test_a_page_is_read_through_the_guard(service):
    with serve(PagesServer().app) as pages:
        async with service.client() as client:
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


async def test_what_is_kept_on_this_machine_is_found(world, service, tmp_path):
    found = Discovery("2026-04-01T00:00:00+00:00", "The bore", "It runs upstream.", "", "", "run1")
    DiscoveryLog(world.home / "data" / "discoveries.jsonl").append(found)
    async with service.client() as client:
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


async def test_every_wrong_call_is_told_in_words(service):
    async with service.client() as client:
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


@pytest.mark.parametrize(
    ("changed", "status", "says"),
    [
        ({"authorization": None}, 401, "A token is needed"),
        ({"authorization": "Bearer wrong"}, 401, "The token is wrong"),
        ({"authorization": "Bearer"}, 401, "The token is wrong"),
        ({"authorization": "Basic {token}"}, 401, "The token is wrong"),
        ({"authorization": "Bearer {token}x"}, 401, "The token is wrong"),
        ({"authorization": "{token}"}, 401, "The token is wrong"),
        ({"authorization": "Bearer \u00fc"}, 401, "The token is wrong"),
        ({"host": "rebound.example"}, 403, "The Host of the request"),
        ({"host": "127.0.0.1"}, 403, "The Host of the request"),
        ({"host": "127.0.0.1:1"}, 403, "The Host of the request"),
        ({"host": "127.0.0.1:{port}.rebound.example"}, 403, "The Host of the request"),
        ({"origin": "https://rebound.example"}, 403, "other sites are refused"),
        ({"origin": "http://localhost:{port}.rebound.example"}, 403, "other sites are refused"),
        ({"origin": "http://localhost:80"}, 403, "other sites are refused"),
        ({"origin": "null"}, 403, "other sites are refused"),
    ],
)
def test_a_stranger_is_refused_with_a_clear_text(service, http, changed, status, says):
    headers = {"authorization": "Bearer {token}", "accept": "application/json, text/event-stream"}
    port = service.url.split(":")[2].removesuffix("/mcp")
    given = {
        name: value.format(token=service.token, port=port).encode("latin-1")
        for name, value in (headers | changed).items()
        if value
    }
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for path in ("", "/..", "/other"):
        reply = http.post(service.url + path, headers=given, json=ping)
        assert reply.status_code == status
        assert says in reply.text
        assert service.token not in reply.text
        assert ("www-authenticate" in reply.headers) == (status == 401)


@pytest.mark.parametrize(
    "changed",
    [
        {"authorization": "bearer  {token}"},
        {"origin": "http://localhost:{port}"},
        {"host": "LOCALHOST:{port}"},
    ],
)
def test_who_knows_the_token_is_let_in(service, http, changed):
    port = service.url.split(":")[2].removesuffix("/mcp")
    headers = {"authorization": f"Bearer {service.token}"} | {
        name: value.format(token=service.token, port=port) for name, value in changed.items()
    }
    assert http.delete(service.url, headers=headers).status_code not in (401, 403, 404)
    elsewhere = http.delete(service.url.replace("/mcp", "/other"), headers=headers)
    assert (elsewhere.status_code, elsewhere.text) == (404, "The server is at /mcp.\n")


@pytest.mark.parametrize("given", ["short", "with spaces in it, long", "\u00fc" * 20, "x" * 513])
def test_a_token_that_protects_nothing_or_fits_no_header_is_refused(given):
    with pytest.raises(AgentError, match="DESKTOP_AGENT_MCP_TOKEN isn't a valid token") as caught:
        validated_token(given)
    assert given not in str(caught.value)
    assert validated_token("") != validated_token("")


def test_it_listens_on_loopback_alone(service):
    port = int(service.url.split(":")[2].removesuffix("/mcp"))
    for address in ("127.0.0.2", *socket.gethostbyname_ex(socket.gethostname())[2]):
        if address != "127.0.0.1":
            with pytest.raises(OSError), socket.create_connection((address, port), timeout=1):
                pass


def test_a_port_that_is_taken_is_told(world, service):
    port = service.url.split(":")[2].removesuffix("/mcp")
    done = world.run("mcp", "--http", port)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Can't listen on port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the signals are those of POSIX")
async def test_a_signal_ends_runs_and_the_token_may_come_from_the_environment(world):
    play(world, HANGING)
    before = len(statuses(world))
    token = "a-token-of-their-own"
    with http_service(world, DESKTOP_AGENT_MCP_TOKEN=token) as service:
        assert service.token == "${DESKTOP_AGENT_MCP_TOKEN}"
        async with service.client(token=token) as client:
            calling = asyncio.ensure_future(client.call_tool("research", QUICK))
            await until(lambda: world.ollama.requests)
            service.process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            result = await calling
            assert "The call was stopped" in text_of(result)
            service.process.wait(60)
            assert time.monotonic() - began < 20  # what hangs takes 30 s
    assert statuses(world)[before:] == ["stopped"]
