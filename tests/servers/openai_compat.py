"""A scripted server of OpenAI's chat completions, as llama.cpp and OpenAI spell them.

    fake = FakeOpenAI(models=["m"], replies=["Hello"], key="sk-1")
    with serve(fake.app) as url:  # the base URL is url + "/v1"

``refuses`` are parameters that the server answers with 400, as strict servers do. Every model makes
the embeddings of `word_vectors`, unless ``embeds`` is False; what ``fake.embed_replies`` holds is
answered first, ``fake.embed_requests`` is what was asked.
"""

import asyncio
import base64
import json
import struct
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.servers.exchange import Exchange
from tests.servers.model_reply import Reply, ReplyLike, Scripted
from tests.servers.word_vectors import word_vector


class FakeOpenAI(Scripted):
    """See the module. ``whole_arguments`` sends a call's arguments in one chunk, as llama.cpp may;
    ``tools`` False refuses requests with tools; ``model_fields`` are added to each listed model;
    ``embed_words`` is how many words a text to embed may have."""

    def __init__(
        self,
        *,
        models: Iterable[str] = ("m",),
        replies: Iterable[ReplyLike] | Callable[[dict[str, Any]], Reply | str] = (),
        key: str | None = None,
        refuses: Iterable[str] = (),
        tools: bool = True,
        whole_arguments: bool = False,
        thinking_field: str = "reasoning_content",
        model_fields: Mapping[str, Any] | None = None,
        embeds: bool = True,
        embed_words: int = 8191,
        dimensions: int = 64,
    ) -> None:
        self.models = list(models)
        super().__init__(replies)
        self.embed_requests: list[dict[str, Any]] = []
        self.embed_replies: deque[Reply] = deque()
        self._key = key
        self._refuses = tuple(refuses)
        self._tools = tools
        self._whole_arguments = whole_arguments
        self._thinking_field = thinking_field
        self._model_fields = dict(model_fields or {})
        self._embeds = embeds
        self._embed_words = embed_words
        self._dimensions = dimensions

    async def _handle(self, exchange: Exchange) -> None:
        if self._key and exchange.headers.get("authorization") != f"Bearer {self._key}":
            said = exchange.headers.get("authorization", "none").removeprefix("Bearer ")
            await self._error(
                exchange, 401, f"Incorrect API key provided: {said}.", "invalid_api_key"
            )
        elif exchange.path == "/v1/models":
            listed = [{"id": m, "object": "model", **self._model_fields} for m in self.models]
            await exchange.answer_json(200, {"object": "list", "data": listed})
        elif exchange.path == "/v1/chat/completions":
            await self._chat(exchange)
        elif exchange.path == "/v1/embeddings":
            await self._embed(exchange)
        else:
            await exchange.answer_json(404, {"detail": "Not Found"})

    async def _error(
        self,
        exchange: Exchange,
        status: int,
        message: str,
        code: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        kind = "server_error" if status >= 500 else "invalid_request_error"
        body = {"error": {"message": message, "type": kind, "param": None, "code": code or None}}
        await exchange.answer_json(status, body, headers)

    def _refusal(self, request: dict[str, Any]) -> tuple[int, str] | None:
        for name in self._refuses:
            if name in request:
                return 400, f"Unsupported parameter: '{name}' is not supported with this model."
        if request["model"] not in self.models:
            return 404, f"The model `{request['model']}` does not exist"
        if request.get("tools") and not self._tools:
            return 400, "this model does not support tools"
        return None

    async def _embed(self, exchange: Exchange) -> None:
        request = exchange.json
        self.embed_requests.append(request)
        if self.embed_replies:
            reply = self.embed_replies.popleft()
            await asyncio.sleep(reply.delay_s)
            if reply.raw is not None:
                await exchange.answer(200, reply.raw)
            else:
                await self._error(exchange, reply.status, reply.error, headers=reply.headers)
            return
        refusal = self._refusal(request) or self._embed_refusal(request)
        if refusal is not None:
            await self._error(exchange, *refusal)
            return
        packed = request.get("encoding_format") == "base64"
        data = [
            {"object": "embedding", "index": index, "embedding": self._vector(text, packed=packed)}
            for index, text in enumerate(request["input"])
        ]
        data.reverse()  # the index says which is whose
        used = {"prompt_tokens": 3, "total_tokens": 3}
        body = {"object": "list", "data": data, "model": request["model"], "usage": used}
        await exchange.answer_json(200, body)

    def _vector(self, text: str, *, packed: bool) -> str | list[float]:
        numbers = word_vector(text, self._dimensions)
        if not packed:
            return numbers
        return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()

    def _embed_refusal(self, request: dict[str, Any]) -> tuple[int, str] | None:
        if not self._embeds:
            return 501, "This server does not support embeddings. Start it with `--embeddings`"
        if not all(request["input"]):
            return 400, "'$.input' is invalid. Please check the API reference."
        longest = max(len(text.split()) for text in request["input"])
        if longest > self._embed_words:
            return 500, f"input ({longest} tokens) is too large to process. increase the batch size"
        return None

    async def _chat(self, exchange: Exchange) -> None:
        request = exchange.json
        self.requests.append(request)
        refusal = self._refusal(request)
        if refusal is not None:
            await self._error(exchange, *refusal)
            return
        reply = self._next(request, _schema(request))
        if reply.status != 200:
            await asyncio.sleep(reply.delay_s)
            await self._error(exchange, reply.status, reply.error, headers=reply.headers)
            return
        await self._stream(exchange, reply, self._chunks(reply, request), "text/event-stream")

    def _chunks(self, reply: Reply, request: dict[str, Any]) -> Iterable[tuple[bytes, bool]]:
        for data in self._events(reply, request):
            yield f"data: {json.dumps(data)}\n\n".encode(), True
        if reply.ends and not reply.error:
            yield b"data: [DONE]\n\n", False

    def _events(self, reply: Reply, request: dict[str, Any]) -> Iterable[dict[str, Any]]:
        def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            return _chunk(request["model"], [choice])

        for piece in reply.thinking_chunks:
            yield chunk({self._thinking_field: piece})
        for piece in reply.text_chunks:
            yield chunk({"content": piece})
        if reply.error:
            yield {"error": {"message": reply.error, "type": "server_error", "code": None}}
            return
        for index, (name, arguments) in enumerate(reply.tool_calls):
            yield from map(chunk, self._call(index, name, arguments))
        if reply.ends:
            yield chunk({}, reply.stop or ("tool_calls" if reply.tool_calls else "stop"))
            if request.get("stream_options", {}).get("include_usage"):
                yield _chunk(request["model"], [], usage=_usage(reply), **_timings(reply))

    def _call(self, index: int, name: str, arguments: Any) -> Iterable[dict[str, Any]]:
        text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
        first = text if self._whole_arguments else ""
        function = {"name": name, "arguments": first}
        call_id = f"fake{next(self._ids):028d}"  # llama.cpp's ids have no call_ before them
        yield {
            "tool_calls": [
                {"index": index, "id": call_id, "type": "function", "function": function}
            ]
        }
        if not self._whole_arguments:
            for start in range(0, len(text), 4):
                part = {"arguments": text[start : start + 4]}
                yield {"tool_calls": [{"index": index, "function": part}]}


def _schema(request: dict[str, Any]) -> Any:
    return request.get("response_format", {}).get("json_schema", {}).get("schema")


def _usage(reply: Reply) -> dict[str, Any]:
    used = {"prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.completion_tokens}
    details = {"cached_tokens": reply.cached_tokens}
    total = reply.prompt_tokens + reply.completion_tokens
    return {**used, "total_tokens": total, "prompt_tokens_details": details}


def _timings(reply: Reply) -> dict[str, Any]:
    if not reply.prompt_speed:
        return {}
    speeds = {"prompt_per_second": reply.prompt_speed, "predicted_per_second": reply.speed}
    return {"timings": {"cache_n": reply.cached_tokens, **speeds}}


def _chunk(model: str, choices: list[Any], **more: Any) -> dict[str, Any]:
    kind = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1795295503}
    return {**kind, "model": model, "choices": choices, **more}
