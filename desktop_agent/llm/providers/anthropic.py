"""Anthropic's Claude models, and servers with a compatible Messages API.

Sources: https://docs.anthropic.com/en/api/messages and /messages-streaming.
"""

import asyncio
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from desktop_agent.core.messages import Message
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ChatRequest, Piece, TextPiece, ThinkingPiece
from desktop_agent.llm.providers.client import CallParts, ModelClient, ReplyReader
from desktop_agent.llm.providers.wire import legal_messages

if TYPE_CHECKING:
    import anthropic

# --- Requests

REPLY_TOOL = "reply"
"""The name of the tool whose arguments are the structured reply."""

_LEAST_THINKING = 1024  # tokens; the API accepts no smaller budget
_CACHED = {"type": "ephemeral"}
_CUT = ("max_tokens", "model_context_window_exceeded")


def _tools(request: ChatRequest, forced: str) -> dict[str, Any]:
    tools = [
        {
            "name": spec.name,
            "description": spec.description,
            "input_schema": {"type": "object", **spec.parameters},
        }
        for spec in request.tools
    ]
    if request.schema is not None:
        reply = {
            "name": REPLY_TOOL,
            "description": "Give the whole reply through this tool.",
            "input_schema": dict(request.schema),
        }
        named = {"name": REPLY_TOOL} if forced == "tool" else {}
        return {"tools": [*tools, reply], "tool_choice": {"type": forced, **named}}
    if tools:
        return {"tools": tools}
    # the API requires a definition of every tool mentioned in the messages, called or not
    called = dict.fromkeys(call.name for m in request.messages for call in m.tool_calls)
    if not called:
        return {}
    bare = [{"name": name, "input_schema": {"type": "object"}} for name in called]
    return {"tools": bare, "tool_choice": {"type": "none"}}


def _messages(turns: Iterable[Message], *, thinks: bool) -> list[dict[str, Any]]:
    """Encode turns, with tool results as user turns and consecutive turns of one role merged."""
    encoded: list[dict[str, Any]] = []
    for turn in turns:
        role = "assistant" if turn.role == "assistant" else "user"
        blocks = _blocks(turn, thinks=thinks)
        if blocks and encoded and encoded[-1]["role"] == role:
            encoded[-1]["content"] += blocks
        elif blocks:
            encoded.append({"role": role, "content": blocks})
    if encoded and encoded[-1]["role"] == "user":
        encoded[-1]["content"][-1]["cache_control"] = _CACHED
    return encoded


def _blocks(turn: Message, *, thinks: bool) -> list[dict[str, Any]]:
    if turn.role == "tool":
        result = {"type": "tool_result", "tool_use_id": turn.tool_call_id}
        return [{**result, "content": turn.content}] if turn.content else [result]
    blocks: list[dict[str, Any]] = []
    if turn.thinking_signature and thinks:
        signed = {"thinking": turn.thinking, "signature": turn.thinking_signature}
        blocks.append({"type": "thinking", **signed})
    for image in turn.images:
        data = b64encode(image.data).decode("ascii")
        source = {"type": "base64", "media_type": image.media_type, "data": data}
        blocks.append({"type": "image", "source": source})
    if turn.content.strip():  # the API refuses blank text
        blocks.append({"type": "text", "text": turn.content})
    for call in turn.tool_calls:
        used = {"id": call.id, "name": call.name, "input": dict(call.arguments)}
        blocks.append({"type": "tool_use", **used})
    return blocks


# --- Replies


class _Reader(ReplyReader):
    """A reply parser; the text of a ``structured`` reply is taken from a call to `REPLY_TOOL`."""

    def __init__(self, *, structured: bool) -> None:
        super().__init__()
        self._structured = structured
        self._by_index: dict[int, CallParts] = {}
        self._usage: dict[str, int] = {}

    def read(self, event: Any) -> Iterator[Piece]:
        match event.type:
            case "message_start":
                self._count(event.message.usage)
            case "content_block_start" if event.content_block.type == "tool_use":
                block = event.content_block
                self._by_index[event.index] = CallParts(block.name, block.id)
            case "content_block_delta":
                yield from self._delta(event.index, event.delta)
            case "message_delta":
                if event.delta.stop_reason:
                    self.cut = event.delta.stop_reason in _CUT
                self._count(event.usage)
            case "message_stop":
                self.ended = True
                calls = (call for _, call in sorted(self._by_index.items()))
                self.calls = [call for call in calls if not self._is_reply(call)]

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


# --- The client


class AnthropicClient(ModelClient):
    """A server with Anthropic's Messages API or a compatible one."""

    provider = "anthropic"
    official_host = "api.anthropic.com"

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
                timeout=httpx2.Timeout(None, connect=self._settings.connect_timeout_s),
            ),
        )

    async def list_models(self) -> tuple[ModelInfo, ...]:
        async with self.answered("list"):
            page = await (await self.client()).models.list(limit=1000)
            return tuple(
                ModelInfo(
                    each.id, context_length=getattr(each, "max_input_tokens", None) or 200_000
                )
                for each in page.data
            )

    async def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return a request's JSON body; its ``schema`` must have the type ``object``.

        Depending on the model, thinking is adaptive, has a budget (if "adaptive" is refused) or is
        off. A server that refuses "messages" rejects thinking from earlier turns signed by another
        model.
        """
        refused = self._refused
        turns = legal_messages(request.messages)
        system = [turn.content for turn in turns if turn.role == "system"]
        thinks = "thinking" not in refused and "messages" not in refused
        body: dict[str, Any] = {
            "model": self.name,
            "max_tokens": request.max_tokens or self._settings.max_tokens,
            "messages": _messages((turn for turn in turns if turn.role != "system"), thinks=thinks),
            "stream": True,
            "temperature": None if "temperature" in refused else request.temperature,
            "top_p": None if "top_p" in refused else self._settings.top_p,
            **_tools(request, forced="any" if "tool_choice" in refused else "tool"),
        }
        if system and system[0]:
            body["system"] = [{"type": "text", "text": system[0], "cache_control": _CACHED}]
        # a forced tool and thinking exclude each other
        forced = body.get("tool_choice", {}).get("type") in ("tool", "any")
        if thinks and request.think is not None and not forced:
            body["thinking"] = {"type": "adaptive" if request.think else "disabled"}
            if request.think and "adaptive" in refused:
                budget = max(_LEAST_THINKING, body["max_tokens"] // 2)
                body["thinking"] = {"type": "enabled", "budget_tokens": budget}
                body["max_tokens"] = max(body["max_tokens"], budget + _LEAST_THINKING)
        return {name: value for name, value in body.items() if value is not None}

    async def _request(self, client: "anthropic.AsyncAnthropic", body: Mapping[str, Any]) -> Any:
        # parameters that the client does not know may be sent only as ``extra_body``
        return await client.messages.create(
            model=body["model"],
            messages=body["messages"],
            max_tokens=body["max_tokens"],
            stream=True,
            extra_body=body,
        )

    def _reader(self, request: ChatRequest) -> ReplyReader:
        return _Reader(structured=request.schema is not None)

    def _refused_in(self, said: str, body: Mapping[str, Any]) -> str | None:
        name = super()._refused_in(said, body)
        first = "adaptive" not in self._refused and "adaptive" in said
        return "adaptive" if name == "thinking" and first else name
