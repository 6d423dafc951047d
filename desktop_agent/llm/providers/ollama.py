"""Chat and embedding models, and model management, through a local or remote Ollama server.

Reference: https://docs.ollama.com/api
"""

import asyncio
import importlib.util
import json
import re
import sys
import threading
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, cast

import httpx

from desktop_agent.core.errors import (
    AgentError,
    CapabilityMissing,
    ModelError,
    ModelNotFound,
    ServerFailed,
)
from desktop_agent.core.messages import Message, ToolCall, ToolSpec
from desktop_agent.core.models import ModelDetails, ModelInfo, PullProgress
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    Piece,
    StopReason,
    TextPiece,
    ThinkingPiece,
)
from desktop_agent.llm.model_names import billions_of_parameters
from desktop_agent.llm.providers.endpoint import (
    NEEDS_VISION,
    Connection,
    as_embedding_error,
)
from desktop_agent.llm.providers.wire import (
    Connected,
    call_as_text,
    gather_or_cancel,
    legal_messages,
    new_call_id,
    shielded_close,
)

if TYPE_CHECKING:
    import numpy as np
    import ollama
    from numpy.typing import NDArray

# --- The official client with its errors translated, and the encoding of messages
#
# Only `load_ollama` imports the package. Three faults of the client (0.6) are corrected or avoided
# here: it drops the ids of tool calls, it drops all of a parameter's schema except type, items,
# description and enum, and it raises the parser's own errors for lines that are not JSON.

_CUT_CALL = re.compile(r'invalid tool call arguments for "([^"]+)"')
_KEPT_BY_CLIENT = {"type", "items", "description", "enum"}

_loading = threading.Lock()


def load_ollama() -> None:
    """Import the official client, which may take half a second. Call this before ``import ollama``.

    On import, the package creates a client for its module-level functions. That client reads
    proxies, certificates and ``OLLAMA_HOST`` from the environment and raises an exception if a
    value is invalid. This program never uses those functions, so the client is left uninitialized.
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
            module = importlib.import_module("ollama._client")
            initialise = module.Client.__init__
            module.Client.__init__ = lambda _self: None
            try:
                spec.loader.exec_module(package)
            finally:
                module.Client.__init__ = initialise
        except BaseException:
            del sys.modules["ollama"]
            raise


class CallCutError(Exception):
    """Raised when the server omits a tool call because it cannot parse the arguments."""

    def __init__(self, tool: str, explanation: str) -> None:
        super().__init__(explanation)
        self.call = ToolCall(new_call_id(), tool, error=explanation)


def error_text(text: object) -> str:
    """Return a server's error message, unwrapping it if it is a JSON error object."""
    try:
        value = json.loads(text) if isinstance(text, str) and text.startswith("{") else text
    except ValueError:
        value = text
    while isinstance(value, dict) and isinstance(value.get("error"), dict):
        value = value["error"]
    if isinstance(value, dict):
        return f"{value.get('message', value)} ({value.get('type', 'error')})"
    return str(value)


def encoded_message(message: Message) -> dict[str, Any]:
    """Return a message in Ollama's format, with the arguments of tool calls as objects."""
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


def encoded_tool(spec: ToolSpec) -> dict[str, Any]:
    """Return a tool in Ollama's format.

    The client drops some parts of a schema; these are added to the parameter's description instead.
    """
    parameters = dict(spec.parameters)
    properties = parameters.get("properties", {})
    parameters["properties"] = {name: _told(schema) for name, schema in properties.items()}
    function = {"name": spec.name, "description": spec.description, "parameters": parameters}
    return {"type": "function", "function": function}


def _told(schema: Mapping[str, Any]) -> dict[str, Any]:
    dropped = {k: v for k, v in schema.items() if k not in _KEPT_BY_CLIENT and k != "title"}
    told = {k: v for k, v in schema.items() if k in _KEPT_BY_CLIENT}
    if dropped:
        rest = f"JSON Schema: {json.dumps(dropped, ensure_ascii=False)}"
        told["description"] = f"{told.get('description', '')} {rest}".strip()
    return told


