"""The protocol of chat models and the base class of their wrappers.

A model is one streaming call. Features that providers lack are added by wrappers with the same
protocol: `wrappers.ThinkingTags`, `wrappers.TextTools`, `wrappers.Patience`.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal, Protocol

from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec
from desktop_agent.core.models import ModelInfo, PullProgress

StopReason = Literal["stop", "tool_calls", "length", "stopped"]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call to a model.

    ``tools`` are those the model may call now; if it is empty but ``messages`` contain earlier tool
    calls, the provider must still accept them. ``schema`` (JSON Schema) requests a reply of exactly
    that shape. ``temperature``, ``seed`` and ``think`` are left to the model if None.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: JsonObject | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    think: bool | None = None


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of the reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingPiece:
    """A piece of the thinking; the last one may carry a signature (Anthropic)."""

    text: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A complete tool call."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class WaitPiece:
    """The reason for a delay: the model is loading, the call is retried."""

    text: str


@dataclass(frozen=True, slots=True)
class EndPiece:
    """The end of the reply; tokens are 0 if the server did not count them."""

    stop_reason: StopReason
    prompt_tokens: int = 0
    completion_tokens: int = 0


Piece = TextPiece | ThinkingPiece | CallPiece | WaitPiece | EndPiece


class ChatModel(Protocol):
    """A chat model.

    ``provider`` and ``name`` identify it for users and in events.
    """

    @property
    def provider(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def context_tokens(self) -> int:
        """Return the token limit of prompt and reply together; asks the server at most once."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply; the last piece is an `EndPiece`.

        Closing the generator, or cancelling its task, closes the HTTP stream at once.

        Raises:
            ModelError: one of the subclasses in `core.errors`.
        """
        ...

    async def aclose(self) -> None: ...


class ModelServer(Protocol):
    """A server whose models can be listed and, for Ollama, pulled and deleted.

    Every method raises `core.errors.ModelError`; one that the server does not support raises
    `core.errors.CapabilityMissing`.
    """

    async def list_models(self) -> tuple[ModelInfo, ...]: ...

    def pull(self, name: str) -> AsyncGenerator[PullProgress, None]: ...

    async def delete(self, name: str) -> None: ...

    async def aclose(self) -> None: ...


# --- Base class of wrappers


class ModelWrapper:
    """Base class of wrappers; delegates everything to the wrapped model."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def provider(self) -> str:
        return self._inner.provider

    @property
    def name(self) -> str:
        return self._inner.name

    async def context_tokens(self) -> int:
        return await self._inner.context_tokens()

    async def aclose(self) -> None:
        await self._inner.aclose()
