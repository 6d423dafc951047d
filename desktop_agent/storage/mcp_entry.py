"""One server as it stands in the file of servers: its keys checked, and written back."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.mcp import McpServer

_STDIO = ("stdio",)
_HTTP = ("http", "streamable-http", "streamableHttp", "streamable_http")
_URL_KEYS = ("url", "serverUrl", "httpUrl")


def server_from(name: str, entry: object, place: str) -> McpServer:
    """Reads one server.

    Raises:
        SettingsError: names the server, the key and ``place``.
    """
    if not isinstance(entry, dict):
        raise SettingsError(
            f"The server {name!r} in {place} is no object.", 'It has "command" or "url".'
        )
    look = _Look(name, entry, place)
    server = McpServer(
        name=name,
        command=look.text("command"),
        args=look.texts("args"),
        env=look.table("env"),
        cwd=look.text("cwd"),
        url=next((look.text(key) for key in _URL_KEYS if key in entry), ""),
        headers=look.table("headers"),
        enabled=look.flag("enabled", default=not look.flag("disabled", default=False)),
        default=look.flag("default", default=True),
        offline=look.flag("offline", default=False),
        confirmed=look.flag("confirmed", default=True),
    )
    _check_kind(server, look)
    return server


def entry_of(server: McpServer, before: object) -> dict[str, Any]:
    """Gives what is written for a server; keys of ``before`` that we do not know are kept."""
    entry = dict(before) if isinstance(before, dict) else {}
    url_key = next((key for key in _URL_KEYS if key in entry), "url")
    _put(entry, "command", server.command, "")
    _put(entry, "args", list(server.args), [])
    _put(entry, "env", dict(server.env), {})
    _put(entry, "cwd", server.cwd, "")
    _put(entry, url_key, server.url, "")
    _put(entry, "headers", dict(server.headers), {})
    if "disabled" in entry:
        entry["disabled"] = not server.enabled
        entry.pop("enabled", None)
    else:
        _put(entry, "enabled", server.enabled, True)
    _put(entry, "default", server.default, True)
    _put(entry, "offline", server.offline, False)
    _put(entry, "confirmed", server.confirmed, True)
    if bool(server.url) == (entry.get("type") in _STDIO):
        entry.pop("type", None)  # it says the other kind
    return entry


def _put(entry: dict[str, Any], key: str, value: object, usual: object) -> None:
    if value != usual:
        entry[key] = value
    elif key in entry and entry[key] != usual:
        del entry[key]


def _check_kind(server: McpServer, look: "_Look") -> None:
    kind = look.text("type") or look.text("transport")
    if kind == "sse":
        raise look.fault("type", "sse is the old transport", "Give the address of streamable HTTP.")
    if kind and kind not in (*_STDIO, *_HTTP):
        raise look.fault("type", f"{kind[:40]!r} is not known", 'Write "stdio" or "http".')
    if bool(server.command) == bool(server.url):
        raise look.fault("command", 'it needs either this or "url"', "Give one of the two.")
    if not server.url:
        return
    try:
        parts = urlsplit(server.url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise look.fault("url", "it is no address", "It begins with https:// or http://.")
    if parts.username or parts.password:
        raise look.fault("url", "it holds a password", "Give it in headers.")


class _Look:
    """Looks keys of one server up."""

    def __init__(self, name: str, entry: Mapping[str, Any], place: str) -> None:
        self._name = name
        self._entry = entry
        self._place = place

    def fault(self, key: str, what: str, remedy: str) -> SettingsError:
        return SettingsError(
            f"{key!r} of the server {self._name!r} in {self._place} is wrong: {what}.", remedy
        )

    def text(self, key: str) -> str:
        value = self._entry.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or "\0" in value:
            raise self.fault(key, "it is no text", "Write it in quotes.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._entry.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(map(_is_text, value)):
            raise self.fault(key, "it is no list of texts", 'Write it as ["one", "two"].')
        return tuple(value)

    def table(self, key: str) -> Mapping[str, str]:
        value = self._entry.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(map(_is_text, (*value, *value.values()))):
            raise self.fault(key, "it is no object of texts", 'Write it as {"NAME": "value"}.')
        if any(not name or "=" in name or not name.isprintable() for name in value):
            raise self.fault(key, "it holds a name that is none", "Take = and spaces out of it.")
        return dict(value)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._entry.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, "it is neither true nor false", "Write true or false.")
        return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value
