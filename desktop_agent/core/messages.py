"""What is said to a model and what it says back, in no provider's dialect."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

# --- Files and images that go with a question.


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file as a model is told of it: its ``text``, or, for an image, its ``data``.

    ``media_type`` is that of the file (``image/png``, ``application/pdf``); ``note`` says what a
    reader should know of the reading, such as that it was cut.
    """

    name: str
    media_type: str
    text: str = ""
    data: bytes = field(default=b"", repr=False)
    note: str = ""

    @property
    def is_image(self) -> bool:
        """True when there are pixels and no text."""
        return self.media_type.startswith("image/")


Role = Literal["system", "user", "assistant", "tool"]

JsonObject = Mapping[str, Any]
"""A decoded JSON object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model asks for a tool.

    ``error`` is set when the arguments could not be read as a JSON object even after repair; it
    says what was wrong, and ``arguments`` is empty then.
    """

    id: str
    name: str
    arguments: JsonObject = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. A ``tool`` message answers the call named by ``tool_call_id``.

    ``images`` are for a model that can see; each has ``data``.
    """

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""
    thinking: str = ""
    thinking_signature: str = ""
    """Anthropic returns thinking only with the signature that it gave."""
    images: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What a model is told of a tool; ``parameters`` is a JSON Schema of type object."""

    name: str
    description: str
    parameters: JsonObject
