"""Whether what was measured over a long time grows, and how fast."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.benchmarks.soak.sample import Sample


@dataclass(frozen=True)
class Growth:
    """From the second tenth of the questions, when all is warm, to the last."""

    early: float
    late: float
    a_thousand: float
    """By how much it grows in a thousand questions: the slope of the line that fits best, without the
    first tenth."""

    @property
    def percent(self) -> float:
        """How much more there is at the end, in percent."""
        return (self.late / self.early - 1) * 100 if self.early else 0.0


def growth(asked: Sequence[int], values: Sequence[float]) -> Growth:
    """Gives it of values that were measured after so many questions each, in their order."""
    most = asked[-1]
    early = _mean(v for a, v in zip(asked, values, strict=True) if most / 10 < a <= most / 5)
    late = _mean(v for a, v in zip(asked, values, strict=True) if a > most * 0.9)
    warm = [(a, v) for a, v in zip(asked, values, strict=True) if a > most / 10]
    return Growth(early, late, _slope(warm) * 1000)


def more_objects(samples: Sequence[Sample], most: int = 25) -> list[tuple[str, int, int]]:
    """Gives the types of which there are most more at the end than when all was warm, with both counts."""
    early, late = samples[max(1, len(samples) // 5)], samples[-1]
    names = sorted(late.objects, key=lambda name: early.objects.get(name, 0) - late.objects[name])
    return [(name, early.objects.get(name, 0), late.objects[name]) for name in names[:most]]


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _slope(points: Sequence[tuple[float, float]]) -> float:
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    if not spread:
        return 0.0
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread
