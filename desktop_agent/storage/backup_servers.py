"""The file of servers as it goes into a backup: without secrets that somebody wrote into it."""

import json
import re
from typing import Any

from desktop_agent.storage.mcp_secrets import is_secret

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")
_KEYS = ("mcpServers", "servers")


def without_secrets(data: bytes) -> bytes | None:
    """Gives the file with placeholders where secrets stood; None where it cannot be understood.

    What was put into the keyring has a placeholder already. Started after a restore, a server says
    which value it wants entered again.
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
    return f"${{keyring:mcp:{server}:{_UNSAFE.sub('_', key)[:128]}}}"
