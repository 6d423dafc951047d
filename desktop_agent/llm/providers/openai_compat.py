"""OpenAI and every server that speaks its chat completions."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

import httpx

from desktop_agent.core.errors import ModelError
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ChatRequest, Piece
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.providers.fixed_models import FixedModels
from desktop_agent.llm.providers.openai_connection import (
    OFFICIAL_HOST,
    OpenAIConnection,
    context_of,
)
from desktop_agent.llm.providers.openai_wire import ReplyReader, parameters, without_refused
from desktop_agent.llm.providers.optional_parameters import OptionalParameters

_OFFICIAL_CONTEXT = 128_000


class OpenAIModel:
    """A chat model of a server that speaks OpenAI's chat completions.

    ``context`` is the context length in tokens where the server does not tell its own (OpenAI's
    API counts as 128,000). Without a key none is sent.
    """

    provider = "openai"

    def __init__(
        self,
        name: str,
        url: str,
        key: str | None,
        *,
        context: int = 16384,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = name
        self._endpoint = Endpoint("openai", url, name, key)
        self._connection = OpenAIConnection(self._endpoint, connect_timeout_s, transport)
        self._official = urlsplit(url).hostname == OFFICIAL_HOST
        self._context = _OFFICIAL_CONTEXT if self._official else context
        self._asked = False
        self._optional = OptionalParameters(without_refused)

    async def context_tokens(self) -> int:
        """Gives the length that the server tells in its list of models, or the assumed one."""
        if not self._asked and not self._official:
            try:
                listed = await self._connection.models()
            except ModelError:  # it has no list, or the call itself will tell what is wrong
                listed = []
            told = next((context_of(m) for m in listed if m.id == self.name), 0)
            self._context = told or self._context
        self._asked = True
        return self._context

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; see `ChatModel`.

        What the server refuses of the optional parameters is left out, now and later.
        """
        body = parameters(self.name, request, official=self._official)
        async with aclosing(self._optional.stream(body, self._attempt)) as pieces:
            async for piece in pieces:
                yield piece

    async def _attempt(self, body: Mapping[str, Any]) -> AsyncGenerator[Piece, None]:
        reader = ReplyReader()
        async with aclosing(self._connection.chat(body)) as chunks:
            async for chunk in chunks:
                for piece in reader.read(chunk):
                    yield piece
        if not reader.finish_reason:
            raise self._endpoint.interrupted("it ended without a finish reason")
        for piece in reader.end():
            yield piece

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._connection.aclose()


class OpenAIServer(FixedModels):
    """The models that such a server offers; they cannot be pulled or deleted from here."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        endpoint = Endpoint("openai", url, "", key)
        self._connection = OpenAIConnection(endpoint, connect_timeout_s, transport)
        super().__init__(endpoint, self._connection)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """Lists what the server offers; only some servers tell the context length."""
        models = await self._connection.models()
        return tuple(ModelInfo(model.id, context_length=context_of(model)) for model in models)