def pieces_of(
    chunk: "ollama.ChatResponse", *, called: bool, may_call: bool = True
) -> Iterator[Piece]:
    """Yield the pieces in a chunk; ``called`` is True if an earlier chunk had a tool call.

    If the model must not call tools, its calls are text, as they are from servers that know
    ``tool_choice`` and therefore do not parse calls.
    """
    message = chunk.message
    if message.thinking:
        yield ThinkingPiece(message.thinking)
    if message.content:
        yield TextPiece(message.content)
    calls: Sequence[Any] = message.tool_calls or ()
    for call in calls:
        made = ToolCall(new_call_id(), call.function.name, dict(call.function.arguments))
        yield CallPiece(made) if may_call else TextPiece(call_as_text(made))
    if chunk.done:
        reason: StopReason = "tool_calls" if may_call and (calls or called) else "stop"
        reason = "length" if chunk.done_reason == "length" else reason
        read, written = chunk.prompt_eval_count or 0, chunk.eval_count or 0
        speeds = _per_s(read, chunk.prompt_eval_duration), _per_s(written, chunk.eval_duration)
        yield EndPiece(reason, read, written, 0, *speeds)


def _per_s(tokens: int, nanoseconds: int | None) -> float:
    return tokens / nanoseconds * 1e9 if nanoseconds else 0.0


# --- Model details, and the reasons for failed downloads

_NOT_THERE = re.compile(r"file does not exist|invalid model name|not found")
_LATER = "Check its network connection and try again: it goes on where it stopped."
_WHY = (
    (
        re.compile(r"no space left|disk is full|not enough space", re.IGNORECASE),
        "there is no room left on its disk",
        "Make room or delete a model, then go on: what is loaded is kept.",
    ),
    (
        re.compile(r"requires a newer version", re.IGNORECASE),
        "it is too old for this model",
        "Install the newest Ollama from https://ollama.com/download",
    ),
    (
        re.compile(r"no such host|dial tcp|i/o timeout|network is unreachable", re.IGNORECASE),
        "it cannot reach its library",
        _LATER,
    ),
)
"""Patterns of server messages, each with its meaning and a remedy."""


def _details_of(name: str, shown: "ollama.ShowResponse") -> ModelDetails:
    facts, about = shown.modelinfo or {}, shown.details
    return ModelDetails(
        name,
        family=(about and about.family) or "",
        format=(about and about.format) or "",
        parameters=(about and about.parameter_size) or "",
        quantisation=(about and about.quantization_level) or "",
        context_length=_number(facts, ".context_length"),
        embedding_length=_number(facts, ".embedding_length"),
        capabilities=tuple(shown.capabilities or ()),
        options=(shown.parameters or "").strip(),
        license=next(iter((shown.license or "").strip().splitlines()), ""),
    )


def _number(facts: Mapping[str, Any], ending: str) -> int:
    value = next((v for k, v in facts.items() if k.endswith(ending)), 0)
    return value if isinstance(value, int) else 0


# --- The model and the server

_SHOWN_AT_ONCE = 4
_NO_CALLS = "Do not call a tool now. Answer in plain text."


