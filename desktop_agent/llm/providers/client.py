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
from desktop_agent.core.models import ModelInfo, billions_of_parameters
from desktop_agent.core.network import host_of, is_loopback
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, StopReason
from desktop_agent.llm.providers.endpoint import Endpoint, Provider, RetryPolicy
from desktop_agent.llm.providers.wire import read_call, shielded_close
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLIENT_ERRORS = (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, TypeError, AttributeError)
"""Exceptions of all official clients. None of them validates replies, so a malformed reply raises a
built-in exception."""


class ModelClient(ABC):
    """A server, and one of its models if ``model`` is given; see `ChatModel`.

    The provider's official client is created on first use, and its exceptions are converted to the
    program's own. The packages `openai` and `anthropic` are produced by the same generator, so
    their clients have the same structure, and their exceptions have the same names; `ollama`
    differs.

    Servers with the same protocol support different optional parameters. The only way to find out
    is to send a request and read the error, whose message names the parameter. Parameters that a
    server refuses are left out of this and later requests.
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
        self._listed: ModelInfo | None = None
        self._refused: set[str] = set()

    @property
    def limits(self) -> RetryPolicy:
        """The time limits and retries in the settings.

        A server on this machine may interrupt one reply to read the prompt for another, so a pause
        there may last as long as the wait for the first token.
        """
        first, between = (
            self._settings.first_token_timeout_s,
            self._settings.between_tokens_timeout_s,
        )
        is_remote = not is_loopback(host_of(self.endpoint.url))
        return RetryPolicy(
            first_token_s=first,
            between_tokens_s=between if is_remote else max(first, between),
            retries=self._settings.max_retries,
            remote=is_remote,
        )

    async def context_tokens(self) -> int:
        """Return the context length that the server reports, or else the default."""
        return (await self._info()).context_length or self._settings.num_ctx

    async def billions_of_parameters(self) -> float:
        """Return the size that the server reports, or else the size given in the model's name."""
        reported = (await self._info()).parameters
        return billions_of_parameters(reported) or billions_of_parameters(self.name)

    async def _info(self) -> ModelInfo:
        if self._listed is None:
            try:
                listed = await self.list_models()
            except ModelError:  # it has no list, or the call itself will raise the error
                listed = ()
            unknown = ModelInfo(self.name)
            self._listed = next((info for info in listed if info.name == self.name), unknown)
        return self._listed

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`."""
        while True:
            body, began = await self.body(request), False
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
            # llama-cpp-python reports an unknown parameter with HTTP 500
            refusals = (BadResponse, CapabilityMissing, ServerFailed)
            refused = self._refused_in(failure.message, body)
            if began or not isinstance(failure, refusals) or refused in {None, *self._refused}:
                raise failure
            self._refused.add(str(refused))

    def _refused_in(self, said: str, body: Mapping[str, Any]) -> str | None:
        """Return the name of the parameter that a refusal names, or None."""
        optional = toml_resource("model_servers.toml")["optional"][self.provider]
        for name, words in optional.items():
            if name in body and any(word in said for word in words):
                return str(name)
        return None

    async def _pieces(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        stream = await self._request(await self.client(), body)
        reader, came = self._reader(request), False
        async with shielded_close(getattr(stream, "aclose", None) or stream.close):
            async for event in stream:
                came = True
                for piece in reader.read(event):
                    yield piece
        if not came:
            raise self.endpoint.error("empty")
        if not reader.ended:
            raise self.endpoint.error("interrupted", "it ended without saying that it is done")
        for piece in reader.end():
            yield piece

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
        """Convert the errors of a request in the ``with`` block, and enforce a time limit."""
        try:
            async with asyncio.timeout(within_s):
                yield
        except TimeoutError as error:
            raise self.endpoint.error("silent", f"no {what} within {within_s:g} s") from error
        except AgentError:
            raise
        except self.client_errors() as error:
            raise self._translated(error) from error

    def client_errors(self) -> tuple[type[Exception], ...]:
        """Return the exception types that the official client raises."""
        import httpx2

        return (importlib.import_module(self.provider).APIError, httpx2.HTTPError, *CLIENT_ERRORS)

    def _translated(self, error: Exception, *, began: bool = False) -> AgentError:
        """Return the program's error; ``began`` is True if part of the reply has arrived."""
        sdk = importlib.import_module(self.provider)
        if isinstance(error, sdk.APIConnectionError):
            return self.endpoint.transport_error(error.__cause__ or error)
        if not isinstance(error, sdk.APIError):
            return self.endpoint.transport_error(error)
        said = error_text(error.body or error.message)
        if isinstance(error, sdk.APIStatusError) and error.status_code != 200:
            after = error.response.headers.get("retry-after")
            return self.endpoint.refusal(error.status_code, said, after)
        return self.endpoint.in_stream(said, began=began)

    async def aclose(self) -> None:
        await self._transport.aclose()

    @abstractmethod
    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the models in the server's order; raise `ModelError` if the server fails."""

    @abstractmethod
    async def _make_client(self) -> Any: ...

    @abstractmethod
    async def body(self, request: ChatRequest) -> dict[str, Any]:
        """Return the arguments of a chat call, without the parameters that the server refused."""

    @abstractmethod
    async def _request(self, client: Any, body: Mapping[str, Any]) -> Any: ...

    @abstractmethod
    def _reader(self, request: ChatRequest) -> "ReplyReader": ...

    async def _embeddings(self, texts: list[str]) -> list[Any]:
        raise NotImplementedError


def error_text(body: object) -> str:
    """Return the message in the body of an error, with the marks that identify the error.

    Some servers write {"error": "…"}, others nest it, and FastAPI servers write {"detail": "…"}.
    Ollama passes on the JSON text of the process behind it.
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
