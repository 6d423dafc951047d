"""Messages to and from a model, independent of the provider."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

# --- Attachments


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file for a model: its ``text``, or, for an image, its ``data``.

    ``media_type`` is that of the file (``image/png``, ``application/pdf``); ``note`` says what a
    reader should know, such as that it was truncated.
    """

    name: str
    media_type: str
    text: str = ""
    data: bytes = field(default=b"", repr=False)
    note: str = ""

    @property
    def is_image(self) -> bool:
        """True if it has pixels and no text."""
        return self.media_type.startswith("image/")


Role = Literal["system", "user", "assistant", "tool"]

JsonObject = Mapping[str, Any]
"""A decoded JSON object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call by a model.

    ``error`` is set if the arguments could not be parsed as a JSON object even after repair; it
    says what was wrong, and ``arguments`` is empty then.
    """

    id: str
    name: str
    arguments: JsonObject = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. A ``tool`` message answers the call named by ``tool_call_id``.

    ``images`` are for a model with vision; each has ``data``.
    """

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""
    thinking: str = ""
    thinking_signature: str = ""
    """Anthropic accepts its thinking back only with this signature."""
    images: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """The description of a tool for a model; ``parameters`` is a JSON Schema of type object."""

    name: str
    description: str
    parameters: JsonObject
