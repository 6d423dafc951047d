"""Remembers what an engine answered, for a while."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace

from desktop_agent.core.research import Outcome
from desktop_agent.web.search.engine import EngineReply

_ANSWERS = (Outcome.OK, Outcome.NO_RESULTS)


def normalised_query(query: str) -> str:
    """Gives the form in which two queries are the same: Unicode, case and spaces folded."""
    return " ".join(unicodedata.normalize("NFKC", query).casefold().split())


class ReplyCache:
    """Answers (results and genuine zeros, never failures) by key; the oldest of ``size`` go first.

    ``ttl_s`` is how long one is good, in seconds of ``clock``; 0 remembers nothing.
    """

    def __init__(self, ttl_s: float, *, clock: Callable[[], float], size: int = 256) -> None:
        self._ttl_s = ttl_s
        self._clock = clock
        self._size = size
        self._kept: dict[tuple[str, ...], tuple[float, int, EngineReply]] = {}

    def get(self, key: tuple[str, ...], count: int) -> EngineReply | None:
        """Gives, marked as cached, an answer that would not be longer if ``count`` results were asked for now."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        until, asked, reply = kept
        if self._clock() >= until:
            del self._kept[key]
            return None
        enough = count <= asked or len(reply.hits) < asked
        return replace(reply, detail="cached") if enough else None

    def put(self, key: tuple[str, ...], count: int, reply: EngineReply) -> None:
        """Keeps an answer that was given when ``count`` results were asked for."""
        if self._ttl_s <= 0 or reply.outcome not in _ANSWERS:
            return
        self._kept.pop(key, None)
        self._kept[key] = (self._clock() + self._ttl_s, count, reply)
        while len(self._kept) > self._size:
            del self._kept[next(iter(self._kept))]
