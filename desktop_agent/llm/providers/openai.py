"""OpenAI's chat completions API, as implemented by OpenAI and compatible servers.

Sources: https://platform.openai.com/docs/api-reference/chat/streaming, and the dialects of
llama.cpp, vLLM, LM Studio, OpenRouter and Ollama's /v1.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
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
    import openai
    from openai.types import Model
    from openai.types.chat import ChatCompletionChunk

_OPTIONAL = {
    "stream_options": ("stream_options", "stream options"),
    "response_format": ("response_format", "response format", "json_schema", "json schema"),
    "chat_template_kwargs": ("chat_template_kwargs", "thinking", "reasoning"),
    "reasoning_effort": ("reasoning",),
    "temperature": ("temperature",),
    "seed": ("seed",),
}
"""Parameters to omit if a server refuses them, with the words that such refusals contain."""


def parameters(model: str, request: ChatRequest, *, official: bool) -> dict[str, Any]:
    """Return the body of a request.

    ``official`` is True for OpenAI's own API. Its newer models expect ``max_completion_tokens`` and
    ``reasoning_effort`` instead of ``max_tokens`` and ``chat_template_kwargs``.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(turn) for turn in legal_messages(request.messages)],
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
    """Return the body without the refused parameters, or None if it contains none of them."""
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
    """Replace a schema by the older JSON mode and a prompt, or JSON mode by the prompt alone."""
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
    # ``schema`` here is for llama.cpp and Together; others read only the type
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
    """Return text alone as a string, because some servers do not accept a list of parts."""
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
    """A parser for the chunks of one reply. Tool calls are emitted complete, at the end."""

    def __init__(self) -> None:
        self.finish_reason = ""
        self._calls: list[_CallParts] = []
        self._by_index: dict[int, _CallParts] = {}
        self._prompt_tokens = 0
        self._completion_tokens = 0

    def read(self, chunk: "ChatCompletionChunk") -> Iterator[Piece]:
        """Yield the text and thinking in a chunk."""
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
        """Yield the calls and the `EndPiece`."""
        cut = self.finish_reason == "length"
        for parts in self._calls:
            yield CallPiece(read_call(parts.name, parts.arguments, call_id=parts.call_id, cut=cut))
        reason: StopReason = "length" if cut else ("tool_calls" if self._calls else "stop")
        yield EndPiece(reason, self._prompt_tokens, self._completion_tokens)


# --- The official `openai` client, created lazily, with its errors translated

OFFICIAL_HOST = "api.openai.com"
_ANSWER_WITHIN_S = 30.0
_CONTEXT_FIELDS = ("context_length", "context_window", "max_model_len", "max_context_length")
_STATUS_OF_TYPE = {
    "authentication_error": 401,
    "not_found_error": 404,
    "rate_limit_exceeded": 429,
    "server_error": 500,
}


