"""The wall clock jumps by hours or days, in a run, in a sleep, under schedules, caches and rests."""

import asyncio
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from desktop_agent.core.events import SleepEnded
from desktop_agent.core.research import Question
from tests.chaos.frame import Chaos
from tests.chaos.outside import SHORT, ask, open_outside
from tests.end2end.world import of
from tests.servers.duckduckgo import CHALLENGED, Result
from tests.servers.model_reply import Reply, Script

_time = time.time
_shift = [0.0]


class _Kind(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


class _ShiftedDatetime(datetime, metaclass=_Kind):
    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) + timedelta(seconds=_shift[0])

    @classmethod
    def fromtimestamp(cls, at: float, tz: Any = None) -> Any:
        return datetime.fromtimestamp(at, tz)


class WallClock:
    """A wall clock that can be put forward and back; the monotonic one goes on: the clock of the whole program, as far as it is loaded when `put` is called."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.put(0.0)
        patch.setattr(time, "time", lambda: _time() + _shift[0])

    def put(self, seconds: float) -> None:
        _shift[0] = seconds
        for name, module in list(sys.modules.items()):
            if name.startswith("desktop_agent.") and vars(module).get("datetime") is datetime:
                self._patch.setattr(module, "datetime", _ShiftedDatetime)


HOUR = 3600.0
JUMPS = (-400 * 24, -3 * 24, -5, -1, 1, 7, 2 * 24, 90 * 24)
"""Hours."""


@pytest.fixture
def clock(monkeypatch) -> Iterator[WallClock]:
    clock = WallClock(monkeypatch)
    yield clock
    clock.put(0.0)


@pytest.mark.fault(
    "Clock jumps in a run",
    "the wall clock is put forward or back by hours or days after random events, twice",
)
async def test_a_run_in_which_the_clock_jumps_is_answered(chaos, clock):
    dice = chaos.dice
    jumps = {dice.randrange(1, 20): dice.choice(JUMPS) for _ in range(2)}
    with open_outside(chaos.home, between_s=0.002) as outside:
        async with chaos.at_work(outside.world, **SHORT) as session:
            await session.warm_up()
            before = len(await session.conversations.list())

            def watch(events):
                if len(events) in jumps:
                    clock.put(jumps[len(events)] * HOUR)

            events = await ask(session, outside.question(dice), watch)
            end = chaos.saw_run(events)
            assert end.status in ("answered", "insufficient"), end
            assert events[-1].t < 30, "the run has counted the jump"
            await chaos.answers(session, outside.question(dice, strategy="quick"))
            assert len(await session.conversations.list()) == before + 1


@pytest.mark.fault(
    "Clock jumps in a sleep",
    "a run sleeps; the wall clock is put forward or back; in half of the seeds the program is closed "
    "meanwhile",
)
async def test_a_sleep_ends_whatever_the_clock_says(chaos, outside, clock):
    dice = chaos.dice
    jump, closed = dice.choice(JUMPS), dice.random() < 0.5
    async with chaos.opened(outside.world) as session:
        await session.warm_up()
        await chaos.save(session)
        seconds = round(dice.uniform(0.3, 0.8), 2)
        outside.world.ollama.script = Script(
            [Reply(tool_calls=[("sleep", {"mode": "timer", "seconds": seconds})]), "Awake."]
        )
        known = await session.runs.enqueue(Question("Wait.", strategy="quick"), "person")
        await _asleep(session, known.run_id)
        clock.put(jump * HOUR)
        if not closed:
            await _follow(chaos, session, known.run_id)
    if closed:
        async with chaos.opened(outside.world) as session:
            await _follow(chaos, session, known.run_id)
    await chaos.check_again(outside.world)


async def _asleep(session, run_id: str) -> None:
    async with asyncio.timeout(15):
        while (live := session.runs.live(run_id)) is None or not live.record.sleeping:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def _follow(chaos: Chaos, session, run_id: str) -> None:
    live = session.runs.live(run_id)
    if live is not None:
        async with asyncio.timeout(15):
            events = [event async for event in live.events()]
        chaos.saw_run(events)
        (woke,) = of(events, SleepEnded)
        assert woke.reason == "timer expired"
        assert woke.slept_s >= 0
    await session.runs.results.wait(run_id)
    known = await session.runs.get(run_id)
    assert known is not None
    assert known.state == "answered", known


@pytest.mark.fault(
    "Clock jumps under schedules, caches and rests",
    "the wall clock jumps between searches of an engine that rests and under a schedule that is "
    "served, several times",
)
async def test_a_schedule_is_asked_once_and_an_engine_is_asked_again(chaos, outside, clock):
    dice = chaos.dice
    hits = [Result("Tides", f"{outside.pages_url}/article", "Computing.")]
    outside.world.duckduckgo.play(CHALLENGED, hits)
    outside.world.environ["DESKTOP_AGENT_SEARCH__CACHE_TTL_S"] = "900"
    async with chaos.at_work(outside.world, search__cooldown_s=0.2) as session:
        await session.warm_up()
        when = session.schedules.read_when("every day at 9")
        schedule = await session.schedules.add("What is new today?", when)
        serving = asyncio.create_task(session.schedules.serve())
        await session.search("first tides", 3, lambda _attempt: None)
        for _ in range(dice.randint(1, 3)):
            clock.put(dice.choice(JUMPS) * HOUR)
            session.schedules._woken.set()
            await asyncio.sleep(dice.uniform(0.05, 0.2))
        await asyncio.sleep(0.3)
        report = await session.search("second tides", 3, lambda _attempt: None)
        assert not report.failed, report.attempts
        rests = session._services.search.resting()
        assert all(0 <= left <= 7200 for left in rests.values()), rests
        clock.put(0.0)
        session.schedules._woken.set()
        await asyncio.sleep(0.3)
        (kept,) = [each for each in await session.schedules.list() if each.id == schedule.id]
        # one that was asked ahead of its time, by a clock some hours fast, is not asked again
        ahead = session.schedules.upcoming(when)[1]
        if datetime.fromisoformat(kept.next_at) > ahead:
            chaos.wrong.append(f"the schedule waits until {kept.next_at}, not {ahead}")
        serving.cancel()
        await asyncio.wait([serving])
        await session.runs.idle()
        for run in await session.runs.list():
            assert run.state == "answered", run
