"""What is asked by itself, and when: a clock that jumps, suspends, and is put back."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from desktop_agent.core.errors import AgentError
from tests.unit.schedules.world import Desk, World, open_schedules

BERLIN = ZoneInfo("Europe/Berlin")
MONDAYS = "every Monday 8:00"


@pytest.fixture
async def opened(tmp_path):
    every = []

    def opened(world, desk=None):
        schedules = open_schedules(tmp_path, world, desk or Desk(world))
        every.append(schedules)
        return schedules

    yield opened
    for each in every:
        await each.aclose()


@pytest.fixture
def world():
    return World()


@pytest.fixture
def desk(world):
    return Desk(world)


@pytest.fixture
def schedules(opened, world, desk):
    return opened(world, desk)


async def test_a_question_is_asked_at_its_time_and_again(schedules, world, desk):
    added = await schedules.add(
        "What is new?", schedules.read_when("every 2 hours"), strategy="deep"
    )
    await world.serve(schedules, "2026-11-22T23:00:00+00:00")
    assert desk.times == ["11-22 20:30", "11-22 22:30"]
    question = desk.asked[0][1]
    assert (question.text, question.strategy, question.background) == ("What is new?", "deep", True)
    assert max(world.rests) <= 30
    (kept,) = await schedules.list()
    assert (kept.id, kept.next_at) == (added.id, "2026-11-23T00:30:00Z")


async def test_a_question_for_once_is_asked_once(schedules, world, desk):
    await schedules.add("q", schedules.read_when("in 5 minutes"))
    await world.serve(schedules, "2026-11-22T20:00:00+00:00")
    assert desk.times == ["11-22 18:35"]
    (kept,) = await schedules.list()
    assert kept.next_at == ""
    with pytest.raises(AgentError, match="has passed"):
        await schedules.enable(kept.id, on=True)


@pytest.mark.parametrize(
    ("words", "jumps", "until", "times"),
    [
        # suspended over several of its times
        ("every 2 hours", {3: 9}, "2026-11-23T05:00:00+00:00", ["11-23 03:31", "11-23 04:30"]),
        # put back 35 minutes later, when it was past 19:00
        ("daily 19:00", {70: -2}, "2026-11-22T20:30:00+00:00", ["11-22 19:00"]),
    ],
)
async def test_a_clock_that_jumps_asks_nothing_twice(
    schedules, world, desk, words, jumps, until, times
):
    await schedules.add("q", schedules.read_when(words))
    world.jumps = {rest: timedelta(hours=hours) for rest, hours in jumps.items()}
    await world.serve(schedules, until)
    assert desk.times == times
    assert await schedules.missed() == ()


async def test_a_clock_that_had_been_years_ahead_leaves_no_schedule_dead(schedules, world, desk):
    await schedules.add("q", schedules.read_when("daily 19:00"))
    world.now += timedelta(days=3650)
    await schedules.run_due()
    world.now -= timedelta(days=3650)
    await schedules.run_due()
    (kept,) = await schedules.list()
    assert kept.next_at == "2026-11-22T19:00:00Z"
    assert len(desk.asked) == 1


async def test_what_was_due_while_closed_is_offered_once_with_its_number(opened, world, desk):
    first = opened(world, desk)
    added = await first.add("q", first.read_when(MONDAYS))
    once = await first.add("once", first.read_when("tomorrow 9:00"))
    world.now = datetime(2026, 12, 16, 9, tzinfo=UTC)
    second = opened(world, desk)
    await world.serve(second, "2026-12-16T09:05:00+00:00")
    assert desk.asked == []
    offered = {each.id: each.missed for each in await second.missed()}
    assert offered == {added.id: 4, once.id: 1}
    assert await opened(world, desk).missed() == await second.missed()  # until somebody decides
    await second.skip(added.id)
    await second.run_now(once.id)
    assert await second.missed() == ()
    assert [question.text for _at, question in desk.asked] == ["once"]
    assert (await second.list())[0].next_at == "2026-12-21T08:00:00Z"


async def test_what_is_due_just_now_at_the_start_is_asked_and_not_offered(opened, world, desk):
    first = opened(world, desk)
    await first.add("q", first.read_when("in 10 minutes"))
    world.now += timedelta(minutes=10, seconds=20)
    second = opened(world, desk)
    assert (await second.missed(), len(await second.run_due())) == ((), 1)


async def test_one_whose_last_run_is_still_at_work_is_left_out_and_told(schedules, world, desk):
    desk.stay_open = True
    added = await schedules.add("q", schedules.read_when("every 30 minutes"))
    await world.serve(schedules, "2026-11-22T19:40:00+00:00")
    assert len(desk.asked) == 1
    assert "still at work" in schedules.note(added.id)
    with pytest.raises(AgentError, match="already being asked"):
        await schedules.run_now(added.id)
    desk.change("run0", state="answered")
    await schedules.run_now(added.id)
    assert schedules.note(added.id) == ""
    assert len(desk.asked) == 2


async def test_each_schedule_has_one_conversation_from_its_first_run_on(schedules, desk):
    added = await schedules.add("q", schedules.read_when(MONDAYS))
    run = await schedules.run_now(added.id)
    assert desk.asked[0][1].conversation_id == ""
    told = []
    schedules.watch(lambda: told.append(1))
    desk.change(run.run_id, conversation_id="c1")
    for _ in range(6_000):
        (kept,) = await schedules.list()
        if kept.conversation_id and told:
            break
        await asyncio.sleep(0.01)
    assert (kept.conversation_id, kept.last_run_id) == ("c1", run.run_id)
    assert told
    await schedules.run_now(added.id)
    assert desk.asked[1][1].conversation_id == "c1"


async def test_one_that_cannot_be_handed_in_is_offered_instead_of_lost(schedules, world, desk):
    desk.refuses = "The disk is full."
    added = await schedules.add("q", schedules.read_when("in 5 minutes"))
    await world.serve(schedules, "2026-11-22T18:40:00+00:00")
    assert "The disk is full." in schedules.note(added.id)
    (offered,) = await schedules.missed()
    assert offered.missed == 1


async def test_turned_off_it_rests_and_turned_on_goes_on_from_then(schedules, world, desk, opened):
    added = await schedules.add("q", schedules.read_when("daily 7:30"))
    await schedules.enable(added.id, on=False)
    world.now = datetime(2026, 11, 25, 12, tzinfo=UTC)
    assert await schedules.run_due() == ()
    assert await opened(world, desk).missed() == ()
    on = await schedules.enable(added.id, on=True)
    assert (on.enabled, on.next_at) == (True, "2026-11-26T07:30:00Z")


async def test_a_new_time_wakes_the_loop_and_what_was_removed_can_return(schedules, world, desk):
    added = await schedules.add("q", schedules.read_when(MONDAYS), budget_s=60.0)
    removed = await schedules.remove(added.id)
    assert await schedules.list() == ()
    await schedules.put_back(removed)
    assert await schedules.list() == (added,)
    await schedules.change(added.id, schedules.read_when("in 1 minute"), question=" r ")
    await world.serve(schedules, "2026-11-22T18:33:00+00:00")
    assert [(at.minute, question.text) for at, question in desk.asked] == [(31, "r")]
    with pytest.raises(AgentError, match="no schedule called nope"):
        await schedules.change("nope", question="x")
    with pytest.raises(AgentError, match="no question"):
        await schedules.add("  ", schedules.read_when(MONDAYS))


async def test_two_programs_that_serve_the_same_file_ask_each_time_once(opened, world, desk):
    both = [opened(world, desk), opened(world, desk)]
    await both[0].add("q", both[0].read_when("every 1 minute"))
    for _ in range(40):
        world.now += timedelta(minutes=1)
        await asyncio.gather(*(each.run_due() for each in both))
    assert len(desk.asked) == 40


async def test_a_file_that_cannot_be_read_stops_no_loop(schedules, world, desk, tmp_path, caplog):
    await schedules.add("q", schedules.read_when("in 5 minutes"))
    whole = (tmp_path / "schedules.json").read_bytes()
    (tmp_path / "schedules.json").write_bytes(b"{")
    await world.serve(schedules, "2026-11-22T18:32:00+00:00")
    assert "cannot be served" in caplog.text
    (tmp_path / "schedules.json").write_bytes(whole)
    await world.serve(schedules, "2026-11-22T18:40:00+00:00")
    assert desk.times == ["11-22 18:35"]


async def test_what_another_process_adds_is_told_and_asked(schedules, opened, world, desk):
    other = opened(world, desk)
    told = []
    schedules.watch(lambda: told.append(world.now))
    assert not schedules.waiting
    await world.serve(schedules, "2026-11-22T18:33:00+00:00")
    assert not told
    await other.add("q", other.read_when("in 5 minutes"))
    await world.serve(schedules, "2026-11-22T18:45:00+00:00")
    assert told
    assert len(desk.asked) == 1
    assert not schedules.waiting  # it was for once
