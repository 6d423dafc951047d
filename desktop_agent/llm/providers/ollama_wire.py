"""Ollama's wire: the official client with its errors translated, and both directions of encoding.

The package is imported by `load_ollama` alone. Three things the client (0.6) does are undone or avoided here: it drops the ids of tool calls, it
drops all of a parameter's schema but type, items, description and enum, and it raises the
parser's own errors for lines that are not JSON.
"""

import asyncio
import importlib.util
import json
import re
import sys
import threading
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_agent.core.messages import Message, ToolCall, ToolSpec
from desktop_agent.llm.base import CallPiece, EndPiece, Piece, TextPiece, ThinkingPiece
from desktop_agent.llm.providers.arguments import new_call_id
from desktop_agent.llm.providers.closing import closing_whole
from desktop_agent.llm.providers.endpoint import Endpoint

if TYPE_CHECKING:
    import ollama

_CUT_CALL = re.compile(r'invalid tool call arguments for "([^"]+)"')
_KEPT_BY_CLIENT = {"type", "items", "description", "enum"}

_loading = threading.Lock()


def load_ollama() -> None:
    """Import the official client, which may take half a second; call it before ``import ollama``.

    On import the package builds a client of its own for its module-level functions, which reads
    proxies, certificates and ``OLLAMA_HOST`` from the environment and raises for what it does not
    understand there. Nothing here uses those functions: they get a client that was not initialised.
    """
    with _loading:
        if "ollama" in sys.modules:
            return
        spec = importlib.util.find_spec("ollama")
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules["ollama"] = package  # lets its module be imported without what it does itself
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


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What /api/show says of a model; 0 and empty where it does not say."""

    context_length: int
    capabilities: tuple[str, ...]


class CallCutError(Exception):
    """The model wrote a call whose arguments the server could not read; it sends no part of it."""

    def __init__(self, tool: str, explanation: str) -> None:
        super().__init__(explanation)
        self.tool = tool
        self.explanation = explanation

    def call(self, call_id: str) -> ToolCall:
        """Gives the call as far as it is known, so that the model can be told."""
        return ToolCall(call_id, self.tool, error=self.explanation)


class OllamaConnection:
    """The client, made when it is first needed."""

    def __init__(
        self,
        endpoint: Endpoint,
        connect_timeout_s: float,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self.endpoint = endpoint
        self._timeout = httpx.Timeout(None, connect=connect_timeout_s)
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._made: ollama.AsyncClient | None = None

    async def client(self) -> "ollama.AsyncClient":
        """Gives the client; importing it takes half a second, so that is done in a thread."""
        if self._made is None:
            await asyncio.to_thread(load_ollama)
            import ollama

            self._made = ollama.AsyncClient(
                self.endpoint.checked_url(), timeout=self._timeout, transport=self._transport
            )
        return self._made

    async def show(self, name: str) -> ModelFacts:
        """Asks for a model's facts; raises `ModelError`."""
        try:
            shown = await (await self.client()).show(name)
        except wire_errors() as error:
            raise self.translated(error) from error
        length = next(
            (v for k, v in (shown.modelinfo or {}).items() if k.endswith(".context_length")), 0
        )
        return ModelFacts(length if isinstance(length, int) else 0, tuple(shown.capabilities or ()))

    async def chat(
        self, parameters: Mapping[str, Any]
    ) -> "AsyncGenerator[ollama.ChatResponse, None]":
        """Yields the chunks of a reply, the last of which is marked done.

        Raises:
            ModelError: translated.
            CallCutError: instead of the end, when a call was not whole.
        """
        began = done = False
        try:
            replies = await (await self.client()).chat(**parameters, stream=True)
            stream = cast("AsyncGenerator[ollama.ChatResponse, None]", replies)
            async with closing_whole(stream.aclose):
                async for chunk in stream:
                    began, done = True, bool(chunk.done)
                    yield chunk
        except wire_errors() as error:
            raise self.translated(error, began=began) from error
        if not done:
            raise self.endpoint.interrupted("it ended without saying that it is done")

    def translated(self, error: Exception, *, began: bool = False) -> Exception:
        """Gives our error for one of `wire_errors`."""
        import ollama

        if isinstance(error, ollama.ResponseError):
            said = said_by(error.error)
            cut = _CUT_CALL.search(said)
            if cut:
                return CallCutError(cut[1], f"The arguments could not be read: {said}.")
            if error.status_code == -1:  # the client's mark for an error inside the stream
                return self.endpoint.in_stream(said, None, began=began)
            return self.endpoint.refusal(error.status_code, said, _retry_after(error))
        if isinstance(error, httpx.HTTPError):
            return self.endpoint.transport_error(error)
        if isinstance(error, (ConnectionError, httpx.InvalidURL, UnicodeEncodeError)) or (
            type(error) is UnicodeError  # what the system says of a name that it cannot spell
        ):
            return self.endpoint.unreachable(error)
        if isinstance(error, ValueError):
            return self.endpoint.garbled("a line is no JSON")
        return self.endpoint.garbled("a line is JSON, but not an object of the right shape")

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()


def wire_errors() -> tuple[type[Exception], ...]:
    """Gives what the client raises: its own and httpx's errors.

    For a line that is not JSON, not an object or not of the right shape it raises whatever that
    leads to.
    """
    load_ollama()
    import ollama

    own = (ollama.ResponseError, ConnectionError, httpx.HTTPError, httpx.InvalidURL)
    return (*own, ValueError, TypeError, AttributeError)


def _retry_after(error: Exception) -> str | None:
    """Finds the header in the httpx error that the client's own error replaced."""
    cause = error.__context__
    return (
        cause.response.headers.get("retry-after")
        if isinstance(cause, httpx.HTTPStatusError)
        else None
    )


def said_by(text: object) -> str:
    """Unpacks an error text that is itself the JSON error of the server behind Ollama."""
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
    """Gives a turn as Ollama takes it; a call's arguments must be an object, not a string."""
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
    """Gives a tool as Ollama takes it; what the client would drop is told in the description."""
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


def pieces_of(chunk: "ollama.ChatResponse", *, called: bool) -> Iterator[Piece]:
    """Gives the pieces of one chunk; ``called`` is whether an earlier chunk held a call."""
    message = chunk.message
    if message.thinking:
        yield ThinkingPiece(message.thinking)
    if message.content:
        yield TextPiece(message.content)
    calls: Sequence[Any] = message.tool_calls or ()
    for call in calls:
        arguments = dict(call.function.arguments)
        yield CallPiece(ToolCall(new_call_id(), call.function.name, arguments))
    if chunk.done:
        yield EndPiece(
            "length"
            if chunk.done_reason == "length"
            else ("tool_calls" if calls or called else "stop"),
            chunk.prompt_eval_count or 0,
            chunk.eval_count or 0,
        )
