"""OpenAI's chat completions API, as implemented by OpenAI and compatible servers.

Sources: https://platform.openai.com/docs/api-reference/chat/streaming and /embeddings, and the
dialects of llama.cpp, vLLM, LM Studio, OpenRouter and Ollama's /v1.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ChatRequest, Piece, TextPiece, ThinkingPiece
from desktop_agent.llm.providers.client import CallParts, ModelClient, ReplyReader
from desktop_agent.llm.providers.wire import legal_messages

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletionChunk

# --- Requests

_SCHEMA_ORDER = "Reply with one JSON value of this JSON Schema and nothing else: "


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


def _message(message: Message) -> dict[str, Any]:
    encoded: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.images:  # only then, because some servers reject lists of parts
        urls = (f"data:{i.media_type};base64,{b64encode(i.data).decode()}" for i in message.images)
        parts: list[dict[str, Any]] = [{"type": "image_url", "image_url": {"url": u}} for u in urls]
        encoded["content"] = [*parts, {"type": "text", "text": message.content}]
    if message.role == "tool":
        encoded["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        encoded["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _json(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return encoded


def _tool(spec: ToolSpec) -> dict[str, Any]:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": dict(spec.parameters),
    }
    return {"type": "function", "function": function}


# --- Replies


class _Reader(ReplyReader):
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
            self.calls.append(known)
        known.name = known.name or name
        known.call_id = known.call_id or part.id or ""
        known.arguments += (part.function and part.function.arguments) or ""


# --- The client

_CONTEXT_FIELDS = ("context_length", "context_window", "max_model_len", "max_context_length")
"""Used by OpenRouter, Groq, vLLM and Mistral; llama.cpp reports ``meta.n_ctx``."""
_OFFICIAL_CONTEXT = 128_000


class OpenAIClient(ModelClient):
    """An OpenAI-compatible server. Without a key, requests are unauthenticated."""

    provider = "openai"
    official_host = "api.openai.com"

    async def context_tokens(self) -> int:
        return _OFFICIAL_CONTEXT if self.is_official else await super().context_tokens()

    async def _make_client(self) -> "openai.AsyncOpenAI":
        await asyncio.to_thread(__import__, "openai.resources.chat")
        import openai

        timeout = httpx.Timeout(None, connect=self._settings.connect_timeout_s)
        http = httpx.AsyncClient(transport=self._transport, timeout=timeout)
        return openai.AsyncOpenAI(
            api_key=self.endpoint.key or "none",
            base_url=self.endpoint.url,
            max_retries=0,
            # it accepts httpx clients, although its annotation does not
            http_client=cast("Any", http),
        )

    def _headers(self) -> "dict[str, openai.Omit]":
        """Return the default headers to omit, such as ``Authorization`` if there is no key."""
        import openai

        names = [] if self.is_official else ["OpenAI-Organization", "OpenAI-Project"]
        if self.endpoint.key is None:
            names.append("Authorization")
        return dict.fromkeys(names, openai.Omit())

    async def list_models(self) -> tuple[ModelInfo, ...]:
        async with self.answered("list"):
            page = await (await self.client()).models.list(extra_headers=self._headers())
            return tuple(_info(model.id, model.model_extra or {}) for model in page.data)

    async def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return a request's JSON body, without the refused parameters.

        OpenAI's newer models expect ``max_completion_tokens`` and ``reasoning_effort`` instead of
        ``max_tokens`` and ``chat_template_kwargs``.
        """
        messages, schema, official = request.messages, request.schema, self.is_official
        if schema is not None and "response_format" in self._refused:
            messages = (*messages, Message("user", _SCHEMA_ORDER + _json(schema)))
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [_message(turn) for turn in legal_messages(messages)],
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": request.temperature,
            "top_p": self._settings.top_p,
            "seed": request.seed,
            "max_completion_tokens" if official else "max_tokens": request.max_tokens,
        }
        if request.tools:
            body["tools"] = [_tool(spec) for spec in request.tools]
        if schema is not None:
            named = {"name": "reply", "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        if request.think is not None and not official:
            # llama.cpp and vLLM pass this to the model's chat template
            body["chat_template_kwargs"] = {"enable_thinking": request.think}
        elif request.think is False:
            body["reasoning_effort"] = "none"
        return {k: v for k, v in body.items() if v is not None and k not in self._refused}

    async def _request(self, client: "openai.AsyncOpenAI", body: Mapping[str, Any]) -> Any:
        # parameters that the client does not know may be sent only as ``extra_body``
        return await client.chat.completions.create(
            model=body["model"],
            messages=body["messages"],
            stream=True,
            extra_body=body,
            extra_headers=self._headers(),
        )

    def _reader(self, _request: ChatRequest) -> ReplyReader:
        return _Reader()

    async def _embeddings(self, texts: list[str]) -> list[Any]:
        # base64, the client's default, takes a third of the bytes that plain numbers take
        await asyncio.to_thread(__import__, "openai.resources.embeddings")
        import openai

        client = await self.client()
        form = {"encoding_format": "float"} if "encoding" in self._refused else {}
        try:
            reply = await client.embeddings.create(
                model=self.name, input=texts, extra_headers=self._headers(), **form
            )
        except openai.BadRequestError as error:
            if form or "encoding" not in str(error):
                raise
            self._refused.add("encoding")
            return await self._embeddings(texts)
        # some servers omit the index
        in_order = sorted(reply.data, key=lambda each: getattr(each, "index", 0))
        return [each.embedding for each in in_order]


def _info(name: str, extra: Mapping[str, Any]) -> ModelInfo:
    meta = extra.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    found = [*(extra.get(field) for field in _CONTEXT_FIELDS), meta.get("n_ctx")]
    context = next((n for n in found if isinstance(n, int)), 0)
    size = meta.get("n_params")  # of llama.cpp
    return ModelInfo(
        name,
        parameters=f"{size / 1e9:.3f}B" if isinstance(size, int) else "",
        context_length=context,
    )
