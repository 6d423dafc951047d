"""The update repository, and the signers that this build trusts."""

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from desktop_agent.core.errors import AgentError, UpdateError
from desktop_agent.core.network import is_loopback
from desktop_agent.system.resources import resource_path

_MOST_BYTES = 512 * 1024


@dataclass(frozen=True, slots=True)
class Place:
    """``root`` is the root metadata built into the program, and ``url`` is the repository."""

    root: bytes
    url: str


def find_place(url: str, folder: Path | None = None) -> Place | None:
    """Return the repository of this build, or None if it has none. Reads two small files.

    ``url`` is the mirror that the user has configured, or empty. The trusted signers are always
    those of the build.
    """
    try:
        folder = folder or resource_path("updates")
        root = _read(folder / "root.json")
        if not root:
            return None
        named = url.strip() or _named(_read(folder / "channel.json"))
    except AgentError:
        return None
    return Place(root, named) if named else None


def checked_url(url: str) -> str:
    """Return an address without its trailing slash.

    Raises:
        UpdateError: updates must not come from this address.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.query or parts.fragment or parts.username or parts.password:
        raise UpdateError(
            f"{url[:200]!r} is no address for updates.", "Correct the setting updates.url."
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise UpdateError(
            f"Updates come over https alone, not from {url[:200]!r}.",
            "Correct the setting updates.url.",
        )
    return url.rstrip("/")


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES)
    except OSError:
        return b""


def _named(channel: bytes) -> str:
    try:
        said = json.loads(channel or b"null")
    except ValueError:
        return ""
    url = said.get("url") if isinstance(said, dict) else None
    return url.strip() if isinstance(url, str) else ""
