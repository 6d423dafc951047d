"""MCP servers: their configuration file, their secrets, and the user's decisions on their tools.

``mcp.json`` has the format that MCP clients share, ``{"mcpServers": {"name": {"command": …, "args":
[…], "env": {…}, "cwd": …}}}`` or ``"url"`` and ``"headers"``. The key ``servers``, used by `VS Code
<https://code.visualstudio.com/docs/copilot/chat/mcp-servers>`_, is read as well. The keys
``enabled`` (or ``disabled``), ``default`` and ``offline`` are specific to this program. Unknown
keys are preserved.
"""

import json
import re
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import SecretStr

from desktop_agent.core.codec import from_json, json_place, to_json, validated
from desktop_agent.core.errors import KeyStoreError, SettingsError, StorageError
from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.core.settings import KEY_VARIABLES, OPENROUTER_VARIABLE
from desktop_agent.storage.files import locked, read_small_json, write_atomic
from desktop_agent.storage.key_record import KeyRecord
from desktop_agent.storage.secrets import Secrets

# --- Server entries: validation and serialization

_STDIO = ("stdio",)
_HTTP = ("http", "streamable-http", "streamableHttp", "streamable_http")
_URL_KEYS = ("url", "serverUrl", "httpUrl")


def server_from(name: str, entry: object, place: str) -> McpServer:
    """Parse a server's entry; raise `SettingsError`, which names ``place``, if it is invalid."""
    if not isinstance(entry, dict):
        raise SettingsError(
            f"The server {name!r} in {place} isn't an object.", 'It needs "command" or "url".'
        )
    given = {key: value for key, value in entry.items() if value is not None}
    given |= {"name": name, "url": next((given[key] for key in _URL_KEYS if key in given), "")}
    try:
        if "disabled" in given:
            given.setdefault("enabled", not validated(bool, given["disabled"]))
        server: McpServer = validated(McpServer, given)
    except ValueError as error:
        raise SettingsError(
            f"The server {name!r} in {place} is invalid at {error}.", "Correct it."
        ) from None
    found = _fault_of(server, given.get("type") or given.get("transport") or "")
    if found is not None:
        key, fault, remedy = found
        raise SettingsError(
            f"{key!r} for the server {name!r} in {place} is invalid: {fault}.", remedy
        )
    return server


