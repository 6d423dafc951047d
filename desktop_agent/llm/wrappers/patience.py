"""How long to wait for a model, and when to try again."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from desktop_agent.core.errors import ModelError, ModelTimeout
from desktop_agent.llm.base import ChatModel, ChatRequest, Piece, WaitPiece
from desktop_agent.llm.wrappers.retrying import retry_after
from desktop_agent.llm.wrappers.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Patiences:
    """Limits in seconds, and how often to try again.

    When and after how long: see `retrying.retry_after`.
    """

    first_token_s: float = 120.0
    between_tokens_s: float = 60.0
    retries: int = 2
    backoff_s: float = 1.0
    remote: bool = False


class Patience(Wrapper):
    """A model that is waited for, but not forever; tried again only while nothing has arrived."""

    def __init__(self, inner: ChatModel, limits: Patiences) -> None:
        super().__init__(inner)
        self._limits = limits

    async def context_tokens(self) -> int:
        """As the wrapped model's, within the time for a first token."""
        try:
            async with asyncio.timeout(self._limits.first_token_s):
                return await self._inner.context_tokens()
        except TimeoutError as error:
            raise self._timeout("did not answer", self._limits.first_token_s) from error

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; see `ChatModel`.

        A `WaitPiece` tells of each new try. Raises `ModelTimeout` when a limit passes.
        """
        for attempt in range(1, self._limits.retries + 2):
            began = False
            try:
                async with aclosing(self._timed(request)) as pieces:
                    async for piece in pieces:
                        began = began or not isinstance(piece, WaitPiece)
                        yield piece
                return
            except ModelError as error:
                wait_s = self._wait_s(error, attempt)
                if began or attempt > self._limits.retries or wait_s is None:
                    raise
                reason = error.message
            yield WaitPiece(f"Trying again in {max(1, round(wait_s))} s: {reason}")
            await asyncio.sleep(wait_s)

    async def _timed(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        clock = asyncio.get_running_loop().time
        limit, what = self._limits.first_token_s, "did not begin to answer"
        deadline = clock() + limit
        async with aclosing(self._inner.stream(request)) as pieces:
            while True:
                try:
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except TimeoutError as error:
                    raise self._timeout(what, limit) from error
                if not isinstance(piece, WaitPiece):
                    limit, what = self._limits.between_tokens_s, "stopped in the middle of a reply"
                yield piece
                if not isinstance(piece, WaitPiece):
                    deadline = clock() + limit

    def _timeout(self, what: str, limit: float) -> ModelTimeout:
        return ModelTimeout(
            f"The model {self.name!r} of {self.provider} {what} and was silent for {limit:g} s.",
            "Try again, choose a smaller model, or raise llm.first_token_timeout_s"
            " or llm.between_tokens_timeout_s.",
        )

    def _wait_s(self, error: ModelError, attempt: int) -> float | None:
        limits = self._limits
        return retry_after(error, attempt, backoff_s=limits.backoff_s, remote=limits.remote)
