from dataclasses import replace

import pytest

from desktop_agent.bench.comparison import compare
from desktop_agent.bench.records import Record
from desktop_agent.bench.statistics import Paired, items_needed, mcnemar, newcombe
from desktop_agent.core.errors import RecordingError
from tests.unit.bench.records import SETUP, record


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
    pairs = Paired(both=1, only_first=4, only_second=1, neither=1)
    assert found.pairs == pairs
    assert found.unpaired == 1
    assert found.difference == pytest.approx(3 / 7)
    assert found.interval == newcombe(pairs)
    assert found.p_value == mcnemar(4, 1) == 0.375
    assert not found.significant
    assert (found.needed, found.more) == (items_needed(pairs), items_needed(pairs) - 7)
    assert (found.token_ratio, found.call_ratio, found.seconds_ratio) == (6.0, 3.0, 1.0)


def test_a_clear_difference_is_significant():
    found = compare((SETUP, run("1" * 12)), (OTHER, run("0" * 12)))
    assert found.significant
    assert found.p_value == pytest.approx(2 / 2**12)
    assert (found.token_ratio, found.more) == (None, 0)


def test_a_question_that_is_another_one_is_not_paired():
    second = run("11")
    second["1"] = replace(second["1"], digest="0" * 16)
    found = compare((SETUP, run("11")), (OTHER, second))
    assert (found.pairs.n, found.unpaired) == (1, 1)


def test_what_has_nothing_in_common_is_refused():
    with pytest.raises(RecordingError, match="no question in common"):
        compare((SETUP, run("1.")), (OTHER, run(".1")))
    with pytest.raises(RecordingError, match="of gsm8k, the other of hle"):
        compare((SETUP, run("1")), (replace(OTHER, benchmark="hle"), run("1")))
