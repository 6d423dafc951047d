"""OpenAI's chat completions API, as implemented by OpenAI and compatible servers.

Sources: https://platform.openai.com/docs/api-reference/chat/streaming, and the dialects of
llama.cpp, vLLM, LM Studio, OpenRouter and Ollama's /v1.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack, cast

import httpx

from desktop_agent.core.errors import ModelError
from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.llm.base import (
    ChatRequest,
    Piece,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.context_window import estimate_tokens
from desktop_agent.llm.providers.endpoint import Connection, as_embedding_error
from desktop_agent.llm.providers.hosted import (
    CallParts,
    HostedModel,
    HostedServer,
    ParameterRefusedError,
    ReplyReader,
)
from desktop_agent.llm.providers.wire import legal_messages

if TYPE_CHECKING:
    import numpy as np
    import openai
    from numpy.typing import NDArray
    from openai.types import Embedding, Model
    from openai.types.chat import ChatCompletionChunk

_OPTIONAL = {
    "stream_options": ("stream_options", "stream options"),
    "response_format": ("response_format", "response format", "json_schema", "json schema"),
    "chat_template_kwargs": ("chat_template_kwargs", "thinking", "reasoning"),
    "reasoning_effort": ("reasoning",),
    "temperature": ("temperature",),
    "top_p": ("top_p",),
    "seed": ("seed",),
    "tool_choice": ("tool_choice", "tool choice"),
}
"""Optional parameters, each with words that identify a server's refusal of it."""


