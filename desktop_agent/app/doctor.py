"""Check everything that is needed to answer questions, and suggest how to fix problems.

These are the ``doctor`` and ``diagnostics`` commands.
"""

import asyncio
import importlib.metadata
import os
import platform
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from desktop_agent import __version__
from desktop_agent.core.errors import AgentError, KeyStoreError
from desktop_agent.core.knowledge import KnowledgeStatus
from desktop_agent.core.maintenance import CrashReport, ReadOnly
from desktop_agent.core.models import SEARCH_MODEL, Check, ProviderState
from desktop_agent.core.settings import Settings
from desktop_agent.llm.pool import RECOMMENDED_EMBEDDING
from desktop_agent.runs.services import Services
from desktop_agent.storage.crash_reports import CrashReports
from desktop_agent.storage.files import disk_fault, write_atomic
from desktop_agent.storage.logs import PersonalDataRemover
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.secrets import Secrets
from desktop_agent.system.resources import build_stamp
from desktop_agent.tools.sandbox.base import LayerState, how_to_get_full_python
from desktop_agent.web.connections import unusable_certificates

if TYPE_CHECKING:
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase

_PROXIES = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY")


async def examine(
    environ: Mapping[str, str],
    paths: Paths,
    keys: Secrets,
    services: Services,
    state: ProviderState,
    documents: "KnowledgeBase",
) -> tuple[Check, ...]:
    """Run all checks; ``state`` is the state of the current model provider."""
    known = {key.name for key in await asyncio.to_thread(keys.names)}
    searching = await asyncio.to_thread(lambda: services.search)
    return (
        _check_system(),
        _check_display(environ),
        await asyncio.to_thread(_check_certificates, environ),
        *_check_proxies(environ),
        _check_folder("settings", paths.config),
        _check_folder("data", paths.data),
        _check_folder("cache", paths.cache),
        _check_folder("logs", paths.logs),
        await asyncio.to_thread(_check_keys, keys),
        _check_provider(state),
        _check_search_model(paths),
        await _check_documents(documents, services.settings),
        check_sandbox(await services.sandbox.available()),
        *(
            _check_engine(engine, services.settings, known, searching.resting())
            for engine in services.settings.search.engines
        ),
    )


def _check_system() -> Check:
    stamp = build_stamp()
    here = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    return Check("system", "ok", f"{here}; build {stamp}" if stamp else here)


