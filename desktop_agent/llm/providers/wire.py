"""Helpers shared by the providers: concurrency, message order, tool arguments, refused parameters.

Servers with the same protocol support different optional parameters, and say so only by refusing
the request (HTTP 400 or 422) with a sentence that names the parameter.
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

# --- Parallel requests that leave none behind

Answer = TypeVar("Answer")


async def gather_or_cancel(calls: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """Return the results of all coroutines, in order.

    If one raises, or this is cancelled, the others are cancelled and awaited before the exception
    propagates; `asyncio.gather` alone would let them continue.
    """
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- Closing of streams
#
# Stopping a run twice cancels the closing started by the first stop; httpx would then leave the
# connection open, and the server would continue to generate for nobody.


@asynccontextmanager
async def shielded_close(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Call ``close`` at the end, protected from cancellation."""
    try:
        yield
    finally:
        closing = asyncio.ensure_future(close())
        await wait_out(closing)
        closing.result()


async def wait_out(task: "asyncio.Future[Any]") -> None:
    """Wait until a task has ended; a cancellation in the meantime is raised after that."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


# --- Message order accepted by every provider
#
# Many chat templates require one system message, at the beginning, and alternating user and
# assistant; Anthropic's API has no system role among the messages at all.


def legal_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the same conversation in an order that every provider accepts.

    There is at most one system message, first; later ones become user messages; adjacent user
    messages are joined by an empty line.

    The beginning stays the same byte for byte when turns are added at the end, so that a server can
    reuse its cache.
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


# --- Arguments of tool calls


def new_call_id() -> str:
    """Return an id for a call without one."""
    return f"call_{uuid.uuid4().hex[:16]}"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Return a call from its name and the JSON text of its arguments.

    Malformed JSON is repaired, unless the reply was ``cut`` by the token limit: half an argument
    must not be mistaken for a whole one. Unreadable arguments are described in the call's
    ``error``.
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
    """Repair a malformed JSON object; return it and "", or {} and an error that quotes ``why``."""
    import json_repair

    if "{" in text:
        value = json_repair.loads(text)
        if isinstance(value, dict) and value:
            return value, ""
    return {}, f"The arguments are not valid JSON: {why}."


Body = Mapping[str, Any]

_MOST_REFUSALS = 6  # of one call; two parameters that refuse each other would go on for ever


class ParameterRefusedError(Exception):
    """The server refused a parameter; ``error`` is raised if nothing can be omitted."""

    def __init__(self, said: str, error: ModelError) -> None:
        super().__init__(said)
        self.said = said
        self.error = error


def refused_parameter(status: int, said: str, refusal: ModelError) -> ParameterRefusedError | None:
    """Return the exception that starts a retry, if a refusal may concern a parameter."""
    unknown = status in (400, 422) and isinstance(refusal, BadResponse)
    # llama-cpp-python reports an unknown parameter with HTTP 500
    invalid = isinstance(refusal, ServerFailed) and "validation error" in said
    thinks = isinstance(refusal, CapabilityMissing) and refusal.capability == "thinking"
    return ParameterRefusedError(said, refusal) if unknown or invalid or thinks else None


class OptionalParameters:
    """Remembers refused parameters for later calls.

    ``without_refused`` returns a body without what a refusal's text names, or None if it names
    nothing that can be omitted.
    """

    def __init__(self, without_refused: Callable[[Body, str], dict[str, Any] | None]) -> None:
        self._without_refused = without_refused
        self._refusals: list[str] = []

    async def stream(
        self, body: Body, attempt: Callable[[Body], AsyncGenerator[Piece, None]]
    ) -> AsyncGenerator[Piece, None]:
        """Yield the reply to the largest accepted body; raises `ModelError`."""
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
