"""The diagnostics file for bug reports, which contains neither secrets nor user content."""

import asyncio
import importlib.metadata
import platform
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import apsw

from desktop_agent import __version__
from desktop_agent.core.errors import AgentError
from desktop_agent.core.maintenance import CrashReport
from desktop_agent.core.models import Check
from desktop_agent.storage.crash_reports import CrashReports
from desktop_agent.storage.files import write_atomic
from desktop_agent.storage.logs import PersonalDataRemover
from desktop_agent.storage.paths import Paths
from desktop_agent.system.resources import build_stamp

_LIBRARIES = (
    "PySide6-Essentials", "shiboken6", "qasync", "ollama", "openai", "anthropic", "httpx", "httpx2",
    "mcp", "apsw", "pydantic", "lxml", "numpy", "keyring", "lancedb", "tuf",
)  # fmt: skip
_EXAMINED_S = 60.0
_OWN_WORDS = ("system", "display", "search: ")
"""Prefixes of the checks whose messages come from the program alone, without user data."""
_INTRODUCTION = """\
This is meant to be read by you first, and handed on only if you wish: the versions of Desktop Agent,
the system, Python and libraries; what works here; and where in the program it crashed.

Not in here: questions, answers, pages, documents, names of files and folders, addresses, keys, your
name and that of your computer."""


class Diagnostics:
    """Writes the diagnostics file, which is not sent anywhere."""

    def __init__(
        self,
        paths: Paths,
        examine: Callable[[], Awaitable[Sequence[Check]]],
        reports: CrashReports,
    ) -> None:
        self._folders = (paths.config, paths.data, paths.cache, paths.logs)
        self._examine = examine
        self._reports = reports

    async def write(self, path: Path) -> Path:
        """Write a text file without user content, or raise `StorageError`."""
        checks = await self._checks()
        await asyncio.to_thread(self._write, path, checks)
        return path

    async def _checks(self) -> Sequence[Check]:
        try:
            async with asyncio.timeout(_EXAMINED_S):
                return await self._examine()
        except (AgentError, TimeoutError) as error:
            return (Check("doctor", "failed", f"could not look: {type(error).__name__}"),)

    def _write(self, path: Path, checks: Sequence[Check]) -> None:
        cleaner = PersonalDataRemover(self._folders)
        parts = (
            _INTRODUCTION,
            "\n".join(_about()),
            "\n".join(_told(check, cleaner) for check in checks),
            *(map(_crash, self._reports.list())),
        )
        text = cleaner.known("\n\n".join(parts))
        write_atomic(path.absolute(), text.encode("utf-8", "replace") + b"\n")


def _about() -> Iterator[str]:
    from_sources = "installed" if getattr(sys, "frozen", False) else "from its sources"
    yield f"Desktop Agent {__version__} ({build_stamp() or from_sources})"
    yield f"made {datetime.now(UTC).isoformat(timespec='seconds')}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"SQLite {apsw.sqlite_lib_version()}"
    for name in _LIBRARIES:
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"{name} is not there"


def _told(check: Check, cleaner: PersonalDataRemover) -> str:
    ours = check.name.startswith(_OWN_WORDS)
    text = cleaner.known(check.text) if ours else cleaner.all(check.text)
    return f"{check.status:8} {check.name}: {text}"


def _crash(report: CrashReport) -> str:
    return "\n".join(str(value) for value in asdict(report).values())
