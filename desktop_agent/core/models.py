"""Models and their providers: model lists, downloads, availability and checks."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


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
    """One progress report of a download. Byte counts refer to the current layer.

    A model consists of several layers, which are reported one after the other or interleaved.
    ``layer`` is the digest of the current layer, or empty in steps that download nothing.
    """

    status: str
    completed: int = 0
    total: int = 0
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """The details of one model; unknown values are 0 or empty."""

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

    ``url`` is the address for display. ``better_url`` and ``better_provider`` say where a matching
    server was found, or are empty. ``detail`` is the message from the server or the operating
    system. ``models`` is the number of models that the server offers, and ``pullable`` is the name
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
        """True if the server can answer questions."""
        return self.finding == "ready"


@dataclass(frozen=True, slots=True)
class ProviderState:
    """The readiness of the provider: whether and by which model questions can be answered now.

    If not, it includes a remedy. ``pullable`` is the name of a model that Ollama could pull, set
    only if a missing model is the sole problem.
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


# --- Download progress, speed and remaining time

_WINDOW_S = 8.0
"""Seconds over which the speed is averaged: long enough to be stable, short enough to show a
stall.
"""
_LEAST_S = 1.0


class PullMeter:
    """Combines the progress of all layers of a model during a download.

    ``clock`` returns seconds; only differences are used. The total grows as new layers are
    reported. Bytes from an earlier download count as completed but do not count towards the speed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._layers: dict[str, tuple[int, int]] = {}
        self._marks: deque[tuple[float, int]] = deque()
        self._loaded = 0
        self.status = ""

    def add(self, step: PullProgress) -> None:
        self.status = step.status
        if not step.total:
            return
        layer = step.layer or step.status
        before = self._layers.get(layer)
        done = min(step.completed, step.total)
        if before is not None:
            done = max(done, before[0])  # a retried part is told again from its beginning
            self._loaded += done - before[0]
        self._layers[layer] = (done, step.total)
        now = self._clock()
        self._marks.append((now, self._loaded))
        while len(self._marks) > 2 and now - self._marks[1][0] >= _WINDOW_S:
            self._marks.popleft()

    @property
    def completed(self) -> int:
        """Number of bytes downloaded."""
        return sum(done for done, _ in self._layers.values())

    @property
    def total(self) -> int:
        """Total bytes of all known layers; 0 until the first layer is known."""
        return sum(total for _, total in self._layers.values())

    @property
    def is_whole(self) -> bool:
        """True if every known layer is complete, so that only verification is left."""
        return bool(self._layers) and self.completed >= self.total

    @property
    def speed(self) -> float | None:
        """Recent download speed in bytes per second; None if not known yet."""
        if not self._marks:
            return None
        (start, loaded), now = self._marks[0], self._clock()
        if now - start < _LEAST_S:
            return None
        return (self._loaded - loaded) / (now - start)

    @property
    def eta_s(self) -> float | None:
        """Estimated seconds left; None if the download has stalled or nothing is known yet."""
        speed = self.speed
        return None if not speed else (self.total - self.completed) / speed
