"""Check everything that is needed to answer questions, and suggest how to fix problems.

This is the ``doctor`` command.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError, KeyStoreError
from desktop_agent.core.knowledge import KnowledgeStatus
from desktop_agent.core.maintenance import ReadOnly
from desktop_agent.core.models import SEARCH_MODEL, Check, ProviderState
from desktop_agent.core.settings import Settings
from desktop_agent.llm.pool import RECOMMENDED_EMBEDDING
from desktop_agent.runs.services import Services
from desktop_agent.storage.files import disk_fault
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
