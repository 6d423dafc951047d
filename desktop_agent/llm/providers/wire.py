"""Asks again without what a server refuses.

Servers that speak the same protocol differ in the optional parameters they know, and say so only
by refusing the request (HTTP 400 or 422) with a sentence that names the parameter.
"""

import asyncio
import json
import uuid
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from desktop_agent.core.errors import BadResponse, CapabilityMissing, ModelError, ServerFailed
from desktop_agent.core.messages import JsonObject, Message, ToolCall
from desktop_agent.llm.base import Piece

# --- Several requests at once, of which none is left behind.

Answer = TypeVar("Answer")


async def gather_or_cancel(calls: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """Gives what all of them give, in their order.

    Where one raises, or this is cancelled, the others are cancelled and have ended before that is
    raised; `asyncio.gather` by itself would let them go on.
    """
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- Closes a stream to its end, whatever happens meanwhile.
#
# Someone who stops a run twice cancels the closing of the first stop; httpx would then leave the
# connection open, and the server would go on writing for nobody.


@asynccontextmanager
async def shielded_close(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Calls ``close`` at the end, and lets no cancellation break it off."""
    try:
        yield
    finally:
        closing = asyncio.ensure_future(close())
        await wait_out(closing)
        closing.result()


async def wait_out(task: "asyncio.Future[Any]") -> None:
    """Waits until a task has ended; a cancellation that comes meanwhile is raised after that."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


# --- Makes the turns of a conversation legal for every provider.
#
# Many chat templates take one system message, at the beginning, and want user and assistant to
# take turns; Anthropic's API has no system role among the messages at all.


def legal_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Gives the same conversation in an order that every provider takes.

    There is one system message at most, first; later ones become the user's; neighbours of the
    user's are joined by an empty line.

    What comes first stays as it is byte for byte when turns are added at the end, so that a
    server can reuse its cache.
    """
    turns: list[Message] = []
    for message in messages:
        turn = message
        if message.role == "system" and any(t.role != "system" for t in turns):
            turn = replace(message, role="user")
        if turns and turns[-1].role == turn.role and turn.role in ("system", "user"):
            both = "\n\n".join(part for part in (turns[-1].content, turn.content) if part)
            images = turns[-1].images + turn.images
            turns[-1] = replace(turns[-1], content=both, images=images)
        else:
            turns.append(turn)
    return tuple(turns)


# --- Reads the arguments of a tool call from the text that a model wrote.


def new_call_id() -> str:
    """Gives an id for a call to which the server gave none."""
    return f"call_{uuid.uuid4().hex[:16]}"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Makes a call of its name and the JSON text of its arguments.

    Malformed JSON is repaired, unless the reply was ``cut`` by the token limit: half an argument
    must not be mistaken for a whole one. What cannot be read is told in the call's ``error``.
    """
    arguments, error = _read_object(text, cut=cut)
    return ToolCall(call_id or new_call_id(), name, arguments, error)


def _read_object(text: str, *, cut: bool) -> tuple[JsonObject, str]:
    if not text.strip():
        return {}, ""
    try:
        value = json.loads(text)
    except ValueError as error:
        if cut:
            return {}, "The reply was cut off by the token limit before the arguments were whole."
        return repaired_object(text, str(error))
    if isinstance(value, str):  # some servers encode the arguments twice
        return _read_object(value, cut=cut)
    if not isinstance(value, dict):
        return {}, f"The arguments must be a JSON object, not {type(value).__name__}."
    return value, ""


def repaired_object(text: str, why: str) -> tuple[JsonObject, str]:
    """Repairs a malformed JSON object; gives it, or what was wrong (``why`` is the parser's word)."""
    import json_repair

    if "{" in text:
        value = json_repair.loads(text)
        if isinstance(value, dict) and value:
            return value, ""
    return {}, f"The arguments are not valid JSON: {why}."


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
