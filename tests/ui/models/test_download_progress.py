"""Progress, speed and the time still to go of a download, on a clock of the test."""

import pytest

from desktop_agent.core.models import PullProgress
from desktop_agent.frontends.ui.widgets.model_download import PullMeter


@pytest.fixture
def meter(clock):
    return PullMeter(lambda: clock.now)


def step(done, total=1000, layer="a"):
    return PullProgress(f"pulling {layer}", done, total, layer)


@pytest.mark.parametrize(
    ("steps", "counted"),
    [
        ([each for n in (100, 200, 300) for each in (step(n), step(n, 400, "b"))], (600, 1400)),
        ([step(600), step(100)], (600, 1000)),
        ([step(600), step(100), step(700)], (700, 1000)),
        ([step(1200)], (1000, 1000)),
        ([PullProgress("pulling x", 5, 10), PullProgress("pulling y", 5, 10)], (10, 20)),
    ],
    ids=["in turns", "told again", "told again and more", "too far", "without names"],
)
def test_layers_are_counted_once_each_and_never_run_backwards(meter, steps, counted):
    for each in steps:
        meter.add(each)
    assert (meter.completed, meter.total) == counted


def test_speed_and_time_to_go_are_those_of_the_whole_download(meter, clock):
    assert meter.speed is None
    for second in range(31):
        clock.now = 100.0 + second
        meter.add(step(500 + second * 30, 2000))  # the first part was there already
    assert meter.speed == pytest.approx(30, rel=0.02)
    assert meter.eta_s == pytest.approx((2000 - 1400) / 30, rel=0.02)
