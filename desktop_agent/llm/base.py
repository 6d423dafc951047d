"""The protocol that every chat model follows.

A model is one streaming call. What providers lack is added by wrappers that follow the same
protocol: `thinking.ThinkingTags`, `tool_text.TextTools`, `patience.Patience`.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal, Protocol

from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec
from desktop_agent.core.models import ModelInfo, PullProgress

StopReason = Literal["stop", "tool_calls", "length", "stopped"]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call.

    ``tools`` is what the model may call now; when it is empty but ``messages`` hold earlier tool
    calls, the provider must still accept them. ``schema`` (JSON Schema) asks for a reply of that
    shape and nothing else. ``temperature``, ``seed`` and ``think`` None leave it to the model.
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
    """A piece of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingPiece:
    """A piece of the thinking; the last one may carry a signature (Anthropic)."""

    text: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A whole tool call."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class WaitPiece:
    """Nothing yet, and why: the model is loading, the call is tried again."""

    text: str


@dataclass(frozen=True, slots=True)
class EndPiece:
    """The reply is whole; tokens are 0 where the server did not count them."""

    stop_reason: StopReason
    prompt_tokens: int = 0
    completion_tokens: int = 0


Piece = TextPiece | ThinkingPiece | CallPiece | WaitPiece | EndPiece


class ChatModel(Protocol):
    """A model that can be talked to.

    ``provider`` and ``name`` say which; both are for people and for events.
    """

    @property
    def provider(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def context_tokens(self) -> int:
        """How many tokens prompt and reply may have together; asks the server at most once."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply; the last piece is an `EndPiece`.

        Closing the generator, or cancelling its task, closes the HTTP stream at once.

        Raises:
            ModelError: normalised, one of the subclasses in `core.errors`.
        """
        ...

    async def aclose(self) -> None:
        """Closes its connections."""
        ...


class ModelServer(Protocol):
    """A server whose models can be listed, and, where it is ours (Ollama), pulled and deleted.

    Every method raises `core.errors.ModelError`; one that the server does not offer raises
    `core.errors.CapabilityMissing`.
    """

    async def list_models(self) -> tuple[ModelInfo, ...]: ...

    def pull(self, name: str) -> AsyncGenerator[PullProgress, None]: ...

    async def delete(self, name: str) -> None: ...

    async def aclose(self) -> None: ...


# --- What every wrapper of a model leaves as it is.


class ModelWrapper:
    """A model around a model: it answers as the one inside but for what it is there to change."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def provider(self) -> str:
        """As the wrapped model's."""
        return self._inner.provider

    @property
    def name(self) -> str:
        """As the wrapped model's."""
        return self._inner.name

    async def context_tokens(self) -> int:
        """As the wrapped model's."""
        return await self._inner.context_tokens()

    async def aclose(self) -> None:
        """Closes the wrapped model."""
        await self._inner.aclose()
