"""Base classes for servers that have an official client and may refuse optional parameters.

The packages `openai` and `anthropic` are produced by the same generator, so their clients have the
same structure, and their exceptions have the same names.

Servers with the same protocol support different optional parameters. The only way to find out is to
send a request and read the error, an HTTP 400 or 422 whose message names the parameter.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, ClassVar

from desktop_agent.core.errors import BadResponse, CapabilityMissing, ModelError, ServerFailed
from desktop_agent.core.models import ModelInfo, PullProgress
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, StopReason
from desktop_agent.llm.model_names import billions_of_parameters
from desktop_agent.llm.providers.wire import Connected, read_call, shielded_close

# refusals per call; two parameters that exclude each other would cause an endless loop
_MOST_REFUSALS = 6


class ParameterRefusedError(Exception):
    """Raised when a server refuses a parameter.

    ``error`` is the error to report if no parameter can be omitted.
    """

    def __init__(self, said: str, error: ModelError) -> None:
        super().__init__(said)
        self.said = said
        self.error = error


class HostedServer(Connected):
    """A server whose models can be listed, but not pulled or deleted."""

    event_field: ClassVar[str]
    """A field that every stream event has."""
    no_event: ClassVar[str]
    """Error text for a stream message without ``event_field``."""
    unknown_parameters: ClassVar[frozenset[str]]
    """Parameters that the client does not support, which are sent as ``extra_body``."""

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """List the models in the server's order, with their context lengths if it reports them."""
        async with self.answered("list"):
            page = await self._request_models(await self.client())
        if not isinstance(page.data, list):  # the client does not validate
            raise self.endpoint.garbled("its list of models is not a list")
        return tuple(
            ModelInfo(model.id, context_length=self._context_of(model)) for model in page.data
        )

    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        steps: tuple[PullProgress, ...] = ()
        for step in steps:  # makes this a generator, as the protocol requires
            yield step
        raise self.endpoint.fixed_models(name)

    async def delete(self, name: str) -> None:
        raise self.endpoint.fixed_models(name)

    async def events(self, body: Mapping[str, Any]) -> AsyncGenerator[Any, None]:
        """Yield a reply's events; raise `ParameterRefusedError` or `ModelError` on failure."""
        came = began = False
        known = {k: v for k, v in body.items() if k not in self.unknown_parameters}
        extra = {k: v for k, v in body.items() if k in self.unknown_parameters}
        try:
            stream = await self._request_reply(await self.client(), known, extra)
            async with shielded_close(stream.close):
                async for event in stream:
                    if not hasattr(event, self.event_field):
                        raise self.endpoint.garbled(f"{self.no_event}: {event}")
                    came = True
                    began = began or self._is_content(event)
                    yield event
        except self.client_errors() as error:
            raise self.translated(error, began=began) from error
        if not came:
            raise self.endpoint.empty(stream.response.headers.get("content-type", ""))

    def translated(self, error: Exception, *, began: bool = False) -> Exception:
        sdk = sys.modules[self.provider]
        if isinstance(error, sdk.APIConnectionError):
            cause = error.__cause__
            return self.endpoint.transport_error(cause if isinstance(cause, Exception) else error)
        if isinstance(error, sdk.APIStatusError) and error.status_code != 200:
            after = error.response.headers.get("retry-after")
            said = self._said(error)
            refusal = self.endpoint.refusal(error.status_code, said, after)
            return _refused_parameter(error.status_code, said, refusal) or refusal
        if isinstance(error, sdk.APIError):  # reported inside the stream
            return self.endpoint.in_stream(self._said(error), self._status(error), began=began)
        return self.endpoint.garbled("an event is no JSON of the right shape")

    @abstractmethod
    async def _request_models(self, client: Any) -> Any: ...

    @abstractmethod
    async def _request_reply(
        self, client: Any, known: dict[str, Any], extra: dict[str, Any]
    ) -> Any: ...

    @abstractmethod
    def _context_of(self, model: Any) -> int: ...

    @abstractmethod
    def _said(self, error: Any) -> str: ...

    @abstractmethod
    def _status(self, error: Any) -> int | None:
        """Return the HTTP status of a failure reported in the stream, or None if it is unknown."""

    def _is_content(self, event: Any) -> bool:  # noqa: ARG002 - used by a subclass
        return True


