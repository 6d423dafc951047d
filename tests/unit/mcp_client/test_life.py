"""From the start of a server to its end: time-outs, crashes, restarts, no program left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from desktop_agent.core.errors import AgentError, Offline
from desktop_agent.core.mcp import McpServer
from desktop_agent.tools.mcp import pool as link
from tests.child_process import child_process
from tests.turns import until
from tests.unit.mcp_client.programs import BARE, bare, call, pool_of, tools_of


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def is_gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


async def gone(*pids: int) -> None:
    await until(lambda: all(map(is_gone, pids)))


@pytest.fixture
def impatient(monkeypatch) -> None:
    """Has the SDK wait less long for a program that does not end by itself."""
    import mcp.client.stdio

    monkeypatch.setattr(mcp.client.stdio, "PROCESS_TERMINATION_TIMEOUT", 0.2)
    monkeypatch.setattr(mcp.client.stdio, "FORCE_KILL_TIMEOUT", 0.2)


async def test_a_server_is_started_once_when_it_is_wanted_and_stays(tmp_path):
    starts = tmp_path / "starts"
    before = children()
    async with pool_of(bare(STARTS=str(starts))) as pool:
        assert pool.states[0].status == "idle"
        assert not starts.exists()
        tools, *_others = await asyncio.gather(*(tools_of(pool) for _ in range(5)))
        assert pool.states[0].status == "ready"
        assert pool.states[0].version == "0.1"
        replies = await asyncio.gather(
            *(call(pool, tools["echo"], text=str(number)) for number in range(20))
        )
        assert [reply.text for reply in replies] == [str(number) for number in range(20)]
        await tools_of(pool)
        (pid,) = map(int, starts.read_text().split())
    await gone(pid)
    assert children() == before


@pytest.mark.parametrize(
    ("server", "says"),
    [
        (McpServer("probe", "no-such-program-here"), "no-such-program-here"),
        (replace(bare(), command=BARE), "isn't allowed to run"),
        (bare(manners="dies"), "log"),
    ],
)
async def test_why_it_cannot_be_started_is_said(server, says):
    async with pool_of(server) as pool:
        tools, (fault,) = await pool.start(["probe"], offline=False)
        (state,) = pool.states
        if "log" in says:
            await until(lambda: pool.states[0].log == ("no configuration found",))
    assert tools == ()
    assert says in str(fault)
    assert "'probe'" in fault.message
    assert (state.status, state.problem) == ("failed", fault.message)


async def test_a_server_that_says_nothing_is_given_up_and_ended(tmp_path, impatient):
    starts = tmp_path / "starts"
    server = bare(manners="silent", STARTS=str(starts))
    async with pool_of(server, start_s=3) as pool:
        _tools, (fault,) = await pool.start(["probe"], offline=False)
        assert "within 3 s" in str(fault)
        await gone(int(starts.read_text()))


async def test_a_slow_call_is_given_up_and_a_server_that_hangs_is_started_anew():
    async with pool_of(bare(), call_s=0.3) as pool:
        tools = await tools_of(pool)
        pid = (await call(pool, tools["pid"])).text
        for times in (1, 3):
            assert (await call(pool, tools["pid"])).text == pid
            for _ in range(times):
                assert pool.states[0].status == "ready"
                with pytest.raises(AgentError, match=r"longer than 0\.3 s"):
                    await call(pool, tools["wait"], seconds=5)
        assert "does not answer" in pool.states[0].problem
        assert (await call(pool, tools["pid"])).text != pid


async def test_a_crash_or_a_kill_is_told_and_the_next_call_starts_it_anew(tmp_path):
    starts = tmp_path / "starts"
    async with pool_of(bare(STARTS=str(starts))) as pool:
        tools = await tools_of(pool)
        with pytest.raises(AgentError, match="has ended"):
            await call(pool, tools["crash"])
        (state,) = pool.states
        assert state.status == "idle"
        assert "has ended" in state.problem
        await until(lambda: pool.states[0].log == ("I fall over",))
        assert "echo" in {tool.name for tool in state.tools}
        assert (await call(pool, tools["echo"], text="again")).text == "again"
        assert pool.states[0].problem == ""
        os.kill(int((await call(pool, tools["pid"])).text), signal.SIGKILL)
        await until(lambda: "has ended" in pool.states[0].problem)  # without a call
        assert (await call(pool, tools["echo"], text="again")).text == "again"
    assert len(starts.read_text().split()) == 3


async def test_one_that_keeps_crashing_is_left_alone_until_it_is_tried_again(tmp_path):
    starts = tmp_path / "starts"
    async with pool_of(bare(STARTS=str(starts))) as pool:
        tools = await tools_of(pool)
        for _ in range(link.MOST_FAILURES):
            with pytest.raises(AgentError, match="has ended"):
                await call(pool, tools["crash"])
        for _ in range(3):
            with pytest.raises(AgentError, match="5 times in a row"):
                await call(pool, tools["echo"], text="x")
        assert pool.states[0].status == "failed"
        assert len(starts.read_text().split()) == link.MOST_FAILURES
        assert (await pool.try_again("probe", offline=False)).status == "ready"
        assert (await call(pool, tools["echo"], text="x")).text == "x"


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
async def test_what_a_server_has_started_ends_with_it_even_when_it_is_deaf(impatient):
    before = children()
    async with pool_of(bare(manners="child deaf")) as pool:
        tools = await tools_of(pool)
        grandchild = int(tools["echo"].description)
        pid = int((await call(pool, tools["pid"])).text)
        assert psutil.pid_exists(grandchild)
    await gone(pid, grandchild)
    assert children() == before


def test_a_server_ends_when_this_program_is_killed():
    script = textwrap.dedent(
        """
        import asyncio
        from tests.unit.mcp_client.programs import bare, call, pool_of, tools_of

        async def main():
            async with pool_of(bare()) as pool:
                tools = await tools_of(pool)
                print((await call(pool, tools["pid"])).text, flush=True)
                await asyncio.sleep(60)

        asyncio.run(main())
        """
    )
    root = Path(__file__).parents[3]
    with child_process(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=root, text=True
    ) as program:
        pid = int(program.stdout.readline())
        assert psutil.pid_exists(pid)
        program.kill()
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=5)
    assert is_gone(pid)


async def test_a_changed_configuration_ends_the_old_server_and_keeps_the_others():
    async with pool_of(bare("one"), bare("two")) as pool:
        one, two = await tools_of(pool, "one"), await tools_of(pool, "two")
        pids = [int((await call(pool, tools["pid"])).text) for tools in (one, two)]
        await pool.configure([replace(bare("one"), env={"MANNERS": "names"}), bare("two")])
        await gone(pids[0])
        assert int((await call(pool, two["pid"])).text) == pids[1]
        await pool.configure([bare("two")])
        with pytest.raises(AgentError, match="no longer"):
            await call(pool, one["echo"], text="x")


async def test_without_the_network_only_what_is_marked_is_started():
    servers = (
        bare("plain"),
        replace(bare("marked"), offline=True),
        McpServer("far", url="https://example.org/mcp"),
        McpServer("near", url="http://127.0.0.1:9/mcp"),
    )
    async with pool_of(*servers) as pool:
        online = await tools_of(pool, "plain")
        tools, faults = await pool.start([s.name for s in servers], offline=True)
        assert {tool.server for tool in tools} == {"marked"}
        assert [("near" in str(fault)) for fault in faults] == [True]
        with pytest.raises(Offline):
            await pool.call(online["echo"], {"text": "x"}, lambda *_: None, offline=True)
        await pool.go_offline()
        assert [state.status for state in pool.states][:2] == ["idle", "ready"]
