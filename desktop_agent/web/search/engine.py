"""What a search engine is to those who search, and how it answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from desktop_agent.core.errors import KeyStoreError, KeyWithheld
from desktop_agent.core.research import Outcome, SearchHit

KeySource = Callable[[str], str | None]
"""Gives the key stored under a name (``tavily``, ``brave``) or None; asked at each search, because
a person may add one while the program runs."""


@dataclass(frozen=True, slots=True)
class EngineReply:
    """How one request to an engine ended.

    ``hits`` may be more than were asked for, in the engine's order. ``detail`` is a plain reason for
    a person. ``retry_after_s`` is what the engine asked to wait, in seconds, where it said so.
    """

    outcome: Outcome
    hits: tuple[SearchHit, ...] = ()
    detail: str = ""
    retry_after_s: float | None = None


class Engine(Protocol):
    """A search engine. What goes wrong is an `EngineReply`; only cancellation is raised."""

    @property
    def name(self) -> str: ...

    @property
    def host(self) -> str:
        """The host that is spoken to; one on this machine is asked with the network off too."""
        ...

    async def search(self, query: str, count: int) -> EngineReply: ...

    async def aclose(self) -> None:
        """Closes its connections."""
        ...


@runtime_checkable
class NewsEngine(Engine, Protocol):
    """An engine with a form of its own for news."""

    async def search_news(self, query: str, count: int) -> EngineReply: ...


def found(hits: list[SearchHit], detail: str = "") -> EngineReply:
    """Gives the reply of an engine that did look: results, or a genuine zero."""
    return EngineReply(Outcome.OK if hits else Outcome.NO_RESULTS, tuple(hits), detail)


def usable_key(key: KeySource, engine: str) -> tuple[str, EngineReply | None]:
    """Return the key, "" where there is none or the keyring does not open, and a refusal or None.

    Refused are a key that must not go to this server, and one that cannot be an HTTP header: it
    would show up in an error's text.
    """
    try:
        found = (key(engine) or "").strip()
    except KeyWithheld as error:
        return "", EngineReply(Outcome.AUTH_ERROR, detail=error.message)
    except KeyStoreError:
        return "", None
    if found.isascii() and found.isprintable():
        return found, None
    detail = (
        f"the stored key holds characters that no key has; "
        f"store it again with `desktop-agent keys set {engine}`"
    )
    return "", EngineReply(Outcome.AUTH_ERROR, detail=detail)
