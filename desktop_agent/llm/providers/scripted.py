"""A model that replays scripted replies, for tests and demonstrations without a server."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from desktop_agent.core.errors import BadResponse
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, TextPiece

Reply = str | Sequence[Piece | Exception] | Exception
"""A text, or pieces with an error anywhere among them, or an error at once."""


class ScriptedModel:
    """Returns one reply per request, in order, and records the requests.

    A reply may be a function of the request. A missing `EndPiece` is added. ``pause_s`` passes
    before every piece. A request beyond the last reply raises `BadResponse`.
    """

    def __init__(
        self,
        replies: Iterable[Reply | Callable[[ChatRequest], Reply]],
        *,
        name: str = "scripted",
        provider: str = "scripted",
        context: int = 16384,
        pause_s: float = 0.0,
    ) -> None:
        self.name = name
        self.provider = provider
        self.requests: list[ChatRequest] = []
        self._replies = deque(replies)
        self._context = context
        self._pause_s = pause_s

    async def context_tokens(self) -> int:
        return self._context

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the next reply; raises the errors in it."""
        self.requests.append(request)
        called = ended = False
        for item in self._next(request):
            await asyncio.sleep(self._pause_s)
            if isinstance(item, Exception):
                raise item
            called = called or isinstance(item, CallPiece)
            ended = isinstance(item, EndPiece)
            yield item
        if not ended:
            yield EndPiece("tool_calls" if called else "stop")

    def _next(self, request: ChatRequest) -> Sequence[Piece | Exception]:
        if not self._replies:
            raise BadResponse("The script of this model is at its end.")
        reply = self._replies.popleft()
        if callable(reply):
            reply = reply(request)
        if isinstance(reply, str):
            return [TextPiece(reply)]
        return [reply] if isinstance(reply, Exception) else reply

    async def aclose(self) -> None:
        """Do nothing: there are no connections."""
