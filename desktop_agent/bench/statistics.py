"""Statistics on correct and incorrect answers, summaries of strategies, and comparisons of runs.

All tests and intervals are two-sided, and intervals have a confidence level of 95%.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, NamedTuple

from desktop_agent.bench.records import Record, Setup
from desktop_agent.core.errors import RecordingError

Z = 1.959963984540054
"""The standard normal deviate for a two-sided 95% interval."""


class Interval(NamedTuple):
    """The lower and upper limits of a confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Paired:
    """The numbers of items answered correctly by both runs, by only one of them, or by neither."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @property
    def n(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """The accuracy of the first run minus that of the second, in [-1, 1].

        If there are no items, the difference is 0.
        """
        return (self.only_first - self.only_second) / self.n if self.n else 0.0


def wilson(right: int, n: int) -> Interval:
    """Return the Wilson score interval for a proportion, or (0, 1) if ``n`` is 0.

    Source: E. B. Wilson (1927), J. Am. Stat. Assoc. 22:209-212.
    """
    if n == 0:
        return Interval(0.0, 1.0)
    p, z2 = right / n, Z * Z
    middle = p + z2 / (2 * n)
    half = Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low, high = (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)
    # rounding must not move a limit away from the end of the range
    return Interval(0.0 if right == 0 else low, 1.0 if right == n else high)


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact p-value of McNemar's test, given the items on which the two runs differ.

    The binomial distribution is used instead of the chi-square distribution. Source: Q. McNemar
    (1947), Psychometrika 12:153-157.
    """
    n = only_first + only_second
    ways = tail = 1  # integers are exact for any count
    for k in range(min(only_first, only_second)):
        ways = ways * (n - k) // (k + 1)
        tail += ways
    return min(1.0, 2 * tail / (1 << n))


# --- Summary of a strategy


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a strategy over ``n`` questions.

    ``accuracy`` counts abstentions and failures as wrong; ``attempted_accuracy`` covers only
    answered questions. ``blocked_searches`` counts searches that no engine answered, and
    ``blocked_items`` counts questions with at least one such search.

    Seconds exclude failed questions. Tokens exclude those of the judge, which are in
    ``judge_tokens``. Costs per correct answer are None if no answer is correct. Recalls are means
    over the questions with known supporting facts, or None if there are no such questions.
    """

    setup: Setup
    n: int
    correct: int
    answered: int
    abstained: int
    failed: int
    accuracy: float
    interval: Interval
    attempted_accuracy: float
    f1: float
    blocked_items: int
    blocked_searches: int
    blocked_correct: int
    seconds_mean: float
    seconds_median: float
    seconds_p95: float
    prompt_tokens: int
    completion_tokens: int
    model_calls: int
    searches: int
    judge_tokens: int
    calls_per_correct: float | None
    tokens_per_correct: float | None
    article_recall: float | None
    sentence_recall: float | None

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"interval": list(self.interval)}


def summarise(setup: Setup, records: Collection[Record]) -> Summary:
    """Summarise the records of one strategy."""
    n = len(records)
    correct = sum(record.correct for record in records)
    statuses = [record.status for record in records]
    blocked = [record for record in records if record.blocked_searches]
    seconds = [record.seconds for record in records if record.status != "failed"]
    prompt = sum(record.prompt_tokens for record in records)
    completion = sum(record.completion_tokens for record in records)
    calls = sum(record.model_calls for record in records)
    answered = statuses.count("answered")
    support = [record.support for record in records if record.support is not None]
    return Summary(
        setup=setup,
        n=n,
        correct=correct,
        answered=answered,
        abstained=statuses.count("abstained"),
        failed=statuses.count("failed"),
        accuracy=correct / n if n else 0.0,
        interval=wilson(correct, n),
        attempted_accuracy=correct / answered if answered else 0.0,
        f1=_mean([record.f1 for record in records]),
        blocked_items=len(blocked),
        blocked_searches=sum(record.blocked_searches for record in blocked),
        blocked_correct=sum(record.correct for record in blocked),
        seconds_mean=_mean(seconds),
        seconds_median=_quantile(seconds, 0.5),
        seconds_p95=_quantile(seconds, 0.95),
        prompt_tokens=prompt,
        completion_tokens=completion,
        model_calls=calls,
        searches=sum(record.searches for record in records),
        judge_tokens=sum(record.judge_tokens for record in records),
        calls_per_correct=calls / correct if correct else None,
        tokens_per_correct=(prompt + completion) / correct if correct else None,
        article_recall=_recall([(each.articles_found, each.articles) for each in support]),
        sentence_recall=_recall([(each.sentences_found, each.sentences) for each in support]),
    )


def _recall(found: list[tuple[int, int]]) -> float | None:
    shares = [part / whole for part, whole in found if whole]
    return fmean(shares) if shares else None


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def _quantile(values: Sequence[float], share: float) -> float:
    import numpy as np

    return float(np.quantile(values, share)) if values else 0.0


# --- Comparison of two runs, question by question

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
