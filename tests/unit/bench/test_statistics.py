"""Intervals and tests against values that were published, and what must always hold; the summary of a strategy."""

from dataclasses import replace

import pytest

from desktop_agent.bench.records import Record
from desktop_agent.bench.scoring import Support
from desktop_agent.bench.statistics import Paired, compare, mcnemar, summarise, wilson
from desktop_agent.core.errors import RecordingError
from tests.unit.bench.records import SETUP, record


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [  # R. G. Newcombe (1998), Stat. Med. 17:857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(right: int, n: int, low: float, high: float):
    assert wilson(right, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_of_nothing_nothing_is_known():
    assert wilson(0, 0) == (0.0, 1.0)
    assert mcnemar(0, 0) == 1.0
    assert summarise(SETUP, []).seconds_median == summarise(SETUP, []).seconds_p95 == 0.0


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (1, 7, 0.0703125),  # M. W. Fagerland and others (2014), Stat. Med. 33:2850-2875
        (12, 2, 0.012939453125),
        (150, 86, 3.7159361395713866e-05),  # A. Agresti (1990), approval of a prime minister
        (5_000, 5_001, 1.0),
    ],
)
def test_mcnemar_is_exact(b: int, c: int, p: float):
    assert mcnemar(b, c) == mcnemar(c, b) == pytest.approx(p, rel=1e-9, abs=0)


def test_the_records_are_added_up():
    records = [
        record(1, seconds=1.0, prompt_tokens=80, completion_tokens=20, model_calls=2, searches=3),
        record(2, seconds=3.0, prompt_tokens=50, model_calls=1, correct=False, f1=0.5),
        record(3, seconds=2.0, correct=False, f1=0.0, status="abstained", blocked_searches=2),
        record(4, seconds=90.0, correct=False, f1=0.0, status="failed", model_calls=1),
        record(5, seconds=2.0, blocked_searches=1, judge_tokens=9),
    ]
    found = summarise(SETUP, records)
    assert (found.n, found.correct) == (5, 2)
    assert (found.answered, found.abstained, found.failed) == (3, 1, 1)
    assert found.accuracy == 0.4
    assert found.interval == wilson(2, 5)
    assert found.attempted_accuracy == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(0.5)
    assert (found.blocked_items, found.blocked_searches, found.blocked_correct) == (2, 3, 1)
    assert (found.seconds_mean, found.seconds_median) == (2.0, 2.0)
    assert found.seconds_p95 == pytest.approx(2.85)
    assert (found.tokens, found.model_calls, found.searches, found.judge_tokens) == (150, 4, 3, 9)
    assert (found.calls_per_correct, found.tokens_per_correct) == (2.0, 75.0)
    assert found.article_recall is found.sentence_recall is None
    found = summarise(SETUP, [record(1, correct=False, model_calls=3)])
    assert found.calls_per_correct is found.tokens_per_correct is None  # as nothing was right
    assert summarise(SETUP, []).accuracy == 0.0


def test_recall_is_the_mean_over_questions_that_can_tell():
    records = [
        record(1, support=Support(2, 1, 4, 1)),
        record(2, support=Support(2, 2, 0, 0)),
        record(3),
    ]
    found = summarise(SETUP, records)
    assert (found.article_recall, found.sentence_recall) == (0.75, 0.25)


def run(marks: str, **values: object) -> dict[str, Record]:
    """A record for each mark: 1 right, 0 wrong, a point was not asked."""
    made = [
        record(number, correct=mark == "1", **values)
        for number, mark in enumerate(marks)
        if mark != "."
    ]
    return {each.id: each for each in made}


OTHER = replace(SETUP, strategy="single")


def test_runs_are_paired_by_question():
    first = run("1111100.0", prompt_tokens=60, model_calls=3)
    second = run("1000010.", prompt_tokens=10, model_calls=1)
    found = compare((SETUP, first), (OTHER, second))
    assert found.pairs == Paired(both=1, only_first=4, only_second=1, neither=1)
    assert found.unpaired == 1
    assert found.difference == pytest.approx(3 / 7)
    assert found.p_value == mcnemar(4, 1) == 0.375
    assert not found.significant
    assert (found.token_ratio, found.call_ratio, found.seconds_ratio) == (6.0, 3.0, 1.0)


def test_another_question_is_not_paired_and_what_has_nothing_in_common_is_refused():
    second = run("11")
    second["1"] = replace(second["1"], digest="0" * 16)
    found = compare((SETUP, run("11")), (OTHER, second))
    assert (found.pairs.n, found.unpaired) == (1, 1)
    with pytest.raises(RecordingError, match="no questions in common"):
        compare((SETUP, run("1.")), (OTHER, run(".1")))
    with pytest.raises(RecordingError, match="for gsm8k, the other for hle"):
        compare((SETUP, run("1")), (replace(OTHER, benchmark="hle"), run("1")))
