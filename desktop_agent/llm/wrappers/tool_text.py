"""Tools for models that have none, and for those that write a call into their text."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from desktop_agent.core.errors import CapabilityMissing
from desktop_agent.llm.base import ChatModel, ChatRequest, EndPiece, Piece, TextPiece
from desktop_agent.llm.wrappers.call_scanner import CallScanner
from desktop_agent.llm.wrappers.tool_prompt import told_in_text
from desktop_agent.llm.wrappers.wrapper import Wrapper


class TextTools(Wrapper):
    """A model whose tool calls always come as `CallPiece`.

    When the wrapped model says that it has no tools, now and later the tools are told in the
    prompt and calls are read from the text; such a call may name a tool that is not bound. A model
    that has tools may still write a call as text: that is read too, when the name is known.
    Replies to a schema are left alone.
    """

    def __init__(self, inner: ChatModel) -> None:
        super().__init__(inner)
        self._has_tools = True

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; see `ChatModel`."""
        if self._has_tools:
            try:
                async with aclosing(self._read(request, request)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except CapabilityMissing as error:
                if error.capability != "tools":
                    raise
                self._has_tools = False
        tools = () if request.schema is not None else request.tools
        told = replace(request, messages=told_in_text(request.messages, tools), tools=())
        async with aclosing(self._read(told, request)) as pieces:
            async for piece in pieces:
                yield piece

    async def _read(self, sent: ChatRequest, wanted: ChatRequest) -> AsyncGenerator[Piece, None]:
        scanner = None
        if wanted.tools and wanted.schema is None:
            names = {spec.name for spec in wanted.tools}
            scanner = CallScanner(names, any_name=not self._has_tools)
        async with aclosing(self._inner.stream(sent)) as pieces:
            async for piece in pieces:
                if scanner is None:
                    yield piece
                elif isinstance(piece, TextPiece):
                    for part in scanner.feed(piece.text):
                        yield part
                elif isinstance(piece, EndPiece):
                    cut = piece.stop_reason == "length"
                    for part in scanner.end(cut=cut):
                        yield part
                    called = scanner.found and not cut
                    yield replace(piece, stop_reason="tool_calls") if called else piece
                else:
                    yield piece
