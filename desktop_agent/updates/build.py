"""Which system this build is for, and in what form it was installed."""

import json
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from desktop_agent import __version__
from desktop_agent.core.errors import AgentError
from desktop_agent.resources import resource_path

_DPKG = Path("/var/lib/dpkg/info/desktop-agent.list")
_KINDS = {"linux": "tar", "windows": "exe", "macos": "dmg"}


@dataclass(frozen=True, slots=True)
class Build:
    """``system`` is such as ``linux-x86_64``; ``kind`` is ``deb``, ``tar``, ``exe`` or ``dmg``."""

    version: str
    system: str
    kind: str


def this_system() -> str:
    """Gives the system and the machine, in small letters: ``linux-x86_64``, ``macos-arm64``."""
    name = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{name}-{platform.machine().lower()}"


def this_build() -> Build:
    """Gives what the builder stamped (``resources/build.json``), or what can be told without.

    It may say ``{"system": "linux-x86_64", "kind": "tar"}``, either of them or none.
    """
    stamp = _stamp()
    system = stamp.get("system") or this_system()
    kind = stamp.get("kind") or _KINDS.get(system.partition("-")[0], "tar")
    if kind == "tar" and _DPKG.exists() and sys.executable.startswith(("/usr/", "/opt/")):
        kind = "deb"  # one folder is built, and packed twice
    return Build(__version__, system, kind)


def _stamp() -> dict[str, str]:
    try:
        said = json.loads(resource_path("build.json").read_bytes())
    except (AgentError, OSError, ValueError):
        return {}
    if not isinstance(said, dict):
        return {}
    return {name: text for name, text in said.items() if isinstance(text, str)}
