"""The chat model protocol, with its requests and the pieces of its replies."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal, Protocol

from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec

StopReason = Literal["stop", "tool_calls", "length", "stopped"]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request to a chat model.

    ``messages`` may contain tool calls even if ``tools`` is empty. ``schema`` is a JSON Schema that
    the reply must match. If ``temperature``, ``seed`` or ``think`` is None, the model's default
    applies.
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
    """A chunk of the reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingPiece:
    """A chunk of the model's thinking. Anthropic sends a signature with the last chunk."""

    text: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A tool call, emitted once it is complete."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class WaitPiece:
    """The reason for a delay, such as loading the model or retrying the call."""

    text: str


@dataclass(frozen=True, slots=True)
class FallbackPiece:
    """A notice that a model other than the chosen one is replying.

    ``text`` is the message for the user, or "" if the user has already been told.
    """

    provider: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EndPiece:
    """The end of the reply. Unknown numbers are 0.

    ``cached_tokens`` counts the prompt tokens that the server took from its cache. The speeds are
    in tokens per second: ``prompt_speed`` for reading the rest of the prompt, ``speed`` for writing
    the reply.
    """

    stop_reason: StopReason
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    prompt_speed: float = 0.0
    speed: float = 0.0


Piece = TextPiece | ThinkingPiece | CallPiece | WaitPiece | FallbackPiece | EndPiece


class ChatModel(Protocol):
    """A chat model; events and users see its ``provider`` and ``name``."""

    @property
    def provider(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def context_tokens(self) -> int:
        """Return the token limit for prompt and reply together, querying the server only once."""
        ...

    async def billions_of_parameters(self) -> float:
        """Return the size of the model in billions of parameters, or 0 if it is unknown."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the reply, which ends with an `EndPiece`. Raise `ModelError` if the call fails.

        Closing the generator or cancelling its task closes the HTTP stream immediately.
        """
        ...
