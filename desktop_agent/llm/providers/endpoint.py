"""Error messages and retry delays shared by all providers."""

import random
import re
import ssl
from dataclasses import dataclass, field
from functools import cache
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from desktop_agent.core.errors import (
    AgentError,
    AuthenticationFailed,
    BadResponse,
    CapabilityMissing,
    ContextOverflow,
    ModelError,
    ModelNotFound,
    ModelTimeout,
    ModelUnreachable,
    Offline,
    RateLimited,
    ServerFailed,
    StreamInterrupted,
)
from desktop_agent.core.network import causes, connection_failure
from desktop_agent.system.resources import toml_resource

Provider = Literal["ollama", "openai", "anthropic"]

NEEDS_VISION = "Choose a model that can see, or take the image away."
REMEDIES: dict[str, str] = {"chat": "Choose another model.", "vision": NEEDS_VISION}
"""Remedies for missing capabilities that have no substitute."""

_LABELS: dict[Provider, str] = {
    "ollama": "Ollama",
    "openai": "The OpenAI-compatible server",
    "anthropic": "Anthropic",
}
_LONGEST_WAIT_S = 60.0
_KEY_LIKE = re.compile(r"\b(sk|key|gsk|xai|pk)-[\w*.\-]{6,}")
_LONGEST_DETAIL = 300
_NO_CONNECTION = frozenset(  # UnicodeError: the system cannot encode the host name
    ("ConnectError", "ConnectTimeout", "ProxyError", "UnsupportedProtocol", "UnicodeError")
)


@cache
def _patterns(table: str) -> dict[str, re.Pattern[str]]:
    found = toml_resource("model_servers.toml")[table]
    return {
        meaning: re.compile("|".join(signs), re.IGNORECASE | re.DOTALL)
        for meaning, signs in found.items()
    }


def meaning_of(said: str, table: str = "chat") -> str | None:
    """Return the meaning of a server's error message, or None if no pattern matches.

    ``table`` is that of ``model_servers.toml``: ``chat`` or ``embedding``.
    """
    return next((meaning for meaning, p in _patterns(table).items() if p.search(said)), None)


