"""What is known of models and of those who serve them."""

import time
from collections import deque
from collections.abc import Callable
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


# --- How far a download is, how fast it goes and how long it will still take.

_WINDOW_S = 8.0
"""Seconds over which the speed is taken: long enough to be steady, short enough to notice a stall."""
_LEAST_S = 1.0


class PullMeter:
    """Adds up the layers of a model as a download tells of them.

    ``clock`` gives seconds; only its differences count. The total grows as layers become known.
    What an earlier download had loaded counts as done, but not as speed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._layers: dict[str, tuple[int, int]] = {}
        self._marks: deque[tuple[float, int]] = deque()
        self._loaded = 0
        self.status = ""

    def add(self, step: PullProgress) -> None:
        """Takes a step of the download."""
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
        """Bytes that are there."""
        return sum(done for done, _ in self._layers.values())

    @property
    def total(self) -> int:
        """Bytes of all layers that are known; 0 before the first."""
        return sum(total for _, total in self._layers.values())

    @property
    def is_whole(self) -> bool:
        """Whether every known layer is there: what follows is checking, not loading."""
        return bool(self._layers) and self.completed >= self.total

    @property
    def speed(self) -> float | None:
        """Bytes a second over the last seconds; None before it can be told."""
        if not self._marks:
            return None
        (start, loaded), now = self._marks[0], self._clock()
        if now - start < _LEAST_S:
            return None
        return (self._loaded - loaded) / (now - start)

    @property
    def eta_s(self) -> float | None:
        """Seconds still to go at this speed; None when nothing moves or nothing is known."""
        speed = self.speed
        return None if not speed else (self.total - self.completed) / speed
