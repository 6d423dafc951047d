"""``servers``: what the terminal does with MCP servers, on the real ones."""

import io
import json
from types import SimpleNamespace

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.cli.mcp import servers
from desktop_agent.frontends.cli.output import Exit
from desktop_agent.frontends.cli.parser import build_parser
from desktop_agent.runs.mcp_servers import Servers
from desktop_agent.storage.mcp_servers import McpFile
from desktop_agent.storage.secrets import Secrets
from desktop_agent.web.ledger import network_scope
from tests.unit.mcp_client.programs import bare, web_transport

SHARED = {
    "mcpServers": {
        "time": {"command": "uvx", "args": ["mcp-server-time"], "env": {"TOKEN": "abc-def-123"}},
        "notes": {"url": "https://notes.example.org/mcp", "default": False, "offline": True},
    }
}


@pytest.fixture
async def session(tmp_path, home):
    settings = Settings.model_validate({"mcp": {"timeout_s": 20, "start_timeout_s": 20}})
    held = Servers(
        tmp_path / "config" / "mcp.json",
        Secrets({}),
        {"PATH": "/usr/bin"},
        lambda: settings,
        lambda: network_scope(lambda _use: None, offline=False),
        web_transport,
    )
    yield SimpleNamespace(servers=held)
    await held.aclose()


async def run(session, *words):
    return await servers(session, build_parser().parse_args(["servers", *words]))


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "servers.json"
    file.write_text(json.dumps(SHARED))
    return str(file)


async def test_servers_of_a_file_are_added_listed_and_removed_without_secrets(
    session, file, tmp_path, monkeypatch, capsys
):
    assert await run(session, "add", file) == Exit.ANSWERED
    assert "time is added" in capsys.readouterr().err
    await run(session, "list", "--json")
    assert "abc-def-123" not in capsys.readouterr().out
    assert "abc-def-123" not in McpFile(tmp_path / "config" / "mcp.json").path.read_text()
    await run(session, "list")
    assert capsys.readouterr().out.splitlines() == [
        "time   uvx mcp-server-time",
        "notes  https://notes.example.org/mcp  (only where it is chosen, works offline)",
    ]
    await run(session, "remove", "time")
    await run(session, "list", "--json")
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert row["name"] == "notes"
    with pytest.raises(AgentError, match="no server named 'time'"):
        await run(session, "remove", "time")
    await run(session, "remove", "notes")
    capsys.readouterr()
    await run(session, "list")
    told = capsys.readouterr()
    assert (told.out, "servers add FILE" in told.err) == ("", True)
    monkeypatch.setattr("sys.stdin", io.StringIO('{"command": "uvx", "args": ["a"]}'))
    await run(session, "add", "-", "--name", "one")
    assert "one is added" in capsys.readouterr().err


async def test_a_server_that_is_tried_tells_its_tools_or_why_it_fails(session, tmp_path, capsys):
    await session.servers.add(bare())
    assert await run(session, "try", "probe") == Exit.ANSWERED
    told = capsys.readouterr()
    assert "works and has" in told.err
    assert any(line.startswith("echo") for line in told.out.splitlines())
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"gone": {"command": str(tmp_path / "no-such")}}}))
    await run(session, "add", str(file))
    capsys.readouterr()
    assert await run(session, "try", "gone") == Exit.FAILED
    told = capsys.readouterr()
    assert told.out == ""
    assert "desktop-agent: " in told.err
    for text in (b"{", b"\xff"):
        file.write_bytes(text)
        with pytest.raises(AgentError):
            await run(session, "add", str(file))


async def test_a_taken_name_is_replaced_only_where_that_is_wanted(session, file, tmp_path, capsys):
    await run(session, "add", file)
    other = tmp_path / "other.json"
    other.write_text('{"mcpServers": {"time": {"command": "evil", "env": {"TOKEN": "x-y-z-1"}}}}')
    with pytest.raises(AgentError, match="uvx mcp-server-time") as caught:
        await run(session, "add", str(other))
    assert "--replace" in caught.value.remedy
    await run(session, "list")
    assert "uvx mcp-server-time" in capsys.readouterr().out
    await run(session, "add", str(other), "--replace")
    assert "takes the place" in capsys.readouterr().err
    await run(session, "list")
    assert "evil" in capsys.readouterr().out
