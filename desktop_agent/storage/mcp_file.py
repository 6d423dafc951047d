"""The configured servers of the Model Context Protocol: ``mcp.json`` in the shape that clients share.

``{"mcpServers": {"name": {"command": …, "args": […], "env": {…}, "cwd": …}}}`` or ``"url"`` and
``"headers"``; `VS Code's <https://code.visualstudio.com/docs/copilot/chat/mcp-servers>`_ key
``servers`` is read as well. ``enabled`` (or ``disabled``), ``default`` and ``offline`` are our own.
What else stands in the file stays there.
"""

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.json_place import json_place
from desktop_agent.core.mcp import McpServer
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.mcp_entry import entry_of, server_from
from desktop_agent.storage.private_file import write_atomic

_KEYS: Final = ("mcpServers", "servers")
_MOST_BYTES = 1024 * 1024
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")


class McpFile:
    """The file of servers. All of it reads or writes files: use a thread."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> tuple[McpServer, ...]:
        """Gives the servers in the order of the file; none where there is no file.

        Raises:
            SettingsError: names the server, the key and the file that are wrong.
        """
        document = self._read()
        return _servers(document, str(self.path))

    def put(self, server: McpServer, before: str = "") -> None:
        """Writes one server, in the place of the one called ``before`` (else of its own name).

        Raises:
            SettingsError: the file or the server is wrong; nothing is changed.
            StorageError: it cannot be written.
        """
        check_name(server.name, str(self.path))
        with locked(self.path):
            document = self._read()
            _servers(document, str(self.path))
            entries = _entries(document, str(self.path))
            old = before or server.name
            if server.name != old and server.name in entries:
                raise SettingsError(f"There is a server {server.name!r} already.", "Rename it.")
            entry = entry_of(server, entries.get(old, {}))
            changed = {
                (server.name if name == old else name): (entry if name == old else each)
                for name, each in entries.items()
            }
            changed.setdefault(server.name, entry)
            self._write(document, changed)

    def remove(self, name: str) -> bool:
        """Takes a server out; False where there is none of that name. Raises as `put` does."""
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
                f"{self.path} cannot be read: {error.strerror}.", "Check who may read it."
            ) from None
        if not data.strip():
            return {}
        return _document(data, str(self.path))


def servers_in(data: bytes, place: str) -> tuple[McpServer, ...]:
    """Return the servers of a file's content; raise `SettingsError` as `McpFile.load` does."""
    return _servers(_document(data, place), place) if data.strip() else ()


def with_unconfirmed(data: bytes, confirmed: Collection[str]) -> bytes:
    """Return the content of a file of servers in which only those that are named are confirmed.

    Raises:
        SettingsError: it cannot be read.
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
    """Gives the servers of a configuration that a person has pasted.

    It may be a whole file, the object of servers alone, or one server, which is then called
    ``name``, or else by what it starts; the outer braces may be missing, as in what documentation shows.

    Raises:
        SettingsError: it is none of these; the text names what is wrong.
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
        raise SettingsError("No server stands in what was pasted.", "Paste its JSON.")
    return servers


def check_name(name: str, place: str) -> None:
    """Raises `SettingsError` where a server cannot be called so."""
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"A server in {place} cannot be called {name[:80]!r}."
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
        raise SettingsError(f"{place} is not text in UTF-8.", "Save it as UTF-8.") from None
    except ValueError as error:
        raise SettingsError(
            f"{place} is not valid JSON: {json_place(error)}.", "Correct it."
        ) from None
    except RecursionError:
        raise SettingsError(f"{place} is nested too deeply.", "Correct it.") from None
    if not isinstance(document, dict):
        raise SettingsError(f"{place} is no JSON object.", 'It begins with {"mcpServers": {.')
    return document


def _name_of(entry: Mapping[str, Any]) -> str:
    """Gives a name for a server that has none: of the package that is started, or of its host."""
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
        raise SettingsError(f"{key!r} in {place} is no object.", "It has a server under each name.")
    return entries


def _servers(document: Mapping[str, Any], place: str) -> tuple[McpServer, ...]:
    found = []
    for name, entry in _entries(document, place).items():
        check_name(name, place)
        found.append(server_from(name, entry, place))
    return tuple(found)
