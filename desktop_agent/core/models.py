"""Models and their providers: lists, downloads, states and checks."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model offered by a server; sizes in bytes, 0 or empty if unknown.

    ``capabilities`` use Ollama's words: completion, tools, thinking, vision, embedding.
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
    """One step of a download; bytes are of the current layer.

    A model is a handful of layers, reported one after the other or in turns; ``layer`` is the
    digest of the current one, empty in steps that load nothing.
    """

    status: str
    completed: int = 0
    total: int = 0
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """The details of one model; empty or 0 if unknown."""

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

    ``url`` is the address for display. ``better_url`` and ``better_provider`` are where a matching
    server was found, or empty. ``detail`` is the server's or the system's message. ``models`` is
    how many the server offers, ``pullable`` a model that Ollama could pull.
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
        """True if a question could be answered there."""
        return self.finding == "ready"


@dataclass(frozen=True, slots=True)
class ProviderState:
    """Whether a question can be answered now, by which model, and the remedy if not.

    ``pullable`` is a model that Ollama could pull if the lack of one is all that is wrong.
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
"""Seconds over which the speed is averaged: long enough to be steady, short enough for a stall."""
_LEAST_S = 1.0


class PullMeter:
    """Adds up the layers of a model during a download.

    ``clock`` returns seconds; only differences count. The total grows as layers become known. Bytes
    of an earlier download count as done, but not for the speed.
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
        """Bytes downloaded."""
        return sum(done for done, _ in self._layers.values())

    @property
    def total(self) -> int:
        """Bytes of all known layers; 0 before the first."""
        return sum(total for _, total in self._layers.values())

    @property
    def is_whole(self) -> bool:
        """True if every known layer is complete: what follows is verification."""
        return bool(self._layers) and self.completed >= self.total

    @property
    def speed(self) -> float | None:
        """Bytes per second over the last seconds; None if not known yet."""
        if not self._marks:
            return None
        (start, loaded), now = self._marks[0], self._clock()
        if now - start < _LEAST_S:
            return None
        return (self._loaded - loaded) / (now - start)

    @property
    def eta_s(self) -> float | None:
        """Seconds left at this speed; None if nothing moves or nothing is known."""
        speed = self.speed
        return None if not speed else (self.total - self.completed) / speed
