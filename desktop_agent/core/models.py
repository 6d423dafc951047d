"""Data types for models and providers: model lists, downloads, availability and checks."""

from dataclasses import dataclass
from typing import Literal

SEARCH_MODEL = "search-model"
"""The name by which the program's own search model is downloaded and removed."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model offered by a server. Sizes are in bytes; unknown values are 0 or empty.

    ``capabilities`` uses Ollama's terms: completion, tools, thinking, vision, embedding.
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
    """A progress report on a model download.

    Byte counts refer to the current layer, whose digest is ``layer``. In steps that download
    nothing, ``layer`` is empty. The layers of a model may be reported one after another or
    interleaved.
    """

    status: str
    completed: int = 0
    total: int = 0
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """The details of a model; unknown values are 0 or empty."""

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
    """The result of testing a provider's server.

    ``url`` is the server's URL in a form for display. If a matching server was found elsewhere,
    ``better_url`` and ``better_provider`` identify it. ``detail`` is the message from the server or
    the operating system. ``models`` is the number of models that the server offers, and
    ``pullable`` is the name of a model that Ollama could pull.
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
        return self.finding == "ready"


@dataclass(frozen=True, slots=True)
class ProviderState:
    """The availability of a provider, with the model that it would use.

    If the provider is unavailable, ``problem`` and ``remedy`` are set. If the only problem is that
    there is no model, ``pullable`` is the name of a model that Ollama could pull.
    """

    ok: bool
    provider: str
    model: str = ""
    problem: str = ""
    remedy: str = ""
    pullable: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one ``doctor`` check."""

    name: str
    status: Literal["ok", "warning", "failed"]
    text: str
    remedy: str = ""
