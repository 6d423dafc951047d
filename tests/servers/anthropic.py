"""A scripted server of Anthropic's Messages API.

    fake = FakeAnthropic(models=["m"], replies=[Reply(thinking="hm", text="Hello")], key="k")
    with serve(fake.app) as url: ...

It checks what the real API checks: turns, results of calls, tools that messages tell of.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.servers.exchange import Exchange
from tests.servers.model_reply import Reply, ReplyLike, Scripted

SIGNATURE = "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk"


class FakeAnthropic(Scripted):
    """See the module. ``context`` is told in the list of models; ``refuses`` maps a word of the
    request's JSON to the sentence with which it is refused."""

    def __init__(
        self,
        *,
        models: Iterable[str] = ("m",),
        replies: Iterable[ReplyLike] | Callable[[dict[str, Any]], Reply | str] = (),
        key: str | None = None,
        context: int = 200_000,
        refuses: Mapping[str, str] | None = None,
    ) -> None:
        self.models = list(models)
        super().__init__(replies)
        self._key = key
        self._context = context
        self._refuses = dict(refuses or {})

    async def _handle(self, exchange: Exchange) -> None:
        sent = exchange.headers.get("authorization", "").removeprefix("Bearer ")
        if self._key and self._key not in (sent, exchange.headers.get("x-api-key")):
            await self._error(exchange, 401, "authentication_error", "invalid x-api-key")
        elif exchange.path == "/v1/models":
            listed = [
                {
                    "type": "model",
                    "id": m,
                    "display_name": m,
                    "created_at": "2026-01-01T00:00:00Z",
                    "max_input_tokens": self._context,
                }
                for m in self.models
            ]
            body = {"data": listed, "has_more": False, "first_id": None, "last_id": None}
            await exchange.answer_json(200, body)
        elif exchange.path == "/v1/messages":
            await self._messages(exchange)
        else:
            await self._error(exchange, 404, "not_found_error", "Not Found")

    async def _error(
        self,
        exchange: Exchange,
        status: int,
        kind: str,
        message: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        body = {"type": "error", "error": {"type": kind, "message": message}}
        await exchange.answer_json(status, body, headers)

    async def _messages(self, exchange: Exchange) -> None:
        request = exchange.json
        self.requests.append(request)
        if request["model"] not in self.models:
            await self._error(exchange, 404, "not_found_error", f"model: {request['model']}")
            return
        text = json.dumps({k: v for k, v in request.items() if k != "system"})
        wrong = what_is_illegal(request) or next(
            (said for word, said in self._refuses.items() if word in text), ""
        )
        if wrong:
            await self._error(exchange, 400, "invalid_request_error", wrong)
            return
        reply = self._next(request, _schema(request))
        if reply.status != 200:
            await asyncio.sleep(reply.delay_s)
            kind = {429: "rate_limit_error", 529: "overloaded_error"}.get(reply.status, "api_error")
            await self._error(exchange, reply.status, kind, reply.error, reply.headers)
            return
        await self._stream(exchange, reply, self._chunks(reply, request), "text/event-stream")

    def _chunks(self, reply: Reply, request: dict[str, Any]) -> Iterable[tuple[bytes, bool]]:
        for event in self._events(reply, request):
            kind = event["type"]
            # the counts are of pieces of the reply, as with the other servers
            counts = kind == "content_block_delta"
            yield f"event: {kind}\ndata: {json.dumps(event)}\n\n".encode(), counts

    def _events(self, reply: Reply, request: dict[str, Any]) -> Iterable[dict[str, Any]]:
        cached = reply.cached_tokens
        usage = {"input_tokens": reply.prompt_tokens - cached, "output_tokens": 1}
        usage["cache_read_input_tokens"] = cached
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": [],
            "stop_reason": None,
            "usage": usage,
        }
        yield {"type": "message_start", "message": message}
        yield {"type": "ping"}
        blocks = list(self._blocks(reply, request))
        for index, (start, deltas) in enumerate(blocks):
            yield {"type": "content_block_start", "index": index, "content_block": start}
            for delta in deltas:
                yield {"type": "content_block_delta", "index": index, "delta": delta}
            yield {"type": "content_block_stop", "index": index}
        if reply.error:
            error = {"type": "overloaded_error", "message": reply.error}
            yield {"type": "error", "error": error}
        elif reply.ends:
            called = any(start["type"] == "tool_use" for start, _ in blocks)
            stop = {"length": "max_tokens", "": "tool_use" if called else "end_turn"}[reply.stop]
            used = {"output_tokens": reply.completion_tokens}
            yield {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": used}
            yield {"type": "message_stop"}

    def _blocks(
        self, reply: Reply, request: dict[str, Any]
    ) -> Iterable[tuple[dict[str, Any], list[dict[str, Any]]]]:
        if reply.thinking:
            deltas = [{"type": "thinking_delta", "thinking": p} for p in reply.thinking_chunks]
            signed = {"type": "signature_delta", "signature": SIGNATURE}
            yield {"type": "thinking", "thinking": "", "signature": ""}, [*deltas, signed]
        forced = request.get("tool_choice", {})
        if forced.get("type") == "tool" and reply.text_chunks:
            yield self._call(forced["name"], reply.whole_text)
        elif reply.text_chunks:
            deltas = [{"type": "text_delta", "text": p} for p in reply.text_chunks]
            yield {"type": "text", "text": ""}, deltas
        for name, arguments in reply.tool_calls:
            text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
            yield self._call(name, text)

    def _call(self, name: str, text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        parts = [text[i : i + 5] for i in range(0, len(text), 5)]
        start = {
            "type": "tool_use",
            "id": f"toolu_{next(self._ids):024d}",
            "name": name,
            "input": {},
        }
        return start, [{"type": "input_json_delta", "partial_json": part} for part in parts]


def what_is_illegal(request: dict[str, Any]) -> str:
    """Says what the real API would refuse of a request; empty when nothing."""
    if not request.get("max_tokens"):
        return "max_tokens: Field required"
    told = [block for m in request["messages"] for block in m["content"]]
    if any(b["type"] in ("tool_use", "tool_result") for b in told) and not request.get("tools"):
        return "Requests which include `tool_use` or `tool_result` blocks must define tools"
    if not request["messages"] or request["messages"][0]["role"] != "user":
        return "messages: first message must use the user role"
    if any(b["type"] == "text" and not b["text"].strip() for b in told):
        return "messages: text content blocks must contain non-whitespace text"
    forced = request.get("tool_choice", {}).get("type") in ("tool", "any")
    if forced and request.get("thinking", {}).get("type") in ("enabled", "adaptive"):
        return "Thinking may not be enabled when tool_choice forces tool use."
    pending: set[str] = set()
    for message in request["messages"]:
        if message["role"] not in ("user", "assistant"):
            return f"messages: unknown role {message['role']}"
        blocks = message["content"]
        results = {b["tool_use_id"] for b in blocks if b["type"] == "tool_result"}
        if results != pending:
            return "messages: `tool_use` ids were found without `tool_result` blocks after them"
        pending = {b["id"] for b in blocks if b["type"] == "tool_use"}
    return ""


def _schema(request: dict[str, Any]) -> Any:
    choice = request.get("tool_choice", {})
    if choice.get("type") != "tool":
        return None
    return next(t["input_schema"] for t in request["tools"] if t["name"] == choice["name"])
