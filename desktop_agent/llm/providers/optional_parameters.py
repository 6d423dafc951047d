"""Asks again without what a server refuses.

Servers that speak the same protocol differ in the optional parameters they know, and say so only
by refusing the request (HTTP 400 or 422) with a sentence that names the parameter.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from desktop_agent.core.errors import BadResponse, CapabilityMissing, ModelError, ServerFailed
from desktop_agent.llm.base import Piece

Body = Mapping[str, Any]

_MOST_REFUSALS = 6  # of one call; two parameters that refuse each other would go on for ever


class ParameterRefusedError(Exception):
    """The server refused the request as such; ``error`` is for when nothing can be left out."""

    def __init__(self, said: str, error: ModelError) -> None:
        super().__init__(said)
        self.said = said
        self.error = error


def refused_parameter(status: int, said: str, refusal: ModelError) -> ParameterRefusedError | None:
    """Gives the error to ask again by, if a refusal may be of a parameter."""
    unknown = status in (400, 422) and isinstance(refusal, BadResponse)
    # llama-cpp-python tells a parameter that it does not know by HTTP 500
    invalid = isinstance(refusal, ServerFailed) and "validation error" in said
    thinks = isinstance(refusal, CapabilityMissing) and refusal.capability == "thinking"
    return ParameterRefusedError(said, refusal) if unknown or invalid or thinks else None


class OptionalParameters:
    """Remembers what was refused, for the calls that follow.

    ``without_refused`` gives a body without what a refusal's text names, or None when it names
    nothing that could be left out.
    """

    def __init__(self, without_refused: Callable[[Body, str], dict[str, Any] | None]) -> None:
        self._without_refused = without_refused
        self._refusals: list[str] = []

    async def stream(
        self, body: Body, attempt: Callable[[Body], AsyncGenerator[Piece, None]]
    ) -> AsyncGenerator[Piece, None]:
        """Yields the reply to the largest body that is taken; raises `ModelError`."""
        for said in self._refusals:
            body = self._without_refused(body, said) or body
        learnt: list[str] = []
        while True:
            try:
                async with aclosing(attempt(body)) as pieces:
                    async for piece in pieces:
                        self._refusals += learnt
                        learnt.clear()
                        yield piece
                return
            except ParameterRefusedError as refused:
                fewer = self._without_refused(body, refused.said)
                if fewer is None or len(learnt) == _MOST_REFUSALS:
                    raise refused.error from refused
                learnt.append(refused.said)
                body = fewer
