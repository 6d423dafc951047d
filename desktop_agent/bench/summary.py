"""What a strategy's records come to."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from desktop_agent.bench.record import Record, Setup
from desktop_agent.bench.statistics import Interval, mean, quantile, wilson


@dataclass(frozen=True, slots=True)
class Summary:
    """A strategy's results over ``n`` questions.

    ``accuracy`` counts abstentions and failures as not right; ``attempted_accuracy`` is over the
    questions that were answered alone. ``blocked_items`` had at least one search that no engine
    answered, and ``blocked_searches`` counts those searches. Times are in seconds, tokens are of
    prompts and replies without the judge's, ``judge_tokens`` the judge's alone. What each right
    answer cost is None where there is none. ``article_recall`` and ``sentence_recall`` are the
    means over the questions whose retrieval could be told; None where there are none.
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
        """All tokens but the judge's."""
        return self.prompt_tokens + self.completion_tokens

    def to_dict(self) -> dict[str, Any]:
        """Gives the summary as a JSON object."""
        return asdict(self) | {"interval": list(self.interval)}


def summarise(setup: Setup, records: Collection[Record]) -> Summary:
    """Adds up the records of one strategy."""
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
        f1=mean([record.f1 for record in records]),
        blocked_items=len(blocked),
        blocked_searches=sum(record.blocked_searches for record in blocked),
        blocked_correct=sum(record.correct for record in blocked),
        seconds_mean=mean(seconds),
        seconds_median=quantile(seconds, 0.5),
        seconds_p95=quantile(seconds, 0.95),
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
    return mean(shares) if shares else None
