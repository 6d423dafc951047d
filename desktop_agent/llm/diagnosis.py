"""Diagnose connections to model servers, locate Ollama, and measure this machine's memory."""

import asyncio
import os
import shutil
import ssl
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

from desktop_agent.core.errors import (
    AgentError,
    AuthenticationFailed,
    BadResponse,
    ModelTimeout,
    Offline,
    RateLimited,
)
from desktop_agent.core.models import Diagnosis, Finding, ModelInfo
from desktop_agent.core.network import causes, connection_failure
from desktop_agent.core.settings import LlmSettings, origin
from desktop_agent.llm.pool import RECOMMENDED, TransportFactory, build_server, provider_url

# --- Local Ollama installation and memory


def find_ollama() -> Path | None:
    """Return the path of the Ollama executable on this machine, or None.

    Default installation folders are searched after ``PATH``, because programs started from a menu
    often have a shorter ``PATH`` than those started from a terminal.
    """
    usual = {
        "win32": f"{os.environ.get('LOCALAPPDATA', '')}/Programs/Ollama",
        "darwin": "/Applications/Ollama.app/Contents/Resources:/opt/homebrew/bin",
    }.get(sys.platform, "/usr/local/bin:/usr/bin:/snap/bin")
    found = shutil.which("ollama", path=f"{os.environ.get('PATH', '')}{os.pathsep}{usual}")
    return Path(found) if found else None


def machine_memory() -> int:
    """Return the RAM size of this machine in bytes, or 0 if unknown."""
    if sys.platform == "win32":
        import ctypes

        kilobytes = ctypes.c_ulonglong(0)
        told = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
        return kilobytes.value * 1024 if told else 0
    else:  # noqa: RET505 - the type checker reads only one of the two
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):
            return 0


# --- Diagnosis

_WITHIN_S = 10.0
_ELSEWHERE_S = 3.0
_FINDINGS: dict[str, Finding] = {
    "its name is not known": "unknown_name",
    "its name could not be looked up": "unknown_name",
    "nothing is listening there": "refused",
    "its TLS certificate is not trusted": "tls",
    "no TLS connection could be made": "tls",
    "the network has no route there": "no_route",
    "it did not answer in time": "timeout",
}
"""The finding for each message from `connection_failure`; any other means ``failed``."""


async def diagnose(
    settings: LlmSettings,
    provider: str,
    key: str | None,
    transport: TransportFactory,
    within_s: float = _WITHIN_S,
) -> Diagnosis:
    """Try to reach a provider's server, and report the result.

    Failures are reported, not raised. If the reply does not match the expected API, other paths and
    other providers' APIs are tried too. The key is sent only to the same provider and origin.
    ``transport`` is called once per server contacted; its result is closed after use.
    """
    model = settings.model if provider == settings.provider else ""
    shown = build_server(settings, provider, None).endpoint.shown_url
    base = Diagnosis("ready", provider, shown, model)
    try:
        models = await _models(settings, provider, key, transport, within_s)
    except AgentError as error:
        told = replace(base, finding=_finding(error, has_key=bool(key)), detail=error.message)
        if not isinstance(error, BadResponse):
            return told
        url = provider_url(settings, provider)
        for other, there in _elsewhere(url, provider):
            changed = settings.model_copy(update={f"{other}_url": there})
            own_key = key if other == provider and origin(there) == origin(url) else None
            with suppress(AgentError):
                try:
                    answers = await _models(changed, other, own_key, transport, _ELSEWHERE_S)
                except AuthenticationFailed:
                    answers = None  # its refusal follows the protocol
                if answers != ():
                    found: Finding = "wrong_path" if other == provider else "other_server"
                    return replace(told, finding=found, better_url=there, better_provider=other)
        return told
    base = replace(base, models=len(models))
    if provider == "ollama" and model:
        is_there = {each.name for each in models} & {model, f"{model}:latest"}
        return base if is_there else replace(base, finding="model_missing", pullable=model)
    if any("completion" in each.capabilities or not each.capabilities for each in models):
        return base
    return replace(base, finding="no_models", pullable=RECOMMENDED if provider == "ollama" else "")


async def _models(
    settings: LlmSettings,
    provider: str,
    key: str | None,
    transport: TransportFactory,
    within_s: float,
) -> tuple[ModelInfo, ...]:
    server = build_server(settings, provider, key, transport())
    try:
        async with asyncio.timeout(within_s):
            return await server.list_models()
    except TimeoutError:
        shown = server.endpoint.shown_url
        raise ModelTimeout(f"The server at {shown} did not answer within {within_s:g} s.") from None
    finally:
        await server.aclose()


def _elsewhere(url: str, provider: str) -> Iterator[tuple[str, str]]:
    """Yield the other (provider, URL) pairs to try on the same server."""
    bare = url.rstrip("/")
    parts = urlsplit(bare)
    bases = dict.fromkeys((bare.removesuffix("/v1"), f"{parts.scheme}://{parts.netloc}"))
    for base, other in product(bases, dict.fromkeys((provider, "openai", "ollama"))):
        there = f"{base}/v1" if other == "openai" else base
        if (other, there) != (provider, bare):
            yield other, there


def _finding(error: AgentError, *, has_key: bool) -> Finding:
    match error:
        case Offline():
            return "offline"
        case AuthenticationFailed():
            return "key_refused" if has_key else "no_key"
        case ModelTimeout():
            return "timeout"
        case RateLimited():
            return "busy"
        case BadResponse():
            return "wrong_path" if "HTTP 40" in error.message else "other_server"
    if "isn't an http or https URL" in error.message:
        return "bad_address"
    if any(isinstance(cause, ssl.SSLError) for cause in causes(error)):
        return "tls"
    return _FINDINGS.get(connection_failure(error), "failed")