def _fault_of(server: McpServer, kind: object) -> tuple[str, str, str] | None:
    """Return the invalid key, the reason and a remedy, or None if the server is valid."""
    names = (*server.env, *server.headers)
    values = (*server.args, *server.env.values(), *server.headers.values())
    if any("\0" in each for each in (server.command, server.cwd, server.url, *values)) or any(
        not name or "=" in name or not name.isprintable() for name in names
    ):
        return "command or env", "it holds a zero byte or a name that is none", "Take it out."
    if kind == "sse":
        return "type", "sse is the old transport", "Give the address of streamable HTTP."
    if kind and kind not in (*_STDIO, *_HTTP):
        return "type", f"{str(kind)[:40]!r} is not known", 'Write "stdio" or "http".'
    if bool(server.command) == bool(server.url):
        return "command", 'it needs either this or "url"', "Give one of the two."
    if not server.url:
        return None
    try:
        parts = urlsplit(server.url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        return "url", "it is no address", "It begins with https:// or http://."
    if parts.username or parts.password:
        return "url", "it holds a password", "Give it in headers."
    return None


def entry_of(server: McpServer, before: object) -> dict[str, Any]:
    """Return a server's JSON entry, preserving unknown keys of its previous entry ``before``."""
    entry = dict(before) if isinstance(before, dict) else {}
    usual = to_json(McpServer, McpServer(""))
    for name, value in to_json(McpServer, replace(server, name="")).items():
        key = next((key for key in _URL_KEYS if key in entry), "url") if name == "url" else name
        if value != usual[name]:
            entry[key] = value
        elif entry.get(key, value) != value:
            del entry[key]
    if "disabled" in entry:
        entry["disabled"] = not entry.pop("enabled", True)
    if bool(server.url) == (entry.get("type") in _STDIO):
        entry.pop("type", None)  # it contradicts the new kind
    return entry


_KEYS: Final = ("mcpServers", "servers")
_MOST_BYTES = 1024 * 1024
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")


class McpFile:
    """The MCP configuration file. All methods access the disk, so call them in a thread."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> tuple[McpServer, ...]:
        """Return the servers in file order, or an empty tuple if there is no file.

        If an entry is invalid, raise `SettingsError`, which names the server, the key and the file.
        """
        return _servers(self._read(), str(self.path))

    def put(self, server: McpServer) -> None:
        """Write a server, replacing the one with the same name.

        Raise `SettingsError` if the file or the server is invalid, and `StorageError` if the file
        cannot be written. After an error, the file is unchanged.
        """
        check_name(server.name, str(self.path))
        with locked(self.path):
            document = self._read()
            _servers(document, str(self.path))
            entries = _entries(document, str(self.path))
            entry = entry_of(server, entries.get(server.name, {}))
            self._write(document, {**entries, server.name: entry})

    def remove(self, name: str) -> bool:
        """Remove a server; return False if it does not exist. Raise the same errors as `put`."""
        with locked(self.path):
            document = self._read()
            entries = dict(_entries(document, str(self.path)))
            if entries.pop(name, None) is None:
                return False
            self._write(document, entries)
        return True

    def _write(self, document: dict[str, Any], entries: Mapping[str, Any]) -> None:
        key = _key_of(document) or _KEYS[0]
        text = json.dumps({**document, key: entries}, indent=2, ensure_ascii=False)
        write_atomic(self.path, (text + "\n").encode())

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise SettingsError(
                f"{self.path} cannot be read: {error.strerror}.", "Check its read permissions."
            ) from None
        if not data.strip():
            return {}
        return _document(data, str(self.path))


def servers_in(data: bytes, place: str) -> tuple[McpServer, ...]:
    """Parse the content of a configuration file; raise `SettingsError` if it is invalid."""
    return _servers(_document(data, place), place) if data.strip() else ()


def with_unconfirmed(data: bytes, confirmed: Collection[str]) -> bytes:
    """Return a configuration file in which all servers except ``confirmed`` need confirmation.

    Raise `SettingsError` if the file cannot be parsed.
    """
    document = _document(data, "the file of servers")
    before = json.dumps(document)
    for key in _KEYS:
        entries = document.get(key)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict):
                entry.pop("confirmed", None)
                if name not in confirmed:
                    entry["confirmed"] = False
    if json.dumps(document) == before:
        return data
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def read_pasted(text: str, name: str = "") -> tuple[McpServer, ...]:
    """Parse a configuration pasted by the user; raise `SettingsError` if it is invalid.

    The text may be a complete file, the object that contains the servers, or a single server, which
    is called ``name`` or else named after its command. The outer braces may be missing, as they are
    in many servers' documentation.
    """
    place = "what was pasted"
    data = text.strip().rstrip(",").encode("utf-8", "replace")
    if data.startswith(b'"'):
        data = b"{" + data + b"}"
    document = _document(data, place)
    inner = document.get("mcp")
    if _key_of(document) is None and isinstance(inner, dict) and _key_of(inner):
        document = inner  # as VS Code's settings.json has it
    if _key_of(document) is None:
        if any(isinstance(document.get(key), str) for key in ("command", "url")):
            document = {name or _name_of(document): document}
        document = {_KEYS[0]: document}
    servers = _servers(document, place)
    if not servers:
        raise SettingsError("There is no server in the pasted text.", "Paste its JSON.")
    return servers


def check_name(name: str, place: str) -> None:
    """Raise `SettingsError` if a server name is invalid."""
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"A server in {place} can't be named {name[:80]!r}."
            if name
            else "The server has no name.",
            "Use up to 64 letters, digits, spaces, dots and dashes.",
        )


def _document(data: bytes, place: str) -> dict[str, Any]:
    if len(data) > _MOST_BYTES:
        raise SettingsError(f"{place} is larger than {_MOST_BYTES // 1024} KiB.", "Shorten it.")
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SettingsError(f"{place} is not UTF-8 text.", "Save it as UTF-8.") from None
    except ValueError as error:
        raise SettingsError(
            f"{place} is not valid JSON: {json_place(error)}.", "Correct it."
        ) from None
    except RecursionError:
        raise SettingsError(f"{place} is nested too deeply.", "Correct it.") from None
    if not isinstance(document, dict):
        raise SettingsError(f"{place} isn't a JSON object.", 'It begins with {"mcpServers": {.')
    return document


def _name_of(entry: Mapping[str, Any]) -> str:
    args = entry.get("args")
    said = [each for each in args if isinstance(each, str)] if isinstance(args, list) else []
    parts = [each for each in said if each[:1] not in ("", "-", ".", "/")]
    url = entry.get("url")
    text = url.split("/")[2] if isinstance(url, str) and url.count("/") > 1 else ""
    text = text or (parts or [str(entry.get("command"))])[0]
    package = re.sub(r"(?<=.)@.*", "", text).rstrip("/").rpartition("/")[2]
    return re.sub(r"[^A-Za-z0-9._-]+|\A[._-]+", "-", package)[:64].strip("-") or "server"


def _key_of(document: Mapping[str, Any]) -> str | None:
    return next((key for key in _KEYS if key in document), None)


def _entries(document: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    key = _key_of(document)
    entries = {} if key is None else document[key]
    if not isinstance(entries, dict):
        raise SettingsError(
            f"{key!r} in {place} isn't an object.", "It needs a server's settings under each name."
        )
    return entries


def _servers(document: Mapping[str, Any], place: str) -> tuple[McpServer, ...]:
    found = []
    for name, entry in _entries(document, place).items():
        check_name(name, place)
        found.append(server_from(name, entry, place))
    return tuple(found)


# --- Secrets of servers: moved from the file to the keyring, and back on start

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
    """Move values that look like secrets into the keyring, and leave placeholders in their place.

    Values with spaces or non-ASCII characters cannot be stored and are left unchanged. The user may
    have to unlock the keyring, so call this in a thread. Raise `KeyStoreError` if the keyring
    denies access.
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


def fill_in_secrets(server: McpServer, secrets: Secrets, environ: Mapping[str, str]) -> McpServer:
    """Return the server with secrets in place of its placeholders, and redact them in logs.

    A server receives only secrets that were stored for its present configuration, never the
    program's own keys, the secrets of other servers, or those stored under its name for another
    command. The user may have to unlock the keyring, so call this in a thread. Raise
    `SettingsError` if a placeholder names a value that is missing or belongs to another server, and
    `KeyStoreError` if the keyring is locked or denies access.
    """
    look_up = partial(_looked_up, server, secrets, environ)

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
    """Remove a server's stored secrets, except those that ``successor`` uses."""
    kept = secret_names(successor) if successor is not None else frozenset()
    for name in secret_names(server) - kept:
        if secrets.holds(name):
            secrets.remove(name)


def secret_names(server: McpServer) -> frozenset[str]:
    """Return the names of the stored secrets that a server's placeholders refer to."""
    values = (*server.args, *server.env.values(), *server.headers.values())
    return frozenset(
        name
        for value in values
        for kind, name in _PLACEHOLDER.findall(value)
        if kind == "keyring" and _is_of(server.name, name)
    )


def bind_secrets(servers: Iterable[McpServer], record: KeyRecord) -> None:
    """Bind secrets without an owner, stored by an older version, to the current servers."""
    owners = record.facts.owners
    for server in servers:
        unbound = (name for name in secret_names(server) if name not in owners)
        record.own(unbound, server.fingerprint if server.confirmed else "")


def move_secrets(old: McpServer, new: McpServer, record: KeyRecord) -> None:
    """Let a server keep its stored secrets after the user has changed its configuration."""
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
    kept_as = _stored_name(server, name)
    secrets.set(kept_as, SecretStr(secret))
    stored(kept_as)
    return f"{value[:start]}${{keyring:{kept_as}}}"


def is_secret(name: str, value: str) -> bool:
    """Return whether a value in a server's configuration looks like a secret."""
    return bool(value.strip() and (_SECRET_NAME.search(name) or _SECRET_VALUE.search(value)))


def _is_of(server: str, name: str) -> bool:
    return name.startswith(f"mcp:{server}:")


def _looked_up(
    server: McpServer, secrets: Secrets, environ: Mapping[str, str], match: re.Match[str]
) -> str:
    placeholder, kind, name = match[0], match[1], match[2]
    if kind == "keyring":
        return _from_keyring(server, name, secrets)
    if kind == "input":
        raise _fault(server.name, placeholder, "it asks for an input", "Write the value there.")
    ours = {*KEY_VARIABLES.values(), OPENROUTER_VARIABLE}
    if name in ours or name.upper().startswith("DESKTOP_AGENT_"):
        own = "that is this program's own"
        raise _fault(server.name, placeholder, own, "Write the value there.")
    if name not in environ:
        missing = "there is no such variable"
        raise _fault(server.name, placeholder, missing, "Set it, and start anew.")
    return environ[name]


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
    return SettingsError(f"{placeholder} for the server {server!r}: {what}.", remedy)


# --- The file without its secrets, for a backup


def without_secrets(data: bytes) -> bytes | None:
    """Replace the secrets in a configuration file with placeholders; return None if it is invalid.

    Values stored in the keyring already have placeholders. After a restore, the user is asked for
    the missing values when a server is started.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None if data.strip() else data
    if not isinstance(document, dict):
        return None
    changed = False
    for table in (document.get(key) for key in _KEYS):
        for name, server in table.items() if isinstance(table, dict) else ():
            if isinstance(server, dict):
                changed |= _clean(str(name), server)
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n" if changed else data


def _clean(name: str, server: dict[str, Any]) -> bool:
    changed = False
    for table in (server.get("env"), server.get("headers")):
        if not isinstance(table, dict):
            continue
        for key, value in list(table.items()):
            if isinstance(value, str) and _is_bare(key, value):
                table[key] = _placeholder(name, key)
                changed = True
    arguments = server.get("args")
    if isinstance(arguments, list):
        for place, each in enumerate(arguments):
            before = arguments[place - 1] if place else ""
            if not isinstance(each, str) or not isinstance(before, str):
                continue
            option, equals, value = each.rpartition("=")
            follows = before.startswith("-") and "=" not in before and not value.startswith("-")
            if _is_bare(option or (before if follows else ""), value):
                key = (option or (before if follows else "")).lstrip("-") or f"argument-{place}"
                arguments[place] = f"{option}{equals}{_placeholder(name, key)}"
                changed = True
    return changed


def _is_bare(key: str, value: str) -> bool:
    return "${" not in value and is_secret(key, value)


def _placeholder(server: str, key: str) -> str:
    return f"${{keyring:{_stored_name(server, key)}}}"


def _stored_name(server: str, key: str) -> str:
    return f"mcp:{server}:{_UNSAFE.sub('_', key)[:128]}"


# --- The user's permanent decisions on tools: always, or never
#
# A decision applies to a tool as described at the time. If the server changes the description, the
# user is asked again, so that a server cannot change what was allowed.

_MCP_DECISIONS_MOST_BYTES = 4 * 1024 * 1024

Kept = Literal["always", "never"]


@dataclass(frozen=True, slots=True)
class _Decision:
    """A decision on a tool; ``of`` is the tool's fingerprint at the time of the decision."""

    server: str
    tool: str
    answer: Kept
    of: str


class Standing(NamedTuple):
    """The user's decision on a tool; ``changed`` is True if the tool has changed since then."""

    decision: Literal["ask", "always", "never"]
    changed: bool = False


class McpDecisions:
    """The user's decisions on tools, stored in a file. Changing them blocks, so use a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str], _Decision] | None = None
        self._guard = threading.Lock()

    def load(self) -> None:
        with self._guard:
            self._all()

    def of(self, tool: RemoteTool) -> Standing:
        decided = self._all().get((tool.server, tool.name))
        if decided is None:
            return Standing("ask")
        if decided.answer == "never" or decided.of == tool.fingerprint:
            return Standing(decided.answer)
        return Standing("ask", changed=True)

    def keep(self, tool: RemoteTool, answer: Kept) -> None:
        """Save a decision on a tool with its current description.

        Raise `StorageError` if the decision cannot be written; it then lasts only until the program
        ends.
        """
        key = (tool.server, tool.name)
        with self._guard:
            decided = _Decision(*key, answer, tool.fingerprint)
            self._known = {**self._all(), key: decided}
            with locked(self._path):
                self._write({**_read(self._path), key: decided})

    def forget(self, server: str, tool: str = "") -> None:
        """Delete the decision on a tool or, without ``tool``, all decisions on a server's tools.

        Raise `StorageError` on failure.
        """
        with self._guard, locked(self._path):
            self._known = {
                key: each
                for key, each in _read(self._path).items()
                if key[0] != server or (tool and key[1] != tool)
            }
            self._write(self._known)

    def keep_only(self, servers: Collection[str], known: Path) -> None:
        """Keep only the decisions on ``servers`` that are also in the file ``known``."""
        with self._guard:
            there = _read(known)
            left = {
                key: each
                for key, each in _read(self._path).items()
                if key[0] in servers and there.get(key) == each
            }
            self._known = left
            self._write(left)

    def _all(self) -> Mapping[tuple[str, str], _Decision]:
        if self._known is None:
            self._known = _read(self._path)
        return self._known

    def _write(self, decisions: Mapping[tuple[str, str], _Decision]) -> None:
        rows = [asdict(each) for _, each in sorted(decisions.items())]
        write_atomic(self._path, (json.dumps(rows, indent=1) + "\n").encode())


def _read(path: Path) -> dict[tuple[str, str], _Decision]:
    """Return the decisions in a file, or an empty dict if the file is damaged.

    In that case, the user is asked again.
    """
    try:
        rows = from_json(tuple[_Decision, ...], read_small_json(path, _MCP_DECISIONS_MOST_BYTES))
    except StorageError:
        return {}
    return {(each.server, each.tool): each for each in rows}
