"""OpenAI's chat completions API, as implemented by OpenAI and compatible servers.

Sources: https://platform.openai.com/docs/api-reference/chat/streaming and /embeddings, and the
dialects of llama.cpp, vLLM, LM Studio, OpenRouter and Ollama's /v1.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ChatRequest, Piece, TextPiece, ThinkingPiece
from desktop_agent.llm.providers.client import CallParts, HostedClient, ReplyReader
from desktop_agent.llm.providers.wire import legal_messages

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletionChunk

# --- Requests

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
    model: str,
    request: ChatRequest,
    *,
    official: bool,
    top_p: float | None = None,
    refused: Collection[str] = (),
) -> dict[str, Any]:
    """Return the JSON body of a request.

    ``official`` is True for OpenAI's own API, whose newer models expect ``max_completion_tokens``
    and ``reasoning_effort`` instead of ``max_tokens`` and ``chat_template_kwargs``. ``refused``
    names parameters to leave out; "limit" stands for the name of the limit, which becomes the
    other one, and "json_schema" for that type of ``response_format``, which becomes JSON mode.
    """
    limit = "max_completion_tokens" if official != ("limit" in refused) else "max_tokens"
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(turn) for turn in legal_messages(request.messages)],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": request.temperature,
        "top_p": top_p,
        "seed": request.seed,
        limit: request.max_tokens,
    }
    choice = request.tool_choice
    # without the choice, the model may call tools unless it sees none
    if request.tools and not (choice == "none" and "tool_choice" in refused):
        body["tools"] = [_tool(spec) for spec in request.tools]
        body["tool_choice"] = None if choice == "auto" else choice
    if request.schema is not None:
        body["response_format"] = _format(request.schema, older="json_schema" in refused)
        if "json_schema" in refused:
            _add_to_last(body["messages"], _SCHEMA_ORDER + _json(request.schema))
    if request.think is not None and not official:
        # llama.cpp and vLLM pass this to the model's chat template
        body["chat_template_kwargs"] = {"enable_thinking": request.think}
    elif request.think is False:
        body["reasoning_effort"] = "none"
    return {k: value for k, value in body.items() if value is not None and k not in refused}


_SCHEMA_ORDER = "Reply with one JSON value of this JSON Schema and nothing else: "


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


def _format(schema: Mapping[str, Any], *, older: bool) -> dict[str, Any]:
    if older:  # ``schema`` here is for llama.cpp and Together; others read only the type
        return {"type": "json_object", "schema": dict(schema)}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}}


def _add_to_last(messages: list[dict[str, Any]], order: str) -> None:
    last = messages[-1]
    if last["role"] != "user":
        messages.append({"role": "user", "content": order})
    elif isinstance(last["content"], str):
        last["content"] += f"\n\n{order}"
    else:
        last["content"].append({"type": "text", "text": order})


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


class OpenAIClient(HostedClient):
    """An OpenAI-compatible server. Without a key, requests are sent unauthenticated."""

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
        """Return the default headers to leave out, such as ``Authorization`` if there is no key."""
        import openai

        names = [] if self.is_official else ["OpenAI-Organization", "OpenAI-Project"]
        if self.endpoint.key is None:
            names.append("Authorization")
        return dict.fromkeys(names, openai.Omit())

    async def _request_list(self, client: "openai.AsyncOpenAI") -> Any:
        return await client.models.list(extra_headers=self._headers())

    def _info(self, listed: Any) -> ModelInfo:
        extra = listed.model_extra or {}
        meta = extra.get("meta")
        found = [extra.get(name) for name in _CONTEXT_FIELDS]
        found.append(meta.get("n_ctx") if isinstance(meta, dict) else None)
        context = next((value for value in found if isinstance(value, int)), 0)
        return ModelInfo(listed.id, context_length=context)

    async def _body(self, request: ChatRequest) -> dict[str, Any]:
        top_p, refused = self._settings.top_p, self._refused
        official = self.is_official
        return parameters(self.name, request, official=official, top_p=top_p, refused=refused)

    async def _request_reply(self, client: "openai.AsyncOpenAI", body: Mapping[str, Any]) -> Any:
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

    def _parameter_in(self, said: str, body: Mapping[str, Any]) -> str | None:
        limited = "max_tokens" in body or "max_completion_tokens" in body
        if "max_completion_tokens" in said and limited:
            return "limit"
        for name, words in _OPTIONAL.items():
            if name in body and any(word in said for word in words):
                schema = name == "response_format" and "json_schema" not in self._refused
                return "json_schema" if schema else name
        return None

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
