"""The messages of a server on their way in: noticed when they end, cut off when they are junk."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

MOST_JUNK = 200
"""Lines that are no messages, after which a program is taken for broken."""


UNREADABLE = "x-unreadable"
"""Marks in a schema that the server's own was none; see `listing`."""


def _with_readable_tools(item: Any) -> None:
    """Replace what breaks the protocol in a list of tools, so that it costs that one tool alone.

    The SDK refuses the whole list otherwise. A tool without a name is taken out.
    """
    from mcp_types import Tool
    from pydantic import ValidationError

    result = getattr(getattr(item, "message", None), "result", None)
    if not (isinstance(result, dict) and isinstance(result.get("tools"), list)):
        return
    readable = []
    for tool in result["tools"]:
        try:
            Tool.model_validate(tool, by_name=False)
            broken = tool["inputSchema"].get("type") != "object"
        except ValidationError:
            broken = True
        if not broken:
            readable.append(tool)
        elif isinstance(tool, dict) and isinstance(tool.get("name"), str):
            readable.append(
                {"name": tool["name"], "inputSchema": {"type": "object", UNREADABLE: True}}
            )
    result["tools"] = readable


class WatchedStream:
    """Hands on what ``inner`` brings; ``ended`` is told once, with what was wrong or with ""."""

    def __init__(self, inner: Any, ended: Callable[[str], None]) -> None:
        self._inner = inner
        self._ended = ended
        self._junk = 0

    @property
    def last_context(self) -> Any:
        """The context of who sent the last message, where the transport knows it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> "SessionMessage | Exception":
        """Gives the next message; raises what the transport raises at the end."""
        item: SessionMessage | Exception = await self._inner.receive()
        return item

    async def aclose(self) -> None:
        """Closes the stream."""
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "SessionMessage | Exception":
        try:
            item: SessionMessage | Exception = await self._inner.__anext__()
        except StopAsyncIteration:
            self._ended("")
            raise
        if isinstance(item, Exception):
            self._junk += 1
            if self._junk > MOST_JUNK:
                self._ended("it writes to its standard output what are no messages")
                raise StopAsyncIteration
        else:
            _with_readable_tools(item)
        return item

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        done: bool | None = await self._inner.__aexit__(kind, error, trace)
        return done


class WatchedTransport(AbstractAsyncContextManager[tuple[Any, Any]]):
    """A transport of the SDK whose incoming stream is watched; ``started`` is told once it is up."""

    def __init__(
        self,
        inner: AbstractAsyncContextManager[tuple[Any, Any]],
        ended: Callable[[str], None],
        started: Callable[[], None],
    ) -> None:
        self._inner = inner
        self._ended = ended
        self._started = started

    async def __aenter__(self) -> tuple[Any, Any]:
        try:
            reading, writing = await self._inner.__aenter__()
        finally:
            self._started()
        return WatchedStream(reading, self._ended), writing

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)
