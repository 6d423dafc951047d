"""The network comes and goes under searches, pages and model calls."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.chaos.frame import Chaos
from tests.chaos.outside import LONG, SHORT, Outside, ask, at, open_outside
from tests.chaos.wire import FAULTS, Mood, Wire
from tests.turns import Turns

ROUTES = {
    "model": "DESKTOP_AGENT_LLM__OLLAMA_URL",
    "search": "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL",
    "tavily": "DESKTOP_AGENT_SEARCH__TAVILY_URL",
}


@contextmanager
def wired(outside: Outside) -> Iterator[dict[str, Wire]]:
    """Leads all that the program reaches through wires."""
    environ = outside.world.environ
    with ExitStack() as stack:
        wires = {
            name: stack.enter_context(Wire(environ[variable])) for name, variable in ROUTES.items()
        }
        wires["pages"] = stack.enter_context(Wire(outside.pages_url))
        for name, variable in ROUTES.items():
            environ[variable] = wires[name].url
        outside.pages_url = wires["pages"].url
        yield wires


def set_all(wires: dict[str, Wire], mood: Mood) -> None:
    for wire in wires.values():
        wire.set(mood)


async def flap(chaos: Chaos, wires: dict[str, Wire], times: int) -> None:
    """Cuts, holds up and mends random wires, and mends all of them in the end."""
    dice = chaos.dice
    try:
        for _ in range(times):
            await asyncio.sleep(dice.uniform(0.0, 0.15))
            hit = [wire for wire in wires.values() if dice.random() < 0.6]
            mood = dice.choice(FAULTS)
            for wire in hit:
                wire.set(mood)
            await asyncio.sleep(dice.uniform(0.01, 0.3))
            for wire in hit:
                wire.set("open")
    finally:
        set_all(wires, "open")


@pytest.mark.fault(
    "Network flaps",
    "connections to the model, two engines and pages are reset, half closed, stalled, refused and "
    "restored at random, up to eight times in a run of a random strategy",
)
async def test_a_network_that_flaps_costs_at_most_this_answer(chaos):
    with open_outside(chaos.home, between_s=0.01, text=LONG) as outside, wired(outside) as wires:
        async with chaos.at_work(outside.world, **SHORT) as session:
            flapping = asyncio.create_task(flap(chaos, wires, chaos.dice.randint(2, 8)))
            end = chaos.saw_run(await ask(session, outside.question(chaos.dice)))
            assert end.status in ("answered", "failed", "insufficient")
            await flapping
            await chaos.answers(session, outside.question(chaos.dice, strategy="quick"))


@pytest.mark.fault(
    "Network gone",
    "the whole network is cut, stalled or half closed at a random event of a run and does not come "
    "back before its end",
)
async def test_a_network_that_is_gone_is_told_of(chaos):
    dice = chaos.dice
    after, mood = dice.randrange(1, 25), dice.choice(FAULTS)
    with open_outside(chaos.home, between_s=0.005) as outside, wired(outside) as wires:
        async with chaos.at_work(outside.world, **SHORT) as session:
            gone = at(after, lambda: set_all(wires, mood))
            end = chaos.saw_run(await ask(session, outside.question(dice), gone))
            assert end.status in ("answered", "failed", "insufficient")
            set_all(wires, mood)
            report = await session.search("tides", 3, lambda _attempt: None)
            for attempt in report.attempts:
                chaos.saw(attempt.detail, sentence=False)
            set_all(wires, "open")
            await chaos.answers(session, outside.question(dice, strategy="quick"))


@pytest.mark.fault(
    "Network stalls, and the person stops",
    "the model, an engine or a page says nothing more, and the run is stopped at a random moment",
)
async def test_a_run_that_waits_for_a_dead_network_can_be_stopped_at_once(chaos):
    dice = chaos.dice
    with open_outside(chaos.home, between_s=0.005) as outside, wired(outside) as wires:
        async with chaos.at_work(outside.world) as session:
            loop = asyncio.get_running_loop()
            stopped: Turns | None = None
            run = session.ask(outside.question(dice))

            def stop():
                nonlocal stopped
                stopped = Turns()
                run.stop()

            events = []
            after = dice.randrange(1, 20)
            with suppress(asyncio.CancelledError):
                async for event in run.events():
                    events.append(event)
                    if len(events) == after:
                        wires[dice.choice(list(wires))].set("stall")
                        loop.call_later(dice.uniform(0.05, 0.4), stop)
            chaos.saw_run(events)
            if stopped is not None and stopped.seconds > 2:
                chaos.wrong.append(f"stopping took {stopped.seconds:.1f} s")
            set_all(wires, "open")
            await asyncio.sleep(0.5)
