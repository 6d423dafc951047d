"""Servers that mean harm, or are broken: what they do stays with them."""

import json
import time

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.tools.mcp.connection import LONGEST_DESCRIPTION, MOST_TOOLS
from desktop_agent.tools.mcp.transport import LINES
from tests.turns import until
from tests.unit.mcp_client.programs import bare, call, pool_of, tools_of


async def test_a_server_gets_its_own_variables_and_none_of_ours(monkeypatch):
    ours = {"OPENAI_API_KEY": "sk-ours", "DESKTOP_AGENT_LLM__MODEL": "m", "AWS_SECRET": "s"}
    told = {**ours, "PATH": "/usr/bin", "HOME": "/h", "LANG": "C.UTF-8", "SHELL": "() { :; }"}
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    async with pool_of(bare(PROBE_TOKEN="t-1"), environ=lambda: told) as pool:
        tools = await tools_of(pool)
        seen = json.loads((await call(pool, tools["environment"])).text)
    assert seen["PROBE_TOKEN"] == "t-1"
    assert (seen["PATH"], seen["HOME"], seen["LANG"]) == ("/usr/bin", "/h", "C.UTF-8")
    assert "() {" not in seen.get("SHELL", "")
    assert not set(ours) & set(seen)


async def test_a_flood_of_stderr_neither_blocks_the_server_nor_fills_the_memory():
    async with pool_of(bare(manners="flood")) as pool:
        tools = await tools_of(pool)
        assert (await call(pool, tools["echo"], text="there")).text == "there"
        log = pool.states[0].log
        assert len(log) <= LINES
        assert max(map(len, log)) <= 500
        await call(pool, tools["stderr"])
        # without control characters
        await until(lambda: pool.states[0].log[-1] == "token is None  [31m")


async def test_a_program_that_writes_only_junk_is_ended_and_said_to_be_broken(caplog):
    began = time.monotonic()
    async with pool_of(bare(manners="junk")) as pool:
        _tools, faults = await pool.start(["probe"], offline=False)
        (state,) = pool.states
    assert "no messages" in str(faults[0])
    assert state.status == "failed"
    assert time.monotonic() - began < 10
    assert len(caplog.records) < 5


async def test_what_is_too_deep_too_long_or_without_end_is_not_told_to_models():
    async with pool_of(bare(manners="deep")) as pool:
        tools = await tools_of(pool)
    for name in ("deep", "wide"):
        assert tools[name].warning
        assert tools[name].parameters == {"type": "object"}
    assert len(tools["long"].description) == LONGEST_DESCRIPTION
    assert not tools["echo"].warning
    async with pool_of(bare(manners="many endless")) as pool:
        assert len(await tools_of(pool)) == MOST_TOOLS


async def test_a_tool_that_breaks_the_protocol_costs_itself_alone():
    async with pool_of(bare(manners="broken")) as pool:
        tools = await tools_of(pool)
        assert (await call(pool, tools["echo"], text="there")).text == "there"
    broken = [name for name, tool in tools.items() if tool.warning]
    assert broken == ["untyped", "without"]
    assert "against the protocol" in tools["untyped"].warning
    assert tools["untyped"].parameters == {"type": "object"}


async def test_no_reply_request_or_broken_character_ends_the_session():
    async with pool_of(bare(), call_s=1) as pool:
        tools = await tools_of(pool)
        pid = (await call(pool, tools["pid"])).text
        with pytest.raises(AgentError, match="probe"):
            await call(pool, tools["null"])
        # requests for a model, a person or files are refused
        answers = json.loads((await call(pool, tools["sample"])).text)
        assert answers == {"900": "error", "901": "error", "902": "error"}
        assert (await call(pool, tools["echo"], text="a\ud800b")).text == "a?b"
        assert (await call(pool, tools["echo"], text="\n{}\n")).text == "\n{}\n"
        assert (await call(pool, tools["pid"])).text == pid