def _check_display(environ: Mapping[str, str]) -> Check:
    if sys.platform in {"win32", "darwin"} or any(
        environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        return Check("display", "ok", "a window can be opened")
    return Check(
        "display",
        "warning",
        "there is no display, so no window can be opened",
        'Ask in the terminal: desktop-agent ask "…"',
    )


def _check_certificates(environ: Mapping[str, str]) -> Check:
    faults = unusable_certificates(environ)
    if faults:
        told = "; ".join(f"{name} cannot be used: {why}" for name, why in faults.items())
        names = " and ".join(faults)
        remedy = f"Unset {names}, or name the certificates of the authorities that you trust there."
        return Check("certificates", "warning", told, remedy)
    named = " and ".join(name for name in ("SSL_CERT_FILE", "SSL_CERT_DIR") if environ.get(name))
    return Check("certificates", "ok", f"trusted is what {named or 'the system'} names")


def _check_proxies(environ: Mapping[str, str]) -> tuple[Check, ...]:
    names = [name for name in environ if name.upper() in _PROXIES and environ[name]]
    if not names:
        return ()
    told = f"{' and '.join(sorted(names))} is not used: all connections are direct"
    remedy = "Where the web is reached through a proxy alone, connect by VPN or ask your documents."
    return (Check("proxy", "warning", told, remedy),)


def _check_folder(name: str, folder: Path) -> Check:
    if fault := disk_fault(folder):
        found = ReadOnly(str(folder), fault)
        return Check(name, "failed", found.message, found.remedy)
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    if os.access(nearest, os.W_OK):
        return Check(name, "ok", str(folder))
    return Check(
        name,
        "failed",
        f"{folder} cannot be written",
        "Give yourself the right to write there, or set DESKTOP_AGENT_HOME to a folder of yours.",
    )


def _check_keys(secrets: Secrets) -> Check:
    try:
        names = [f"{key.name} ({key.where})" for key in secrets.names()]
        in_memory = secrets.in_memory
    except KeyStoreError as error:
        return Check("keys", "failed", error.message, error.remedy)
    stored = ", ".join(names) or "no key stored"
    if away := secrets.withheld():
        return Check(
            "keys",
            "warning",
            f"{secrets.backend}; {stored}; not sent to the servers of your settings, where they "
            f"have never been: {', '.join(away)}",
            f"If you trust that server: desktop-agent keys allow {away[0]}",
        )
    if in_memory:
        return Check(
            "keys",
            "warning",
            f"{secrets.backend}; {stored}",
            "Install and unlock a keyring (on Linux: gnome-keyring or KWallet), or set "
            "TAVILY_API_KEY and the like in the environment.",
        )
    return Check("keys", "ok", f"{secrets.backend}; {stored}")


def _check_provider(state: ProviderState) -> Check:
    if state.ok:
        return Check("model", "ok", f"{state.provider} answers with {state.model}")
    return Check("model", "failed", state.problem, state.remedy)


def _check_search_model(paths: Paths) -> Check:
    if paths.search_model_file.is_file():
        return Check("search model", "ok", "installed; pages are ranked by words and by meaning")
    remedy = f"Get it (23 MB): desktop-agent models pull {SEARCH_MODEL}"
    return Check("search model", "ok", "not installed; pages are ranked by keyword only", remedy)


def check_sandbox(layers: Sequence[LayerState]) -> Check:
    """Report which sandbox layers can run model-written code."""
    works = [layer for layer in layers if not layer.fault]
    faults = "; ".join(f"{layer.name}: {layer.fault}" for layer in layers if layer.fault)
    if not works:
        return Check(
            "code", "failed", f"no code can be run ({faults})", "Install Desktop Agent anew."
        )
    has = "; ".join(f"{layer.name} ({layer.can})" for layer in works)
    if len(works) == 1 and works[0].name == "monty":
        return Check(
            "code",
            "warning",
            f"{has}; code that needs more of Python is refused ({faults})",
            how_to_get_full_python(),
        )
    return Check("code", "ok", has)


async def _check_documents(documents: "KnowledgeBase", settings: Settings) -> Check:
    try:
        status = await documents.status()
    except AgentError as error:
        return Check("documents", "failed", error.message, error.remedy)
    return check_knowledge(status, settings)


def check_knowledge(status: KnowledgeStatus, settings: Settings) -> Check:
    """Report how many of the user's documents are indexed, and whether they are embedded."""
    if not status.documents:
        remedy = "Add some: desktop-agent knowledge add FOLDER"
        return Check("documents", "ok", "none are indexed yet", remedy)
    has = f"{status.documents:,} documents, {status.chunks:,} chunks"
    built_in = settings.knowledge.embedding_provider == "built-in"
    if settings.knowledge.embedding_provider == "none":
        return Check("documents", "ok", f"{has}; searched by keyword only, as set")
    if not status.wanted_model:
        return Check(
            "documents",
            "warning",
            f"{has}; searched by keyword only: there is no embedding model",
            f"Get one: desktop-agent models pull {SEARCH_MODEL if built_in else RECOMMENDED_EMBEDDING}",
        )
    if status.needs_rebuild:
        return Check(
            "documents",
            "warning",
            f"{has}; embedded by {status.embedding_model}, but {status.wanted_model} is wanted",
            "Embed them anew: desktop-agent knowledge rebuild",
        )
    if status.embedded < status.chunks:
        remedy = "Go on: desktop-agent knowledge update"
        return Check("documents", "warning", f"{has}, {status.embedded:,} of them embedded", remedy)
    return Check("documents", "ok", f"{has}; embedded by {status.wanted_model}")


def _check_engine(
    engine: str, settings: Settings, keys: Collection[str], resting: Mapping[str, float]
) -> Check:
    name = f"search: {engine}"
    if settings.network.offline:
        return Check(
            name, "warning", "the network is switched off", "Set network.offline to false."
        )
    if engine in resting:
        return Check(
            name,
            "warning",
            f"on cooldown for {resting[engine] / 60:.0f} more minutes after a CAPTCHA",
        )
    if engine in ("brave", "tavily") and engine not in keys:
        if engine == "tavily" and settings.search.tavily_keyless:
            return Check(name, "ok", "used without a key (a few searches)")
        remedy = f"Store one: desktop-agent keys set {engine}"
        return Check(name, "warning", "skipped: no API key", remedy)
    if engine == "searxng" and not settings.search.searxng_url:
        return Check(name, "warning", "skipped: no address", "Set search.searxng_url.")
    return Check(name, "ok", "ready")


# --- The diagnostics file for bug reports, which contains neither secrets nor user content

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
