"""The file of servers: the shapes that clients share, kept as they are, wrong ones named."""

import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.mcp import McpServer
from desktop_agent.storage.mcp_servers import McpFile, read_pasted

TIME = {"command": "uvx", "args": ["mcp-server-time"], "env": {"TZ": "UTC"}}


@pytest.fixture
def file(tmp_path: Path) -> McpFile:
    return McpFile(tmp_path / "config" / "mcp.json")


def write(file: McpFile, document: object) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_text(json.dumps(document))


def test_no_file_is_no_server(file: McpFile) -> None:
    assert file.load() == ()


def test_the_common_shape_is_read_in_its_order(file: McpFile) -> None:
    web = {"url": "https://example.org/mcp", "headers": {"X-A": "b"}, "disabled": True}
    write(file, {"mcpServers": {"time": {**TIME, "cwd": "/w", "offline": True}, "web": web}})
    assert file.load() == (
        McpServer("time", "uvx", ("mcp-server-time",), {"TZ": "UTC"}, "/w", offline=True),
        McpServer("web", url="https://example.org/mcp", headers={"X-A": "b"}, enabled=False),
    )


@pytest.mark.parametrize("kind", ["http", "streamable-http", "streamableHttp"])
def test_the_key_and_the_types_of_other_clients_are_read(file: McpFile, kind: str) -> None:
    write(file, {"servers": {"a": {"type": kind, "url": "http://127.0.0.1/mcp"}}, "inputs": []})
    assert file.load()[0].url == "http://127.0.0.1/mcp"


def test_what_is_not_known_stays_in_the_file(file: McpFile) -> None:
    entry = {**TIME, "type": "stdio", "timeout": 60, "alwaysAllow": ["x"], "disabled": True}
    write(file, {"inputs": [1], "servers": {"time": entry, "other": TIME}, "x": {"y": 1}})
    file.put(replace(file.load()[0], enabled=True, args=("-m", "time")))
    assert json.loads(file.path.read_text()) == {
        "inputs": [1],
        "servers": {"time": {**entry, "disabled": False, "args": ["-m", "time"]}, "other": TIME},
        "x": {"y": 1},
    }


def test_a_server_of_another_kind_loses_what_said_the_old_one(file: McpFile) -> None:
    write(file, {"mcpServers": {"a": {**TIME, "type": "stdio"}}})
    file.put(McpServer("a", url="https://example.org/mcp"))
    assert json.loads(file.path.read_text()) == {
        "mcpServers": {"a": {"url": "https://example.org/mcp"}}
    }


def test_a_server_is_renamed_in_its_place_but_never_over_another(file: McpFile) -> None:
    write(file, {"mcpServers": {"a": TIME, "b": TIME, "c": TIME}})
    file.put(replace(file.load()[1], name="new"), before="b")
    assert [each.name for each in file.load()] == ["a", "new", "c"]
    with pytest.raises(SettingsError, match="'c'"):
        file.put(replace(file.load()[0], name="c"), before="a")
    assert file.remove("new")
    assert not file.remove("new")
    assert [each.name for each in file.load()] == ["a", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_the_file_is_for_its_owner_alone(file: McpFile) -> None:
    file.put(McpServer("a", "x"))
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({}, "command"),
        ({"command": "a", "url": "https://example.org"}, "command"),
        ({"command": 5}, "command"),
        ({"command": "a\0b"}, "command"),
        ({"command": "a", "args": "b"}, "args"),
        ({"command": "a", "args": [1]}, "args"),
        ({"command": "a", "env": []}, "env"),
        ({"command": "a", "env": {"A": 1}}, "env"),
        ({"command": "a", "env": {"A=B": "1"}}, "env"),
        ({"command": "a", "env": {"": "1"}}, "env"),
        ({"command": "a", "cwd": ["x"]}, "cwd"),
        ({"command": "a", "disabled": "yes"}, "disabled"),
        ({"command": "a", "offline": 1}, "offline"),
        ({"url": "example.org"}, "url"),
        ({"url": "file:///etc/passwd"}, "url"),
        ({"url": "http://[::1"}, "url"),
        ({"url": "https://me:secret@example.org"}, "url"),
        ({"url": "https://example.org", "headers": {"A": None}}, "headers"),
        ({"type": "sse", "url": "https://example.org"}, "type"),
        ({"type": "pigeon", "url": "https://example.org"}, "type"),
    ],
)
def test_what_is_wrong_names_the_server_the_key_and_the_file(
    file: McpFile, entry: object, key: str
) -> None:
    write(file, {"mcpServers": {"good": TIME, "bad one": entry}})
    with pytest.raises(SettingsError) as caught:
        file.load()
    assert f"'{key}' of the server 'bad one' in {file.path}" in caught.value.message
    assert caught.value.remedy
    assert "secret" not in str(caught.value)
    before = file.path.read_bytes()
    with pytest.raises(SettingsError):
        file.put(McpServer("new", "x"))
    assert file.path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '"x"', '{"mcpServers": []}', '{"mcpServers": {"a": 1}}', "[" * 100_000, "\xff"],
)
def test_what_is_no_configuration_is_said_with_the_file(file: McpFile, text: str) -> None:
    file.path.parent.mkdir()
    file.path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError, match=r"mcp\.json"):
        file.load()


