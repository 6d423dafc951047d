"""Anthropic's Claude, and servers that speak its Messages API."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

import httpx

from desktop_agent.core.errors import ModelError
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ChatRequest, Piece
from desktop_agent.llm.providers.anthropic_connection import AnthropicConnection
from desktop_agent.llm.providers.anthropic_wire import ReplyReader, parameters, without_refused
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.providers.fixed_models import FixedModels
from desktop_agent.llm.providers.optional_parameters import OptionalParameters

_USUAL_CONTEXT = 200_000


class AnthropicModel:
    """A Claude model; ``max_tokens`` limits a reply whose request has no limit of its own."""

    provider = "anthropic"

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        max_tokens: int = 8192,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = name
        self._endpoint = Endpoint("anthropic", url, name, key)
        self._connection = AnthropicConnection(self._endpoint, connect_timeout_s, transport)
        self._max_tokens = max_tokens
        self._context: int | None = None
        self._optional = OptionalParameters(without_refused)

    async def context_tokens(self) -> int:
        """Gives the length that the API tells of the model; 200,000 where it does not."""
        if self._context is None:
            try:
                models = await self._connection.models()
            except ModelError:  # it has no list, or the call itself will tell what is wrong
                models = ()
            told = next((m.context_length for m in models if m.name == self.name), 0)
            self._context = told or _USUAL_CONTEXT
        return self._context

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; see `ChatModel`. A ``schema`` must be of type object.

        What the model refuses of the optional parameters is left out, now and later.
        """
        body = parameters(self.name, request, default_max_tokens=self._max_tokens)

        def attempt(body: Mapping[str, Any]) -> AsyncGenerator[Piece, None]:
            return self._attempt(body, structured=request.schema is not None)

        async with aclosing(self._optional.stream(body, attempt)) as pieces:
            async for piece in pieces:
                yield piece

    async def _attempt(
        self, body: Mapping[str, Any], *, structured: bool
    ) -> AsyncGenerator[Piece, None]:
        reader = ReplyReader(structured=structured)
        async with aclosing(self._connection.events(body)) as events:
            async for event in events:
                for piece in reader.read(event):
                    yield piece
        if not reader.ended:
            raise self._endpoint.interrupted("it ended without a message_stop event")

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._connection.aclose()


class AnthropicServer(FixedModels):
    """The models that the API offers; they cannot be pulled or deleted."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        endpoint = Endpoint("anthropic", url, "", key)
        self._connection = AnthropicConnection(endpoint, connect_timeout_s, transport)
        super().__init__(endpoint, self._connection)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """Lists the models, the newest first, as the API does."""
        return await self._connection.models()
