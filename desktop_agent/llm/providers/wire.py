"""Code shared by providers for open streams, messages, thinking tags and tool calls."""

import json
import re
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec
from desktop_agent.llm.base import Piece, TextPiece, ThinkingPiece
from desktop_agent.system.tasks import finish


@asynccontextmanager
async def shielded_close(close: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Await ``close`` on exit, protected from cancellation.

    Otherwise, stopping a run twice would cancel the close begun by the first stop. httpx would then
    leave the connection open, and the server would continue to generate the reply.
    """
    try:
        yield
    finally:
        await finish(close())


def legal_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Rearrange a conversation into a form that every provider accepts.

    Many chat templates require a single system message at the beginning, and alternating user and
    assistant messages. Later system messages become user messages, and adjacent system or user
    messages are joined with a blank line. Extending the conversation never changes the beginning of
    the result, so servers can reuse their prompt cache.
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


# --- Thinking

_NAMES = ("think", "thinking", "reasoning")
_TAG = re.compile(rf"(?<!`)<(/?)({'|'.join(_NAMES)})>", re.IGNORECASE)
_PARTIAL_TAG = re.compile(r"`?(?:</?[a-z]{0,9})?\Z", re.IGNORECASE)


class TagSplitter:
    """An incremental parser that separates thinking from text, wherever chunks begin and end.

    Tags in backquotes are ordinary text. A closing tag without an opening one is dropped, because
    some chat templates put the opening tag into the prompt. Whitespace between the thinking and the
    text is dropped.
    """

    def __init__(self) -> None:
        self._held = ""
        self._inside = ""
        self._seen = self._text_began = False

    def split(self, piece: Piece) -> Iterator[Piece]:
        """Yield a piece of the reply; text is split, and any other piece ends the text before it."""
        if isinstance(piece, TextPiece):
            yield from self.feed(piece.text)
        else:
            yield from self.feed("", final=True)
            yield piece

    def feed(self, text: str, *, final: bool = False) -> Iterator[TextPiece | ThinkingPiece]:
        """Yield the pieces that are already certain; text after an unclosed tag is thinking."""
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


# --- Tool calls


def new_call_id() -> str:
    """Return a random ID for a tool call that arrived without an ID."""
    return f"call_{uuid.uuid4().hex[:16]}"


def call_as_text(call: ToolCall) -> str:
    """Format a call in the way that models without tool support write it."""
    value = {"name": call.name, "arguments": dict(call.arguments)}
    return f"<tool_call>\n{json.dumps(value, ensure_ascii=False)}\n</tool_call>"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Parse a tool call from its name and the JSON text of its arguments.

    Malformed JSON is repaired unless the reply was ``cut`` by the token limit, because a truncated
    argument must not pass for a complete one. If the arguments are unreadable, the call's ``error``
    describes the problem.
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
        import json_repair

        value = json_repair.loads(text) if "{" in text else None
        if not isinstance(value, dict) or not value:
            return {}, f"The arguments are not valid JSON: {error}."
    if isinstance(value, str):  # some servers encode the arguments twice
        return _read_object(value, cut=cut)
    if not isinstance(value, dict):
        return {}, f"The arguments must be a JSON object, not {type(value).__name__}."
    return value, ""


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