class OllamaModel:
    """A chat model on an Ollama server.

    ``num_ctx`` is the maximum context length to request. The model's own maximum is queried from
    the server once.
    """

    provider = "ollama"

    def __init__(
        self,
        name: str,
        url: str,
        *,
        num_ctx: int = 16384,
        top_p: float | None = None,
        **connection: Unpack[Connection],
    ) -> None:
        self.name = name
        self._server = OllamaServer(url, model=name, **connection)
        self._num_ctx = num_ctx
        self._top_p = top_p
        self._facts: ModelDetails | None = None
        self._thinks = True

    async def context_tokens(self) -> int:
        """Return the configured context length or the model's own, whichever is smaller."""
        length = (await self._about()).context_length
        return min(self._num_ctx, length) if length else self._num_ctx

    async def billions_of_parameters(self) -> float:
        """Return the size that the server reports, or else the size given in the model's name."""
        reported = (await self._about()).parameters
        return billions_of_parameters(reported) or billions_of_parameters(self.name)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`. ``think`` is ignored if the model cannot think."""
        self._refuse_unsupported(await self._about(), request)
        while True:
            asked = request if self._thinks else replace(request, think=None)
            try:
                async with aclosing(self._attempt(asked)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except CapabilityMissing as error:
                if error.capability != "thinking" or asked.think is None:
                    raise
                self._thinks = False

    async def aclose(self) -> None:
        await self._server.aclose()

    async def _about(self) -> ModelDetails:
        if self._facts is None:
            self._facts = await self._server.show(self.name)
        return self._facts

    def _refuse_unsupported(self, facts: ModelDetails, request: ChatRequest) -> None:
        able = facts.capabilities
        if not able:
            return
        model, server = self.name, self._server.endpoint
        # without this, templates without tools would silently omit earlier tool results
        told = request.tools or any(m.role == "tool" or m.tool_calls for m in request.messages)
        if told and "tools" not in able:
            refusal = f"The model {model!r} of {server} does not support tools."
            raise CapabilityMissing(refusal, capability="tools")
        # the server's own refusal is an error of the process behind it, unintelligible to users
        if "vision" not in able and any(message.images for message in request.messages):
            refusal = f"The model {model!r} of {server} cannot see images."
            raise CapabilityMissing(refusal, NEEDS_VISION, "vision")

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        chunks = self._server.chat(await self._parameters(request))
        called, may_call = False, request.tool_choice != "none"
        try:
            async with aclosing(chunks):
                async for chunk in chunks:
                    for piece in pieces_of(chunk, called=called, may_call=may_call):
                        called = called or isinstance(piece, CallPiece)
                        yield piece
        except CallCutError as cut:
            yield CallPiece(cut.call)
            yield EndPiece("length")

    async def _parameters(self, request: ChatRequest) -> dict[str, Any]:
        """Return the arguments of a chat call.

        Ollama has no ``tool_choice``. With "none" the tools stay bound all the same: templates put
        them at the beginning, and without them the whole prompt would have to be read anew, which
        takes a small model on a CPU 20 s instead of one. The model is told at the end instead.
        """
        messages = request.messages
        if request.tools and request.tool_choice == "none":
            messages = (*messages, Message("user", _NO_CALLS))
        options: dict[str, Any] = {
            "num_ctx": await self.context_tokens(),
            "temperature": request.temperature,
            "top_p": self._top_p,
            "seed": request.seed,
            "num_predict": request.max_tokens,
        }
        return {
            "model": self.name,
            "messages": [encoded_message(turn) for turn in legal_messages(messages)],
            "tools": [encoded_tool(spec) for spec in request.tools],
            "format": dict(request.schema) if request.schema is not None else None,
            "think": request.think,
            "options": {name: value for name, value in options.items() if value is not None},
        }


class OllamaServer(Connected):
    """An Ollama server, whose models can be listed, pulled and deleted."""

    provider = "ollama"

    async def _make_client(self) -> "ollama.AsyncClient":
        await asyncio.to_thread(load_ollama)
        import ollama

        timeout = httpx.Timeout(None, connect=self._connect_timeout_s)
        return ollama.AsyncClient(self.endpoint.url, timeout=timeout, transport=self._transport)

    def client_errors(self) -> tuple[type[Exception], ...]:
        """Return the exception types that the client and httpx raise.

        The client does not validate replies, so malformed ones raise various built-in exceptions,
        which are included.
        """
        load_ollama()
        import ollama

        own = (ollama.ResponseError, ConnectionError, httpx.HTTPError, httpx.InvalidURL)
        return (*own, ValueError, TypeError, AttributeError)

    async def show(self, name: str) -> ModelDetails:
        try:
            shown = await (await self.client()).show(name)
        except self.client_errors() as error:
            raise self._about_model(name, error) from error
        return _details_of(name, shown)

    async def chat(
        self, parameters: Mapping[str, Any]
    ) -> "AsyncGenerator[ollama.ChatResponse, None]":
        """Yield a reply's chunks; raise `CallCutError` if the reply ends in an incomplete call."""
        began = done = False
        try:
            replies = await (await self.client()).chat(**parameters, stream=True)
            stream = cast("AsyncGenerator[ollama.ChatResponse, None]", replies)
            async with shielded_close(stream.aclose):
                async for chunk in stream:
                    began, done = True, bool(chunk.done)
                    yield chunk
        except self.client_errors() as error:
            raise self.translated(error, began=began) from error
        if not done:
            raise self.endpoint.interrupted("it ended without saying that it is done")

    def translated(self, error: Exception, *, began: bool = False) -> Exception:
        import ollama

        if isinstance(error, ollama.ResponseError):
            said = error_text(error.error)
            cut = _CUT_CALL.search(said)
            if cut:
                return CallCutError(cut[1], f"The arguments could not be read: {said}.")
            if error.status_code == -1:  # the client's mark for an error inside the stream
                return self.endpoint.in_stream(said, None, began=began)
            cause = error.__context__  # the client drops the headers
            headers = cause.response.headers if isinstance(cause, httpx.HTTPStatusError) else {}
            return self.endpoint.refusal(error.status_code, said, headers.get("retry-after"))
        if isinstance(error, httpx.HTTPError):
            return self.endpoint.transport_error(error)
        if isinstance(error, (ConnectionError, httpx.InvalidURL, UnicodeEncodeError)) or (
            type(error) is UnicodeError  # raised by the system for a name that it cannot encode
        ):
            return self.endpoint.unreachable(error)
        if isinstance(error, ValueError):
            return self.endpoint.garbled("a line is no JSON")
        return self.endpoint.garbled("a line is JSON, but not an object of the right shape")

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the installed models with their capabilities, marking those that are loaded.

        Capabilities reported by /api/tags may be wrong, so /api/show is queried for each model.
        """
        async with self.answered("list"):
            client = await self.client()
            listed = await client.list()
            loaded = {entry.model for entry in (await client.ps()).models}
            gate = asyncio.Semaphore(_SHOWN_AT_ONCE)
            infos = (self._info(entry, loaded, gate) for entry in listed.models)
            return tuple(await gather_or_cancel(infos))

    async def _info(
        self, entry: Any, loaded: set[str | None], gate: asyncio.Semaphore
    ) -> ModelInfo:
        name = entry.model or ""
        try:
            async with gate:
                facts = await self.show(name)
        except AgentError:  # deleted meanwhile, or its file is unreadable
            facts = ModelDetails(name)
        details = entry.details
        return ModelInfo(
            name,
            size_bytes=int(entry.size or 0),
            parameters=(details and details.parameter_size) or "",
            quantisation=(details and details.quantization_level) or "",
            context_length=facts.context_length,
            capabilities=facts.capabilities,
            loaded=name in loaded,
        )

    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        """Yield the progress of a model download; closing the generator cancels it.

        Pulling the same model again resumes the download. Raise `ModelNotFound` if the library has
        no such model, and `ModelError` if the server or the network fails.
        """
        succeeded = False
        try:
            client = await self.client()
            progress = cast(
                "AsyncGenerator[ollama.ProgressResponse, None]",
                await client.pull(name, stream=True),
            )
            async with shielded_close(progress.aclose):
                async for step in progress:
                    succeeded = step.status == "success"
                    yield PullProgress(
                        step.status or "", step.completed or 0, step.total or 0, step.digest or ""
                    )
        except self.client_errors() as error:
            raise self._pull_failure(name, error) from error
        if not succeeded:
            raise self.endpoint.interrupted(f"the download of {name!r} did not end")

    async def details(self, name: str) -> ModelDetails:
        """Return the details of a model; raise `ModelNotFound` if it is not installed."""
        async with self.answered("facts"):
            return await self.show(name)

    async def delete(self, name: str) -> None:
        try:
            await (await self.client()).delete(name)
        except self.client_errors() as error:
            raise self._about_model(name, error) from error

    def _about_model(self, name: str, error: Exception) -> Exception:
        if getattr(error, "status_code", 0) == 404:
            return replace(self.endpoint, model=name).unknown_model()
        return self.translated(error)

    def _pull_failure(self, name: str, error: Exception) -> Exception:
        import ollama

        if not isinstance(error, ollama.ResponseError):
            return self.translated(error)
        said = error_text(error.error)
        if _NOT_THERE.search(said):
            return ModelNotFound(
                f"Ollama's library does not have the model {name!r}.",
                "See the names at https://ollama.com/library",
            )
        failure = f"{self.endpoint} could not get the model {name!r}"
        for sign, why, remedy in _WHY:
            if sign.search(said):
                return ServerFailed(f"{failure}: {why}.", remedy)
        return ServerFailed(f"{failure}: {self.endpoint.shown(said)}.", _LATER)


class OllamaEmbedding:
    """An embedding model on an Ollama server; ``within_s`` is the reply timeout in seconds."""

    provider = "ollama"

    def __init__(
        self, model: str, url: str, *, within_s: float = 120.0, **connection: Unpack[Connection]
    ) -> None:
        self.model = model
        self._server = OllamaServer(url, model=model, **connection)
        self.endpoint = self._server.endpoint
        self._within_s = within_s

    async def vectors(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one vector for each text, as rows in the same order.

        The vectors are neither normalized nor checked.
        """
        import numpy as np

        try:
            async with self._server.answered("vectors", self._within_s):
                client = await self._server.client()
                reply = await client.embed(self.model, list(texts), truncate=True)
                return np.asarray(reply.embeddings, dtype=np.float32)
        except ModelError as error:
            raise as_embedding_error(self.endpoint, error) from error

    async def aclose(self) -> None:
        await self._server.aclose()
