"""Progress, speed and the time still to go of a download, on a clock of the test."""

import pytest

from desktop_agent.core.models import PullProgress
from desktop_agent.frontends.ui.widgets.model_download import PullMeter


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def meter(clock):
    return PullMeter(clock)


def step(done, total=1000, layer="a"):
    return PullProgress(f"pulling {layer}", done, total, layer)


def test_nothing_is_known_before_the_first_layer(meter):
    meter.add(PullProgress("pulling manifest"))
    assert (meter.completed, meter.total, meter.speed, meter.eta_s) == (0, 0, None, None)
    assert not meter.is_whole


def test_layers_add_up_and_the_total_grows_as_they_become_known(meter):
    meter.add(step(1000))
    assert (meter.completed, meter.total, meter.is_whole) == (1000, 1000, True)
    meter.add(step(50, 500, "b"))
    assert (meter.completed, meter.total, meter.is_whole) == (1050, 1500, False)


def test_layers_that_are_told_in_turns_keep_their_own_counts(meter):
    for done in (100, 200, 300):
        meter.add(step(done))
        meter.add(step(done, 400, "b"))
    assert (meter.completed, meter.total) == (600, 1400)


def test_speed_and_time_to_go_are_those_of_the_last_seconds(meter, clock):
    for second in range(31):
        clock.now = 100.0 + second
        meter.add(step(min(second, 10) * 10 + max(0, second - 10) * 40, 2000))
    assert meter.speed == pytest.approx(40, rel=0.02)
    assert meter.eta_s == pytest.approx((2000 - 900) / 40, rel=0.02)


def test_what_was_there_before_does_not_count_as_speed(meter, clock):
    meter.add(step(900_000, 1_000_000))
    clock.now += 2
    meter.add(step(900_200, 1_000_000))
    assert meter.speed == pytest.approx(100)
    assert meter.eta_s == pytest.approx(99_800 / 100)


def test_a_stalled_download_slows_down_and_then_has_no_end(meter, clock):
    meter.add(step(0))
    clock.now += 2
    meter.add(step(200))
    assert meter.speed == pytest.approx(100)
    clock.now += 18
    assert meter.speed == pytest.approx(10)
    meter.add(step(200))
    clock.now += 20
    meter.add(step(200))
    assert meter.speed == 0
    assert meter.eta_s is None


def test_a_part_that_is_told_again_from_its_beginning_does_not_run_backwards(meter):
    meter.add(step(600))
    meter.add(step(100))
    assert meter.completed == 600
    meter.add(step(700))
    assert meter.completed == 700


def test_a_server_that_counts_too_far_is_held_to_its_total(meter):
    meter.add(step(1200))
    assert meter.completed == meter.total == 1000


def test_steps_without_the_name_of_a_layer_go_by_their_words(meter):
    meter.add(PullProgress("pulling x", 5, 10))
    meter.add(PullProgress("pulling y", 5, 10))
    assert (meter.completed, meter.total) == (10, 20)
