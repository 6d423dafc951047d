"""Messages to and from models, independent of the provider."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

# --- Attachments


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file for a model, with its ``text`` or, for an image, its ``data``.

    ``media_type`` is the MIME type (``image/png``, ``application/pdf``). ``note`` is a remark for
    the reader, for example that the text was truncated.
    """

    name: str
    media_type: str
    text: str = ""
    data: bytes = field(default=b"", repr=False)
    note: str = ""

    @property
    def is_image(self) -> bool:
        return self.media_type.startswith("image/")


Role = Literal["system", "user", "assistant", "tool"]

JsonObject = Mapping[str, Any]
"""A decoded JSON object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call made by a model; ``error`` is set if its arguments could not be parsed."""

    id: str
    name: str
    arguments: JsonObject = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A message. A ``tool`` message answers the call identified by ``tool_call_id``.

    ``images`` are for models with vision; each has ``data``.
    """

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""
    thinking: str = ""
    thinking_signature: str = ""
    """Signature that Anthropic requires when thinking is sent back to it."""
    images: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """The description of a tool for a model; ``parameters`` is a JSON Schema of type object."""

    name: str
    description: str
    parameters: JsonObject
