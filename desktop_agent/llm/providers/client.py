"""The base classes of the providers' clients."""

import asyncio
import importlib
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import httpx

from desktop_agent.core.errors import (
    AgentError,
    BadResponse,
    CapabilityMissing,
    ModelError,
    ServerFailed,
)
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.network import host_of
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, StopReason
from desktop_agent.llm.model_names import billions_of_parameters
from desktop_agent.llm.providers.endpoint import Endpoint, Provider
from desktop_agent.llm.providers.wire import read_call, shielded_close

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLIENT_ERRORS = (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, TypeError, AttributeError)
"""What every official client raises. None validates replies, so malformed ones raise built-in
exceptions."""


class ModelClient(ABC):
    """A server, and one of its models if ``model`` is given; see `ChatModel`.

    The provider's official client is created on first use, and its exceptions are converted to the
    program's own. ``transport`` is closed with the client.

    Servers with the same protocol support different optional parameters. The only way to find out
    is to send a request and read the error, whose message names the parameter. What a server
    refuses is left out of this and later requests.
    """

    provider: ClassVar[Provider]
    official_host: ClassVar[str] = ""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        model: str = "",
        settings: LlmSettings | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = model
        self.endpoint = Endpoint(self.provider, url, model, key)
        self.is_official = host_of(url) == self.official_host
        self._settings = settings or LlmSettings()
        self._transport = transport or httpx.AsyncHTTPTransport()
        self._made: Any = None
        self._refused: set[str] = set()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`."""
        while True:
            body, began = await self._body(request), False
            try:
                async with aclosing(self._pieces(body, request)) as pieces:
                    async for piece in pieces:
                        began = True
                        yield piece
                return
            except ModelError as error:
                failure: AgentError = error
            except self.client_errors() as error:
                failure = self._translated(error, began=began)
                failure.__cause__ = error
            refused = None if began else self._refused_parameter(body, failure)
            if refused is None or refused in self._refused:
                raise failure
            self._refused.add(refused)

    def _refused_parameter(self, body: Mapping[str, Any], error: AgentError) -> str | None:
        # llama-cpp-python reports an unknown parameter with HTTP 500
        invalid = isinstance(error, ServerFailed) and "validation error" in error.message
        thinks = isinstance(error, CapabilityMissing) and error.capability == "thinking"
        if invalid or thinks or isinstance(error, BadResponse):
            return self._parameter_in(error.message, body)
        return None

    async def vectors(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one vector for each text, as rows in the same order.

        The vectors are neither normalized nor checked.
        """
        import numpy as np

        try:
            async with self.answered("vectors", self._settings.first_token_timeout_s):
                return np.asarray(await self._embeddings(list(texts)), dtype=np.float32)
        except ModelError as error:
            raise self.endpoint.for_embedding(error) from error

    async def client(self) -> Any:
        """Return the official client, importing it in a thread because that takes seconds."""
        if self._made is None:
            self.endpoint.check_url()
            if self.endpoint.key is None and self.is_official:
                raise self.endpoint.error("no credit", "none is stored")
            self._made = await self._make_client()
        return self._made

    @asynccontextmanager
    async def answered(self, what: str, within_s: float = 30.0) -> AsyncIterator[None]:
        """Convert errors of a request in the ``with`` block, which must end in time."""
        try:
            async with asyncio.timeout(within_s):
                yield
        except TimeoutError as error:
            raise self.endpoint.error("silent", f"no {what} within {within_s:g} s") from error
        except AgentError:
            raise
        except self.client_errors() as error:
            raise self._translated(error) from error

    def _translated(self, error: Exception, *, began: bool = False) -> AgentError:
        return self._server_error(error, began=began) or self.endpoint.transport_error(error)

    async def aclose(self) -> None:
        await self._transport.aclose()

    @abstractmethod
    async def context_tokens(self) -> int: ...

    @abstractmethod
    async def billions_of_parameters(self) -> float: ...

    @abstractmethod
    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the models in the server's order; raise `ModelError` if the server fails."""

    @abstractmethod
    def client_errors(self) -> tuple[type[Exception], ...]:
        """Return the exception types that the official client raises."""

    @abstractmethod
    def _server_error(self, error: Exception, *, began: bool) -> AgentError | None:
        """Return the error that the official client reports, or None if it is not its own.

        ``began`` is True if part of the reply has arrived.
        """

    @abstractmethod
    async def _make_client(self) -> Any: ...

    @abstractmethod
    async def _body(self, request: ChatRequest) -> dict[str, Any]: ...

    @abstractmethod
    def _pieces(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]: ...

    @abstractmethod
    def _parameter_in(self, said: str, body: Mapping[str, Any]) -> str | None:
        """Return the name in ``_refused`` of the parameter that a refusal names, or None."""

    async def _embeddings(self, texts: list[str]) -> list[Any]:
        raise NotImplementedError


def error_text(body: object) -> str:
    """Return the message in the body of an error, with the marks that identify the error.

    Some servers write {"error": "…"}, others nest it, FastAPI servers write {"detail": "…"}. Ollama
    passes on the JSON text of the process behind it.
    """
    if isinstance(body, str) and body.startswith("{"):
        with suppress(ValueError):
            body = json.loads(body)
    while isinstance(body, dict) and isinstance(body.get("error"), dict):
        body = body["error"]
    if not isinstance(body, dict):
        return str(body)
    message = body.get("message") or body.get("error") or body.get("detail") or body
    marks = [str(body[key]) for key in ("type", "code", "param") if body.get(key)]
    return f"{message} ({', '.join(marks)})" if marks else str(message)


# --- The packages `openai` and `anthropic`
#
# Both are produced by the same generator, so their clients have the same structure, and their
# exceptions have the same names.


@dataclass(slots=True)
class CallParts:
    """The parts of a tool call received so far; ``arguments`` is JSON text, possibly incomplete."""

    name: str = ""
    call_id: str = ""
    arguments: str = ""


class ReplyReader(ABC):
    """Parses the events of one reply; complete tool calls are emitted at the end."""

    def __init__(self) -> None:
        self.ended = self.cut = False
        self.prompt_tokens = self.completion_tokens = self.cached_tokens = 0
        self.prompt_speed = self.speed = 0.0
        self.calls: list[CallParts] = []

    @abstractmethod
    def read(self, event: Any) -> Iterator[Piece]: ...

    def end(self) -> Iterator[Piece]:
        cut = self.cut
        for call in self.calls:
            yield CallPiece(read_call(call.name, call.arguments, call_id=call.call_id, cut=cut))
        reason: StopReason = "length" if cut else ("tool_calls" if self.calls else "stop")
        tokens = (self.prompt_tokens, self.completion_tokens, self.cached_tokens)
        yield EndPiece(reason, *tokens, self.prompt_speed, self.speed)


class HostedClient(ModelClient):
    """The client of a server that another company or program runs, and its base for two packages.

    The server's models can be listed, but not pulled or deleted.
    """

    _listed: ModelInfo | None = None

    async def list_models(self) -> tuple[ModelInfo, ...]:
        async with self.answered("list"):
            page = await self._request_list(await self.client())
            return tuple(self._info(model) for model in page.data)

    async def context_tokens(self) -> int:
        """Return the context length that the server reports, or else the default."""
        return (await self._about()).context_length or self._settings.num_ctx

    async def billions_of_parameters(self) -> float:
        return billions_of_parameters(self.name)

    async def _about(self) -> ModelInfo:
        if self._listed is None:
            try:
                listed = await self.list_models()
            except ModelError:  # it has no list, or the call itself will raise the error
                listed = ()
            unknown = ModelInfo(self.name)
            self._listed = next((info for info in listed if info.name == self.name), unknown)
        return self._listed

    async def _pieces(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        stream = await self._request_reply(await self.client(), body)
        reader, came = self._reader(request), False
        async with shielded_close(stream.close):
            async for event in stream:
                came = True
                for piece in reader.read(event):
                    yield piece
        if not came:
            kind = stream.response.headers.get("content-type") or "nothing"
            if "event-stream" in kind:
                raise self.endpoint.error("empty")
            raise self.endpoint.error("garbled", f"no stream of events, but {kind}")
        if not reader.ended:
            raise self.endpoint.error("interrupted", "it ended without saying that it is done")
        for piece in reader.end():
            yield piece

    def client_errors(self) -> tuple[type[Exception], ...]:
        import httpx2

        return (importlib.import_module(self.provider).APIError, httpx2.HTTPError, *CLIENT_ERRORS)

    def _server_error(self, error: Exception, *, began: bool) -> AgentError | None:
        sdk = importlib.import_module(self.provider)
        if isinstance(error, sdk.APIConnectionError):
            return self.endpoint.transport_error(error.__cause__ or error)
        if not isinstance(error, sdk.APIError):
            return None
        said = error_text(error.body or error.message)
        if isinstance(error, sdk.APIStatusError) and error.status_code != 200:
            after = error.response.headers.get("retry-after")
            return self.endpoint.refusal(error.status_code, said, after)
        return self.endpoint.in_stream(said, began=began)

    @abstractmethod
    async def _request_list(self, client: Any) -> Any: ...

    @abstractmethod
    def _info(self, listed: Any) -> ModelInfo: ...

    @abstractmethod
    async def _request_reply(self, client: Any, body: Mapping[str, Any]) -> Any: ...

    @abstractmethod
    def _reader(self, request: ChatRequest) -> ReplyReader: ...
