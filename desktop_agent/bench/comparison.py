"""Compare two benchmark runs question by question."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from desktop_agent.bench.records import Record, Setup
from desktop_agent.bench.statistics import Paired, mcnemar
from desktop_agent.core.errors import RecordingError

LEVEL = 0.05
"""Significance level: a difference is significant if its p-value is smaller."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two runs on the questions asked in both.

    ``difference`` is the accuracy of the first run minus that of the second. ``p_value`` is that of
    the exact McNemar test.

    ``unpaired`` counts the questions asked in only one run. ``failed`` counts those that failed in
    at least one run, where they count as wrong. Ratios are those of the first run to the second
    over the paired questions, or None if the second run used none.
    """

    first: Setup
    second: Setup
    pairs: Paired
    unpaired: int
    failed: int
    difference: float
    p_value: float
    token_ratio: float | None
    call_ratio: float | None
    seconds_ratio: float | None

    @property
    def significant(self) -> bool:
        return self.p_value < LEVEL

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {
            "significant": self.significant,
            "better": self.pairs.only_first,
            "worse": self.pairs.only_second,
        }


def compare(
    first: tuple[Setup, Mapping[str, Record]], second: tuple[Setup, Mapping[str, Record]]
) -> Comparison:
    """Pair two runs by question and compare them; raise `RecordingError` if they do not match."""
    (setup, one), (other_setup, other) = first, second
    if setup.benchmark != other_setup.benchmark:
        raise RecordingError(
            f"One run is for {setup.benchmark}, the other for {other_setup.benchmark}.",
            "Compare runs of the same benchmark.",
        )
    ids = [each for each in one if each in other and one[each].digest == other[each].digest]
    if not ids:
        raise RecordingError("The two runs have no questions in common.")
    pairs = [(one[each], other[each]) for each in ids]
    marks = [(a.correct, b.correct) for a, b in pairs]
    paired = Paired(
        both=marks.count((True, True)),
        only_first=marks.count((True, False)),
        only_second=marks.count((False, True)),
        neither=marks.count((False, False)),
    )
    return Comparison(
        first=setup,
        second=other_setup,
        pairs=paired,
        unpaired=len(one.keys() | other.keys()) - len(ids),
        failed=sum("failed" in (a.status, b.status) for a, b in pairs),
        difference=paired.difference,
        p_value=mcnemar(paired.only_first, paired.only_second),
        token_ratio=_ratio(sum(a.tokens for a, _ in pairs), sum(b.tokens for _, b in pairs)),
        call_ratio=_ratio(
            sum(a.model_calls for a, _ in pairs), sum(b.model_calls for _, b in pairs)
        ),
        seconds_ratio=_ratio(sum(a.seconds for a, _ in pairs), sum(b.seconds for _, b in pairs)),
    )


def _ratio(one: float, other: float) -> float | None:
    return one / other if other else None
