"""What a scripted model server is told to say, in no provider's dialect, and how it comes."""

import asyncio
import itertools
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema
from starlette.types import ASGIApp

from tests.servers.exchange import Drop, Exchange, application

_ONE_BY_ONE, _TOGETHER = 8, 12


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One scripted reply.

    ``text`` is sent word by word (what is long, from some point on several at once, unless the
    chunks are paced or counted), or in exactly the pieces given. ``json`` is a text that is a
    JSON value. Where the request constrains the reply by a schema, a text that breaks it is the
    test's mistake and answers 500 (a real server cannot send it), unless ``ignores_schema``.

    ``status`` other than 200 answers ``error`` at once; with 200, ``error`` comes inside the
    stream after the rest, as each protocol spells it. ``drop_after`` breaks the connection after
    that many chunks, ``hang_after`` goes silent there for ``hang_s``; ``raw`` is sent as the whole
    body as it is. ``delay_s`` passes before the first byte of the body, ``between_s`` between
    chunks; ``ends`` False leaves out what marks the end. The speeds, in tokens a second, are told
    where the protocol has a place for them.
    """

    text: str | Sequence[str] = ""
    json: Any = None
    thinking: str | Sequence[str] = ""
    tool_calls: Sequence[tuple[str, Mapping[str, Any]]] = ()
    stop: str = ""
    prompt_tokens: int = 11
    completion_tokens: int = 7
    cached_tokens: int = 0
    prompt_speed: float = 0.0
    speed: float = 0.0
    status: int = 200
    error: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    between_s: float = 0.0
    drop_after: int | None = None
    hang_after: int | None = None
    hang_s: float = 30.0
    raw: bytes | None = None
    ends: bool = True
    ignores_schema: bool = False

    @property
    def whole_text(self) -> str:
        return "".join(self.text_chunks)

    @property
    def text_chunks(self) -> list[str]:
        return [json.dumps(self.json)] if self.json is not None else self._chunks(self.text)

    @property
    def thinking_chunks(self) -> list[str]:
        return self._chunks(self.thinking)

    def _chunks(self, text: str | Sequence[str]) -> list[str]:
        pieces = words(text)
        counted = self.between_s or self.drop_after is not None or self.hang_after is not None
        if counted or not isinstance(text, str):
            return pieces
        later = range(_ONE_BY_ONE, len(pieces), _TOGETHER)
        return pieces[:_ONE_BY_ONE] + ["".join(pieces[at : at + _TOGETHER]) for at in later]


def words(text: str | Sequence[str]) -> list[str]:
    """Gives a text in pieces of one word with the space before it; given pieces stay as they are."""
    return re.findall(r"\s*\S+\s*\Z|\s*\S+|\s+", text) if isinstance(text, str) else list(text)


def breaks_schema(reply: Reply, schema: object) -> str:
    """Says what is wrong with a scripted reply to a constrained request; empty when nothing is."""
    if not isinstance(schema, dict) or reply.ignores_schema or reply.status != 200 or reply.error:
        return ""
    try:
        jsonschema.validate(json.loads(reply.whole_text), schema)
    except ValueError:
        return f"the scripted reply {reply.whole_text!r} is not JSON, but a schema was asked for"
    except jsonschema.ValidationError as error:
        return f"the scripted reply breaks the schema that was asked for: {error.message}"
    return ""


ReplyLike = Reply | str | Callable[[dict[str, Any]], "Reply | str"]


class Script:
    """The replies still to be given: one for each request, or a function of the request."""

    def __init__(self, replies: Iterable[ReplyLike] | Callable[[dict[str, Any]], Reply | str]):
        self._function = replies if callable(replies) else None
        self.queue: deque[ReplyLike] = deque() if callable(replies) else deque(replies)

    def next(self, request: dict[str, Any]) -> Reply:
        if self._function is not None:
            reply: ReplyLike = self._function(request)
        elif self.queue:
            reply = self.queue.popleft()
        else:
            return Reply(status=500, error="the script of this fake server is at its end")
        if callable(reply):
            reply = reply(request)
        return Reply(text=reply) if isinstance(reply, str) else reply


class Scripted:
    """What all fake model servers have: the replies still to be given, and what arrived.

    ``app`` keeps the path and the headers of each request, and leaves the rest to `_handle`.
    """

    def __init__(self, replies: Iterable[ReplyLike] | Callable[[dict[str, Any]], Reply | str]):
        self.script = Script(replies)
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.disconnects: list[float] = []
        """When (monotonic seconds) a client went away before the end of a stream."""
        self.app: ASGIApp = application(self._record)
        self._ids = itertools.count(1)

    async def _record(self, exchange: Exchange) -> None:
        self.paths.append(f"{exchange.method} {exchange.path}")
        self.headers.append(exchange.headers)
        await self._handle(exchange)

    async def _handle(self, exchange: Exchange) -> None:
        raise NotImplementedError

    @property
    def replies(self) -> Any:
        """The queue of replies still to be given: append more at any time."""
        return self.script.queue

    def _next(self, request: dict[str, Any], schema: object) -> Reply:
        reply = self.script.next(request)
        wrong = breaks_schema(reply, schema)
        return Reply(status=500, error=wrong) if wrong else reply

    async def _stream(
        self, exchange: Exchange, reply: Reply, chunks: Iterable[tuple[bytes, bool]], kind: str
    ) -> None:
        """Sends a reply as it is told to come; each chunk says whether it is a piece of the reply."""
        await exchange.stream(_paced(reply, chunks), kind, reply.headers)
        self._note_leaving(exchange)

    def _note_leaving(self, exchange: Exchange) -> None:
        if exchange.left_at is not None:
            self.disconnects.append(exchange.left_at)


async def _paced(reply: Reply, chunks: Iterable[tuple[bytes, bool]]) -> AsyncIterator[bytes | Drop]:
    await asyncio.sleep(reply.delay_s)
    if reply.raw is not None:
        yield reply.raw
        return
    sent = 0
    for chunk, counts in chunks:
        if counts and sent == reply.drop_after:
            yield Drop()
            return
        if counts and sent == reply.hang_after:
            await asyncio.sleep(reply.hang_s)
        sent += counts
        yield chunk
        await asyncio.sleep(reply.between_s)
