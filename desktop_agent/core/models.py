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
    """One step of a download; bytes are of the layer that is being loaded.

    A model is a handful of layers, told one after the other or in turns; ``layer`` is the digest of
    this one, empty in steps that load nothing.
    """

    status: str
    completed: int = 0
    total: int = 0
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """What a server says of one model at length; empty or 0 where it does not say."""

    name: str
    family: str = ""
    format: str = ""
    parameters: str = ""
    quantisation: str = ""
    context_length: int = 0
    embedding_length: int = 0
    capabilities: tuple[str, ...] = ()
    options: str = ""
    license: str = ""


Finding = Literal[
    "ready",
    "offline",
    "bad_address",
    "unknown_name",
    "refused",
    "no_route",
    "tls",
    "no_key",
    "key_refused",
    "wrong_path",
    "other_server",
    "timeout",
    "no_models",
    "model_missing",
    "busy",
    "failed",
]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How a try of a provider's server went.

    ``url`` is the address as it may be shown. ``better_url`` and ``better_provider`` are where a
    server that fits was found to answer, or empty. ``detail`` is the server's or the system's own
    words. ``models`` is how many the server offers, ``pullable`` a model that Ollama could get.
    """

    finding: Finding
    provider: str
    url: str
    model: str = ""
    models: int = 0
    better_url: str = ""
    better_provider: str = ""
    detail: str = ""
    pullable: str = ""

    @property
    def ok(self) -> bool:
        """Whether a question could be answered there."""
        return self.finding == "ready"


@dataclass(frozen=True, slots=True)
class ProviderState:
    """Whether a question could be answered now, by which model, and what to do if not.

    ``pullable`` is a model that Ollama could get where the lack of one is all that is wrong.
    """

    ok: bool
    provider: str
    model: str = ""
    problem: str = ""
    remedy: str = ""
    pullable: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that ``doctor`` looked at."""

    name: str
    status: Literal["ok", "warning", "failed"]
    text: str
    remedy: str = ""
