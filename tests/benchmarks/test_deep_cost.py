"""The own time of the strategy deep, with models that answer at once, and whether it keeps its time."""

import asyncio
import random
import statistics
import time

import pytest

from tests.benchmarks.figures import record
from tests.unit.strategies.deep_world import Player, deep_run, plan

pytestmark = pytest.mark.benchmark

TEXT = "A sentence of the answer with its source [1]. " * 12


async def test_own_time_of_a_deep_run():
    """In memory, without a search: three parts, critique, synthesis, the check of the claims."""
    three = plan(("a", "look_up"), ("b", "look_up"), ("c", "reason", "a b"))
    times = []
    for number in range(32):
        began = time.perf_counter()
        await deep_run(Player(plan=three, part=TEXT, synthesis=TEXT))
        if number >= 2:  # the first ones import
            times.append((time.perf_counter() - began) * 1000)
    own = statistics.median(times)
    record("Own time of a deep run, models answering at once", own, "ms", limit=100)
    assert own < 100  # a guard against a blunder, not the measurement


def random_plan(draw: random.Random) -> str:
    names = "abcdef"[: draw.randint(1, 6)]
    kinds = ("look_up", "reason", "compute")
    needs = [[each for each in names[:n] if draw.random() < 0.4] for n in range(len(names))]
    parts = ((name, draw.choice(kinds), " ".join(needs[n])) for n, name in enumerate(names))
    return plan(*parts)


async def test_a_hundred_schedules_of_delays_keep_the_time():
    """Ten runs at once, each of 1 to 3 s, with calls of up to 2 s."""

    async def scheduled(seed: int) -> tuple[float, float]:
        draw = random.Random(seed)
        seconds = draw.uniform(1, 3)
        model = Player(
            plan=random_plan(draw),
            delay_s=lambda: draw.choice((0, 0.02, 0.1, 0.5, 2)) * draw.random(),
        )
        began = time.monotonic()
        answer, _run = await deep_run(model, seconds=seconds)
        assert answer.text
        return time.monotonic() - began, seconds

    took: list[tuple[float, float]] = []
    for batch in range(10):
        took += await asyncio.gather(*map(scheduled, range(batch * 10, batch * 10 + 10)))
    most = max(spent / seconds for spent, seconds in took)
    record("Most time that a deep schedule spends of its budget", most * 100, "%", limit=110)
    assert most <= 1.1
