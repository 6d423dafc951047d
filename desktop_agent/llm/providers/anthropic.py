"""Anthropic's Claude models, and servers with a compatible Messages API."""

import asyncio
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Unpack, cast

from desktop_agent.core.messages import Attachment, Message, ToolSpec
from desktop_agent.llm.base import (
    ChatRequest,
    Piece,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.providers.endpoint import Connection
from desktop_agent.llm.providers.hosted import CallParts, HostedModel, HostedServer, ReplyReader
from desktop_agent.llm.providers.wire import legal_messages

if TYPE_CHECKING:
    import anthropic

# --- The Messages API, as used by Anthropic and compatible servers
#
# https://docs.anthropic.com/en/api/messages and /messages-streaming.

REPLY_TOOL = "reply"
"""The name of the tool whose arguments are the structured reply."""

_LEAST_THINKING = 1024  # tokens; the API accepts no smaller budget
_CACHED = {"type": "ephemeral"}
_CHOICES = {"none": "none", "required": "any"}
_CUT = ("max_tokens", "model_context_window_exceeded")


def parameters(
    model: str, request: ChatRequest, *, default_max_tokens: int, top_p: float | None = None
) -> dict[str, Any]:
    """Return a request's JSON body; ``default_max_tokens`` applies if the request sets no limit."""
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
    if top_p is not None:
        body["top_p"] = top_p
    # a forced tool and thinking exclude each other
    forced = body.get("tool_choice", {}).get("type") in ("tool", "any")
    if request.think is not None and not forced:
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
    if tools and request.tool_choice in _CHOICES:
        return {"tools": tools, "tool_choice": {"type": _CHOICES[request.tool_choice]}}
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
    """Encode turns; tool results are user turns, and consecutive turns of one role are merged."""
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


class _Reader(ReplyReader):
    """Parses a reply; a ``structured`` reply's text is taken from the arguments of `REPLY_TOOL`."""

    no_end = "it ended without a message_stop event"

    def __init__(self, *, structured: bool) -> None:
        super().__init__()
        self._structured = structured
        self._by_index: dict[int, CallParts] = {}
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
                if event.delta.stop_reason:
                    self.cut = event.delta.stop_reason in _CUT
                self._count(event.usage)
            case "message_stop":
                self.ended = True
                calls = (call for _, call in sorted(self._by_index.items()))
                self._calls = [call for call in calls if not self._is_reply(call)]

    def _start(self, index: int, block: Any) -> Iterator[Piece]:
        if block.type == "tool_use":
            self._by_index[index] = CallParts(block.name, block.id)
        elif block.type == "text" and block.text:
            yield TextPiece(block.text)
        elif block.type == "thinking" and block.thinking:
            yield ThinkingPiece(block.thinking)

    def _delta(self, index: int, delta: Any) -> Iterator[Piece]:
        match delta.type:
            case "text_delta":
                yield TextPiece(delta.text)
            case "thinking_delta":
                yield ThinkingPiece(delta.thinking)
            case "signature_delta" if delta.signature:
                yield ThinkingPiece("", delta.signature)
            case "input_json_delta" if index in self._by_index:
                call = self._by_index[index]
                if self._is_reply(call):
                    yield TextPiece(delta.partial_json)
                call.arguments += delta.partial_json

    def _is_reply(self, call: CallParts) -> bool:
        return self._structured and call.name == REPLY_TOOL

    def _count(self, usage: Any) -> None:
        told = usage.model_dump() if usage is not None else {}
        self._usage |= {name: n for name, n in told.items() if isinstance(n, int)}
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        self.prompt_tokens = sum(self._usage.get(name, 0) for name in names)
        self.completion_tokens = self._usage.get("output_tokens", 0)
        self.cached_tokens = self._usage.get("cache_read_input_tokens", 0)


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
    """A server with Anthropic's Messages API or a compatible one."""

    provider = "anthropic"
    official_host = "api.anthropic.com"
    event_field = "type"
    no_event = "an event without a type"
    unknown_parameters = frozenset({"temperature", "top_p"})

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
    """A Claude model; ``max_tokens`` is the limit for replies to requests that set none.

    The ``schema`` of a request must have the type ``object``.
    """

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        max_tokens: int = 8192,
        top_p: float | None = None,
        **connection: Unpack[Connection],
    ) -> None:
        server = AnthropicServer(url, key, model=name, **connection)
        super().__init__(name, server, _USUAL_CONTEXT)
        self._max_tokens = max_tokens
        self._top_p = top_p

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        limit = self._max_tokens
        return parameters(self.name, request, default_max_tokens=limit, top_p=self._top_p)

    def _without_refused(self, body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
        """Remove or replace the refused parameters; return None if the body contains none of them.

        Models differ in the kind of thinking they accept: adaptive, with a budget, or none. They
        also refuse thinking from earlier turns that was signed by another model.
        """
        fewer = dict(body)
        for name in ("top_p", "temperature"):  # newer models accept only one of them
            if name in said and name in body:
                del fewer[name]
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

    def _reader(self, request: ChatRequest) -> ReplyReader:
        return _Reader(structured=request.schema is not None)
