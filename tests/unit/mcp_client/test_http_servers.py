"""Servers over streamable HTTP, made with the official SDK."""

import asyncio
import sys
from pathlib import Path

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.network import OutboundRequest
from desktop_agent.web.ledger import is_offline, network_scope, watch_requests
from tests.servers.loopback import free_port
from tests.servers.mcp_http import serve_mcp
from tests.turns import until
from tests.unit.mcp_client.programs import call, pool_of, tools_of

ROOT = Path(__file__).parents[3]


async def test_tools_are_listed_and_called_and_seen_by_the_ledger():
    seen: list[OutboundRequest] = []
    uses: list[OutboundRequest] = []
    stop = watch_requests(seen.append)
    try:
        with serve_mcp() as door:
            async with pool_of(McpServer("web", url=door.url)) as pool:
                with network_scope(lambda _use: None, offline=False, run_id="first"):
                    tools = await tools_of(pool)
                with network_scope(uses.append, offline=False, run_id="r1"):
                    assert (await call(pool, tools["echo"], text="hi")).text == "hi"
                assert pool.states[0].version == "1.2.3"
        assert len(seen) == len(door.methods)
    finally:
        stop()
    assert {(each.host, each.purpose) for each in seen} == {("127.0.0.1", "mcp")}
    # what belongs to the connection belongs to no run, not even to the one that wanted it first
    assert [each.run_id for each in seen if each.run_id] == ["r1"]
    assert len(uses) == 1


async def test_what_a_tool_gives_is_told_in_words():
    with serve_mcp() as door:
        async with pool_of(McpServer("web", url=door.url)) as pool:
            tools = await tools_of(pool)
            picture = await call(pool, tools["picture"])
            big = await call(pool, tools["big"], size=1_000_000)
            failed = await call(pool, tools["fails"])
            wrong = await call(pool, tools["echo"])
            asked = await call(pool, tools["ask"])
    assert picture.text == (
        "here\n\n[image, image/png, 1,002 bytes, not shown]\n\n"
        "[link: paper (https://example.org/paper)]"
    )
    assert big.text == "x" * 1_000_000
    assert [reply.ok for reply in (picture, big, failed, wrong, asked)] == [True, True] + [
        False
    ] * 3


async def test_progress_and_changes_are_told_and_a_cancelled_call_leaves_the_session():
    far: list[tuple[float, float | None, str]] = []
    with serve_mcp() as door:
        async with pool_of(McpServer("web", url=door.url)) as pool:
            tools = await tools_of(pool)
            told = lambda *each: far.append(each)  # noqa: E731 - it is one line
            slow = pool.call(tools["slow"], {"seconds": 0.1}, told, offline=False)
            assert (await slow).text == "done"
            assert far[-1] == (9, 10, "step 9")
            waiting = asyncio.create_task(call(pool, tools["slow"], seconds=30))
            await asyncio.sleep(0.1)
            waiting.cancel()
            await asyncio.wait([waiting])
            assert (await call(pool, tools["echo"], text="after")).text == "after"
            await call(pool, tools["change"])  # of the list, which is followed
            await until(
                lambda: any("password" in each.description for each in pool.states[0].tools)
            )


async def test_a_token_in_headers_opens_and_a_missing_one_is_named():
    with serve_mcp(token="t-1") as door:
        headers = {"Authorization": "Bearer t-1"}
        async with pool_of(McpServer("web", url=door.url, headers=headers)) as pool:
            assert "echo" in await tools_of(pool)
        async with pool_of(McpServer("web", url=door.url)) as pool:
            _tools, (fault,) = await pool.start(["web"], offline=False)
    assert "401" in fault.message
    assert "token in headers" in fault.remedy


async def test_a_redirect_is_not_followed():
    with serve_mcp() as inner, serve_mcp(redirect=inner.url) as door:
        headers = {"Authorization": "Bearer t-1"}
        async with pool_of(McpServer("web", url=door.url, headers=headers)) as pool:
            tools, faults = await pool.start(["web"], offline=False)
        assert tools == ()
        assert faults
        assert inner.methods == []
    with serve_mcp() as same:
        same.redirect = same.url
        async with pool_of(McpServer("web", url=same.url)) as pool:
            _tools, faults = await pool.start(["web"], offline=False)
        assert faults
        assert len(same.methods) <= 3


async def test_the_network_switch_refuses_before_anything_is_sent():
    refused: list[OutboundRequest] = []
    stop = watch_requests(refused.append)

    def alone():
        return network_scope(lambda _use: None, offline=True)

    try:
        async with pool_of(McpServer("far", url="https://example.org/mcp"), scope=alone) as pool:
            tools, faults = await pool.start(["far"], offline=False)
    finally:
        stop()
    assert tools == ()
    assert "switched off" in str(faults[0])
    assert {each.outcome for each in refused} == {"refused"}
    assert not is_offline()


async def test_a_server_that_comes_back_is_reached_and_one_that_is_gone_fails_the_call():
    with serve_mcp() as door:
        pool_context = pool_of(McpServer("web", url=door.url))
        pool = await pool_context.__aenter__()
        tools = await tools_of(pool)
        door.token = "now wanted"
        assert not (await call(pool, tools["echo"], text="x")).ok
        door.token = ""
        assert (await call(pool, tools["echo"], text="x")).text == "x"
    try:
        with pytest.raises(AgentError, match="web"):
            await call(pool, tools["echo"], text="x")
        with pytest.raises(AgentError, match="cannot be reached"):
            await call(pool, tools["echo"], text="x")
    finally:
        await pool_context.__aexit__(None, None, None)


async def test_the_same_server_over_stdin_and_stdout():
    server = McpServer("own", sys.executable, ("-m", "tests.servers.mcp_stdio"), cwd=str(ROOT))
    async with pool_of(server) as pool:
        tools = await tools_of(pool)
        assert (await call(pool, tools["echo"], text="hi")).text == "hi"
        with pytest.raises(AgentError, match="has ended"):
            await call(pool, tools["crash"])
        await until(lambda: pool.states[0].log == ("about to crash",))


async def test_why_an_address_is_no_such_server_is_said():
    with serve_mcp() as door:
        other = door.url.replace("/mcp", "/other")
        nobody = f"http://127.0.0.1:{free_port()}/mcp"
        for url, says in ((other, "HTTP 404"), (nobody, "cannot be reached")):
            async with pool_of(McpServer("web", url=url)) as pool:
                _tools, (fault,) = await pool.start(["web"], offline=False)
            assert says in fault.message
