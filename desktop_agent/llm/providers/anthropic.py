"""Anthropic's Claude, and servers with a compatible Messages API."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx

from desktop_agent.core.errors import ModelError
from desktop_agent.core.messages import Attachment, Message, ToolSpec
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    Piece,
    StopReason,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.providers.endpoint import Endpoint, FixedModelServer
from desktop_agent.llm.providers.wire import (
    OptionalParameters,
    legal_messages,
    read_call,
    refused_parameter,
    shielded_close,
)

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import RawMessageStreamEvent

# --- The Messages API, as used by Anthropic and compatible servers
#
# https://docs.anthropic.com/en/api/messages and /messages-streaming.

REPLY_TOOL = "reply"
"""The name of the tool whose arguments are the structured reply."""

_LEAST_THINKING = 1024  # tokens; the API takes no smaller budget
_CACHED = {"type": "ephemeral"}
_CUT = ("max_tokens", "model_context_window_exceeded")


def parameters(model: str, request: ChatRequest, *, default_max_tokens: int) -> dict[str, Any]:
    """Return the body of a request.

    The API requires a token limit, so ``default_max_tokens`` is used if the request has none.
    """
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


def without_refused(body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """Return the body without the parameters that an HTTP 400 response complains about.

    Returns None if the body contains none of them. Models differ in the kind of thinking they
    accept: adaptive, with a budget, or none. They also refuse thinking from earlier turns if
    another model signed it.
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
    """Encode the turns.

    Tool results and the user text that follows them become one user message.
    """
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
        """Yield the pieces of one event. Unknown events are ignored."""
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


# --- The official `anthropic` client, created lazily, with its errors translated

_OFFICIAL_HOST = "api.anthropic.com"
_ANSWER_WITHIN_S = 30.0
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


