"""The diagnostics file for bug reports, which contains neither secrets nor user content."""

import asyncio
import importlib.metadata
import io
import os
import platform
import re
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_origin

import apsw
from pydantic.fields import FieldInfo

from desktop_agent import __version__
from desktop_agent.core.errors import AgentError
from desktop_agent.core.maintenance import CrashReport
from desktop_agent.core.models import Check
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import Section, Settings
from desktop_agent.storage.crash_reports import CrashReports
from desktop_agent.storage.files import write_atomic
from desktop_agent.storage.logs import PersonalDataRemover
from desktop_agent.storage.paths import Paths
from desktop_agent.system.resources import build_stamp

# --- Settings without personal data

_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,80}")
_MODELS = frozenset({"llm.model", "knowledge.embedding_model"})
_HOST = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)", re.IGNORECASE)


def settings_digest(settings: Settings) -> dict[str, str]:
    """Return the settings that differ from their defaults, keyed by dotted name.

    Numbers, switches, choices, model names and the list of search engines are included unchanged.
    For a URL, only whether it is on this computer is reported; for any other list, only its length.
    All other settings are reported merely as set or empty.
    """
    usual = Settings()
    found = {}
    for section_name in Settings.model_fields:
        section: Section = getattr(settings, section_name)
        for name, field in type(section).model_fields.items():
            value = getattr(section, name)
            if value != getattr(getattr(usual, section_name), name):
                key = f"{section_name}.{name}"
                found[key] = _setting_text(key, value, field)
    return found


def _setting_text(key: str, value: Any, field: FieldInfo) -> str:
    if value is None or isinstance(value, bool | int | float):
        return str(value)
    if not isinstance(value, str):
        return ", ".join(value) if key == "search.engines" else f"{len(value)} set"
    if get_origin(field.annotation) is Literal:
        return value
    if not value.strip():
        return "empty"
    if key in _MODELS and _MODEL.fullmatch(value):
        return value
    if found := _HOST.match(value):
        return "on this machine" if is_loopback(found[1].strip("[]")) else "elsewhere"
    return "set"


_LIBRARIES = (
    "PySide6-Essentials", "shiboken6", "qasync", "ollama", "openai", "anthropic", "httpx", "httpx2",
    "mcp", "apsw", "pydantic", "lxml", "numpy", "keyring", "lancedb", "tuf",
)  # fmt: skip
_EXAMINED_S = 60.0
_OWN_WORDS = ("system", "display", "search: ")
"""Prefixes of the checks whose messages come from the program alone, without user data."""
_MOST_FILES = 1_000_000
_README = """\
What is in here is meant to be read by you first, and handed on only if you wish.

about.txt     the versions of Desktop Agent, the system, Python and libraries
settings.txt  the settings that are not the usual ones; of addresses only whether they are on this
              machine, of other texts only that they are set
doctor.txt    what works here
stores.txt    how many files there are and how large, and whether the databases are whole
crashes.txt   where in the program it crashed

Not in here: questions, answers, pages, documents, names of files and folders, addresses, keys, your
name and that of your computer.
"""


class Diagnostics:
    """Writes the diagnostics file, which is not sent anywhere."""

    def __init__(
        self,
        paths: Paths,
        settings: Callable[[], Settings],
        examine: Callable[[], Awaitable[Sequence[Check]]],
        reports: CrashReports,
    ) -> None:
        self._paths = paths._replace(workspace=None)
        self._settings = settings
        self._examine = examine
        self._reports = reports

    async def write(self, path: Path) -> Path:
        """Write a ZIP archive of text files without user content, or raise `StorageError`."""
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
        paths = self._paths
        cleaner = PersonalDataRemover((paths.config, paths.data, paths.cache, paths.logs))
        settings = settings_digest(self._settings()).items()
        texts = {
            "README.txt": _README,
            "about.txt": "\n".join(_about()),
            "settings.txt": "\n".join(f"{name} = {value}" for name, value in settings)
            or "all are the usual ones",
            "doctor.txt": "\n".join(_told(check, cleaner) for check in checks),
            "stores.txt": "\n".join(_stores(paths)),
            "crashes.txt": "\n\n".join(_crash(each) for each in self._reports.list()) or "none",
        }
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as target:
            for name, text in texts.items():
                target.writestr(name, cleaner.known(text).encode("utf-8", "replace") + b"\n")
        write_atomic(path.absolute(), whole.getvalue())


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


def _stores(paths: Paths) -> Iterator[str]:
    knowledge = paths.knowledge
    folders = (paths.runs, paths.snapshots, paths.templates, paths.unfinished)
    for folder in (*folders, knowledge, paths.cache, paths.logs):
        count, size = _measure(folder)
        yield f"{folder.name}: {count:,} files, {size:,} bytes"
    for file in (paths.settings_file, paths.mcp_file, paths.discoveries_file, paths.schedules_file):
        yield f"{file.name}: {_size(file)}"
    own = (paths.conversations_file, paths.run_list_file)
    for database in (*own, knowledge / "catalogue.db", knowledge / "index.db"):
        yield f"{database.name}: {_size(database)}{_integrity(database)}"


def _measure(folder: Path) -> tuple[int, int]:
    count = size = 0
    for root, _folders, files in os.walk(folder):
        for name in files:
            try:
                size += os.stat(os.path.join(root, name)).st_size  # noqa: PTH116, PTH118 - a million of them
            except OSError:
                continue
            count += 1
        if count > _MOST_FILES:
            break
    return count, size


def _size(file: Path) -> str:
    try:
        return f"{file.stat().st_size:,} bytes"
    except OSError:
        return "not there"


def _integrity(file: Path) -> str:
    if not file.exists():
        return ""
    try:
        with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(5_000)
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
            version = connection.execute("PRAGMA user_version").get
    except apsw.Error as error:
        return f", {type(error).__name__}"
    return f", version {version}, {'ok' if found == ['ok'] else f'{len(found)} faults or more'}"
