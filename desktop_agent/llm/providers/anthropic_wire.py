"""The wire of Anthropic's Messages API, as Anthropic and as compatible servers speak it.

https://docs.anthropic.com/en/api/messages and /messages-streaming.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    Piece,
    StopReason,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.providers.arguments import read_call
from desktop_agent.llm.providers.turns import legal_turns

REPLY_TOOL = "reply"
"""The tool by whose arguments a structured reply is given."""

_LEAST_THINKING = 1024  # tokens; the API takes no smaller budget
_CACHED = {"type": "ephemeral"}
_CUT = ("max_tokens", "model_context_window_exceeded")


def parameters(model: str, request: ChatRequest, *, default_max_tokens: int) -> dict[str, Any]:
    """Gives the body of a request.

    ``default_max_tokens`` counts where the request has no limit, because the API must have one.
    """
    turns = legal_turns(request.messages)
    system = [turn.content for turn in turns if turn.role == "system"]
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": request.max_tokens or default_max_tokens,
        "messages": _messages(turn for turn in turns if turn.role != "system"),
        "stream": True,
    }
    if system and system[0]:
        body["system"] = [{"type": "text", "text": system[0], "cache_control": _CACHED}]
    body |= _tools(request)
    if request.temperature is not None:
        body["temperature"] = request.temperature
    # a forced tool and thinking exclude each other
    if request.think is not None and request.schema is None:
        body["thinking"] = {"type": "adaptive" if request.think else "disabled"}
    return body


def without_refused(body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """Gives the body without what a refusal (HTTP 400) names, or None when that is nothing of it.

    Models differ in the thinking they take: adaptive, or by a budget, or none; thinking of
    earlier turns is refused when its signature is not the model's own.
    """
    fewer = dict(body)
    if "temperature" in said and "temperature" in body:
        del fewer["temperature"]
        return fewer
    if "tool_choice" in said and body.get("tool_choice", {}).get("type") == "tool":
        return {**fewer, "tool_choice": {"type": "any"}}
    if "thinking" not in said and "signature" not in said:
        return None
    if body.get("thinking", {}).get("type") == "adaptive" and "adaptive" in said:
        budget = max(_LEAST_THINKING, body["max_tokens"] // 2)
        fewer["thinking"] = {"type": "enabled", "budget_tokens": budget}
        fewer["max_tokens"] = max(body["max_tokens"], budget + _LEAST_THINKING)
        return fewer
    stripped = [_unthought(message) for message in body["messages"]]
    if "thinking" not in body and stripped == body["messages"]:
        return None
    fewer.pop("thinking", None)
    return {**fewer, "messages": stripped}


def _unthought(message: dict[str, Any]) -> dict[str, Any]:
    blocks = [block for block in message["content"] if block["type"] != "thinking"]
    return {**message, "content": blocks}


def _tools(request: ChatRequest) -> dict[str, Any]:
    tools = [_tool(spec) for spec in request.tools]
    if request.schema is not None:
        tools.append(
            {
                "name": REPLY_TOOL,
                "description": "Give the whole reply through this tool.",
                "input_schema": dict(request.schema),
            }
        )
        return {"tools": tools, "tool_choice": {"type": "tool", "name": REPLY_TOOL}}
    if tools:
        return {"tools": tools}
    # the API wants every tool that the messages tell of to be defined, called or not
    named = dict.fromkeys(call.name for m in request.messages for call in m.tool_calls)
    if not named:
        return {}
    bare = [{"name": name, "input_schema": {"type": "object"}} for name in named]
    return {"tools": bare, "tool_choice": {"type": "none"}}


def _tool(spec: ToolSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "description": spec.description,
        "input_schema": {"type": "object", **spec.parameters},
    }


def _messages(turns: Iterable[Message]) -> list[dict[str, Any]]:
    """Encodes the turns; results and what the user says after them become one user message."""
    encoded: list[dict[str, Any]] = []
    for turn in turns:
        role = "assistant" if turn.role == "assistant" else "user"
        blocks = _blocks(turn)
        if not blocks:
            continue
        if encoded and encoded[-1]["role"] == role:
            encoded[-1]["content"] += blocks
        else:
            encoded.append({"role": role, "content": blocks})
    if encoded and encoded[-1]["role"] == "user":
        encoded[-1]["content"][-1]["cache_control"] = _CACHED
    return encoded


def _blocks(turn: Message) -> list[dict[str, Any]]:
    if turn.role == "tool":
        result = {"type": "tool_result", "tool_use_id": turn.tool_call_id}
        return [{**result, "content": turn.content}] if turn.content else [result]
    blocks: list[dict[str, Any]] = []
    if turn.thinking_signature:
        signed = {"thinking": turn.thinking, "signature": turn.thinking_signature}
        blocks.append({"type": "thinking", **signed})
    blocks += [_image(image) for image in turn.images]
    if turn.content.strip():  # the API refuses blank text
        blocks.append({"type": "text", "text": turn.content})
    for call in turn.tool_calls:
        used = {"id": call.id, "name": call.name, "input": dict(call.arguments)}
        blocks.append({"type": "tool_use", **used})
    return blocks


def _image(image: Attachment) -> dict[str, Any]:
    data = b64encode(image.data).decode("ascii")
    source = {"type": "base64", "media_type": image.media_type, "data": data}
    return {"type": "image", "source": source}


@dataclass(slots=True)
class _Block:
    kind: str
    name: str = ""
    call_id: str = ""
    json: str = ""


class ReplyReader:
    """Reads the events of one reply.

    Calls come whole, when the reply is; the arguments of `REPLY_TOOL`, where a ``structured``
    reply was asked for, come as text while they arrive.
    """

    def __init__(self, *, structured: bool) -> None:
        self.ended = False
        self._structured = structured
        self._blocks: dict[int, _Block] = {}
        self._stop = ""
        self._usage: dict[str, int] = {}

    def read(self, event: Any) -> Iterator[Piece]:
        """Yields the pieces of one event; unknown kinds of events are passed over."""
        match event.type:
            case "message_start":
                self._count(event.message.usage)
            case "content_block_start":
                yield from self._start(event.index, event.content_block)
            case "content_block_delta":
                yield from self._delta(event.index, event.delta)
            case "message_delta":
                self._stop = event.delta.stop_reason or self._stop
                self._count(event.usage)
            case "message_stop":
                self.ended = True
                yield from self._end()

    def _start(self, index: int, block: Any) -> Iterator[Piece]:
        kind = block.type
        known = self._blocks[index] = _Block(kind)
        if kind == "tool_use":
            known.name, known.call_id = block.name, block.id
        elif kind == "text" and block.text:
            yield TextPiece(block.text)
        elif kind == "thinking" and block.thinking:
            yield ThinkingPiece(block.thinking)

    def _delta(self, index: int, delta: Any) -> Iterator[Piece]:
        match delta.type:
            case "text_delta":
                yield TextPiece(delta.text)
            case "thinking_delta":
                yield ThinkingPiece(delta.thinking)
            case "signature_delta" if delta.signature:
                yield ThinkingPiece("", delta.signature)
            case "input_json_delta":
                block = self._blocks[index]
                if self._is_reply(block):
                    yield TextPiece(delta.partial_json)
                block.json += delta.partial_json

    def _is_reply(self, block: _Block) -> bool:
        return self._structured and block.name == REPLY_TOOL

    def _count(self, usage: Any) -> None:
        told = usage.model_dump() if usage is not None else {}
        self._usage |= {name: n for name, n in told.items() if isinstance(n, int)}

    def _end(self) -> Iterator[Piece]:
        cut = self._stop in _CUT
        calls: Sequence[_Block] = [
            block
            for _, block in sorted(self._blocks.items())
            if block.kind == "tool_use" and not self._is_reply(block)
        ]
        for block in calls:
            yield CallPiece(read_call(block.name, block.json, call_id=block.call_id, cut=cut))
        reason: StopReason = "length" if cut else ("tool_calls" if calls else "stop")
        yield EndPiece(reason, self._prompt_tokens(), self._usage.get("output_tokens", 0))

    def _prompt_tokens(self) -> int:
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return sum(self._usage.get(name, 0) for name in names)
