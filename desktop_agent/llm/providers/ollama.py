"""Chat and embedding models, and model management, through a local or remote Ollama server.

Reference: https://docs.ollama.com/api
"""

import asyncio
import importlib.util
import json
import re
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_agent.core.errors import AgentError, ModelNotFound
from desktop_agent.core.messages import Message, ToolCall, ToolSpec
from desktop_agent.core.models import ModelInfo, PullProgress
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, TextPiece, ThinkingPiece
from desktop_agent.llm.providers.client import (
    CLIENT_ERRORS,
    CallParts,
    ModelClient,
    ReplyReader,
    error_text,
)
from desktop_agent.llm.providers.endpoint import meaning_of
from desktop_agent.llm.providers.wire import legal_messages, new_call_id, shielded_close
from desktop_agent.system.tasks import gather_or_cancel

if TYPE_CHECKING:
    import ollama

# --- The official client
#
# Only `load_ollama` imports the package. Three faults of the client (0.6) are corrected or avoided
# here: it drops the ids of tool calls, it drops all of a parameter's schema except type, items,
# description and enum, and it raises the parser's own errors for lines that are not JSON.

_KEPT_BY_CLIENT = {"type", "items", "description", "enum"}

_loading = threading.Lock()


def load_ollama() -> None:
    """Import the official client, which may take half a second. Call this before ``import ollama``.

    On import, the package creates a client that reads proxies, certificates and ``OLLAMA_HOST``
    from the environment and raises an exception if a value is invalid. Only the package's
    module-level functions use that client, so its initialization is skipped.
    """
    with _loading:
        if "ollama" in sys.modules:
            return
        spec = importlib.util.find_spec("ollama")
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules["ollama"] = package  # its submodule is imported without running its __init__
        try:
            client = importlib.import_module("ollama._client").Client
            initialise, client.__init__ = client.__init__, lambda _self: None
            spec.loader.exec_module(package)
            client.__init__ = initialise
        except BaseException:
            del sys.modules["ollama"]
            raise


# --- Requests


def _message(message: Message) -> dict[str, Any]:
    encoded: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.images:
        encoded["images"] = [image.data for image in message.images]
    if message.thinking:
        encoded["thinking"] = message.thinking
    if message.tool_calls:
        encoded["tool_calls"] = [
            {"function": {"name": call.name, "arguments": dict(call.arguments)}}
            for call in message.tool_calls
        ]
    if message.role == "tool":
        encoded["tool_name"] = message.tool_name
    return encoded


def _tool(spec: ToolSpec) -> dict[str, Any]:
    """Extend the parameter descriptions with the schema parts that the client omits."""
    properties = spec.parameters.get("properties", {})
    told = {name: _told(schema) for name, schema in properties.items()}
    parameters = {**spec.parameters, "properties": told}
    function = {"name": spec.name, "description": spec.description, "parameters": parameters}
    return {"type": "function", "function": function}


def _told(schema: Mapping[str, Any]) -> dict[str, Any]:
    dropped = {k: v for k, v in schema.items() if k not in _KEPT_BY_CLIENT and k != "title"}
    told = {k: v for k, v in schema.items() if k in _KEPT_BY_CLIENT}
    if dropped:
        rest = f"JSON Schema: {json.dumps(dropped, ensure_ascii=False)}"
        told["description"] = f"{told.get('description', '')} {rest}".strip()
    return told


# --- Replies

_CUT_CALL = re.compile(r'invalid tool call arguments for "([^"]+)"')


class _Reader(ReplyReader):
    def read(self, chunk: "ollama.ChatResponse") -> Iterator[Piece]:
        message = chunk.message
        if message.thinking:
            yield ThinkingPiece(message.thinking)
        if message.content:
            yield TextPiece(message.content)
        for call in message.tool_calls or ():
            arguments = json.dumps(dict(call.function.arguments))
            self.calls.append(CallParts(call.function.name, arguments=arguments))
        if chunk.done:
            self.ended, self.cut = True, chunk.done_reason == "length"
            self.prompt_tokens = chunk.prompt_eval_count or 0
            self.completion_tokens = chunk.eval_count or 0
            self.prompt_speed = _per_s(self.prompt_tokens, chunk.prompt_eval_duration)
            self.speed = _per_s(self.completion_tokens, chunk.eval_duration)


def _per_s(tokens: int, nanoseconds: int | None) -> float:
    return tokens / nanoseconds * 1e9 if nanoseconds else 0.0


# --- The client


