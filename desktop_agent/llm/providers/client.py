"""The base classes of the providers' clients."""

import asyncio
import importlib
import json
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import httpx

from desktop_agent.core.errors import (
    AgentError,
    AuthenticationFailed,
    BadResponse,
    CapabilityMissing,
    ModelError,
    ModelTimeout,
    ServerFailed,
)
from desktop_agent.core.models import ModelInfo, billions_of_parameters
from desktop_agent.core.network import host_of, is_loopback
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, StopReason, WaitPiece
from desktop_agent.llm.context_window import estimate_tokens
from desktop_agent.llm.providers.endpoint import Endpoint, Provider, RetryPolicy
from desktop_agent.llm.providers.wire import TagSplitter, read_call, shielded_close, tools_as_text
from desktop_agent.system.resources import toml_resource
from desktop_agent.system.tasks import wait_out

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

CLIENT_ERRORS = (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, TypeError, AttributeError)
"""Exceptions of all official clients. None of them validates replies, so a malformed reply raises a
built-in exception."""


_REFUSALS = (BadResponse, CapabilityMissing, ServerFailed)
"""Errors that may be about a parameter; llama-cpp-python reports an unknown one with HTTP 500."""


class ModelClient(ABC):
    """A server and, if ``model`` is given, one of its models; see `ChatModel`.

    The provider's official client is created on first use, and its exceptions are converted to the
    program's own. The packages `openai` and `anthropic` are produced by the same generator, so
    their clients and exceptions have the same structure and names; `ollama` differs.

    Servers with the same protocol support different optional parameters, and only the error message
    of a refused request reveals which. Refused parameters are left out of the retried request and
    later ones.
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
        self._has_tools = True
        first, between = (
            self._settings.first_token_timeout_s,
            self._settings.between_tokens_timeout_s,
        )
        is_remote = not is_loopback(host_of(url))
        self.limits = RetryPolicy(
            first_token_s=first,
            # a server on this machine may interrupt one reply to read the prompt for another
            between_tokens_s=between if is_remote else max(first, between),
            retries=self._settings.max_retries,
            remote=is_remote,
        )
        self.speed = Speed(name=model, unloads=self.provider == "ollama")

    async def context_tokens(self) -> int:
        """Return the context length reported by the server, or the default."""
        return (await self._info()).context_length or self._settings.num_ctx

    async def billions_of_parameters(self) -> float:
        """Return the size reported by the server, or the one in the model's name."""
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
        """Yield the reply; see `ChatModel`.

        A request that fails before its reply begins is repeated: at once without what the server
        refused (an optional parameter, or tools, which the prompt then describes), or later if the
        failure may pass. A `WaitPiece` announces each delay.
        """
        attempt, tags = 1, TagSplitter()
        while True:
            body: dict[str, Any] = {}
            began = False
            try:
                told = request if self._has_tools else _without_tools(request)
                body = await self.body(told)
                async with aclosing(self._timed(body, told)) as pieces:
                    async for piece in pieces:
                        began = began or not isinstance(piece, WaitPiece)
                        for part in tags.split(piece):
                            yield part
                return
            except ModelError as error:
                failure: AgentError = error
            except self.client_errors() as error:
                failure = self._translated(error, began=began)
                failure.__cause__ = error
            if began or not isinstance(failure, ModelError):
                raise failure
            if self._adapts_to(failure, body):
                continue
            wait_s = self.limits.wait_s(failure, attempt)
            if wait_s is None:
                raise failure
            yield WaitPiece(f"Trying again in {max(1, round(wait_s))} s: {failure.message}")
            await asyncio.sleep(wait_s)
            attempt += 1

    def _adapts_to(self, failure: ModelError, body: Mapping[str, Any]) -> bool:
        """Return whether a request can be made without what a server refused, and note what it was."""
        refused = self._refused_in(failure.message, body)
        if isinstance(failure, _REFUSALS) and refused not in {None, *self._refused}:
            self._refused.add(str(refused))
            return True
        lacks_tools = isinstance(failure, CapabilityMissing) and failure.capability == "tools"
        adapts = lacks_tools and self._has_tools
        self._has_tools = self._has_tools and not lacks_tools
        return adapts

    def _refused_in(self, said: str, body: Mapping[str, Any]) -> str | None:
        """Return the optional parameter named in a refusal, or None."""
        optional = toml_resource("model_servers.toml")["optional"][self.provider]
        for name, words in optional.items():
            if name in body and any(word in said for word in words):
                return str(name)
        return None

    async def _timed(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        """Yield the reply within the time limits; a `WaitPiece` says why it is slow to begin."""
        limits, speed, began = self.limits, self.speed, time.monotonic()
        async with aclosing(self._pieces(body, request)) as pieces:
            waiting = asyncio.ensure_future(anext(pieces))
            try:
                soon = min(speed.told_after_s, limits.first_token_s)
                await asyncio.wait({waiting}, timeout=soon)
                if not waiting.done():
                    yield WaitPiece(speed.wait_text(request))
                what, limit = "did not begin to answer", limits.first_token_s
                piece: Piece | None = await self._within(limit, what, waiting, already=soon)
            finally:
                if not waiting.done():
                    waiting.cancel()
                    await wait_out(waiting)
            first = time.monotonic()
            what, limit = "stopped in the middle of a reply", limits.between_tokens_s
            while piece is not None:
                if isinstance(piece, EndPiece):
                    piece = speed.measured(piece, first - began, time.monotonic() - first)
                yield piece
                piece = await self._within(limit, what, anext(pieces, None))

    async def _within(
        self, limit: float, what: str, waiting: Awaitable[T], already: float = 0
    ) -> T:
        try:
            async with asyncio.timeout(limit - already):
                return await waiting
        except TimeoutError as error:
            raise ModelTimeout(
                f"The model {self.name!r} from {self.provider} {what} and sent nothing for"
                f" {limit:g} s.",
                "Try again, choose a smaller model, or raise llm.first_token_timeout_s"
                " or llm.between_tokens_timeout_s.",
            ) from error

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
        """Return one vector per text, neither normalized nor checked, as rows in the same order."""
        import numpy as np

        try:
            async with self.answered("vectors", self._settings.first_token_timeout_s):
                return np.asarray(await self._embeddings(list(texts)), dtype=np.float32)
        except ModelError as error:
            raise self.endpoint.for_embedding(error) from error

    def check(self) -> None:
        """Raise `ModelError` if no request can succeed: the URL is invalid, or there is no key."""
        self.endpoint.check_url()
        if self.endpoint.key is None and self.is_official:
            raise AuthenticationFailed(
                f"No key is stored for {self.provider}.",
                f"Store one: desktop-agent keys set {self.provider}",
            )

    async def client(self) -> Any:
        """Return the official client, importing it in a thread because the import takes seconds."""
        if self._made is None:
            self.check()
            self._made = await self._make_client()
        return self._made

    @asynccontextmanager
    async def answered(self, what: str, within_s: float = 30.0) -> AsyncIterator[None]:
        """Convert errors raised by a request in the ``with`` block, and enforce a time limit."""
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
        """Convert an exception; ``began`` is True if part of the reply has arrived."""
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
        """Return the arguments of a chat call, without parameters that the server has refused."""

    @abstractmethod
    async def _request(self, client: Any, body: Mapping[str, Any]) -> Any: ...

    @abstractmethod
    def _reader(self, request: ChatRequest) -> "ReplyReader": ...

    async def _embeddings(self, texts: list[str]) -> list[Any]:
        raise NotImplementedError


def _without_tools(request: ChatRequest) -> ChatRequest:
    tools = () if request.schema is not None else request.tools
    return replace(request, messages=tools_as_text(request.messages, tools), tools=())


# --- How fast a model reads and writes

_KEPT_LOADED_S = 240  # Ollama unloads a model that was not used for five minutes
_LEAST_READ = 64  # tokens; the time of fewer is that of the request itself
_LEAST_S = 0.2  # shorter times are too short to be measured from here


class Speed:
    """The speeds of a model, as its server reports them or else by this machine's clock.

    A reply is announced as slow if it has not begun after ``told_after_s``. ``unloads`` is True if
    the server unloads models that are not used.
    """

    def __init__(self, name: str, *, unloads: bool) -> None:
        self.told_after_s = 1.0
        self._name, self._unloads = name, unloads
        self._speeds: deque[float] = deque(maxlen=8)
        self._answered_at: float | None = None

    def wait_text(self, request: ChatRequest) -> str:
        """Return what a model does before its reply begins, and how long that is expected to take.

        The slowest recent speed counts, because some servers count cached tokens as read.
        """
        at = self._answered_at
        if self._unloads and (at is None or time.monotonic() - at > _KEPT_LOADED_S):
            return f"Loading {self._name}…"
        tokens = estimate_tokens(request)
        shown = f"{round(tokens, -2 if tokens >= 1000 else -1):,}"
        if not self._speeds:
            return f"{self._name} is reading {shown} tokens…"
        seconds = max(1, round(tokens / min(self._speeds)))
        return f"{self._name} is reading {shown} tokens, about {seconds} s…"

    def measured(self, end: EndPiece, reading_s: float, writing_s: float) -> EndPiece:
        """Return the end of a reply with the speeds filled in, and remember them."""
        read = end.prompt_tokens - end.cached_tokens
        prompt_speed = end.prompt_speed or _per_s(read, reading_s)
        # by the clock, the first call may have waited for the model to load
        told = end.prompt_speed or self._answered_at is not None
        if told and prompt_speed and read >= _LEAST_READ:
            self._speeds.append(prompt_speed)
        self._answered_at = time.monotonic()
        speed = end.speed or _per_s(end.completion_tokens, writing_s)
        return replace(end, prompt_speed=round(prompt_speed, 1), speed=round(speed, 1))


def _per_s(tokens: int, seconds: float) -> float:
    return max(0, tokens) / seconds if seconds >= _LEAST_S else 0.0


# --- Replies and errors


def error_text(body: object) -> str:
    """Return the message in an error body, followed by its type, code and parameter, if any.

    Some servers write {"error": "…"}, others nest the object, and FastAPI servers write {"detail":
    "…"}. Ollama passes on its backend's JSON as a string.
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
    """The parts of a tool call received so far; ``arguments`` is possibly incomplete JSON text."""

    name: str = ""
    call_id: str = ""
    arguments: str = ""


class ReplyReader(ABC):
    """A parser for the events of one reply, which emits tool calls at the end."""

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
