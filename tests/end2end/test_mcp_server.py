"""The server for other programs over stdio: how it begins, and how it ends."""

import asyncio
import os
import signal
import time

import psutil
import pytest

from tests.end2end.mcp_service import ERAS, RawClient, statuses, stdio, text_of, until
from tests.end2end.world import MakeWorld
from tests.servers.model_reply import Reply

HANGING = Reply(text=["One", " two", " three"], hang_after=2, hang_s=30)


async def test_a_run_is_told_of_and_answered_and_another_is_cancelled(make_world: MakeWorld):
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
        began = time.monotonic()
        await until(lambda: statuses(world)[1])
        assert time.monotonic() - began < 20  # what hangs takes 30 s
        assert not (await client.call_tool("list_discoveries", {})).is_error
    assert result.structured_content["answer"] == "It is four."
    assert "quick with ollama m:latest, at most 300 s" in told
    assert statuses(world) == ["answered", "stopped"]
    assert world.ollama.disconnects


async def test_what_fails_is_told_with_its_reason_and_offline_nothing_leaves_the_machine(
    make_world: MakeWorld,
):
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


async def test_a_client_that_vanishes_leaves_no_run_and_no_process(make_world: MakeWorld):
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
    make_world: MakeWorld, number: int, status: int
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


def test_garbage_is_passed_over_and_stdout_carries_the_protocol_alone(make_world: MakeWorld):
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
