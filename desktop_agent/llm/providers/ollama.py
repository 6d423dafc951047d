"""Ollama: models on this machine, or on another of the user's.

The API: https://docs.ollama.com/api
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import httpx

from desktop_agent.core.errors import (
    AgentError,
    CapabilityMissing,
)
from desktop_agent.core.models import ModelDetails, ModelInfo, PullProgress
from desktop_agent.llm.all_or_none import all_or_none
from desktop_agent.llm.base import CallPiece, ChatRequest, EndPiece, Piece, WaitPiece
from desktop_agent.llm.providers.arguments import new_call_id
from desktop_agent.llm.providers.closing import closing_whole
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.providers.ollama_library import details_of, pull_failure
from desktop_agent.llm.providers.ollama_wire import (
    CallCutError,
    ModelFacts,
    OllamaConnection,
    encoded_message,
    encoded_tool,
    pieces_of,
    wire_errors,
)
from desktop_agent.llm.providers.refusal import NEEDS_VISION
from desktop_agent.llm.providers.turns import legal_turns
from desktop_agent.llm.providers.waiting import announce_wait

if TYPE_CHECKING:
    import ollama

_KEPT_LOADED_S = 240  # Ollama unloads a model that was not used for five minutes
_ANSWER_WITHIN_S = 30.0
_SHOWN_AT_ONCE = 4


class OllamaModel:
    """A chat model of an Ollama server.

    ``num_ctx`` caps the context that is asked for; the model's own length is asked of the server
    once. ``loading_after_s`` is how long a wait for the first token goes untold.
    """

    provider = "ollama"

    def __init__(
        self,
        name: str,
        url: str,
        *,
        num_ctx: int = 16384,
        connect_timeout_s: float = 5.0,
        loading_after_s: float = 1.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = name
        self._endpoint = Endpoint("ollama", url, name)
        self._connection = OllamaConnection(self._endpoint, connect_timeout_s, transport)
        self._num_ctx = num_ctx
        self._loading_after_s = loading_after_s
        self._facts: ModelFacts | None = None
        self._answered_at: float | None = None
        self._thinks = True

    async def context_tokens(self) -> int:
        """Gives the lesser of the cap and the model's own context length."""
        length = (await self._about()).context_length
        return min(self._num_ctx, length) if length else self._num_ctx

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; see `ChatModel`. A model that cannot think is asked without it."""
        self._refuse_tools(await self._about(), request)
        self._refuse_images(await self._about(), request)
        if request.think is not None and self._thinks:
            try:
                async with aclosing(self._attempt(request)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except CapabilityMissing as error:
                if error.capability != "thinking":
                    raise
                self._thinks = False
        async with aclosing(self._attempt(replace(request, think=None))) as pieces:
            async for piece in pieces:
                yield piece

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._connection.aclose()

    async def _about(self) -> ModelFacts:
        if self._facts is None:
            self._facts = await self._connection.show(self.name)
        return self._facts

    def _refuse_tools(self, facts: ModelFacts, request: ChatRequest) -> None:
        # without this, templates without tools would leave earlier tool results out in silence
        told = request.tools or any(m.role == "tool" or m.tool_calls for m in request.messages)
        if told and facts.capabilities and "tools" not in facts.capabilities:
            raise CapabilityMissing(
                f"The model {self.name!r} of {self._endpoint} does not support tools.",
                capability="tools",
            )

    def _refuse_images(self, facts: ModelFacts, request: ChatRequest) -> None:
        # the server's own refusal is an error of the process behind it, in words for nobody
        shown = any(message.images for message in request.messages)
        if shown and facts.capabilities and "vision" not in facts.capabilities:
            raise CapabilityMissing(
                f"The model {self.name!r} of {self._endpoint} cannot see images.",
                NEEDS_VISION,
                capability="vision",
            )

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        chunks = self._connection.chat(await self._parameters(request))
        told = announce_wait(chunks, self._wait_text(), self._loading_after_s)
        called = False
        try:
            async with aclosing(told) as items:
                async for item in items:
                    if isinstance(item, WaitPiece):
                        yield item
                        continue
                    for piece in pieces_of(item, called=called):
                        called = called or isinstance(piece, CallPiece)
                        yield piece
        except CallCutError as cut:
            yield CallPiece(cut.call(new_call_id()))
            yield EndPiece("length")
        self._answered_at = time.monotonic()

    def _wait_text(self) -> str:
        at = self._answered_at
        if at is not None and time.monotonic() - at < _KEPT_LOADED_S:
            return f"{self.name} is reading the prompt…"
        return f"Loading {self.name}…"

    async def _parameters(self, request: ChatRequest) -> dict[str, Any]:
        options: dict[str, Any] = {
            "num_ctx": await self.context_tokens(),
            "temperature": request.temperature,
            "seed": request.seed,
            "num_predict": request.max_tokens,
        }
        return {
            "model": self.name,
            "messages": [encoded_message(turn) for turn in legal_turns(request.messages)],
            "tools": [encoded_tool(spec) for spec in request.tools],
            "format": dict(request.schema) if request.schema is not None else None,
            "think": request.think,
            "options": {name: value for name, value in options.items() if value is not None},
        }


class OllamaServer:
    """The models that an Ollama server has, and how to get and delete them."""

    def __init__(
        self,
        url: str,
        *,
        connect_timeout_s: float = 5.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._endpoint = Endpoint("ollama", url)
        self._connection = OllamaConnection(self._endpoint, connect_timeout_s, transport)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """Lists the installed models with their real capabilities, those that are loaded marked.

        /api/tags may be wrong about capabilities, so /api/show is asked for each model.
        """
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                client = await self._connection.client()
                listed = await client.list()
                loaded = {entry.model for entry in (await client.ps()).models}
                gate = asyncio.Semaphore(_SHOWN_AT_ONCE)
                infos = (self._info(entry, loaded, gate) for entry in listed.models)
                return tuple(await all_or_none(infos))
        except TimeoutError as error:
            raise self._endpoint.silent(f"no list within {_ANSWER_WITHIN_S:g} s") from error
        except wire_errors() as error:
            raise self._connection.translated(error) from error

    async def _info(
        self, entry: Any, loaded: set[str | None], gate: asyncio.Semaphore
    ) -> ModelInfo:
        name = entry.model or ""
        try:
            async with gate:
                facts = await self._connection.show(name)
        except AgentError:  # deleted meanwhile, or a file that the server cannot read
            facts = ModelFacts(0, ())
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
        """Yields the progress of a download.

        Closing this breaks it off; the same pull again goes on where it stopped.

        Raises:
            ModelNotFound: the library has no such model.
            ModelError: the server or the network failed.
        """
        succeeded = False
        try:
            client = await self._connection.client()
            progress = cast(
                "AsyncGenerator[ollama.ProgressResponse, None]",
                await client.pull(name, stream=True),
            )
            async with closing_whole(progress.aclose):
                async for step in progress:
                    succeeded = step.status == "success"
                    yield PullProgress(
                        step.status or "", step.completed or 0, step.total or 0, step.digest or ""
                    )
        except wire_errors() as error:
            raise pull_failure(self._connection, name, error) from error
        if not succeeded:
            raise self._endpoint.interrupted(f"the download of {name!r} did not end")

    async def details(self, name: str) -> ModelDetails:
        """Tells of one model at length.

        Raises:
            ModelNotFound: it is not installed.
            ModelError: the server cannot be asked.
        """
        try:
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                shown = await (await self._connection.client()).show(name)
        except TimeoutError as error:
            raise self._endpoint.silent(f"no facts within {_ANSWER_WITHIN_S:g} s") from error
        except wire_errors() as error:
            if getattr(error, "status_code", 0) == 404:
                raise Endpoint("ollama", self._endpoint.url, name).unknown_model() from error
            raise self._connection.translated(error) from error
        return details_of(name, shown)

    async def delete(self, name: str) -> None:
        """Deletes a model; raises `ModelError`."""
        try:
            await (await self._connection.client()).delete(name)
        except wire_errors() as error:
            if getattr(error, "status_code", 0) == 404:
                raise Endpoint("ollama", self._endpoint.url, name).unknown_model() from error
            raise self._connection.translated(error) from error

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._connection.aclose()
