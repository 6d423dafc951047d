"""Anthropic's Claude, and servers with a compatible Messages API."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack, cast

from desktop_agent.core.messages import Attachment, Message, ToolSpec
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    Piece,
    StopReason,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.providers.endpoint import Connection
from desktop_agent.llm.providers.hosted import HostedModel, HostedServer
from desktop_agent.llm.providers.wire import legal_messages, read_call

if TYPE_CHECKING:
    import anthropic

# --- The Messages API, as used by Anthropic and compatible servers
#
# https://docs.anthropic.com/en/api/messages and /messages-streaming.

REPLY_TOOL = "reply"
"""The name of the tool whose arguments are the structured reply."""

_LEAST_THINKING = 1024  # tokens; the API accepts no smaller budget
_CACHED = {"type": "ephemeral"}
_CUT = ("max_tokens", "model_context_window_exceeded")


def parameters(model: str, request: ChatRequest, *, default_max_tokens: int) -> dict[str, Any]:
    """Return the body of a request; ``default_max_tokens`` applies if the request sets no limit."""
    turns = legal_messages(request.messages)
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
    # the API requires a definition of every tool mentioned in the messages, called or not
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
    """Encode the turns; tool results and the user text after them become one user message."""
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
    """A parser for the events of one reply.

    Tool calls are emitted only once they are complete, at the end of the reply. If the reply is
    ``structured``, the arguments of `REPLY_TOOL` are emitted as text while they arrive.
    """

    def __init__(self, *, structured: bool) -> None:
        self.ended = False
        self._structured = structured
        self._blocks: dict[int, _Block] = {}
        self._stop = ""
        self._usage: dict[str, int] = {}

    def read(self, event: Any) -> Iterator[Piece]:
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


# --- The server, with the official `anthropic` client, and the model

_USUAL_CONTEXT = 200_000
_STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "api_error": 500,
    "overloaded_error": 529,
}


class AnthropicServer(HostedServer):
    """Anthropic's API, or a compatible one."""

    provider = "anthropic"
    official_host = "api.anthropic.com"
    event_field = "type"
    no_event = "an event without a type"
    unknown_parameters = frozenset({"temperature"})

    def client_errors(self) -> tuple[type[Exception], ...]:
        import anthropic
        import httpx2

        return (anthropic.AnthropicError, httpx2.HTTPError, ValueError)

    def translated(self, error: Exception, *, began: bool = False) -> Exception:
        import httpx2

        if isinstance(error, httpx2.HTTPError):  # while the body is read
            return self.endpoint.transport_error(error)
        return super().translated(error, began=began)

    async def _make_client(self) -> "anthropic.AsyncAnthropic":
        await asyncio.to_thread(__import__, "anthropic.resources.messages")
        await asyncio.to_thread(__import__, "desktop_agent.llm.providers.httpx2_bridge")
        import anthropic
        import httpx2

        from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge

        key = self.endpoint.key
        return anthropic.AsyncAnthropic(
            # given explicitly, so that no key, profile or token file of this machine is used
            api_key=key or "none",
            base_url=self.endpoint.url,
            max_retries=0,
            default_headers=cast("Any", {} if key else {"Authorization": anthropic.Omit()}),
            http_client=httpx2.AsyncClient(
                transport=Httpx2Bridge(self._transport),
                timeout=httpx2.Timeout(None, connect=self._connect_timeout_s),
            ),
        )

    async def _request_models(self, client: "anthropic.AsyncAnthropic") -> Any:
        return await client.models.list(limit=1000)

    async def _request_reply(
        self, client: "anthropic.AsyncAnthropic", known: dict[str, Any], extra: dict[str, Any]
    ) -> Any:
        return await client.messages.create(**known, extra_body=extra)

    def _context_of(self, model: Any) -> int:
        return getattr(model, "max_input_tokens", None) or 0

    def _said(self, error: "anthropic.APIError") -> str:
        body = error.body
        detail = body.get("error", body) if isinstance(body, dict) else body
        if isinstance(detail, dict):
            return f"{detail.get('message', detail)} ({detail.get('type', 'error')})"
        return str(detail or error.message)

    def _status(self, error: Any) -> int | None:
        return _STATUS_OF_TYPE.get(getattr(error, "type", None) or "")

    def _is_content(self, event: Any) -> bool:
        return bool(event.type == "content_block_delta")


class AnthropicModel(HostedModel):
    """A Claude model. ``max_tokens`` limits the replies to requests that set no limit.

    The ``schema`` of a request must have the type ``object``.
    """

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        max_tokens: int = 8192,
        **connection: Unpack[Connection],
    ) -> None:
        server = AnthropicServer(url, key, model=name, **connection)
        super().__init__(name, server, _USUAL_CONTEXT)
        self._max_tokens = max_tokens

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        return parameters(self.name, request, default_max_tokens=self._max_tokens)

    def _without_refused(self, body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
        """Return the body without the refused parameters, or None if it contains none of them.

        Models differ in the kind of thinking they accept: adaptive, with a budget, or none. They
        also refuse thinking from earlier turns if another model signed it.
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

    async def _attempt(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        reader = ReplyReader(structured=request.schema is not None)
        async with aclosing(self._server.events(body)) as events:
            async for event in events:
                for piece in reader.read(event):
                    yield piece
        if not reader.ended:
            raise self._server.endpoint.interrupted("it ended without a message_stop event")