@pytest.mark.parametrize("name", ["", " a", "a\nb", "../x", "a/b", "é", "x" * 65, "a:b"])
def test_a_name_that_could_be_taken_for_more_is_refused(file: McpFile, name: str) -> None:
    with pytest.raises(SettingsError):
        file.put(McpServer(name, "x"))
    write(file, {"mcpServers": {name: TIME}})
    with pytest.raises(SettingsError):
        file.load()


TIME_SERVER = McpServer("time", "uvx", ("mcp-server-time",), {"TZ": "UTC"})


@pytest.mark.parametrize(
    "pasted",
    [
        {"mcpServers": {"time": TIME}},
        {"servers": {"time": TIME}},
        {"mcp": {"servers": {"time": TIME}}},
        {"time": TIME},
        TIME,
    ],
)
def test_every_common_shape_may_be_pasted(pasted: object) -> None:
    assert read_pasted(json.dumps(pasted), "time") == (TIME_SERVER,)


def test_the_outer_braces_may_be_missing() -> None:
    assert read_pasted(f'  "time": {json.dumps(TIME)},\n') == (TIME_SERVER,)
    assert read_pasted(f'"mcpServers": {{"time": {json.dumps(TIME)}}}') == (TIME_SERVER,)


@pytest.mark.parametrize("text", ["", "uvx mcp-server-time", "{}", '{"mcpServers": {}}', "null"])
def test_what_is_pasted_and_is_none_is_said(text: str) -> None:
    with pytest.raises(SettingsError, match="pasted"):
        read_pasted(text)


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (TIME, "mcp-server-time"),
        (
            {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@1.2", "/x"]},
            "server-filesystem",
        ),
        ({"command": "/opt/my tool"}, "my-tool"),
        ({"url": "https://mcp.example.org:8443/v1"}, "mcp.example.org-8443"),
        ({"command": "é"}, "server"),
    ],
)
def test_a_single_server_is_called_by_what_it_starts(entry: object, name: str) -> None:
    assert [each.name for each in read_pasted(json.dumps(entry))] == [name]
    assert [each.name for each in read_pasted(json.dumps(entry), "own")] == ["own"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["mcpServers", "servers", "mcp", "command", "args", "env", "url", "a"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_is_pasted_gives_servers_or_a_settings_error(value: object) -> None:
    try:
        servers = read_pasted(json.dumps(value))
    except SettingsError:
        return
    assert all(bool(each.command) != bool(each.url) for each in servers)


def test_a_file_that_is_no_text_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b'{"mcpServers": \xff}')
    with pytest.raises(SettingsError, match=r"mcp\.json is not text in UTF-8"):
        McpFile(path).load()
