"""Secrets of configured servers: out of the file into the keyring, and back when one is started."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pydantic import SecretStr

from desktop_agent.core.errors import KeyStoreError, SettingsError
from desktop_agent.core.keys import KEY_VARIABLES
from desktop_agent.core.mcp import McpServer
from desktop_agent.storage.key_record import KeyRecord
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
    stored: list[str] = []

    def kept(table: Mapping[str, str]) -> dict[str, str]:
        return {
            name: _kept(server.name, name, value, secrets, stored.append)
            for name, value in table.items()
        }

    done = replace(server, env=kept(server.env), headers=kept(server.headers))
    secrets.record.own(stored, done.fingerprint)
    return done


def filled_in(server: McpServer, secrets: Secrets, environ: Mapping[str, str]) -> McpServer:
    """Gives the server with its placeholders replaced; what is secret is blackened in logs from now.

    A server gets only what was stored for it, as it is configured now: neither another's secrets,
    nor those of another command of its name, nor the keys of this program. May wait for the
    keyring: use a thread.

    Raises:
        SettingsError: a placeholder names what is not there, or not for this server.
        KeyStoreError: the keyring is locked or refuses.
    """
    look_up = _look_up(server, secrets, environ)

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


def forget_secrets(server: McpServer, secrets: Secrets, successor: McpServer | None = None) -> None:
    """Take what is stored for a server out of the keyring, but for what its successor has.

    Raises:
        KeyStoreError: the keyring is locked or refuses.
    """
    kept = secret_names(successor) if successor is not None else frozenset()
    for name in secret_names(server) - kept:
        if secrets.holds(name):
            secrets.remove(name)


def secret_names(server: McpServer) -> frozenset[str]:
    """Return the names of the stored secrets that a server asks for and may have by its name."""
    values = (*server.args, *server.env.values(), *server.headers.values())
    return frozenset(
        name
        for value in values
        for kind, name in _PLACEHOLDER.findall(value)
        if kind == "keyring" and _is_of(server.name, name)
    )


def bind_secrets(servers: Iterable[McpServer], record: KeyRecord) -> None:
    """Bind what was stored by a version that bound nothing to the servers as they are now."""
    owners = record.facts.owners
    for server in servers:
        unbound = (name for name in secret_names(server) if name not in owners)
        record.own(unbound, server.fingerprint if server.confirmed else "")


def move_secrets(old: McpServer, new: McpServer, record: KeyRecord) -> None:
    """Let a server that the user has changed keep what was stored for it as it was before."""
    bind_secrets([old], record)
    owners = record.facts.owners
    names = [name for name in secret_names(new) if owners.get(name) == old.fingerprint]
    record.own(names, new.fingerprint)


def _kept(
    server: str, name: str, value: str, secrets: Secrets, stored: Callable[[str], object]
) -> str:
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
    stored(kept_as)
    return f"{value[:start]}${{keyring:{kept_as}}}"


def is_secret(name: str, value: str) -> bool:
    """Tells whether what stands under that name in the settings of a server looks like a secret."""
    return bool(value.strip() and (_SECRET_NAME.search(name) or _SECRET_VALUE.search(value)))


def _is_of(server: str, name: str) -> bool:
    return name.startswith(f"mcp:{server}:")


def _look_up(
    configured: McpServer, secrets: Secrets, environ: Mapping[str, str]
) -> Callable[[re.Match[str]], str]:
    server = configured.name

    def found(match: re.Match[str]) -> str:
        kind, name = match[1], match[2]
        if kind == "keyring":
            return _from_keyring(configured, name, secrets)
        if kind == "input":
            raise _fault(server, match[0], "it asks for an input", "Write the value there.")
        if name in KEY_VARIABLES.values() or name.upper().startswith("DESKTOP_AGENT_"):
            raise _fault(server, match[0], "that is this program's own", "Write the value there.")
        if name not in environ:
            raise _fault(server, match[0], "there is no such variable", "Set it, and start anew.")
        return environ[name]

    return found


def _from_keyring(configured: McpServer, name: str, secrets: Secrets) -> str:
    server, placeholder = configured.name, f"${{keyring:{name}}}"
    if not _is_of(server, name):
        raise _fault(server, placeholder, "that is not this server's", "Write the value there.")
    bind_secrets([configured], secrets.record)
    owner = secrets.record.facts.owners.get(name)
    if owner != configured.fingerprint and secrets.holds(name):
        raise _fault(
            server,
            placeholder,
            "it was stored for another command or address",
            "Enter the value again.",
        )
    try:
        secret = secrets.get(name)
    except KeyStoreError as error:
        raise KeyStoreError(f"The server {server!r}: {error.message}", error.remedy) from None
    if secret is None:
        raise _fault(server, placeholder, "nothing is stored under it", "Enter the value again.")
    return secret.get_secret_value()


def _fault(server: str, placeholder: str, what: str, remedy: str) -> SettingsError:
    return SettingsError(f"{placeholder} of the server {server!r}: {what}.", remedy)
