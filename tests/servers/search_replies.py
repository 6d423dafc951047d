"""What the fake search engines can be told to answer, and what they remember of a request."""

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route


@dataclass(frozen=True)
class Result:
    """A search result, in no engine's dialect; ``date`` is ISO 8601 or empty."""

    title: str
    url: str
    snippet: str = ""
    date: str = ""


@dataclass(frozen=True)
class Zero:
    """A genuine zero: the engine looked and found nothing."""


@dataclass(frozen=True)
class Status:
    """An HTTP status with a body of its own; ``json`` wins over ``text``."""

    status: int
    text: str | bytes = ""
    json: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Slow:
    """Says nothing for ``seconds``, then answers ``then``; stops early when the client leaves."""

    seconds: float
    then: Any = Zero()


@dataclass(frozen=True)
class Held:
    """Says nothing until the test sets ``until``, then answers ``then``."""

    until: threading.Event
    then: Any = Zero()


@dataclass(frozen=True)
class Seen:
    """A request as it arrived; ``at`` is the monotonic clock, header names are in lower case."""

    at: float
    method: str
    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: Any


class Script:
    """Gives one reply after the other; the last one is given for ever."""

    def __init__(self, replies: Sequence[Any]) -> None:
        self.play(replies)

    def play(self, replies: Sequence[Any]) -> None:
        assert replies, "a fake engine needs at least one reply"
        self._replies = list(replies)
        self.requests: list[Seen] = []

    async def next(self, request: Request, body: Any) -> Any:
        """Records the request and gives what is to be answered, after the wait that it asks for."""
        self.requests.append(
            Seen(
                at=time.monotonic(),
                method=request.method,
                path=request.url.path,
                headers=dict(request.headers),
                query=dict(request.query_params),
                body=body,
            )
        )
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        while isinstance(reply, Slow | Held):
            if isinstance(reply, Held):
                await asyncio.to_thread(reply.until.wait, 30)
            else:
                await self._wait(request, reply.seconds)
            reply = reply.then
        return reply

    @staticmethod
    async def _wait(request: Request, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (await request.receive())["type"] != "http.disconnect":
                    pass


class Engine:
    """A fake engine that serves ``app``; what it answers to a request is its own affair."""

    def __init__(
        self, replies: Sequence[Any], *paths: str, methods: Sequence[str] = ("GET",)
    ) -> None:
        self._script = Script(replies)
        self.app = Starlette(
            routes=[Route(path, self._answer, methods=list(methods)) for path in paths]
        )

    def play(self, *replies: Any) -> None:
        self._script.play(replies)

    @property
    def requests(self) -> list[Seen]:
        return self._script.requests

    @property
    def queries(self) -> list[str]:
        return [(seen.body or {}).get("q") or seen.query.get("q", "") for seen in self.requests]

    @staticmethod
    def url(base: str) -> str:
        """The setting of the engine's address for a server at ``base``."""
        return base

    async def _answer(self, request: Request) -> Response:
        raise NotImplementedError


def refused(status: Status) -> Response:
    headers = dict(status.headers)
    if status.json is None:
        return Response(status.text, status.status, headers=headers)
    return JSONResponse(status.json, status.status, headers=headers)
