"""The sleep of a run in the loop: each mode, each boundary, each race."""

import asyncio

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import in_step
from desktop_agent.core.runs import Sleeping
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.sleep import LOOK_S, RunSleep, WakeUp
from tests.unit.tools.virtual_time import WALL, virtual_time
from tests.unit.tools.waiting import Sleeper


@virtual_time
async def test_a_timer_wakes_the_run_after_its_seconds_and_says_so(loop):
    run = Sleeper(loop)
    asked = run.sleep.ask("timer", 12, reason="the page changes soon")
    assert asked == "z1"
    assert run.events == []  # it begins at the gate
    began = loop.time()
    assert await run.gate() == ["Sleep ended: timer expired, slept 12.0 s."]
    assert loop.time() - began == 12
    (started,), (ended,) = run.starts, run.ends
    assert (started.mode, started.seconds, started.until) == ("timer", 12, WALL + 12)
    assert (started.sleep_id, started.reason) == ("z1", "the page changes soon")
    assert (ended.sleep_id, ended.reason, ended.slept_s) == ("z1", "timer expired", 12)
    assert run.asleep == [
        Sleeping("z1", "timer", WALL, WALL + 12, "the page changes soon"),
        None,
    ]
    assert await run.gate() == []


@virtual_time
async def test_what_nobody_ends_is_over_after_the_most_seconds(loop):
    run = Sleeper(loop, max_s=100)
    await run.tasks.start("How many?", "auto")
    run.sleep.ask("event", 5, "t1")
    told = await run.gate()
    assert told == ["Sleep ended: the longest sleep of 100 s is over, slept 100.0 s."]
    assert run.starts[0].seconds == 100


@pytest.mark.parametrize("state", ["answered", "failed"])
@virtual_time
async def test_the_end_of_a_background_run_wakes_who_waits_and_brings_its_result(loop, state):
    run = Sleeper(loop)
    await run.tasks.start("How many?", "auto")
    run.sleep.ask("event", 0, "t1")
    waiting = loop.create_task(run.sleep.rest(run.budget))
    await asyncio.sleep(7)
    assert not waiting.done()
    run.tasks.end("t1", state, "forty-two")
    (woke,) = await waiting
    assert woke.text == f"Sleep ended: background run t1 ended: {state}, slept 7.0 s."
    assert woke.task == TaskEnd("t1", state, "How many?", "forty-two")


@virtual_time
async def test_an_unknown_id_is_refused_an_ended_one_gives_its_end_and_a_forgotten_one_wakes(loop):
    run = Sleeper(loop)
    with pytest.raises(AgentError, match="'t9'"):
        run.sleep.ask("event", 0, "t9")
    await run.tasks.start("How many?", "auto")
    run.tasks.end("t1")
    assert run.sleep.ask("event", 0, "t1") == TaskEnd("t1", "answered", "How many?", "42")
    assert await run.gate() == []
    await run.tasks.start("How many?", "auto")
    run.sleep.ask("event", 0, "t2")
    del run.tasks.ends["t2"]
    (woke,) = await run.sleep.rest(run.budget)
    assert woke.task.state == "failed"
    assert woke.task.error == "There is no background run with the task_id 't2'."
    alone = RunSleep(run.events.append, 60, None, loop.moment)
    with pytest.raises(AgentError, match="'t1'"):
        alone.ask("event", 0, "t1")


@pytest.mark.parametrize("asked", [False, True])
@virtual_time
async def test_a_pause_between_two_model_calls_lasts_until_the_person_ends_it(loop, asked):
    run = Sleeper(loop)
    if asked:
        run.sleep.ask("timer", 5)  # which then waits for the person as well
    assert run.sleep.pause()
    assert not run.sleep.pause()
    waiting = run.at_gate()
    await asyncio.sleep(61)
    assert run.starts[0].by_person
    assert run.starts[0].mode == "manual"
    began = loop.time()
    assert run.sleep.resume()
    assert await waiting == ["Sleep ended: resumed by the user, slept 61.0 s."]
    assert loop.time() == began
    assert not run.sleep.resume()


@virtual_time
async def test_a_resume_before_the_gate_cancels_the_sleep(loop):
    run = Sleeper(loop)
    with in_step("s1"):
        run.sleep.ask("timer", 10)
    assert run.sleep.resume()
    assert await run.gate("s2") == []
    assert await run.gate("s1") == ["Sleep ended: resumed by the user, slept 0.0 s."]
    assert [event.slept_s for event in run.ends] == [0]  # so that its recording knows of it
    run.sleep.pause()
    run.sleep.resume()
    assert await run.gate() == []
    assert len(run.starts) == len(run.ends) == 1


@virtual_time
async def test_a_pause_right_after_a_resume_is_not_lost(loop):
    run = Sleeper(loop)
    run.sleep.pause()
    waiting = run.at_gate()
    await asyncio.sleep(3)
    run.sleep.resume()
    assert run.sleep.pause()  # before the loop has come to who waits
    await asyncio.sleep(4)
    assert not waiting.done()
    run.sleep.resume()
    assert await waiting == [
        "Sleep ended: resumed by the user, slept 3.0 s.",
        "Sleep ended: resumed by the user, slept 4.0 s.",
    ]