def _refused_parameter(status: int, said: str, refusal: ModelError) -> ParameterRefusedError | None:
    """Return a `ParameterRefusedError` if a parameter may have caused the error, else None."""
    unknown = status in (400, 422) and isinstance(refusal, BadResponse)
    # llama-cpp-python reports an unknown parameter with HTTP 500
    invalid = isinstance(refusal, ServerFailed) and "validation error" in said
    thinks = isinstance(refusal, CapabilityMissing) and refusal.capability == "thinking"
    return ParameterRefusedError(said, refusal) if unknown or invalid or thinks else None


@dataclass(slots=True)
class CallParts:
    """The parts of a tool call received so far; ``arguments`` is JSON text, possibly incomplete."""

    name: str = ""
    call_id: str = ""
    arguments: str = ""


class ReplyReader(ABC):
    """Parses the events of one reply; complete tool calls are emitted at the end."""

    no_end: ClassVar[str]
    """Error text for a stream that stops before the reply has ended."""

    def __init__(self) -> None:
        self.ended = self.cut = False
        self.prompt_tokens = self.completion_tokens = self.cached_tokens = 0
        self.prompt_speed = self.speed = 0.0
        self._calls: list[CallParts] = []

    @abstractmethod
    def read(self, event: Any) -> Iterator[Piece]: ...

    def end(self) -> Iterator[Piece]:
        cut = self.cut
        for call in self._calls:
            yield CallPiece(read_call(call.name, call.arguments, call_id=call.call_id, cut=cut))
        reason: StopReason = "length" if cut else ("tool_calls" if self._calls else "stop")
        tokens = (self.prompt_tokens, self.completion_tokens, self.cached_tokens)
        yield EndPiece(reason, *tokens, self.prompt_speed, self.speed)


class HostedModel(ABC):
    """A model on a `HostedServer`; ``context`` is the context length if the server reports none."""

    def __init__(self, name: str, server: HostedServer, context: int) -> None:
        self.name = name
        self._server = server
        self._context = context
        self._context_known = False
        self._refusals: list[str] = []

    @property
    def provider(self) -> str:
        return self._server.provider

    async def context_tokens(self) -> int:
        """Return the context length that the server reports, or else the default."""
        if not self._context_known:
            try:
                listed = await self._server.list_models()
            except ModelError:  # it has no list, or the call itself will raise the error
                listed = ()
            reported = next((m.context_length for m in listed if m.name == self.name), 0)
            self._context = reported or self._context
            self._context_known = True
        return self._context

    async def billions_of_parameters(self) -> float:
        return billions_of_parameters(self.name)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; see `ChatModel`.

        Optional parameters that the server refuses are omitted from this and later requests.
        """
        body = self._body(request)
        for said in self._refusals:
            body = self._without_refused(body, said) or body
        learnt: list[str] = []
        while True:
            try:
                async with aclosing(self._attempt(body, request)) as pieces:
                    async for piece in pieces:
                        self._refusals += learnt
                        learnt.clear()
                        yield piece
                return
            except ParameterRefusedError as refused:
                fewer = self._without_refused(body, refused.said)
                if fewer is None or len(learnt) == _MOST_REFUSALS:
                    raise refused.error from refused
                learnt.append(refused.said)
                body = fewer

    async def aclose(self) -> None:
        await self._server.aclose()

    @abstractmethod
    def _body(self, request: ChatRequest) -> dict[str, Any]: ...

    @abstractmethod
    def _without_refused(self, body: Mapping[str, Any], said: str) -> dict[str, Any] | None:
        """Return the body without the refused parameters, or None if it contains none of them."""

    @abstractmethod
    def _reader(self, request: ChatRequest) -> ReplyReader: ...

    async def _attempt(
        self, body: Mapping[str, Any], request: ChatRequest
    ) -> AsyncGenerator[Piece, None]:
        reader = self._reader(request)
        async with aclosing(self._server.events(body)) as events:
            async for event in events:
                for piece in reader.read(event):
                    yield piece
        if not reader.ended:
            raise self._server.endpoint.interrupted(reader.no_end)
        for piece in reader.end():
            yield piece
