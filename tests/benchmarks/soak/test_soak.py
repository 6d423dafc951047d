"""Two thousand questions, one after the other, at the window of the real program: nothing of them stays.

It is measured at rest: the questions are answered, an empty chat is shown, and what nobody holds was let
go. The samples lie in the test's folder; ``SOAK_QUESTIONS`` and ``SOAK_SEED`` change what is asked.
"""

import os
from statistics import mean

import pytest

from tests.benchmarks.figures import record
from tests.benchmarks.soak.soaking import ended_in_order, holds_no_more, soak

QUESTIONS = int(os.environ.get("SOAK_QUESTIONS", "2000"))
SEED = int(os.environ.get("SOAK_SEED", "7"))
EVERY = 50
MOST_PERCENT = 5.0
_WAIT_S = 3 * 3600

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(_WAIT_S + 300)]


def test_two_thousand_questions_leave_nothing_behind(tmp_path):
    found = soak(tmp_path, QUESTIONS, EVERY, SEED, _WAIT_S)
    ended_in_order(found)
    holds_no_more(found.samples[len(found.samples) // 5], found.samples[-1])
    # all is warm in the second tenth; the databases grow by what is asked, up to a limit of each
    early = mean(s.rss for s in found.samples if QUESTIONS / 10 < s.asked <= QUESTIONS / 5)
    late = mean(s.rss for s in found.samples if s.asked > QUESTIONS * 0.9)
    grown = (late / early - 1) * 100
    record("Soak: memory, last tenth against second", grown, "%", limit=MOST_PERCENT)
    assert grown < MOST_PERCENT, [(each.asked, round(each.rss)) for each in found.samples]
