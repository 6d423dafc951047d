"""Error messages and retry delays shared by all providers."""

import random
import re
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from desktop_agent.core import errors
from desktop_agent.core.errors import (
    AgentError,
    CapabilityMissing,
    ContextOverflow,
    ModelNotFound,
    ModelUnreachable,
    RateLimited,
    ServerFailed,
    StreamInterrupted,
)
from desktop_agent.core.network import causes, connection_failure
from desktop_agent.system.resources import toml_resource

Provider = Literal["ollama", "openai", "anthropic"]

_LABELS: dict[Provider, str] = {
    "ollama": "Ollama",
    "openai": "The OpenAI-compatible server",
    "anthropic": "Anthropic",
}
_LONGEST_WAIT_S = 60.0
_KEY_LIKE = re.compile(r"\b(sk|key|gsk|xai|pk)-[\w*.\-]{6,}")
_LONGEST_DETAIL = 300
_NO_CONNECTION = re.compile(  # UnicodeError: the system cannot encode the host name
    r"\b(APIConnectionError|Connect(ion)?Error|ConnectTimeout|InvalidURL|ProxyError|UnicodeError"
    r"|UnsupportedProtocol)\b"
)


@cache
def _patterns(table: str) -> dict[str, re.Pattern[str]]:
    found = toml_resource("model_servers.toml")[table]
    return {
        meaning: re.compile("|".join(signs), re.IGNORECASE | re.DOTALL)
        for meaning, signs in found.items()
    }


def meaning_of(said: str, table: str = "chat") -> str | None:
    """Return the kind of failure that a server's error message describes, or None if unknown.

    ``table`` names the patterns to use from ``model_servers.toml``: ``chat``, ``embedding`` or
    ``pull``.
    """
    return next((meaning for meaning, p in _patterns(table).items() if p.search(said)), None)


