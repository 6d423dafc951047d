"""Where a run stands while it is played: by the clock, by steps, by hand."""

import pytest

from desktop_agent.core.events import StepStarted
from desktop_agent.frontends.ui.pages.replay import (
    Player,
    Recording,
    playback_times,
)


def timed(*times):
    return Recording(
        [StepStarted(step_id=f"{at}", agent="main", title="t", t=at) for at in times], "q"
    )


@pytest.fixture
def player(app, clock):
    player = Player(clock=lambda: clock.now)
    player.load(timed(0.0, 0.5, 1.0, 2.0, 4.0))
    yield player
    player.pause()


def run(player, clock, seconds, tick=0.05):
    for _ in range(round(seconds / tick)):
        clock.now += tick
        player.advance()


def test_events_happen_at_their_times_but_not_while_paused_or_asleep(player, clock):
    player.play()
    clock.now += 0.2
    player.advance()
    assert player.position == 1
    run(player, clock, 0.4)
    assert player.position == 2
    run(player, clock, 1.0)
    assert player.position == 3
    assert player.at == pytest.approx(1.6)
    player.pause()
    clock.now += 50
    player.advance()
    assert player.position == 3
    player.play()
    clock.now += 0.1
    player.advance()
    assert player.at == pytest.approx(1.7)
    clock.now += 3600  # the machine has slept
    player.advance()
    assert player.position == 3


def test_going_to_a_time_has_happened_what_was_before(player):
    for seconds, position in ((-5, 1), (0.49, 1), (0.5, 2), (3.9, 4), (99, 5)):
        player.seek(seconds)
        assert player.position == position
    player.go_to(-3)
    assert (player.position, player.at) == (0, 0.0)
    player.go_to(99)
    assert (player.position, player.at) == (5, 4.0)
    player.load(timed(0.0, 2.0, 1.0, 3.0))  # the clock went back in the recording
    player.seek(2.0)
    assert player.position == 3


def test_long_waits_last_a_second():
    assert playback_times([0.0, 1.0, 4000.0, 4002.0, 4010.0]) == pytest.approx([0, 1, 2, 4, 5])
    assert playback_times([0.0, 4.0, 8.0]) == [0, 4, 8]
    assert playback_times([4.5]) == [1.0]  # before the first event too
