"""Shared by providers: servers, concurrent requests, open streams, messages and tool calls."""

import asyncio
import json
import uuid
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

import httpx

from desktop_agent.core.messages import JsonObject, Message, ToolCall
from desktop_agent.core.network import host_of
from desktop_agent.llm.providers.endpoint import Endpoint, Provider

# --- Concurrent requests, all of which are cancelled if one fails

Answer = TypeVar("Answer")


async def gather_or_cancel(calls: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """Run coroutines concurrently and return their results in order.

    If one of them raises an exception or the caller is cancelled, the others are cancelled and
    awaited before the exception propagates. `asyncio.gather` alone would let them continue.
    """
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- Servers


class Connected(ABC):
    """A server with an official client, created on first use.

    The client's exceptions are converted to the program's own. ``model`` is used only in error
    messages.
    """

    provider: ClassVar[Provider]
    official_host: ClassVar[str] = ""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        model: str = "",
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.endpoint = Endpoint(self.provider, url, model, key)
        self.is_official = host_of(url) == self.official_host
        self._connect_timeout_s = connect_timeout_s
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._made: Any = None

    async def client(self) -> Any:
        """Return the client, importing it in a thread because the import takes seconds."""
        if self._made is None:
            self.endpoint.checked_url()
            if self.endpoint.key is None and self.is_official:
                raise self.endpoint.unauthorised("none is stored")
            self._made = await self._make_client()
        return self._made

    @asynccontextmanager
    async def answered(self, what: str, within_s: float = 30.0) -> AsyncIterator[None]:
        """Convert errors of a request in the ``with`` block, which must end in time."""
        try:
            async with asyncio.timeout(within_s):
                yield
        except TimeoutError as error:
            raise self.endpoint.silent(f"no {what} within {within_s:g} s") from error
        except self.client_errors() as error:
            raise self.translated(error) from error

    async def aclose(self) -> None:
        await self._transport.aclose()

    @abstractmethod
    def client_errors(self) -> tuple[type[Exception], ...]:
        """Return the exception types that the client raises, even those for invalid replies."""

    @abstractmethod
    def translated(self, error: Exception, *, began: bool = False) -> Exception:
        """Return the program's error; ``began`` is True if part of the reply has arrived."""

    @abstractmethod
    async def _make_client(self) -> Any: ...


# --- Closing streams
#
# Stopping a run twice cancels the closing started by the first stop; httpx would then leave the
# connection open, and the server would continue to generate the reply.


@asynccontextmanager
async def shielded_close(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Await ``close`` on exit, protected from cancellation."""
    try:
        yield
    finally:
        closing = asyncio.ensure_future(close())
        await wait_out(closing)
        closing.result()


async def wait_out(task: "asyncio.Future[Any]") -> None:
    """Wait until a task has ended, even if the caller is cancelled; then raise `CancelledError`."""
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

    The result contains at most one system message, at the beginning. Later system messages become
    user messages, and adjacent system or user messages are joined with a blank line.

    Adding turns to the conversation never changes the beginning of the result, so servers can reuse
    their prompt cache.
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
    """Return a random id for a tool call that arrived without one."""
    return f"call_{uuid.uuid4().hex[:16]}"


def call_as_text(call: ToolCall) -> str:
    """Return a call as the text in which models without tool support write it."""
    value = {"name": call.name, "arguments": dict(call.arguments)}
    return f"<tool_call>\n{json.dumps(value, ensure_ascii=False)}\n</tool_call>"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Parse a tool call from its name and the JSON text of its arguments.

    Malformed JSON is repaired unless the reply was ``cut`` by the token limit, because an
    incomplete argument must not be mistaken for a complete one. If the arguments are unreadable,
    the call's ``error`` describes the problem.
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
    """Repair a malformed JSON object; if that fails, return {} and an error that quotes ``why``."""
    import json_repair

    if "{" in text:
        value = json_repair.loads(text)
        if isinstance(value, dict) and value:
            return value, ""
    return {}, f"The arguments are not valid JSON: {why}."
