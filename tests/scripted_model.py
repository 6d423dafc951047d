"""A model that replays scripted replies."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from desktop_agent.core.errors import BadResponse
from desktop_agent.core.models import billions_of_parameters
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, TextPiece

Reply = str | Sequence[Piece | Exception] | Exception
"""A text, a sequence of pieces that may include errors, or an error to raise immediately."""


class ScriptedModel:
    """A model that returns scripted replies in order, one per request, and records the requests.

    A reply may also be a function of the request. If a reply does not end with an `EndPiece`, one
    is added. ``pause_s`` is the delay before every piece, in seconds. Requests beyond the last
    reply raise `BadResponse`.
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

    async def billions_of_parameters(self) -> float:
        return billions_of_parameters(self.name)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the next reply, raising any errors it contains."""
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