def retry_after(error: ModelError, attempt: int, *, backoff_s: float, remote: bool) -> float | None:
    """Return the delay in seconds before a retry, or None if a retry is not worthwhile.

    ``attempt`` counts from 1. A delay requested by the server is used unless it exceeds 60 s.
    Otherwise the delay is drawn uniformly from 0 to ``backoff_s`` * 2 ** (``attempt`` - 1) ("full
    jitter", Brooker, AWS Architecture Blog, 2015). Unreachable servers are retried only if they are
    ``remote``, because a local server that refuses a connection will refuse the next one too.
    """
    match error:
        case RateLimited(retry_after_s=float() | int() as asked):
            return asked if asked <= _LONGEST_WAIT_S else None
        case ModelUnreachable() if not remote:
            return None
        case RateLimited() | ModelUnreachable() | ServerFailed() | StreamInterrupted():
            most = backoff_s * 2 ** (attempt - 1)
            return random.uniform(0, most)  # noqa: S311 # spreads clients in time, guards no secret
    return None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A provider's base URL and a model name, used to build error messages.

    Every message names the provider, the URL and the model (unless it is ""). No message ever
    contains the key, even if the server includes it in its reply.
    """

    provider: Provider
    url: str
    model: str = ""
    key: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{_LABELS[self.provider]} at {self.shown_url}"

    @property
    def shown_url(self) -> str:
        """The URL for display, without credentials or query."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path, "", "")).rstrip("/")

    @property
    def _for_model(self) -> str:
        return f" (model {self.model!r})" if self.model else ""

    def check_url(self) -> None:
        """Raise `ModelUnreachable` if the URL is not a valid HTTP(S) URL."""
        try:
            parts = urlsplit(self.url)
            valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # the port is invalid
            valid = False
        if not valid:
            raise ModelUnreachable(
                f"{self} cannot be reached: {self.shown_url!r} is not a URL of http or https.",
                f"Correct llm.{self.provider}_url in the settings.",
            )

    def shown(self, text: str) -> str:
        """Redact keys in a server's message, and shorten the message to fit into a sentence."""
        if text.lstrip()[:1] == "<":
            return "it answered with a web page"
        if self.key:
            text = text.replace(self.key, "[key]")
        text = " ".join(_KEY_LIKE.sub("[key]", text).split()).rstrip(". ")
        return text if len(text) <= _LONGEST_DETAIL else text[: _LONGEST_DETAIL - 1] + "…"

    # --- What the server says

    def refusal(self, status: int, said: str, retry_after: str | None = None) -> ModelError:
        """Return the error for an HTTP error status; ``said`` is the server's message."""
        detail = self.shown(said) or f"HTTP {status}"
        known = self._known(status, said, detail)
        if known is not None:
            return known
        match status:
            case 401 | 402 | 403:
                return self.unauthorised(detail)
            case 404 if "model" in said.lower():
                return self.unknown_model()
            case 404 | 405:
                return BadResponse(
                    f"{self} does not know this kind of request (HTTP {status}): {detail}.",
                    "Check the URL: an OpenAI-compatible base URL mostly ends with /v1.",
                )
            case 408:
                return self.silent(detail)
            case 429:
                return self._rate_limit(detail, retry_after)
        if status >= 500:
            return ServerFailed(
                f"{self}{self._for_model} failed with HTTP {status}: {detail}.",
                "Try again; if it stays, look into the server's own log.",
            )
        return BadResponse(
            f"{self}{self._for_model} refused the request (HTTP {status}): {detail}."
        )

    def in_stream(self, said: str, *, began: bool) -> ModelError:
        """Return the error for a failure that the server reports in the response stream.

        ``began`` is True if part of the reply has already arrived.
        """
        detail = self.shown(said)
        known = self._known(None, said, detail)
        if known is not None:
            return known
        return self.interrupted(detail) if began else self.refusal(500, said)

    def _known(self, status: int | None, said: str, detail: str) -> ModelError | None:
        match meaning_of(said):
            case "overflow":
                return ContextOverflow(
                    f"The prompt is too long for {self.model or 'the model'} at {self}: {detail}.",
                    "Ask in a new conversation, or raise llm.num_ctx.",
                )
            case "tools" | "thinking" | "vision" | "chat" as capability:
                return CapabilityMissing(
                    f"The model {self.model!r} of {self} cannot do this: {detail}.",
                    REMEDIES.get(capability, ""),
                    capability,
                )
            case "no credit":
                return self.unauthorised(detail)
            case "unknown model" if status is None or 400 <= status < 429:
                return self.unknown_model()
        return None

    def _rate_limit(self, detail: str, retry_after: str | None) -> RateLimited:
        try:
            after = max(0.0, float(retry_after or ""))
        except ValueError:
            after = None
        when = f" It asks to wait {after:g} s." if after is not None else ""
        return RateLimited(
            f"{self}{self._for_model} takes no more requests now: {detail}.{when}",
            "Wait, or choose another model.",
            after,
        )

    def unauthorised(self, detail: str) -> AuthenticationFailed:
        remedy = f"Store a valid key with: desktop-agent keys set {self.provider}"
        remedy = "" if self.provider == "ollama" else remedy
        return AuthenticationFailed(f"{self} does not accept the key: {detail}.", remedy)

    def unknown_model(self) -> ModelNotFound:
        told = f"{self} does not have the model {self.model!r}."
        if self.provider != "ollama":
            return ModelNotFound(told, "See what there is with: desktop-agent models list")
        pull = f"ollama pull {self.model} (or: desktop-agent models pull {self.model})"
        return ModelNotFound(told, f"Get it with: {pull}", self.model)

    def for_embedding(self, error: ModelError) -> ModelError:
        """Return a more specific error for a failed embedding request, or else ``error`` itself."""
        meaning = meaning_of(error.message, "embedding")
        if isinstance(error, ContextOverflow) or meaning == "overflow":
            return ContextOverflow(
                f"A text is too long for {self.model!r} of {self}.",
                "Lower knowledge.chunk_tokens, or choose an embedding model that reads more.",
            )
        if meaning == "none":
            return CapabilityMissing(
                f"The model {self.model!r} of {self} makes no embeddings.",
                "Name an embedding model in knowledge.embedding_model, or leave that empty.",
                "embedding",
            )
        return error

    # --- What the connection does

    def silent(self, detail: str) -> ModelTimeout:
        """Return the error for a server that did not reply in time."""
        return ModelTimeout(
            f"{self}{self._for_model} did not answer in time: {detail}.",
            "Try again, choose a smaller model, or raise llm.first_token_timeout_s.",
        )

    def interrupted(self, detail: str) -> StreamInterrupted:
        return StreamInterrupted(
            f"The reply of {self}{self._for_model} broke off: {self.shown(detail)}.",
            "What arrived is kept; ask again for the whole.",
        )

    def garbled(self, detail: str) -> BadResponse:
        return BadResponse(
            f"{self}{self._for_model} sent what is not its protocol: {self.shown(detail)}.",
            "Check that the URL is of the right kind of server.",
        )

    def empty(self) -> BadResponse:
        """Return the error for a stream without a message, as llama-cpp-python 0.3 sends it."""
        return BadResponse(
            f"{self}{self._for_model} sent an empty reply.",
            "The prompt may be too long for it: ask in a new conversation, or lower llm.num_ctx.",
        )

    def transport_error(self, error: Exception) -> AgentError:
        """Return the error for an httpx or httpx2 exception; class names are the same in both."""
        names = {kind.__name__ for kind in type(error).__mro__}
        if names & _NO_CONNECTION:
            return self.unreachable(error)
        if "TimeoutException" in names:
            return self.silent("it stopped sending")
        return self.interrupted(connection_failure(error))

    def unreachable(self, error: BaseException) -> AgentError:
        """Return the error for a failed connection, based on the exception's causes."""
        found = list(causes(error))
        if any("network is switched off" in str(cause) for cause in found):
            return Offline(
                f"The network is switched off, so {self} cannot be asked.",
                "Switch the network on, or use a model on this machine.",
            )
        for cause in found:
            if isinstance(cause, ssl.SSLCertVerificationError):
                why = f"its TLS certificate is not trusted ({cause.verify_message})"
                return ModelUnreachable(
                    f"{self} cannot be reached safely: {why}.",
                    "Check the URL; do not send a key there.",
                )
        remedy = "Check the URL and the network connection."
        if self.provider == "ollama":
            remedy = "Start it with: ollama serve (or get it from https://ollama.com/download)"
        return ModelUnreachable(f"{self} cannot be reached: {connection_failure(error)}.", remedy)