def parameters(
    model: str, request: ChatRequest, *, official: bool, top_p: float | None = None
) -> dict[str, Any]:
    """Return the JSON body of a request.

    ``official`` is True for OpenAI's own API, whose newer models expect ``max_completion_tokens``
    and ``reasoning_effort`` instead of ``max_tokens`` and ``chat_template_kwargs``.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(turn) for turn in legal_messages(request.messages)],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": request.temperature,
        "top_p": top_p,
        "seed": request.seed,
        "max_completion_tokens" if official else "max_tokens": request.max_tokens,
    }
    if request.tools:
        body["tools"] = [_tool(spec) for spec in request.tools]
        if request.tool_choice != "auto":
            body["tool_choice"] = request.tool_choice
    if request.schema is not None:
        schema = {"name": "reply", "schema": dict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.think is not None and not official:
        # llama.cpp and vLLM pass this to the model's chat template
        body["chat_template_kwargs"] = {"enable_thinking": request.think}
    elif request.think is False:
        body["reasoning_effort"] = "none"
    return {name: value for name, value in body.items() if value is not None}


def _schema_otherwise(body: Mapping[str, Any]) -> dict[str, Any]:
    """Replace a JSON schema with JSON mode and an instruction; if JSON mode is set, remove it."""
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
    """Encode content without images as a string, because some servers reject lists of parts."""
    if not message.images:
        return message.content
    parts = [
        {
            "type": "image_url",
            "image_url": {
                "url": f"data:{image.media_type};base64,{b64encode(image.data).decode()}"
            },
        }
        for image in message.images
    ]
    return [*parts, {"type": "text", "text": message.content}]


def _tool(spec: ToolSpec) -> dict[str, Any]:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": dict(spec.parameters),
    }
    return {"type": "function", "function": function}


class _Reader(ReplyReader):
    no_end = "it ended without a finish reason"

    def __init__(self) -> None:
        super().__init__()
        self._by_index: dict[int, CallParts] = {}

    def read(self, chunk: "ChatCompletionChunk") -> Iterator[Piece]:
        if chunk.usage is not None:
            self.prompt_tokens = chunk.usage.prompt_tokens or 0
            self.completion_tokens = chunk.usage.completion_tokens or 0
            details = chunk.usage.prompt_tokens_details
            self.cached_tokens = getattr(details, "cached_tokens", 0) or 0
        timings = (chunk.model_extra or {}).get("timings")
        if isinstance(timings, dict):  # llama.cpp
            self.cached_tokens = timings.get("cache_n") or self.cached_tokens
            self.prompt_speed = timings.get("prompt_per_second") or 0.0
            self.speed = timings.get("predicted_per_second") or 0.0
        for choice in (chunk.choices or ())[:1]:
            if choice.finish_reason:
                self.ended, self.cut = True, choice.finish_reason == "length"
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
            known = self._by_index[index] = CallParts()
            self._calls.append(known)
        known.name = known.name or name
        known.call_id = known.call_id or part.id or ""
        known.arguments += (part.function and part.function.arguments) or ""


# --- The server, with the official `openai` client, and the model

_CONTEXT_FIELDS = ("context_length", "context_window", "max_model_len", "max_context_length")
_OFFICIAL_CONTEXT = 128_000
_STATUS_OF_TYPE = {
    "authentication_error": 401,
    "not_found_error": 404,
    "rate_limit_exceeded": 429,
    "server_error": 500,
}


class OpenAIServer(HostedServer):
    """An OpenAI-compatible server. Without a key, requests are sent unauthenticated."""

    provider = "openai"
    official_host = "api.openai.com"
    event_field = "choices"
    no_event = "an event that is no chunk"
    unknown_parameters = frozenset({"chat_template_kwargs"})

    def client_errors(self) -> tuple[type[Exception], ...]:
        import openai

        return (openai.OpenAIError, ValueError)

    def headers(self) -> "dict[str, openai.Omit]":
        """Return the default headers to leave out, such as ``Authorization`` if there is no key."""
        import openai

        names = [] if self.is_official else ["OpenAI-Organization", "OpenAI-Project"]
        if self.endpoint.key is None:
            names.append("Authorization")
        return dict.fromkeys(names, openai.Omit())

    async def _make_client(self) -> "openai.AsyncOpenAI":
        await asyncio.to_thread(__import__, "openai.resources.chat")
        import openai

        timeout = httpx.Timeout(None, connect=self._connect_timeout_s)
        http = httpx.AsyncClient(transport=self._transport, timeout=timeout)
        return openai.AsyncOpenAI(
            api_key=self.endpoint.key or "none",
            base_url=self.endpoint.url,
            max_retries=0,
            # it accepts httpx clients, although its annotation does not
            http_client=cast("Any", http),
        )

    async def _request_models(self, client: "openai.AsyncOpenAI") -> Any:
        return await client.models.list(extra_headers=self.headers())

    async def _request_reply(
        self, client: "openai.AsyncOpenAI", known: dict[str, Any], extra: dict[str, Any]
    ) -> Any:
        return await client.chat.completions.create(
            **known, extra_body=extra, extra_headers=self.headers()
        )

    def _context_of(self, model: "Model") -> int:
        """Return a listed model's context length, or 0 if the server does not report it.

        llama.cpp reports ``meta.n_ctx``; the other fields are used by OpenRouter, Groq, vLLM and
        Mistral.
        """
        extra = model.model_extra or {}
        meta = extra.get("meta")
        found = [extra.get(name) for name in _CONTEXT_FIELDS]
        found.append(meta.get("n_ctx") if isinstance(meta, dict) else None)
        return next((value for value in found if isinstance(value, int)), 0)

    def _said(self, error: "openai.APIError") -> str:
        body = error.body
        if not isinstance(body, dict):
            return str(body or error.message)
        # some servers write {"error": "…"}, others nest it, FastAPI servers write {"detail": "…"}
        message = body.get("message") or body.get("error") or body.get("detail") or body
        marks = [str(body[key]) for key in ("type", "code", "param") if body.get(key)]
        return f"{message} ({', '.join(marks)})" if marks else str(message)

    def _status(self, error: "openai.APIError") -> int | None:
        if error.code is not None and error.code.isdigit():
            return int(error.code)
        return _STATUS_OF_TYPE.get(error.type or "") or _STATUS_OF_TYPE.get(error.code or "")


class OpenAIModel(HostedModel):
    """A chat model on a server that implements OpenAI's chat completions API.

    ``context`` is the context length in tokens to assume if the server does not report one. For
    OpenAI's own API, it is always 128,000.
    """

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        context: int = 16384,
        top_p: float | None = None,
        **connection: Unpack[Connection],
    ) -> None:
        server = OpenAIServer(url, key, model=name, **connection)
        super().__init__(name, server, _OFFICIAL_CONTEXT if server.is_official else context)
        self._context_known = server.is_official
        self._top_p = top_p

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        official = self._server.is_official
        return parameters(self.name, request, official=official, top_p=self._top_p)

    def _without_refused(self, body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
        if "max_completion_tokens" in said and "max_tokens" in body:
            return _renamed(body, "max_tokens", "max_completion_tokens")
        if "max_completion_tokens" in said and "max_completion_tokens" in body:
            return _renamed(body, "max_completion_tokens", "max_tokens")
        for name, words in _OPTIONAL.items():
            if name in body and any(word in said for word in words):
                if name == "response_format":
                    return _schema_otherwise(body)
                # without the choice, the model may call tools unless it sees none
                without = (name, "tools") if body[name] == "none" else (name,)
                return {key: value for key, value in body.items() if key not in without}
        return None

    def _reader(self, _request: ChatRequest) -> ReplyReader:
        return _Reader()


# --- Embeddings: https://platform.openai.com/docs/api-reference/embeddings

_MOST_TOKENS = 8191
"""Maximum length in tokens of a text sent to OpenAI. No server is known to accept more."""


class OpenAIEmbedding:
    """An embedding model on an OpenAI-compatible server.

    ``within_s`` is the reply timeout in seconds.
    """

    provider = "openai"

    def __init__(
        self,
        model: str,
        url: str,
        key: str | None,
        *,
        within_s: float = 120.0,
        **connection: Unpack[Connection],
    ) -> None:
        self.model = model
        self._server = OpenAIServer(url, key, model=model, **connection)
        self.endpoint = self._server.endpoint
        self._within_s = within_s
        self._packed = True

    async def vectors(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one vector for each text, as rows in the same order.

        The vectors are neither normalized nor checked. They are requested in base64, which takes a
        third of the bytes that plain numbers take. If the server refuses base64, this and later
        requests use plain numbers.
        """
        packed = self._packed
        try:
            return _rows(await self._requested([_shortened(text) for text in texts], packed=packed))
        except ParameterRefusedError as refused:
            if not packed or "encoding" not in refused.said:
                raise as_embedding_error(self.endpoint, refused.error) from refused
        except ModelError as error:
            raise as_embedding_error(self.endpoint, error) from error
        except (ValueError, TypeError, AttributeError) as error:
            raise self.endpoint.garbled(f"vectors that are none: {error}") from error
        self._packed = False
        return await self.vectors(texts)

    async def _requested(self, texts: list[str], *, packed: bool) -> "list[Embedding]":
        await asyncio.to_thread(__import__, "openai.resources.embeddings")
        server = self._server
        async with server.answered("vectors", self._within_s):
            client = await server.client()
            reply = await client.embeddings.create(
                model=self.model,
                input=texts,
                encoding_format="base64" if packed else "float",
                extra_headers=server.headers(),
            )
        if not isinstance(reply.data, list):
            raise self.endpoint.garbled("its list of embeddings is not a list")
        return cast("list[Embedding]", reply.data)

    async def aclose(self) -> None:
        await self._server.aclose()


def _rows(found: "list[Embedding]") -> "NDArray[np.float32]":
    import numpy as np

    in_order = sorted(found, key=lambda each: getattr(each, "index", 0))  # some servers omit it
    return np.array([_row(each.embedding) for each in in_order], dtype=np.float32)


def _row(value: object) -> "NDArray[np.float32]":
    import numpy as np

    if isinstance(value, str):
        return np.frombuffer(b64decode(value, validate=True), dtype="<f4")
    return np.asarray(value, dtype=np.float32)  # the server does not support base64


def _shortened(text: str) -> str:
    while (tokens := estimate_tokens(text)) > _MOST_TOKENS:
        text = text[: len(text) * _MOST_TOKENS // tokens]
    return text
