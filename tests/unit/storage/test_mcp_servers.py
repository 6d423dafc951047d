"""MCP servers: their file, their secrets, and the user's decisions on tools."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.core.errors import SettingsError, StorageError
from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.storage.mcp_servers import (
    McpDecisions,
    McpFile,
    fill_in_secrets,
    forget_secrets,
    keep_secrets,
    read_pasted,
)
from desktop_agent.storage.secrets import Secrets

TIME = {"command": "uvx", "args": ["mcp-server-time"], "env": {"TZ": "UTC"}}


@pytest.fixture
def file(tmp_path: Path) -> McpFile:
    return McpFile(tmp_path / "config" / "mcp.json")


def write(file: McpFile, document: object) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_text(json.dumps(document))


def test_the_common_shape_is_read_in_its_order(file: McpFile):
    assert file.load() == ()
    web = {"url": "https://example.org/mcp", "headers": {"X-A": "b"}, "disabled": True}
    write(file, {"mcpServers": {"time": {**TIME, "cwd": "/w", "offline": True}, "web": web}})
    assert file.load() == (
        McpServer("time", "uvx", ("mcp-server-time",), {"TZ": "UTC"}, "/w", offline=True),
        McpServer("web", url="https://example.org/mcp", headers={"X-A": "b"}, enabled=False),
    )


@pytest.mark.parametrize("kind", ["http", "streamable-http", "streamableHttp"])
def test_the_key_and_the_types_of_other_clients_are_read(file: McpFile, kind: str):
    write(file, {"servers": {"a": {"type": kind, "url": "http://127.0.0.1/mcp"}}, "inputs": []})
    assert file.load()[0].url == "http://127.0.0.1/mcp"


def test_what_is_not_known_stays_in_the_file_unless_the_server_is_of_another_kind(file: McpFile):
    other = {**TIME, "type": "stdio"}
    entry = {**other, "timeout": 60, "alwaysAllow": ["x"], "disabled": True}
    write(file, {"inputs": [1], "servers": {"time": entry, "other": other}, "x": {"y": 1}})
    file.put(replace(file.load()[0], enabled=True, args=("-m", "time")))
    file.put(McpServer("other", url="https://example.org/mcp"))
    changed = {**entry, "disabled": False, "args": ["-m", "time"]}
    assert json.loads(file.path.read_text()) == {
        "inputs": [1],
        "servers": {"time": changed, "other": {"url": "https://example.org/mcp"}},
        "x": {"y": 1},
    }


def test_a_changed_server_keeps_its_place_until_it_is_removed(file: McpFile):
    write(file, {"mcpServers": {"a": TIME, "b": TIME, "c": TIME}})
    file.put(replace(file.load()[1], enabled=False))
    assert [(each.name, each.enabled) for each in file.load()][1] == ("b", False)
    assert file.remove("b")
    assert not file.remove("b")
    assert [each.name for each in file.load()] == ["a", "c"]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({}, "command"),
        ({"command": "a", "url": "https://example.org"}, "command"),
        ({"command": "a\0b"}, "command"),
        ({"command": "a", "args": [1]}, "args"),
        ({"command": "a", "env": {"A=B": "1"}}, "env"),
        ({"command": "a", "disabled": "x"}, "bool"),
        ({"url": "example.org"}, "url"),
        ({"url": "file:///etc/passwd"}, "url"),
        ({"url": "https://me:secret@example.org"}, "url"),
        ({"url": "https://example.org", "headers": {"A": None}}, "headers"),
        ({"type": "sse", "url": "https://example.org"}, "type"),
    ],
)
def test_what_is_wrong_names_the_server_the_key_and_the_file(
    file: McpFile, entry: object, key: str
):
    write(file, {"mcpServers": {"good": TIME, "bad one": entry}})
    with pytest.raises(SettingsError) as caught:
        file.load()
    assert f"server 'bad one' in {file.path}" in caught.value.message
    assert key in caught.value.message
    assert caught.value.remedy
    assert "secret" not in str(caught.value)
    before = file.path.read_bytes()
    with pytest.raises(SettingsError):
        file.put(McpServer("new", "x"))
    assert file.path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"mcpServers": {"a": 1}}', "[" * 100_000, "\xff"],
)
def test_what_is_no_configuration_is_said_with_the_file(file: McpFile, text: str):
    file.path.parent.mkdir()
    file.path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError, match=r"mcp\.json"):
        file.load()


@pytest.mark.parametrize("name", ["", " a", "a\nb", "../x", "a/b", "é", "x" * 65, "a:b"])
def test_a_name_that_could_be_taken_for_more_is_refused(file: McpFile, name: str):
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
def test_every_common_shape_may_be_pasted_and_the_outer_braces_may_be_missing(
    pasted: dict[str, object],
):
    text = json.dumps(pasted)
    assert read_pasted(text, "time") == (TIME_SERVER,)
    if pasted is not TIME:
        assert read_pasted(f"  {text[1:-1]},\n") == (TIME_SERVER,)


@pytest.mark.parametrize("text", ["", "uvx mcp-server-time", "{}", '{"mcpServers": {}}', "null"])
def test_what_is_pasted_and_is_none_is_said(text: str):
    with pytest.raises(SettingsError, match="pasted"):
        read_pasted(text)


FILES = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@1.2", "/x"]}


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (TIME, "mcp-server-time"),
        (FILES, "server-filesystem"),
        ({"url": "https://mcp.example.org:8443/v1"}, "mcp.example.org-8443"),
        ({"command": "é"}, "server"),
    ],
)
def test_a_single_server_is_called_by_what_it_starts(entry: object, name: str):
    assert [each.name for each in read_pasted(json.dumps(entry))] == [name]
    assert [each.name for each in read_pasted(json.dumps(entry), "own")] == ["own"]


@pytest.fixture
def secrets(home: Path) -> Secrets:
    return Secrets({"OPENAI_API_KEY": "sk-ours-12345"})


def test_what_looks_like_a_secret_is_taken_out_and_put_back(secrets: Secrets):
    env = {"GITHUB_TOKEN": "ghp_abcdefgh1234", "TZ": "UTC", "PLAIN": "sk-live-abcdefghi"}
    headers = {"Authorization": "Bearer tok-1234", "X-Api-Key": "k-1234", "Accept": "a/b"}
    server = McpServer("my server", "x", env=env, headers=headers)
    kept = keep_secrets(server, secrets)
    assert kept.env == {
        "GITHUB_TOKEN": "${keyring:mcp:my server:GITHUB_TOKEN}",
        "TZ": "UTC",
        "PLAIN": "${keyring:mcp:my server:PLAIN}",
    }
    assert kept.headers == {
        "Authorization": "Bearer ${keyring:mcp:my server:Authorization}",
        "X-Api-Key": "${keyring:mcp:my server:X-Api-Key}",
        "Accept": "a/b",
    }
    assert fill_in_secrets(kept, secrets, {}) == server
    assert keep_secrets(kept, secrets) == kept
    # what a keyring cannot hold stays in the private file
    server = McpServer("a", "x", env={"PASSWORD": "two words"})
    assert keep_secrets(server, secrets) == server
    assert secrets.redact("two words") == "[redacted]"


def test_placeholders_are_filled_in_and_secrets_blackened_from_the_start_of_their_server_on(
    secrets: Secrets,
):
    args = ("--dir", "${env:HOME}", "--token", "tok-4711", "--api-key=key-4711", "ghp_abcdefgh12")
    env = {"API_KEY": "${env:SOURCE}", "HOME_DIR": "${env:HOME}", "TOKEN": "in the file itself"}
    other = {"OTHER": "$HOME ${workspaceFolder} ${keyring: $$"}  # which is left as it is
    headers = {"Authorization": "Basic dXNlcjpwYXNz"}
    server = McpServer("a", "x", args, env={**env, **other}, headers=headers)
    filled = fill_in_secrets(server, secrets, {"SOURCE": "from-env-1", "HOME": "/home/x"})
    assert filled.env == {**env, **other, "API_KEY": "from-env-1", "HOME_DIR": "/home/x"}
    assert filled.args[1] == "/home/x"
    said = "from-env-1 dXNlcjpwYXNz /home/x in the file itself"
    assert secrets.redact(said) == "[redacted] [redacted] /home/x [redacted]"
    said = "tok-4711 key-4711 ghp_abcdefgh12 /home/x --dir"
    assert secrets.redact(said) == "[redacted] [redacted] [redacted] /home/x --dir"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("${keyring:openai}", "not this server's"),
        ("${keyring:mcp:other:TOKEN}", "not this server's"),
        ("${keyring:mcp:a:../TOKEN}", "no key called"),
        ("${env:OPENAI_API_KEY}", "this program's own"),
        ("${env:NOT_THERE}", "no such variable"),
        ("${input:token}", "asks for an input"),
    ],
)
def test_a_server_gets_neither_our_keys_nor_those_of_another(
    secrets: Secrets, value: str, says: str
):
    keep_secrets(McpServer("other", "x", env={"TOKEN": "tok-other"}), secrets)
    environ = {"OPENAI_API_KEY": "sk-ours-12345", "DESKTOP_AGENT_HOME": "/x"}
    with pytest.raises(Exception, match=says) as caught:
        fill_in_secrets(McpServer("a", "x", env={"A": value}), secrets, environ)
    assert "'a'" in str(caught.value)
    assert "sk-ours" not in str(caught.value)
    assert "tok-other" not in str(caught.value)


def test_what_was_stored_for_a_server_goes_with_it(secrets: Secrets):
    kept = keep_secrets(McpServer("a", "x", env={"TOKEN": "tok-a"}), secrets)
    secrets.set("mcp:b:TOKEN", secrets.get("mcp:a:TOKEN"))  # type: ignore[arg-type]
    both = McpServer("a", "x", env={**kept.env, "B": "${keyring:mcp:b:TOKEN}"})
    forget_secrets(both, secrets)
    forget_secrets(both, secrets)
    with pytest.raises(SettingsError, match="nothing is stored"):
        fill_in_secrets(kept, secrets, {})
    assert secrets.get("mcp:b:TOKEN") is not None


TOOL = RemoteTool("time", "now", "time_now", "Tells the time.", {}, "f1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "mcp-decisions.json"


@pytest.mark.parametrize("answer", ["always", "never"])
def test_a_decision_outlives_the_program_and_always_is_of_the_tool_as_it_was(
    path: Path, answer: str
):
    McpDecisions(path).keep(TOOL, answer)  # type: ignore[arg-type]
    later = McpDecisions(path)
    assert later.of(TOOL) == (answer, False)
    assert later.of(replace(TOOL, server="other")).decision == "ask"
    assert later.of(replace(TOOL, name="other")).decision == "ask"
    changed = ("ask", True) if answer == "always" else ("never", False)
    assert later.of(replace(TOOL, fingerprint="f2")) == changed


def test_decisions_of_a_tool_or_of_a_server_are_forgotten(path: Path):
    decisions = McpDecisions(path)
    tools = (TOOL, replace(TOOL, name="other"), replace(TOOL, server="elsewhere"))
    for tool in tools:
        decisions.keep(tool, "always")
    decisions.forget("time", "now")
    assert [decisions.of(each).decision for each in tools] == ["ask", "always", "always"]
    decisions.forget("time")
    assert [McpDecisions(path).of(each).decision for each in tools] == ["ask", "ask", "always"]


def test_two_programs_keep_each_others_decisions(path: Path):
    one, two = McpDecisions(path), McpDecisions(path)
    one.load()
    two.load()
    one.keep(TOOL, "always")
    two.keep(replace(TOOL, name="other"), "never")
    assert len(json.loads(path.read_text())) == 2


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"a": 1}', '[{"server": "time", "tool": "now", "answer": "yes", "of": "f1"}]',
     '[{"server": ["time"], "tool": "now", "answer": "always", "of": "f1"}]', "[" * 100_000],
)  # fmt: skip
def test_a_damaged_file_allows_nothing(path: Path, text: str):
    path.parent.mkdir()
    path.write_text(text)
    assert McpDecisions(path).of(TOOL).decision == "ask"


def test_one_that_cannot_be_written_counts_until_the_program_ends(path: Path):
    path.parent.write_text("a file where the folder should be")
    decisions = McpDecisions(path)
    with pytest.raises(StorageError):
        decisions.keep(TOOL, "always")
    assert decisions.of(TOOL).decision == "always"
