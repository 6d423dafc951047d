"""Model wrappers for timeouts, retries, thinking tags, and tool calls written as text."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace

from desktop_agent.core.errors import CapabilityMissing, ModelError, ModelTimeout
from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.llm.base import (
    ChatModel,
    ChatRequest,
    ModelWrapper,
    Piece,
    TextPiece,
    ThinkingPiece,
    WaitPiece,
)
from desktop_agent.llm.providers.endpoint import RetryPolicy
from desktop_agent.llm.providers.wire import call_as_text

# --- Timeouts and retries


class Patience(ModelWrapper):
    """A wrapper that adds timeouts, and retries requests that fail before the reply begins."""

    def __init__(self, inner: ChatModel, limits: RetryPolicy) -> None:
        super().__init__(inner)
        self._limits = limits

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply, preceded by a `WaitPiece` for each retry.

        Raise `ModelTimeout` on timeout.
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
                wait_s = self._limits.wait_s(error, attempt)
                if began or wait_s is None:
                    raise
                reason = error.message
            yield WaitPiece(f"Trying again in {max(1, round(wait_s))} s: {reason}")
            await asyncio.sleep(wait_s)

    async def _timed(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        limits, clock = self._limits, asyncio.get_running_loop().time
        limit, what = limits.first_token_s, "did not begin to answer"
        deadline = clock() + limit
        async with aclosing(self._inner.stream(request)) as pieces:
            while True:
                try:
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except TimeoutError as error:
                    raise ModelTimeout(
                        f"The model {self.name!r} from {self.provider} {what} and sent nothing for"
                        f" {limit:g} s.",
                        "Try again, choose a smaller model, or raise llm.first_token_timeout_s"
                        " or llm.between_tokens_timeout_s.",
                    ) from error
                yield piece
                if not isinstance(piece, WaitPiece):
                    limit, what = limits.between_tokens_s, "stopped in the middle of a reply"
                    deadline = clock() + limit


# --- Thinking

_NAMES = ("think", "thinking", "reasoning")
_TAG = re.compile(rf"(?<!`)<(/?)({'|'.join(_NAMES)})>", re.IGNORECASE)
_PARTIAL_TAG = re.compile(r"`?(?:</?[a-z]{0,9})?\Z", re.IGNORECASE)


class ThinkingTags(ModelWrapper):
    """A wrapper that yields text in <think>, <thinking> and <reasoning> tags as thinking."""

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        tags = TagSplitter()
        async with aclosing(self._inner.stream(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    for part in tags.feed(piece.text):
                        yield part
                    continue
                if not isinstance(piece, WaitPiece):
                    for part in tags.feed("", final=True):
                        yield part
                yield piece


class TagSplitter:
    """Separates thinking from text incrementally, regardless of chunk boundaries.

    Tags in backquotes are ordinary text. A closing tag without an opening one is dropped, because
    some chat templates put the opening tag into the prompt. Whitespace between the thinking and the
    first text is dropped.
    """

    def __init__(self) -> None:
        self._held = ""
        self._inside = ""
        self._seen = self._text_began = False

    def feed(self, text: str, *, final: bool = False) -> Iterator[TextPiece | ThinkingPiece]:
        """Yield what can be classified so far; text after an unclosed opening tag is thinking."""
        self._held += text
        place = 0
        for found in _TAG.finditer(self._held):
            name = found[2].lower()
            if self._inside and (not found[1] or name != self._inside):
                continue
            yield from self._part(self._held[place : found.start()])
            place, self._seen, self._inside = found.end(), True, "" if found[1] else name
        partial = None if final else _PARTIAL_TAG.search(self._held, place)
        end = partial.start() if partial else len(self._held)
        head, self._held = self._held[place:end], self._held[end:]
        yield from self._part(head)

    def _part(self, text: str) -> Iterator[TextPiece | ThinkingPiece]:
        if self._inside and text:
            yield ThinkingPiece(text)
            return
        if self._seen and not self._text_began:
            text = text.lstrip()
        self._text_began |= bool(text.strip())
        if text:
            yield TextPiece(text)


# --- Tools for models without tool support

_PROTOCOL = """\
You can use tools. To call one, write exactly this and nothing after it, then wait:
<tool_call>
{{"name": "the tool's name", "arguments": {{"an argument": "its value"}}}}
</tool_call>
Several calls may follow each other. The result comes back between <tool_response> tags. Use a \
tool only when you need it; answer in plain text otherwise.

The tools, one a line:
{tools}"""

_OUR_TAGS = re.compile(r"<(/?)(tool_call|tool_response)\b", re.IGNORECASE)


def tools_as_text(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> tuple[Message, ...]:
    """Convert tool calls and results to text, and describe the tools in the system prompt."""
    told = [_told(message) for message in messages]
    if not tools:
        return tuple(told)
    described = (
        {"name": each.name, "description": each.description, "parameters": dict(each.parameters)}
        for each in tools
    )
    lines = "\n".join(json.dumps(each, ensure_ascii=False) for each in described)
    protocol = _PROTOCOL.format(tools=lines)
    if told and told[0].role == "system":
        return replace(told[0], content=f"{told[0].content}\n\n{protocol}"), *told[1:]
    return Message("system", protocol), *told


def _told(message: Message) -> Message:
    if message.role == "tool":
        # untrusted content must not be able to end the result or begin a call
        content = _OUR_TAGS.sub(r"< \1\2", message.content)
        name = message.tool_name or "tool"
        text = f'<tool_response name="{name}">\n{content}\n</tool_response>'
        return Message("user", text)
    if message.tool_calls:
        calls = "\n".join(call_as_text(call) for call in message.tool_calls)
        return replace(message, content=f"{message.content}\n{calls}".strip(), tool_calls=())
    return message


class TextTools(ModelWrapper):
    """A wrapper that describes tools in the prompt if the wrapped model does not support them.

    The first request shows whether it does. If not, the reply contains tool calls as text.
    """

    def __init__(self, inner: ChatModel) -> None:
        super().__init__(inner)
        self._has_tools = True

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        if self._has_tools:
            try:
                async with aclosing(self._inner.stream(request)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except CapabilityMissing as error:
                if error.capability != "tools":
                    raise
                self._has_tools = False
        tools = () if request.schema is not None else request.tools
        told = replace(request, messages=tools_as_text(request.messages, tools), tools=())
        async with aclosing(self._inner.stream(told)) as pieces:
            async for piece in pieces:
                yield piece
