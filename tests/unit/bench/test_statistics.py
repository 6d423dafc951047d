"""Intervals and tests against values that were published, and what must always hold."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.bench.statistics import (
    Paired,
    items_needed,
    mcnemar,
    mean,
    newcombe,
    quantile,
    wilson,
)

COUNTS = st.integers(0, 60)
PAIRED = st.builds(Paired, COUNTS, COUNTS, COUNTS, COUNTS)


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [  # R. G. Newcombe (1998), Stat. Med. 17:857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(right: int, n: int, low: float, high: float):
    assert wilson(right, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_of_nothing_nothing_is_known():
    assert wilson(0, 0) == (0.0, 1.0)
    assert newcombe(Paired(0, 0, 0, 0)) == (-1.0, 1.0)
    assert mcnemar(0, 0) == 1.0
    assert items_needed(Paired(0, 0, 0, 0)) is None
    assert mean([]) == quantile([], 0.5) == 0.0


@given(st.integers(0, 500), st.integers(0, 500))
def test_wilson_holds_the_share_and_mirrors(right: int, wrong: int):
    n = right + wrong
    low, high = wilson(right, n)
    assert 0.0 <= low <= (right / n if n else 0.5) <= high <= 1.0
    assert wilson(wrong, n) == (pytest.approx(1 - high), pytest.approx(1 - low))


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (1, 7, 0.0703125),  # M. W. Fagerland and others (2014), Stat. Med. 33:2850-2875
        (6, 16, 0.052478790283203125),
        (5, 0, 0.0625),
        (12, 2, 0.012939453125),
        (150, 86, 3.7159361395713866e-05),  # A. Agresti (1990), approval of a prime minister
        (4, 4, 1.0),
        (5_000, 5_001, 1.0),
        (3_000, 2_000, 1.3002310005e-45),
    ],
)
def test_mcnemar_is_exact(b: int, c: int, p: float):
    assert mcnemar(b, c) == mcnemar(c, b) == pytest.approx(p, rel=1e-9, abs=0)


@pytest.mark.parametrize(
    ("paired", "low", "high"),
    [  # R. G. Newcombe (1998), Stat. Med. 17:2635-2650, method 10
        (Paired(36, 12, 2, 0), 0.0569, 0.3404),
        (Paired(20, 12, 2, 16), 0.0562, 0.3292),
        # D. G. Altman and others (2000), Statistics with Confidence, table 6.2
        (Paired(14, 5, 0, 22), 0.011, 0.226),
        # M. W. Fagerland and others (2014), airways before and after a transplantation
        (Paired(1, 1, 7, 12), -0.507, -0.026),
    ],
)
def test_newcombe_gives_the_published_intervals(paired: Paired, low: float, high: float):
    assert newcombe(paired) == (pytest.approx(low, abs=6e-4), pytest.approx(high, abs=6e-4))


@given(PAIRED)
def test_newcombe_holds_the_difference_and_mirrors(paired: Paired):
    low, high = newcombe(paired)
    assert -1.0 <= low <= paired.difference <= high <= 1.0
    other = Paired(paired.both, paired.only_second, paired.only_first, paired.neither)
    assert newcombe(other) == (pytest.approx(-high), pytest.approx(-low))


def test_five_points_with_a_fifth_of_the_items_apart_take_some_six_hundred():
    needed = items_needed(Paired(500, 125, 75, 300))
    assert needed == 626  # (1.960 * sqrt(0.2) + 0.842 * sqrt(0.1975)) ** 2 / 0.05 ** 2


@given(PAIRED)
def test_what_is_needed_is_told_where_there_is_a_difference(paired: Paired):
    needed = items_needed(paired)
    assert (needed is None) == (paired.only_first == paired.only_second)
    assert needed is None or needed >= math.ceil(1.96**2)


def test_quantiles_lie_between_neighbours():
    values = [4.0, 1.0, 3.0, 2.0]
    assert quantile(values, 0.5) == 2.5
    assert quantile(values, 0.95) == pytest.approx(3.85)
    assert quantile(values, 0) == 1.0
    assert quantile(values, 1) == 4.0
    assert mean(values) == 2.5