def is_server_url(url: str) -> bool:
    """Return whether a text is a valid HTTP(S) URL."""
    try:
        parts = urlsplit(url)
        return bool(parts.scheme in ("http", "https") and parts.hostname and parts.port != 0)
    except ValueError:  # the port is invalid
        return False


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Time limits for a reply, in seconds, and the maximum number of retries.

    ``remote`` is True if the server is on another machine.
    """

    first_token_s: float = 120.0
    between_tokens_s: float = 60.0
    retries: int = 2
    backoff_s: float = 1.0
    remote: bool = False

    def wait_s(self, error: AgentError, attempt: int) -> float | None:
        """Return the delay in seconds before a retry, or None to give up.

        ``attempt`` counts from 1. A delay requested by the server is used unless it exceeds 60 s.
        Otherwise the delay is drawn uniformly from 0 to ``backoff_s`` * 2 ** (``attempt`` - 1)
        ("full jitter", Brooker, AWS Architecture Blog, 2015). Unreachable servers are retried only
        if remote, because a local server that refuses one connection will refuse the next.
        """
        if attempt > self.retries:
            return None
        match error:
            case RateLimited(retry_after_s=float() | int() as asked):
                return asked if asked <= _LONGEST_WAIT_S else None
            case ModelUnreachable() if not self.remote:
                return None
            case RateLimited() | ModelUnreachable() | ServerFailed() | StreamInterrupted():
                most = self.backoff_s * 2 ** (attempt - 1)
                return random.uniform(0, most)  # noqa: S311 # spreads clients in time, guards no secret
        return None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A provider's base URL and a model name, used to build error messages.

    Every message names the provider, the URL and the model (unless it is ""). No message contains
    the key, even if the server echoes it.
    """

    provider: Provider
    url: str
    model: str = ""
    key: str | None = field(default=None, repr=False)

    @property
    def shown_url(self) -> str:
        """The URL for display, without credentials or query."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path, "", "")).rstrip("/")

    def error(self, name: str, detail: str = "", status: int = 0) -> AgentError:
        """Return the error called ``name`` in ``model_servers.toml``; ``detail`` is redacted."""
        told = toml_resource("model_servers.toml")["errors"][name]
        fields = {
            "server": f"{_LABELS[self.provider]} at {self.shown_url}",
            "model": self.model,
            "named": self.model or "the model",
            "for_model": f" (model {self.model!r})" if self.model else "",
            "provider": self.provider,
            "detail": self.shown(detail),
            "status": status,
        }
        remedy = told.get(f"{self.provider}_remedy", told.get("remedy", "")).format(**fields)
        error: AgentError = getattr(errors, told["kind"])(told["message"].format(**fields), remedy)
        if isinstance(error, CapabilityMissing):
            error.capability = told.get("capability", name)
        if isinstance(error, ModelNotFound) and "ollama pull" in remedy:
            error.pullable = self.model
        return error

    def shown(self, text: str) -> str:
        """Redact keys in a server's message, and shorten it to fit into a sentence."""
        if text.lstrip()[:1] == "<":
            return "it answered with a web page"
        if self.key:
            text = text.replace(self.key, "[key]")
        text = " ".join(_KEY_LIKE.sub("[key]", text).split()).rstrip(". ")
        return text if len(text) <= _LONGEST_DETAIL else text[: _LONGEST_DETAIL - 1] + "…"

    def check_url(self) -> None:
        """Raise `ModelUnreachable` if the URL is not a valid HTTP(S) URL."""
        if not is_server_url(self.url):
            raise self.error("no URL", self.shown_url)

    def refusal(self, status: int, said: str, retry_after: str | None = None) -> AgentError:
        """Return the error for an HTTP error status; ``said`` is the server's message."""
        name = meaning_of(said)
        if name is None and status == 404 and "model" in said.lower():
            name = "unknown model"
        elif name is None or (name == "unknown model" and not 400 <= status < 429):
            known = toml_resource("model_servers.toml")["errors"].items()
            usual = "failed" if status >= 500 else "refused"
            name = next((n for n, told in known if status in told.get("statuses", ())), usual)
        after = None
        with suppress(ValueError):
            after = max(0.0, float(retry_after or ""))
            said = f"{said}. It asks to wait {after:g} s"
        error = self.error(name, said or f"HTTP {status}", status)
        if isinstance(error, RateLimited):
            error.retry_after_s = after
        return error

    def in_stream(self, said: str, *, began: bool) -> AgentError:
        """Return the error for a failure reported within the response stream.

        ``began`` is True if part of the reply has already arrived.
        """
        name = meaning_of(said) or ("interrupted" if began else "failed")
        return self.error(name, said, status=500)

    def for_embedding(self, error: AgentError) -> AgentError:
        """Return a more specific error for a failed embedding request, or ``error`` itself."""
        overflow = "long text" if isinstance(error, ContextOverflow) else None
        name = overflow or meaning_of(error.message, "embedding")
        return self.error(name) if name else error

    def transport_error(self, error: BaseException) -> AgentError:
        """Return the error for a client-side exception from httpx, httpx2 or an official client.

        Both httpx packages use the same exception names.
        """
        names = " ".join(kind.__name__ for kind in type(error).__mro__)
        if _NO_CONNECTION.search(names) and "UnicodeDecodeError" not in names:
            return self.unreachable(error)
        if "TimeoutException" in names:
            return self.error("silent", "it stopped sending")
        if "HTTPError" in names:
            return self.error("interrupted", connection_failure(error))
        return self.error("garbled", "an event or a list is not of the right shape")

    def unreachable(self, error: BaseException) -> AgentError:
        """Return the error for a failed connection, based on the exception's causes."""
        for cause in causes(error):
            if "network is switched off" in str(cause):
                return self.error("offline")
            if isinstance(cause, ssl.SSLCertVerificationError):
                return self.error("untrusted", cause.verify_message)
        return self.error("unreachable", connection_failure(error))