class OpenAIConnection:
    """A connection to a server that translates every error into one of the program's own."""

    def __init__(
        self,
        endpoint: Endpoint,
        connect_timeout_s: float,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._endpoint = endpoint
        self._timeout = httpx.Timeout(None, connect=connect_timeout_s)
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._headers: dict[str, str | openai.Omit] = {}
        self._made: openai.AsyncOpenAI | None = None

    async def _client(self) -> "openai.AsyncOpenAI":
        """Return the client. Its import takes over a second and therefore runs in a thread."""
        if self._made is None:
            endpoint = self._endpoint
            official = urlsplit(endpoint.checked_url()).hostname == OFFICIAL_HOST
            if endpoint.key is None and official:
                raise endpoint.unauthorised("none is stored")
            await asyncio.to_thread(__import__, "openai.resources.chat")
            import openai

            # the environment's values for OpenAI must not go to other servers
            if not official:
                names = ("OpenAI-Organization", "OpenAI-Project")
                self._headers = dict.fromkeys(names, openai.Omit())
            if endpoint.key is None:
                self._headers["Authorization"] = openai.Omit()
            http = httpx.AsyncClient(transport=self._transport, timeout=self._timeout)
            self._made = openai.AsyncOpenAI(
                api_key=endpoint.key or "none",
                base_url=endpoint.url,
                max_retries=0,
                http_client=cast("Any", http),  # it takes httpx clients, its annotation does not
            )
        return self._made

    async def models(self) -> "Sequence[Model]":
        """Request the list of models; may raise `ModelError`."""
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                client = await self._client()
                page = await client.models.list(extra_headers=self._headers)
        except TimeoutError as error:
            raise self._endpoint.silent(f"no list within {_ANSWER_WITHIN_S:g} s") from error
        except _wire_errors() as error:
            raise self._translated(error, began=False) from error
        if not isinstance(page.data, list):
            raise self._endpoint.garbled("its list of models is not a list")
        return page.data

    async def chat(self, body: Mapping[str, Any]) -> "AsyncGenerator[ChatCompletionChunk, None]":
        """Yield the chunks of a reply.

        Raises:
            ParameterRefusedError: the server refused a parameter of the request.
            ModelError: any other failure.
        """
        began = False
        try:
            client = await self._client()
            known = {k: v for k, v in body.items() if k != "chat_template_kwargs"}
            extra = {k: v for k, v in body.items() if k not in known}
            stream = cast(
                "openai.AsyncStream[ChatCompletionChunk]",
                await client.chat.completions.create(
                    **known, extra_body=extra, extra_headers=self._headers
                ),
            )
            async with shielded_close(stream.close):
                async for chunk in stream:
                    if not hasattr(chunk, "choices"):
                        raise self._endpoint.garbled(f"an event that is no chunk: {chunk}")
                    began = True
                    yield chunk
        except _wire_errors() as error:
            raise self._translated(error, began=began) from error
        if not began:
            raise self._endpoint.empty(stream.response.headers.get("content-type", ""))

    def _translated(self, error: Exception, *, began: bool) -> Exception:
        import openai

        endpoint = self._endpoint
        if isinstance(error, openai.APIStatusError):
            said = _said(error)
            refusal = endpoint.refusal(
                error.status_code, said, error.response.headers.get("retry-after")
            )
            return refused_parameter(error.status_code, said, refusal) or refusal
        if isinstance(error, openai.APIConnectionError):
            cause = error.__cause__
            return endpoint.transport_error(cause if isinstance(cause, Exception) else error)
        if isinstance(error, openai.APIError):
            return endpoint.in_stream(_said(error), _status(error), began=began)
        return endpoint.garbled("an event is no JSON of the right shape")

    async def aclose(self) -> None:
        await self._transport.aclose()


def _wire_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of the client, and the parser's for invalid JSON or UTF-8."""
    import openai

    return (openai.OpenAIError, ValueError)


def _said(error: "openai.APIError") -> str:
    body = error.body
    if not isinstance(body, dict):
        return str(body or error.message)
    # some servers write {"error": "…"}, others nest it, FastAPI servers write {"detail": "…"}
    message = body.get("message") or body.get("error") or body.get("detail") or body
    marks = [str(body[key]) for key in ("type", "code", "param") if body.get(key)]
    return f"{message} ({', '.join(marks)})" if marks else str(message)


def _status(error: "openai.APIError") -> int | None:
    if error.code is not None and error.code.isdigit():
        return int(error.code)
    return _STATUS_OF_TYPE.get(error.type or "") or _STATUS_OF_TYPE.get(error.code or "")


def context_of(model: "Model") -> int:
    """Return the context length that a server's list reports for a model, or 0.

    llama.cpp reports ``meta.n_ctx``; the other fields are used by OpenRouter, Groq, vLLM and
    Mistral.
    """
    extra = model.model_extra or {}
    meta = extra.get("meta")
    found = [extra.get(name) for name in _CONTEXT_FIELDS]
    found.append(meta.get("n_ctx") if isinstance(meta, dict) else None)
    return next((value for value in found if isinstance(value, int)), 0)


# --- The model and its server

_OFFICIAL_CONTEXT = 128_000


class OpenAIModel:
    """A chat model of a server that implements OpenAI's chat completions API.

    ``context`` is the context length in tokens to assume if the server does not report one. For
    OpenAI's own API, it is 128,000. If there is no key, requests are sent without one.
    """

    provider = "openai"

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        context: int = 16384,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = name
        self._endpoint = Endpoint("openai", url, name, key)
        self._connection = OpenAIConnection(self._endpoint, connect_timeout_s, transport)
        self._official = urlsplit(url).hostname == OFFICIAL_HOST
        self._context = _OFFICIAL_CONTEXT if self._official else context
        self._asked = False
        self._optional = OptionalParameters(without_refused)

    async def context_tokens(self) -> int:
        """Return the context length from the server's list of models, or the assumed one."""
        if not self._asked and not self._official:
            try:
                listed = await self._connection.models()
            except ModelError:  # it has no list, or the call itself will tell what is wrong
                listed = []
            told = next((context_of(m) for m in listed if m.id == self.name), 0)
            self._context = told or self._context
        self._asked = True
        return self._context

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`.

        Optional parameters that the server refuses are omitted from this and later requests.
        """
        body = parameters(self.name, request, official=self._official)
        async with aclosing(self._optional.stream(body, self._attempt)) as pieces:
            async for piece in pieces:
                yield piece

    async def _attempt(self, body: Mapping[str, Any]) -> AsyncGenerator[Piece, None]:
        reader = ReplyReader()
        async with aclosing(self._connection.chat(body)) as chunks:
            async for chunk in chunks:
                for piece in reader.read(chunk):
                    yield piece
        if not reader.finish_reason:
            raise self._endpoint.interrupted("it ended without a finish reason")
        for piece in reader.end():
            yield piece

    async def aclose(self) -> None:
        await self._connection.aclose()


class OpenAIServer(FixedModelServer):
    """The models of an OpenAI-compatible server. They cannot be pulled or deleted."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        endpoint = Endpoint("openai", url, "", key)
        self._connection = OpenAIConnection(endpoint, connect_timeout_s, transport)
        super().__init__(endpoint, self._connection)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the models. Only some servers report the context length."""
        models = await self._connection.models()
        return tuple(ModelInfo(model.id, context_length=context_of(model)) for model in models)
