"""Secrets of configured servers: out of the file into the keyring, and back when one is started."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from pydantic import SecretStr

from desktop_agent.core.errors import KeyStoreError, SettingsError
from desktop_agent.core.keys import KEY_VARIABLES
from desktop_agent.core.mcp import McpServer
from desktop_agent.storage.secrets import Secrets

_PLACEHOLDER = re.compile(r"\$\{(keyring|env|input):([^{}]*)\}")
_SECRET_NAME = re.compile(
    r"key|token|secret|passw|pwd|auth|credential|bearer|cookie|_pat\Z|\Apat\Z", re.IGNORECASE
)
_SECRET_VALUE = re.compile(
    r"(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|hf_|eyJ[\w-]{10,}\.)[\w.-]{8,}"
)
_SCHEME = re.compile(r"(?:Bearer|Basic|Token|ApiKey) +(?=\S)", re.IGNORECASE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


def keep_secrets(server: McpServer, secrets: Secrets) -> McpServer:
    """Puts what looks like a secret into the keyring, and a placeholder in its place.

    What a keyring cannot hold (it has spaces in it) stays where it was. May wait for the person to
    unlock the keyring: use a thread.

    Raises:
        KeyStoreError: the keyring is locked or refuses.
    """

    def kept(table: Mapping[str, str]) -> dict[str, str]:
        return {name: _kept(server.name, name, value, secrets) for name, value in table.items()}

    return replace(server, env=kept(server.env), headers=kept(server.headers))


def filled_in(server: McpServer, secrets: Secrets, environ: Mapping[str, str]) -> McpServer:
    """Gives the server with its placeholders replaced; what is secret is blackened in logs from now.

    A server gets only what was stored for it: neither another's secrets nor the keys of this
    program. May wait for the keyring: use a thread.

    Raises:
        SettingsError: a placeholder names what is not there, or not for this server.
        KeyStoreError: the keyring is locked or refuses.
    """
    look_up = _look_up(server.name, secrets, environ)

    def fill(table: Mapping[str, str]) -> dict[str, str]:
        filled = {name: _PLACEHOLDER.sub(look_up, value) for name, value in table.items()}
        for name, value in filled.items():
            if is_secret(name, value):
                secrets.blacken(_SCHEME.sub("", value, count=1))
        return filled

    args = tuple(_PLACEHOLDER.sub(look_up, each) for each in server.args)
    for before, each in zip(("", *args), args, strict=False):
        option, _equals, value = each.rpartition("=")
        if is_secret(option or before, value):  # --token=x, --token x
            secrets.blacken(value)
    return replace(server, args=args, env=fill(server.env), headers=fill(server.headers))


def forget_secrets(server: McpServer, secrets: Secrets) -> None:
    """Takes what is stored for a server out of the keyring; raises `KeyStoreError`."""
    for value in (*server.env.values(), *server.headers.values()):
        for kind, name in _PLACEHOLDER.findall(value):
            if kind == "keyring" and _is_of(server.name, name) and secrets.get(name) is not None:
                secrets.remove(name)


def _kept(server: str, name: str, value: str, secrets: Secrets) -> str:
    if not is_secret(name, value) or _PLACEHOLDER.search(value):
        return value
    scheme = _SCHEME.match(value)
    start = scheme.end() if scheme else 0
    secret = value[start:].strip()
    if not secret.isascii() or not secret.isprintable() or " " in secret:
        secrets.blacken(secret)
        return value
    kept_as = f"mcp:{server}:{_UNSAFE.sub('_', name)[:128]}"
    secrets.set(kept_as, SecretStr(secret))
    return f"{value[:start]}${{keyring:{kept_as}}}"


def is_secret(name: str, value: str) -> bool:
    """Tells whether what stands under that name in the settings of a server looks like a secret."""
    return bool(value.strip() and (_SECRET_NAME.search(name) or _SECRET_VALUE.search(value)))


def _is_of(server: str, name: str) -> bool:
    return name.startswith(f"mcp:{server}:")


def _look_up(
    server: str, secrets: Secrets, environ: Mapping[str, str]
) -> Callable[[re.Match[str]], str]:
    def found(match: re.Match[str]) -> str:
        kind, name = match[1], match[2]
        if kind == "keyring":
            return _from_keyring(server, name, secrets)
        if kind == "input":
            raise _fault(server, match[0], "it asks for an input", "Write the value there.")
        if name in KEY_VARIABLES.values() or name.upper().startswith("DESKTOP_AGENT_"):
            raise _fault(server, match[0], "that is this program's own", "Write the value there.")
        if name not in environ:
            raise _fault(server, match[0], "there is no such variable", "Set it, and start anew.")
        return environ[name]

    return found


def _from_keyring(server: str, name: str, secrets: Secrets) -> str:
    placeholder = f"${{keyring:{name}}}"
    if not _is_of(server, name):
        raise _fault(server, placeholder, "that is not this server's", "Write the value there.")
    try:
        secret = secrets.get(name)
    except KeyStoreError as error:
        raise KeyStoreError(f"The server {server!r}: {error.message}", error.remedy) from None
    if secret is None:
        raise _fault(server, placeholder, "nothing is stored under it", "Enter the value again.")
    return secret.get_secret_value()


def _fault(server: str, placeholder: str, what: str, remedy: str) -> SettingsError:
    return SettingsError(f"{placeholder} of the server {server!r}: {what}.", remedy)
