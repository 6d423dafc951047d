"""An engine that asked for proof of a person rests."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.errors import StorageError
from desktop_agent.web.search.cooldown import LONGEST_S, Cooldowns
from tests.unit.web.search.searching import JSON, Clock, settings

TEN_MINUTES, TWO_HOURS = 600, 7200


def cooldowns(clock: Clock, kept: dict[str, Any] | None = None, **changes: Any) -> Cooldowns:
    chosen = settings(**changes)
    store: dict[str, Any] = {} if kept is None else kept

    def save(rests: Any) -> None:
        store.clear()
        store.update(json.loads(json.dumps(dict(rests))))

    return Cooldowns(chosen, load=lambda: dict(store), save=save, clock=clock)


def test_rests_double_from_ten_minutes_to_two_hours_through_restarts_until_an_answer():
    clock, kept = Clock(), {}
    lengths = []
    for _ in range(6):
        resting = cooldowns(clock, kept)
        lengths.append(resting.challenged("duckduckgo"))
        again = resting.challenged("duckduckgo")
        assert again == pytest.approx(lengths[-1])  # those at the same time count once
        clock.now += 100
        later = cooldowns(clock, kept)
        assert later.resting() == {"duckduckgo": pytest.approx(lengths[-1] - 100)}
        clock.now += lengths[-1] - 99
        assert later.left("duckduckgo") == 0
    assert lengths == [600, 1200, 2400, 4800, TWO_HOURS, TWO_HOURS]
    cooldowns(clock, kept).answered("duckduckgo")
    assert kept == {}


def test_neither_a_clock_that_was_set_back_nor_lower_limits_keep_an_engine_resting():
    clock, kept = Clock(), {}
    running = cooldowns(clock, kept)
    running.challenged("duckduckgo")
    assert cooldowns(clock, kept, cooldown_max_s=60).left("duckduckgo") == 0
    clock.now -= 86_400 * 365 * 50
    assert running.left("duckduckgo") == 0
    assert cooldowns(clock, kept).left("duckduckgo") == 0
    assert cooldowns(clock, cooldown_s=0).challenged("duckduckgo") == 0


RESTS = st.fixed_dictionaries({"until": JSON, "length_s": JSON})


@given(JSON | st.dictionaries(st.sampled_from(["duckduckgo", "tavily"]), RESTS))
def test_a_damaged_file_locks_no_engine_for_longer_than_a_day(damaged):
    clock = Clock()
    chosen = settings(cooldown_max_s=10 * LONGEST_S)
    resting = Cooldowns(chosen, load=lambda: damaged, clock=clock)
    assert all(left <= LONGEST_S + 1 for left in resting.resting().values())
    clock.now += LONGEST_S + 2
    assert resting.resting() == {}


def test_a_file_that_cannot_be_read_or_written_costs_no_search(caplog):
    def load() -> dict[str, Any]:
        raise StorageError("The file is locked.")

    def save(_rests: Any) -> None:
        raise StorageError("The disk is full.")

    resting = Cooldowns(settings(), load=load, save=save, clock=Clock())
    assert resting.challenged("duckduckgo") == TEN_MINUTES
    assert resting.left("duckduckgo") == pytest.approx(TEN_MINUTES)
    assert "locked" in caplog.text
    assert "full" in caplog.text
