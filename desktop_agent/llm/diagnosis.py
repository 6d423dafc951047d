"""Diagnose connections to model servers, locate Ollama, and measure this machine's memory."""

import asyncio
import os
import shutil
import ssl
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
from desktop_agent.llm.factory import RECOMMENDED, TransportFactory, build_server, provider_url

# --- Local Ollama installation and memory


def find_ollama(environ: Mapping[str, str] | None = None) -> Path | None:
    """Search the disk for Ollama, and return the path of its executable, or None.

    ``PATH`` is searched first, then the default installation folders, because programs started from
    a menu often have a shorter ``PATH`` than those started from a terminal.
    """
    environ = os.environ if environ is None else environ
    usual = {
        "win32": f"{environ.get('LOCALAPPDATA', '')}/Programs/Ollama",
        "darwin": "/Applications/Ollama.app/Contents/Resources:/opt/homebrew/bin",
    }.get(sys.platform, "/usr/local/bin:/usr/bin:/snap/bin")
    found = shutil.which("ollama", path=f"{environ.get('PATH', '')}{os.pathsep}{usual}")
    return Path(found) if found else None


def machine_memory() -> int:
    """Return the size of this machine's RAM in bytes, or 0 if the system does not report it."""
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
    "nothing listens there": "refused",
    "its TLS certificate is not trusted": "tls",
    "no TLS connection could be made": "tls",
    "the network does not lead there": "no_route",
    "it did not answer in time": "timeout",
}
"""The finding for each message from `connection_failure`; any other means ``failed``."""
_PATHS = {"ollama": "", "openai": "/v1", "anthropic": ""}


@dataclass(frozen=True, slots=True)
class DiagnosisRequest:
    """A server to diagnose, and the settings and key for connecting to it.

    ``transport`` is called to create a transport for each server contacted. Each transport is
    closed after use.
    """

    settings: LlmSettings
    provider: str
    key: str | None
    transport: TransportFactory

    @property
    def url(self) -> str:
        return provider_url(self.settings, self.provider)

    def elsewhere(self) -> "Iterator[DiagnosisRequest]":
        """Yield requests for other paths of the server, and for other providers there.

        The key is included only if the provider and the origin of the URL stay the same.
        """
        bare = self.url.rstrip("/")
        parts = urlsplit(bare)
        bases = dict.fromkeys((bare.removesuffix("/v1"), f"{parts.scheme}://{parts.netloc}"))
        providers = dict.fromkeys((self.provider, "openai", "ollama"))
        for base, provider in ((base, provider) for base in bases for provider in providers):
            url = base + _PATHS[provider]
            if (provider, url) != (self.provider, bare):
                settings = self.settings.model_copy(update={f"{provider}_url": url})
                same = origin(url) == origin(self.url) and provider == self.provider
                key = self.key if same else None
                yield replace(self, settings=settings, provider=provider, key=key)

    async def models(self, within_s: float) -> tuple[ModelInfo, ...]:
        server = build_server(self.settings, self.provider, self.key, self.transport())
        try:
            async with asyncio.timeout(within_s):
                return await server.list_models()
        except TimeoutError:
            told = (
                f"The server at {server.endpoint.shown_url} did not answer within {within_s:g} s."
            )
            raise ModelTimeout(told) from None
        finally:
            await server.aclose()


async def diagnose(trial: DiagnosisRequest, within_s: float = _WITHIN_S) -> Diagnosis:
    """Try to reach a provider's server, and report the result.

    Failures are reported, not raised. If the server's reply does not match the expected API, other
    paths and other providers' APIs are tried too. The key is never sent to another host.
    """
    settings, provider = trial.settings, trial.provider
    model = settings.model if provider == settings.provider else ""
    shown = build_server(settings, provider, None).endpoint.shown_url
    base = Diagnosis("ready", provider, shown, model)
    try:
        models = await trial.models(within_s)
    except AgentError as error:
        return await _explained(trial, base, error)
    base = replace(base, models=len(models))
    if provider == "ollama":
        return _with_model(base, models)
    return base if models else replace(base, finding="no_models")


def _with_model(base: Diagnosis, models: tuple[ModelInfo, ...]) -> Diagnosis:
    names = {model.name for model in models}
    if base.model:
        there = names & {base.model, f"{base.model}:latest"}
        return base if there else replace(base, finding="model_missing", pullable=base.model)
    if any("completion" in model.capabilities or not model.capabilities for model in models):
        return base
    return replace(base, finding="no_models", pullable=RECOMMENDED)


async def _explained(trial: DiagnosisRequest, base: Diagnosis, error: AgentError) -> Diagnosis:
    told = replace(base, finding=_finding(trial, error), detail=error.message)
    if not isinstance(error, BadResponse):
        return told
    for other in trial.elsewhere():
        if await _answers(other):
            found: Finding = "wrong_path" if other.provider == trial.provider else "other_server"
            return replace(
                told, finding=found, better_url=other.url, better_provider=other.provider
            )
    return told


def _finding(trial: DiagnosisRequest, error: AgentError) -> Finding:
    match error:
        case Offline():
            return "offline"
        case AuthenticationFailed():
            return "key_refused" if trial.key else "no_key"
        case ModelTimeout():
            return "timeout"
        case RateLimited():
            return "busy"
        case BadResponse():
            return "wrong_path" if "HTTP 40" in error.message else "other_server"
    if "is not a URL" in error.message:
        return "bad_address"
    if any(isinstance(cause, ssl.SSLError) for cause in causes(error)):
        return "tls"
    return _FINDINGS.get(connection_failure(error), "failed")


async def _answers(trial: DiagnosisRequest) -> bool:
    try:
        return bool(await trial.models(_ELSEWHERE_S))
    except AuthenticationFailed:
        return True  # its refusal follows the protocol
    except AgentError:
        return False