class AnthropicConnection:
    """A connection to the API that translates every error into one of the program's own."""

    def __init__(
        self,
        endpoint: Endpoint,
        connect_timeout_s: float,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._endpoint = endpoint
        self._connect_timeout_s = connect_timeout_s
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._made: anthropic.AsyncAnthropic | None = None

    async def _client(self) -> "anthropic.AsyncAnthropic":
        """Return the client. Its import takes seconds and therefore runs in a thread."""
        if self._made is None:
            endpoint = self._endpoint
            official = urlsplit(endpoint.checked_url()).hostname == _OFFICIAL_HOST
            if endpoint.key is None and official:
                raise endpoint.unauthorised("none is stored")
            await asyncio.to_thread(__import__, "anthropic.resources.messages")
            await asyncio.to_thread(__import__, "desktop_agent.llm.providers.httpx2_bridge")
            import anthropic
            import httpx2

            from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge

            self._made = anthropic.AsyncAnthropic(
                # given explicitly, so that no key, profile or token file of this machine is used
                api_key=endpoint.key or "none",
                base_url=endpoint.url,
                max_retries=0,
                default_headers=cast(
                    "Any", {} if endpoint.key else {"Authorization": anthropic.Omit()}
                ),
                http_client=httpx2.AsyncClient(
                    transport=Httpx2Bridge(self._transport),
                    timeout=httpx2.Timeout(None, connect=self._connect_timeout_s),
                ),
            )
        return self._made

    async def models(self) -> tuple[ModelInfo, ...]:
        """Request the list of models; may raise `ModelError`."""
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                page = await (await self._client()).models.list(limit=1000)
        except TimeoutError as error:
            raise self._endpoint.silent(f"no list within {_ANSWER_WITHIN_S:g} s") from error
        except _wire_errors() as error:
            raise self._translated(error, began=False) from error
        told = cast("Any", page.data)  # the client does not validate
        if not isinstance(told, list):
            raise self._endpoint.garbled("its list of models is not a list")
        return tuple(
            ModelInfo(m.id, context_length=getattr(m, "max_input_tokens", None) or 0) for m in told
        )

    async def events(
        self, body: Mapping[str, Any]
    ) -> "AsyncGenerator[RawMessageStreamEvent, None]":
        """Yield the events of a reply.

        Raises:
            ParameterRefusedError: the server refused a parameter of the request.
            ModelError: any other failure.
        """
        came = began = False
        try:
            client = await self._client()
            known = {k: v for k, v in body.items() if k != "temperature"}
            extra = {k: v for k, v in body.items() if k not in known}
            stream = cast(
                "anthropic.AsyncStream[RawMessageStreamEvent]",
                await client.messages.create(**known, extra_body=extra),
            )
            async with shielded_close(stream.close):
                async for event in stream:
                    if not hasattr(event, "type"):
                        raise self._endpoint.garbled(f"an event without a type: {event}")
                    came = True
                    began = began or event.type == "content_block_delta"
                    yield event
        except _wire_errors() as error:
            raise self._translated(error, began=began) from error
        if not came:
            raise self._endpoint.empty(stream.response.headers.get("content-type", ""))

    def _translated(self, error: Exception, *, began: bool) -> Exception:
        import anthropic
        import httpx2

        endpoint = self._endpoint
        if isinstance(error, httpx2.HTTPError):  # while the body is read
            return endpoint.transport_error(error)
        if isinstance(error, anthropic.APIStatusError):
            said, kind = _said(error), error.type or ""
            if error.status_code == 200:  # told inside the stream
                return endpoint.in_stream(said, _STATUS_OF_TYPE.get(kind), began=began)
            refusal = endpoint.refusal(
                error.status_code, said, error.response.headers.get("retry-after")
            )
            return refused_parameter(error.status_code, said, refusal) or refusal
        if isinstance(error, anthropic.APIConnectionError):
            cause = error.__cause__
            return endpoint.transport_error(cause if isinstance(cause, Exception) else error)
        return endpoint.garbled("an event is no JSON of the right shape")

    async def aclose(self) -> None:
        await self._transport.aclose()


def _wire_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of the client and of httpx2, and the parser's for invalid JSON."""
    import anthropic
    import httpx2

    return (anthropic.AnthropicError, httpx2.HTTPError, ValueError)


def _said(error: "anthropic.APIStatusError") -> str:
    body = error.body
    detail = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(detail, dict):
        return f"{detail.get('message', detail)} ({detail.get('type', 'error')})"
    return str(detail or error.message)


_USUAL_CONTEXT = 200_000


class AnthropicModel:
    """A Claude model. ``max_tokens`` limits the replies to requests that set no limit."""

    provider = "anthropic"

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        max_tokens: int = 8192,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = name
        self._endpoint = Endpoint("anthropic", url, name, key)
        self._connection = AnthropicConnection(self._endpoint, connect_timeout_s, transport)
        self._max_tokens = max_tokens
        self._context: int | None = None
        self._optional = OptionalParameters(without_refused)

    async def context_tokens(self) -> int:
        """Return the context length reported by the API, or 200,000 if it reports none."""
        if self._context is None:
            try:
                models = await self._connection.models()
            except ModelError:  # it has no list, or the call itself will tell what is wrong
                models = ()
            told = next((m.context_length for m in models if m.name == self.name), 0)
            self._context = told or _USUAL_CONTEXT
        return self._context

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`. A ``schema`` must have the type ``object``.

        Optional parameters that the model refuses are omitted from this and later requests.
        """
        body = parameters(self.name, request, default_max_tokens=self._max_tokens)

        def attempt(body: Mapping[str, Any]) -> AsyncGenerator[Piece, None]:
            return self._attempt(body, structured=request.schema is not None)

        async with aclosing(self._optional.stream(body, attempt)) as pieces:
            async for piece in pieces:
                yield piece

    async def _attempt(
        self, body: Mapping[str, Any], *, structured: bool
    ) -> AsyncGenerator[Piece, None]:
        reader = ReplyReader(structured=structured)
        async with aclosing(self._connection.events(body)) as events:
            async for event in events:
                for piece in reader.read(event):
                    yield piece
        if not reader.ended:
            raise self._endpoint.interrupted("it ended without a message_stop event")

    async def aclose(self) -> None:
        await self._connection.aclose()


class AnthropicServer(FixedModelServer):
    """The models offered by the API. They cannot be pulled or deleted."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        endpoint = Endpoint("anthropic", url, "", key)
        self._connection = AnthropicConnection(endpoint, connect_timeout_s, transport)
        super().__init__(endpoint, self._connection)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the models in the API's order, newest first."""
        return await self._connection.models()
