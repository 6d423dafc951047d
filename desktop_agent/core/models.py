"""Data types for models and providers: model lists, downloads, availability and checks."""

import re
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


_SIZE = re.compile(r"(?<![a-z0-9.])[ae]?(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])")


def billions_of_parameters(text: str) -> float:
    """Parse a model's size, in billions of parameters, from its name or a server's text.

    Sizes are written as in ``qwen3:4b``, ``Qwen2.5-7B-Instruct``, ``gemma3:270m`` or ``8x7B``. If
    several sizes are given, the largest is used: ``qwen3:30b-a3b`` has 30 billion in total. Return
    0 if no size is found.
    """
    sizes = (
        float(count or 1) * float(size) / (1 if unit == "b" else 1000)
        for count, size, unit in _SIZE.findall(text.lower().replace("_", "-"))
    )
    return max(sizes, default=0.0)


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """A model's speed on this machine in tokens per second; 0 if unknown."""

    reading: float = 0.0
    writing: float = 0.0


@dataclass(frozen=True, slots=True)
class PullProgress:
    """A progress report on a model download.

    Byte counts refer to the current layer, whose digest is ``layer``; ``layer`` is empty in steps
    without a download. Layers may be reported one after another or interleaved.
    """

    status: str
    completed: int = 0
    total: int = 0
    layer: str = ""


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

    ``url`` is the server's URL, formatted for display. ``better_url`` and ``better_provider``
    identify a matching server found elsewhere, if any. ``detail`` is the message from the server or
    the operating system. ``models`` is the number of models offered, and ``pullable`` is the name
    of a model that Ollama could pull.
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
    """The availability of a provider, and the model that it would use.

    ``problem`` and ``remedy`` are set if the provider is unavailable. If it only lacks a model,
    ``pullable`` is the name of one that Ollama could pull.
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
