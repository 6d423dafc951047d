"""The wire of OpenAI's chat completions, as OpenAI and as others speak it.

https://platform.openai.com/docs/api-reference/chat/streaming and what llama.cpp, vLLM, LM Studio,
OpenRouter and Ollama's own /v1 make of it.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionChunk

_OPTIONAL = {
    "stream_options": ("stream_options", "stream options"),
    "response_format": ("response_format", "response format", "json_schema", "json schema"),
    "chat_template_kwargs": ("chat_template_kwargs", "thinking", "reasoning"),
    "reasoning_effort": ("reasoning",),
    "temperature": ("temperature",),
    "seed": ("seed",),
}
"""What a server may refuse and still be asked without, and the words by which it is refused."""


def parameters(model: str, request: ChatRequest, *, official: bool) -> dict[str, Any]:
    """Gives the body of a request.

    ``official`` is OpenAI's own API, whose newer models take ``max_completion_tokens`` and
    ``reasoning_effort`` where others take ``max_tokens`` and ``chat_template_kwargs``.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(turn) for turn in legal_turns(request.messages)],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": request.temperature,
        "seed": request.seed,
        "max_completion_tokens" if official else "max_tokens": request.max_tokens,
    }
    if request.tools:
        body["tools"] = [_tool(spec) for spec in request.tools]
    if request.schema is not None:
        schema = {"name": "reply", "schema": dict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.think is not None:
        body |= _thinking(think=request.think, official=official)
    return {name: value for name, value in body.items() if value is not None}


def _thinking(*, think: bool, official: bool) -> dict[str, Any]:
    if not official:  # llama.cpp and vLLM hand this to the model's chat template
        return {"chat_template_kwargs": {"enable_thinking": think}}
    return {} if think else {"reasoning_effort": "none"}


def without_refused(body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """Gives the body without what the server's refusal names; None when it names nothing of it."""
    if "max_completion_tokens" in said and "max_tokens" in body:  # "use 'max_completion_tokens'"
        return _renamed(body, "max_tokens", "max_completion_tokens")
    if "max_completion_tokens" in said and "max_completion_tokens" in body:
        return _renamed(body, "max_completion_tokens", "max_tokens")
    for name, words in _OPTIONAL.items():
        if name in body and any(word in said for word in words):
            if name == "response_format":
                return _schema_otherwise(body)
            return {key: value for key, value in body.items() if key != name}
    return None


def _schema_otherwise(body: Mapping[str, Any]) -> dict[str, Any]:
    """Asks for JSON in words too, and by the older form of the parameter; then in words alone."""
    form = body["response_format"]
    if form["type"] == "json_object":
        return {key: value for key, value in body.items() if key != "response_format"}
    schema = form["json_schema"]["schema"]
    order = (
        "Reply with one JSON value of this JSON Schema and nothing else: "
        f"{json.dumps(schema, ensure_ascii=False)}"
    )
    *earlier, last = body["messages"]
    if last["role"] == "user" and isinstance(last["content"], str):
        messages = [*earlier, {**last, "content": f"{last['content']}\n\n{order}"}]
    elif last["role"] == "user":
        parts = [*last["content"], {"type": "text", "text": order}]
        messages = [*earlier, {**last, "content": parts}]
    else:
        messages = [*earlier, last, {"role": "user", "content": order}]
    # ``schema`` here is llama.cpp's and Together's; others look at the type alone
    older = {"type": "json_object", "schema": schema}
    return {**body, "messages": messages, "response_format": older}


def _renamed(body: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in body.items()}


def _message(message: Message) -> dict[str, Any]:
    encoded: dict[str, Any] = {"role": message.role, "content": _content(message)}
    if message.role == "tool":
        encoded["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        encoded["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(dict(call.arguments), ensure_ascii=False),
                },
            }
            for call in message.tool_calls
        ]
    return encoded


def _content(message: Message) -> str | list[dict[str, Any]]:
    """Text alone stays a string, because not every server takes parts."""
    if not message.images:
        return message.content
    parts = [
        {
            "type": "image_url",
            "image_url": {"url": f"data:{image.media_type};base64,{_base64(image)}"},
        }
        for image in message.images
    ]
    return [*parts, {"type": "text", "text": message.content}]


def _base64(image: Attachment) -> str:
    return b64encode(image.data).decode("ascii")


def _tool(spec: ToolSpec) -> dict[str, Any]:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": dict(spec.parameters),
    }
    return {"type": "function", "function": function}


@dataclass(slots=True)
class _CallParts:
    name: str = ""
    call_id: str = ""
    arguments: str = ""


class ReplyReader:
    """Reads the chunks of one reply; calls come whole, at the end."""

    def __init__(self) -> None:
        self.finish_reason = ""
        self._calls: list[_CallParts] = []
        self._by_index: dict[int, _CallParts] = {}
        self._prompt_tokens = 0
        self._completion_tokens = 0

    def read(self, chunk: "ChatCompletionChunk") -> Iterator[Piece]:
        """Yields the text and the thinking of a chunk."""
        if chunk.usage is not None:
            self._prompt_tokens = chunk.usage.prompt_tokens or 0
            self._completion_tokens = chunk.usage.completion_tokens or 0
        for choice in (chunk.choices or ())[:1]:
            self.finish_reason = choice.finish_reason or self.finish_reason
            delta: Any = choice.delta  # the client does not validate: it may be None
            if delta is not None:
                yield from self._read_delta(delta)

    def _read_delta(self, delta: Any) -> Iterator[Piece]:
        extra = delta.model_extra or {}
        thinking = extra.get("reasoning_content") or extra.get("reasoning")
        if isinstance(thinking, str) and thinking:
            yield ThinkingPiece(thinking)
        if delta.content:
            yield TextPiece(delta.content)
        for part in delta.tool_calls or ():
            self._collect(part)

    def _collect(self, part: Any) -> None:
        index = part.index if isinstance(part.index, int) else 0
        name = (part.function and part.function.name) or ""
        known = self._by_index.get(index)
        # some servers give every call the index 0; a new id with a name is a new call
        if known is None or (name and part.id and known.call_id not in ("", part.id)):
            known = self._by_index[index] = _CallParts()
            self._calls.append(known)
        known.name = known.name or name
        known.call_id = known.call_id or part.id or ""
        known.arguments += (part.function and part.function.arguments) or ""

    def end(self) -> Iterator[Piece]:
        """Yields the calls and the `EndPiece`."""
        cut = self.finish_reason == "length"
        for parts in self._calls:
            yield CallPiece(read_call(parts.name, parts.arguments, call_id=parts.call_id, cut=cut))
        reason: StopReason = "length" if cut else ("tool_calls" if self._calls else "stop")
        yield EndPiece(reason, self._prompt_tokens, self._completion_tokens)