@virtual_time
async def test_a_laptop_that_was_suspended_wakes_the_run_by_the_wall_clock(loop):
    run = Sleeper(loop)
    run.sleep.ask("timer", 3000)
    waiting = run.at_gate()
    await asyncio.sleep(10)
    began = loop.time()
    loop.wall_ahead = 4000  # the monotonic clock stood still meanwhile
    assert await waiting == ["Sleep ended: timer expired, slept 4030.0 s."]
    assert loop.time() - began <= LOOK_S


@virtual_time
async def test_a_wall_clock_that_is_put_back_does_not_make_the_sleep_longer(loop):
    run = Sleeper(loop)
    run.sleep.ask("timer", 100)
    waiting, stopped = run.at_gate(), run.at_gate()
    await asyncio.sleep(10)
    stopped.cancel()  # the other sleeps on
    began = loop.time()
    loop.wall_ahead = -5000
    assert await waiting == ["Sleep ended: timer expired, slept 100.0 s."]
    assert loop.time() - began == 90
    assert len(run.ends) == 1


@virtual_time
async def test_a_stop_at_the_gate_leaves_nothing_behind_and_ends_the_sleep(loop):
    run = Sleeper(loop)
    await run.tasks.start("How many?", "auto")
    run.sleep.ask("event", 0, "t1")
    waiting = [run.at_gate(), run.at_gate()]
    await asyncio.sleep(3)
    for task in waiting:
        task.cancel()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended)
    (last,) = run.ends
    assert (last.reason, last.slept_s) == ("stopped", 3)
    assert run.asleep[-1] is None
    began = run.budget.elapsed_s
    await asyncio.sleep(1)
    assert run.budget.elapsed_s == began + 1  # nobody holds it any more
    run.sleep.end()
    assert len(run.ends) == 1


@virtual_time
async def test_a_pause_outlasts_the_part_that_waited_at_the_gate(loop):
    run = Sleeper(loop)
    run.sleep.pause()
    swarm = run.at_gate()
    await asyncio.sleep(3)
    swarm.cancel()  # the others agreed without it
    await asyncio.wait([swarm])
    later = run.at_gate()
    await asyncio.sleep(7)
    assert not later.done()
    run.sleep.resume()
    assert await later == ["Sleep ended: resumed by the user, slept 10.0 s."]
    assert [event.type for event in run.events] == ["sleep_started", "sleep_ended"] * 2


@virtual_time
async def test_the_end_of_a_run_stops_who_still_waits_and_takes_no_more_sleeps(loop):
    run = Sleeper(loop)
    run.sleep.ask("timer", 10)
    waiting = run.at_gate()
    await asyncio.sleep(3)
    run.sleep.end()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert [event.reason for event in run.ends] == ["stopped"]
    with pytest.raises(AgentError, match="has ended"):
        run.sleep.ask("timer", 10)
    assert not run.sleep.pause()
    assert not run.sleep.resume()


def again(loop, sleeping, past=()):
    """The run of a program that was started anew."""
    run = Sleeper(loop)
    run.sleep.restore(sleeping, past)
    return run


@virtual_time
async def test_a_restored_sleep_keeps_its_deadline_and_is_not_told_as_begun_again(loop):
    run = Sleeper(loop)
    run.sleep.ask("timer", 100, reason="later")
    waiting = run.at_gate()
    await asyncio.sleep(40)
    run.sleep.suspend()
    (sleeping,) = run.asleep
    waiting.cancel()
    await asyncio.wait([waiting])
    run.sleep.end()
    assert (run.ends, run.asleep) == ([], [sleeping])  # it goes on

    run = again(loop, sleeping)
    await asyncio.sleep(20)
    assert run.sleep.ask("timer", 100, reason="later") == "z1"
    began = loop.time()
    assert await run.gate() == ["Sleep ended: timer expired, slept 100.0 s."]
    assert loop.time() - began == 40
    assert (run.starts, len(run.ends)) == ([], 1)
    assert run.asleep == [sleeping, None]
    assert run.sleep.ask("timer", 1) == "z2"
    await run.gate()


@virtual_time
async def test_sleeps_of_the_past_are_over_when_they_are_asked_for_again(loop):
    now = loop.moment().wall
    run = again(
        loop, Sleeping("z2", "manual", now - 5, now + 95), [WakeUp("z1", "timer expired", 12.0)]
    )
    with in_step("s1"):
        assert run.sleep.ask("timer", 12) == "z1"
    assert await run.gate("s1") == ["Sleep ended: timer expired, slept 12.0 s."]
    assert run.events == []
    run.sleep.ask("manual")
    waiting = run.at_gate()
    await asyncio.sleep(1)
    run.sleep.resume()
    assert await waiting == ["Sleep ended: resumed by the user, slept 6.0 s."]


@virtual_time
async def test_a_restored_run_may_be_resumed_before_it_is_back_where_it_slept(loop):
    now = loop.moment().wall
    run = again(loop, Sleeping("z1", "timer", now - 5, now + 95))
    assert run.sleep.resume()
    run.sleep.ask("timer", 100)
    began = loop.time()
    assert await run.gate() == ["Sleep ended: resumed by the user, slept 5.0 s."]
    assert (loop.time(), len(run.ends)) == (began, 1)