class OllamaClient(ModelClient):
    """An Ollama server, whose models can be listed, pulled and deleted."""

    provider = "ollama"

    async def context_tokens(self) -> int:
        """Return the smaller of the configured context length and the model's own."""
        most, length = self._settings.num_ctx, (await self._info()).context_length
        return min(most, length) if length else most

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the installed models with their capabilities, marking those that are loaded.

        Capabilities reported by /api/tags may be wrong, so /api/show is queried for each model.
        """
        async with self.answered("list"):
            client = await self.client()
            listed = (await client.list()).models
            loaded = {entry.model for entry in (await client.ps()).models}
            details = await gather_or_cancel(self._details_or_none(each.model) for each in listed)
            return tuple(
                replace(about, size_bytes=int(entry.size or 0), loaded=about.name in loaded)
                for entry, about in zip(listed, details, strict=True)
            )

    async def _details_or_none(self, name: str) -> ModelInfo:
        try:
            return await self._details(name)
        except AgentError:  # deleted meanwhile, or its file is unreadable
            return ModelInfo(name)

    async def _details(self, name: str) -> ModelInfo:
        """Return a model's details; raise `ModelNotFound` if it is not installed."""
        async with self._naming(name):
            shown = await (await self.client()).show(name)
        facts, about = shown.modelinfo or {}, shown.details
        length = next((v for k, v in facts.items() if k.endswith(".context_length")), 0)
        return ModelInfo(
            name,
            parameters=(about and about.parameter_size) or "",
            quantisation=(about and about.quantization_level) or "",
            context_length=length if isinstance(length, int) else 0,
            capabilities=tuple(shown.capabilities or ()),
        )

    async def delete(self, name: str) -> None:
        async with self._naming(name):
            await (await self.client()).delete(name)

    @asynccontextmanager
    async def _naming(self, name: str) -> AsyncIterator[None]:
        try:
            async with self.answered("facts"):
                yield
        except ModelNotFound as error:
            raise replace(self.endpoint, model=name).error("unknown model") from error

    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        """Yield the progress of a model download; closing the generator cancels it.

        Pulling the same model again resumes the download. Raise `ModelNotFound` if the Ollama
        library does not have the model, and `ModelError` if the server or the network fails.
        """
        client, status = await self.client(), ""
        import ollama

        try:
            progress = await client.pull(name, stream=True)
            async with shielded_close(progress.aclose):
                async for step in progress:
                    status = step.status or ""
                    sizes = step.completed or 0, step.total or 0
                    yield PullProgress(status, *sizes, step.digest or "")
        except ollama.ResponseError as error:
            said = error_text(error.error)
            reason = meaning_of(said, "pull") or "no download"
            raise replace(self.endpoint, model=name).error(reason, said) from error
        except CLIENT_ERRORS as error:
            raise self._translated(error) from error
        if status != "success":
            raise self.endpoint.error("interrupted", f"the download of {name!r} did not end")

    async def _make_client(self) -> "ollama.AsyncClient":
        await asyncio.to_thread(load_ollama)
        import ollama

        timeout = httpx.Timeout(None, connect=self._settings.connect_timeout_s)
        return ollama.AsyncClient(self.endpoint.url, timeout=timeout, transport=self._transport)

    def client_errors(self) -> tuple[type[Exception], ...]:
        load_ollama()
        import ollama

        return (ollama.ResponseError, *CLIENT_ERRORS)

    def _translated(self, error: Exception, *, began: bool = False) -> AgentError:
        import ollama

        if not isinstance(error, ollama.ResponseError):
            return self.endpoint.transport_error(error)
        said = error_text(error.error)
        if error.status_code == -1:  # the client's mark for an error inside the stream
            return self.endpoint.in_stream(said, began=began)
        cause = error.__context__  # the client drops the headers
        headers = cause.response.headers if isinstance(cause, httpx.HTTPStatusError) else {}
        return self.endpoint.refusal(error.status_code, said, headers.get("retry-after"))

    async def _info(self) -> ModelInfo:
        if self._listed is None:
            self._listed = await self._details(self.name)
        return self._listed

    async def body(self, request: ChatRequest) -> dict[str, Any]:
        self._check_capabilities((await self._info()).capabilities, request)
        options: dict[str, Any] = {
            "num_ctx": await self.context_tokens(),
            "temperature": request.temperature,
            "top_p": self._settings.top_p,
            "seed": request.seed,
            "num_predict": request.max_tokens,
        }
        body = {
            "model": self.name,
            "messages": [_message(turn) for turn in legal_messages(request.messages)],
            "tools": [_tool(spec) for spec in request.tools],
            "format": request.schema,
            "think": request.think,
            "options": {name: value for name, value in options.items() if value is not None},
        }
        return {k: v for k, v in body.items() if v is not None and k not in self._refused}

    def _check_capabilities(self, able: tuple[str, ...], request: ChatRequest) -> None:
        if not able:
            return
        # without this, templates without tools would silently omit earlier tool results
        told = request.tools or any(m.role == "tool" or m.tool_calls for m in request.messages)
        if told and "tools" not in able:
            raise self.endpoint.error("without tools")
        # the server's own refusal is an error of the process behind it, unintelligible to users
        if "vision" not in able and any(message.images for message in request.messages):
            raise self.endpoint.error("without vision")

    async def _request(self, client: "ollama.AsyncClient", body: Mapping[str, Any]) -> Any:
        return await client.chat(**body, stream=True)

    def _reader(self, _request: ChatRequest) -> ReplyReader:
        return _Reader()

    async def _pieces(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        """Yield the reply, with a failed call in place of one whose arguments cannot be parsed."""
        import ollama

        try:
            async with aclosing(super()._pieces(body, request)) as pieces:
                async for piece in pieces:
                    yield piece
        except ollama.ResponseError as error:
            said = error_text(error.error)
            cut = _CUT_CALL.search(said)
            if cut is None:
                raise
            fault = f"The arguments could not be read: {said}."
            yield CallPiece(ToolCall(new_call_id(), cut[1], error=fault))
            yield EndPiece("length")

    async def _embeddings(self, texts: list[str]) -> list[Any]:
        reply = await (await self.client()).embed(self.name, texts, truncate=True)
        return cast("list[Any]", reply.embeddings)
