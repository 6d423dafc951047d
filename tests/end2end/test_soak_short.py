"""Sixteen questions at the window of the real program: it ends in order, and nothing of them stays."""

import os

import pytest

from tests.benchmarks.soak.soaking import ended_in_order, holds_no_more, soak


@pytest.mark.skipif(os.name != "posix", reason="counts descriptors as POSIX does")
@pytest.mark.timeout(180)
def test_questions_of_every_kind_leave_nothing_behind(tmp_path):
    found = soak(tmp_path, 16, 8, 7, 170, in_brief=True)
    ended_in_order(found)
    assert [each.asked for each in found.samples] == [0, 8, 16]
    assert len(found.strategies) >= 3
    holds_no_more(found.samples[1], found.samples[-1])
