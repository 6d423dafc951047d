"""What is known of models and of those who serve them."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a server offers; sizes in bytes, 0 or empty where the server does not say.

    ``capabilities`` are Ollama's words: completion, tools, thinking, vision, embedding.
    """

    name: str
    size_bytes: int = 0
    parameters: str = ""
    quantisation: str = ""
    context_length: int = 0
    capabilities: tuple[str, ...] = ()
    loaded: bool = False


@dataclass(frozen=True, slots=True)
class PullProgress:
    """One step of a download; bytes are of the layer that is being loaded."""

    status: str
    completed: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class ProviderState:
    """Whether a question could be answered now, by which model, and what to do if not."""

    ok: bool
    provider: str
    model: str = ""
    problem: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that ``doctor`` looked at."""

    name: str
    status: Literal["ok", "warning", "failed"]
    text: str
    remedy: str = ""
