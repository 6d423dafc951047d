import pytest

from desktop_agent.bench.scoring import Support
from desktop_agent.bench.statistics import summarise, wilson
from tests.unit.bench.records import SETUP, record


def test_the_records_are_added_up():
    records = [
        record(1, seconds=1.0, prompt_tokens=80, completion_tokens=20, model_calls=2, searches=3),
        record(2, seconds=3.0, prompt_tokens=50, model_calls=1, correct=False, f1=0.5),
        record(3, seconds=2.0, correct=False, f1=0.0, status="abstained", blocked_searches=2),
        record(4, seconds=90.0, correct=False, f1=0.0, status="failed", model_calls=1),
        record(5, seconds=2.0, blocked_searches=1, judge_tokens=9),
    ]
    found = summarise(SETUP, records)
    assert (found.n, found.correct, found.answered, found.abstained, found.failed) == (
        5,
        2,
        3,
        1,
        1,
    )
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


def test_without_a_right_answer_none_has_a_price():
    found = summarise(SETUP, [record(1, correct=False, model_calls=3)])
    assert found.calls_per_correct is found.tokens_per_correct is None
    assert summarise(SETUP, []).accuracy == 0.0


def test_recall_is_the_mean_over_questions_that_can_tell():
    records = [
        record(1, support=Support(2, 1, 4, 1)),
        record(2, support=Support(2, 2, 0, 0)),
        record(3),
    ]
    found = summarise(SETUP, records)
    assert (found.article_recall, found.sentence_recall) == (0.75, 0.25)
