"""Secrets of servers: out of the file, into the keyring, and only to the server they are for."""

from pathlib import Path

import pytest

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.mcp import McpServer
from desktop_agent.storage.mcp_servers import fill_in_secrets, forget_secrets, keep_secrets
from desktop_agent.storage.secrets import Secrets


@pytest.fixture
def secrets(home: Path) -> Secrets:
    return Secrets({"OPENAI_API_KEY": "sk-ours-12345"})


def test_what_looks_like_a_secret_is_taken_out_and_put_back(secrets: Secrets) -> None:
    server = McpServer(
        "my server",
        "x",
        env={"GITHUB_TOKEN": "ghp_abcdefgh1234", "TZ": "UTC", "PLAIN": "sk-live-abcdefghi"},
        headers={"Authorization": "Bearer tok-1234", "X-Api-Key": "k-1234", "Accept": "a/b"},
    )
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


def test_secrets_are_blackened_from_the_start_of_their_server_on(secrets: Secrets) -> None:
    env = {"API_KEY": "${env:SOURCE}", "HOME_DIR": "${env:HOME}", "TOKEN": "in the file itself"}
    server = McpServer("a", "x", env=env, headers={"Authorization": "Basic dXNlcjpwYXNz"})
    filled = fill_in_secrets(server, secrets, {"SOURCE": "from-env-1", "HOME": "/home/x"})
    assert filled.env == {
        "API_KEY": "from-env-1",
        "HOME_DIR": "/home/x",
        "TOKEN": "in the file itself",
    }
    said = "from-env-1 dXNlcjpwYXNz /home/x in the file itself"
    assert secrets.redact(said) == "[redacted] [redacted] /home/x [redacted]"


def test_placeholders_in_arguments_are_filled_in_and_their_secrets_blackened(
    secrets: Secrets,
) -> None:
    args = ("--dir", "${env:HOME}", "--token", "tok-4711", "--api-key=key-4711", "ghp_abcdefgh12")
    filled = fill_in_secrets(McpServer("a", "x", args), secrets, {"HOME": "/home/x"})
    assert filled.args[1] == "/home/x"
    said = "tok-4711 key-4711 ghp_abcdefgh12 /home/x --dir"
    assert secrets.redact(said) == "[redacted] [redacted] [redacted] /home/x --dir"


def test_what_a_keyring_cannot_hold_stays_in_the_private_file(secrets: Secrets) -> None:
    server = McpServer("a", "x", env={"PASSWORD": "two words"})
    assert keep_secrets(server, secrets) == server
    assert secrets.redact("two words") == "[redacted]"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("${keyring:openai}", "not this server's"),
        ("${keyring:mcp:other:TOKEN}", "not this server's"),
        ("${keyring:mcp:a:../TOKEN}", "no key called"),
        ("${keyring:mcp:a:MISSING}", "nothing is stored"),
        ("${env:OPENAI_API_KEY}", "this program's own"),
        ("${env:DESKTOP_AGENT_HOME}", "this program's own"),
        ("${env:NOT_THERE}", "no such variable"),
        ("${input:token}", "asks for an input"),
    ],
)
def test_a_server_gets_neither_our_keys_nor_those_of_another(
    secrets: Secrets, value: str, says: str
) -> None:
    keep_secrets(McpServer("other", "x", env={"TOKEN": "tok-other"}), secrets)
    environ = {"OPENAI_API_KEY": "sk-ours-12345", "DESKTOP_AGENT_HOME": "/x"}
    with pytest.raises(Exception, match=says) as caught:
        fill_in_secrets(McpServer("a", "x", env={"A": value}), secrets, environ)
    assert "'a'" in str(caught.value)
    assert "sk-ours" not in str(caught.value)
    assert "tok-other" not in str(caught.value)


def test_other_text_with_dollars_is_left_as_it_is(secrets: Secrets) -> None:
    env = {"A": "$HOME ${workspaceFolder} ${keyring: $$"}
    assert fill_in_secrets(McpServer("a", "x", env=env), secrets, {}).env == env


def test_what_was_stored_for_a_server_goes_with_it(secrets: Secrets) -> None:
    kept = keep_secrets(McpServer("a", "x", env={"TOKEN": "tok-a"}), secrets)
    secrets.set("mcp:b:TOKEN", secrets.get("mcp:a:TOKEN"))  # type: ignore[arg-type]
    both = McpServer("a", "x", env={**kept.env, "B": "${keyring:mcp:b:TOKEN}"})
    forget_secrets(both, secrets)
    forget_secrets(both, secrets)
    with pytest.raises(SettingsError, match="nothing is stored"):
        fill_in_secrets(kept, secrets, {})
    assert secrets.get("mcp:b:TOKEN") is not None
