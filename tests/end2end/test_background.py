"""Runs in the background: the queue, the sleep, and what is left when the program is closed."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    ModelCall,
    RunFinished,
    SleepEnded,
    SleepStarted,
    StepStarted,
    TaskStarted,
)
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.runs.run import Run
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.runs import RunList
from tests.end2end.world import World, of
from tests.recorded_cases import begins_and_waits
from tests.servers.duckduckgo import Result
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import Document, PagesServer
from tests.turns import until

HITS = [Result("Ohio", "https://en.wikipedia.org/wiki/Ohio", "A state of the United States.")]

SOUND = Reply(json={"missing": [], "faults": [], "verdict": "ok"})


def sleeps(**arguments: object) -> Reply:
    return Reply(tool_calls=[("sleep", arguments)])


def searches(query: str) -> Reply:
    return Reply(tool_calls=[("web_search", {"query": query})])


def quick(text: str, **more: object) -> Question:
    return Question(text, strategy="quick", **more)  # type: ignore[arg-type]


@asynccontextmanager
async def opened(world: World, **overrides: object):  # type: ignore[no-untyped-def]
    async with world.opened(**overrides) as session:
        await session.runs.open()
        yield session


async def asleep(session: Session, run_id: str) -> Run:
    live = session.runs.live(run_id)
    assert live is not None
    await until(lambda: live.record.sleeping)
    return live


async def all_of(live: Run) -> list[Event]:
    async with asyncio.timeout(10):
        return [event async for event in live.events()]


async def ended(session: Session, run_id: str) -> RunRecord:
    await session.runs.results.wait(run_id)
    known = await session.runs.get(run_id)
    assert known is not None
    assert known.state in ENDED
    return known


def recorded(world: World, run_id: str) -> list[dict[str, object]]:
    (file,) = (world.home / "data" / "runs").glob(f"*-{run_id}.jsonl")
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def is_whole(lines: list[dict[str, object]]) -> bool:
    """Numbers without a gap, times that do not go back, one begin and one end."""
    times = [line["t"] for line in lines]
    kinds = [line["type"] for line in lines]
    return (
        [line["seq"] for line in lines] == list(range(len(lines)))
        and times == sorted(times)  # type: ignore[type-var]
        and kinds.count("run_started") == kinds.count("run_finished") == 1
        and kinds[-1] == "run_finished"
    )


async def test_a_run_in_the_background_answers_in_a_conversation_of_its_own(make_world):
    world = make_world(replies=["Forty-two."])
    async with opened(world) as session:
        known = await session.runs.enqueue(quick("How many are they?"), "person")
        assert known.state == "queued"
        known = await ended(session, known.run_id)
        assert (known.state, known.answer) == ("answered", "Forty-two.")
        _, outline = await session.conversations.open(known.conversation_id)
        (turn,) = await session.conversations.turns([each.id for each in outline])
        assert (turn.question, turn.answer, turn.status) == (
            "How many are they?",
            "Forty-two.",
            "answered",
        )
        assert turn.run_id == known.run_id
    assert is_whole(recorded(world, known.run_id))
    assert not list((world.home / "data" / "unfinished").iterdir())


async def test_a_background_run_leaves_its_first_supported_statement_as_a_discovery(make_world):
    text = "The Vara bridge was opened on 3 May 1931. It carries a railway over the river Vara."
    page = f"<html><title>Vara bridge</title><main><p>{text}</p></main></html>"
    with serve(PagesServer({"/": Document(page.encode())})) as base:
        hits = [Result("Vara bridge", f"{base}/", text)]
        world = make_world(duckduckgo=[hits] * 9)
        async with opened(world) as session:
            question = Question("When was the Vara bridge opened?", strategy="evidence")
            await all_of(session.ask(question))
            assert not session.discoveries.read().items  # somebody reads the answer
            known = await ended(session, (await session.runs.enqueue(question, "person")).run_id)
            (found,) = session.discoveries.read().items
        assert found.title == "When was the Vara bridge opened?"
        assert "3 May 1931" in found.description
        assert (found.url, found.run_id) == (f"{base}/", known.run_id)


async def test_a_model_begins_a_run_waits_for_it_and_is_told_its_answer(make_world):
    world = make_world(replies=begins_and_waits)
    async with opened(world) as session:
        live = session.ask(quick("And how deep is the deepest trench? Wait for it."), can_wait=True)
        events = await all_of(live)
        (begun,) = of(events, TaskStarted)
        (woke,) = of(events, SleepEnded)
        assert woke.reason == f"background run {begun.task_id} ended: answered"
        assert of(events, AnswerGiven)[0].text == "It is eleven kilometres deep."
        known = await ended(session, begun.task_id)
        assert known.origin == "model"
        assert known.parent_run_id == live.run_id
    last = world.ollama.requests[-1]["messages"]
    assert any("Eleven kilometres." in message.get("content", "") for message in last)


async def test_a_background_run_has_no_way_to_begin_others(make_world):
    world = make_world(replies=["Yes."])
    async with opened(world) as session:
        known = await session.runs.enqueue(quick("Is it so? Wait for it."), "person")
        await ended(session, known.run_id)
    names = {tool["function"]["name"] for tool in world.ollama.requests[-1]["tools"]}
    assert "sleep" in names
    assert "start_research" not in names


async def test_no_more_than_allowed_work_at_once_and_all_are_answered(make_world):
    world = make_world(replies=lambda _request: Reply(text="Done.", delay_s=0.05))
    most = 0
    async with opened(world, background__parallel=2) as session:
        running: set[str] = set()

        def look(known: RunRecord) -> None:
            nonlocal most
            if known.state == "running":
                running.add(known.run_id)
            elif known.state in ENDED:
                running.discard(known.run_id)
            most = max(most, len(running))

        session.runs.watch(look)
        asked = [await session.runs.enqueue(quick(f"Question {at}?"), "person") for at in range(8)]
        states = [(await ended(session, each.run_id)).state for each in asked]
    assert states == ["answered"] * 8
    assert most == 2


async def test_who_asks_once_does_not_wait_for_who_asks_much(make_world):
    world = make_world(replies=lambda _request: Reply(text="Done.", delay_s=0.02))
    async with opened(world, background__parallel=1) as session:
        ask = session.runs.enqueue
        many = [
            await ask(quick(f"Much {at}?"), "model", parent_conversation_id="a") for at in range(6)
        ]
        once = await ask(quick("Once?"), "model", parent_conversation_id="b")
        await ended(session, once.run_id)
        open_still = [each for each in many if session.runs.results.state(each.run_id) == "open"]
        assert len(open_still) >= 4
        for each in many:
            await ended(session, each.run_id)


async def test_a_queued_run_can_be_stopped_and_never_begins(make_world):
    world = make_world(replies=lambda _request: Reply(text="Done.", delay_s=0.2))
    async with opened(world, background__parallel=1) as session:
        first = await session.runs.enqueue(quick("First?"), "person")
        second = await session.runs.enqueue(quick("Second?"), "person")
        await session.runs.stop(second.run_id)
        assert (await ended(session, second.run_id)).state == "stopped"
        assert (await ended(session, first.run_id)).state == "answered"
    assert len(world.ollama.requests) == 1


@pytest.mark.parametrize("overdue", [False, True])
async def test_a_sleeping_run_goes_on_after_a_restart(make_world, overdue):
    seconds = 0.3 if overdue else 1.5
    world = make_world(
        replies=[searches("ohio"), sleeps(mode="timer", seconds=seconds), "After the sleep."],
        duckduckgo=[HITS],
    )
    async with opened(world) as session:
        live = session.ask(quick("What will it be in a minute?"), can_wait=True)
        run_id = live.run_id
        await asleep(session, run_id)
        await until(lambda: live.file is not None)
    before = len(world.ollama.requests)
    if overdue:
        await asyncio.sleep(seconds)
    (file,) = world.home.rglob(f"unfinished/{run_id}.jsonl")
    file.write_bytes(b'{"form": 1, "question": {}}\n' + file.read_bytes())  # as it once began
    async with opened(world) as session:
        live = session.runs.live(run_id)
        assert live is not None
        events = await all_of(live)
        assert len(world.ollama.requests) == before + 1  # only what was not known yet was asked
        assert len(world.duckduckgo.requests) == 1
        (woke,) = of(events, SleepEnded)
        assert woke.reason == "timer expired"
        assert seconds <= woke.slept_s < seconds + 5
        assert len(of(events, SleepStarted)) == 1
        assert len(of(events, StepStarted)) == len(
            {step.step_id for step in of(events, StepStarted)}
        )
        assert of(events, AnswerGiven)[0].text == "After the sleep."
        assert of(events, RunFinished)[0].usage.model_calls == 3
    assert is_whole(recorded(world, run_id))
    told = world.ollama.requests[-1]["messages"]
    assert any("Sleep ended: timer expired" in message.get("content", "") for message in told)


async def test_a_paused_run_stays_paused_over_a_restart(make_world):
    world = make_world(
        replies=[Reply(tool_calls=[("web_search", {"query": "ohio"})], delay_s=0.2), "Resumed."],
        duckduckgo=[HITS],
    )
    async with opened(world) as session:
        live = session.ask(quick("What is Ohio?"), can_wait=True)
        run_id = live.run_id
        live.pause()
        await asleep(session, run_id)
        assert len(world.ollama.requests) == 0
        live.resume()
        await until(lambda: len(world.ollama.requests) == 1)
        live.pause()
        await asleep(session, run_id)
        await until(lambda: live.file is not None)
    async with opened(world) as session:
        live = await asleep(session, run_id)
        assert live.record.state == "asleep"
        await asyncio.sleep(0.3)
        assert len(world.ollama.requests) == 1
        session.runs.resume(run_id)
        events = await all_of(live)
        assert of(events, AnswerGiven)[0].text == "Resumed."
        assert len(of(events, SleepStarted)) == len(of(events, SleepEnded)) == 2
    assert len(world.ollama.requests) == 2
    assert is_whole(recorded(world, run_id))


async def test_what_worked_in_the_background_goes_on_where_it_was(make_world):
    world = make_world(
        replies=[searches("ohio"), Reply(text="Never read.", hang_after=0, hang_s=20)],
        duckduckgo=[HITS],
    )
    async with opened(world) as session:
        known = await session.runs.enqueue(quick("What is Ohio?"), "person")
        await until(lambda: len(world.ollama.requests) == 2)
    world.ollama.replies.append("A state.")
    async with opened(world) as session:
        live = session.runs.live(known.run_id)
        assert live is not None
        events = await all_of(live)
        known = await ended(session, known.run_id)
        assert (known.state, known.answer) == ("answered", "A state.")
        assert len(of(events, ModelCall)) == 2
        turns = await session.conversations.turns([known.turn_id])
        assert turns[0].answer == "A state."
    assert len(world.ollama.requests) == 3
    assert len(world.duckduckgo.requests) == 1
    assert is_whole(recorded(world, known.run_id))


async def test_a_resumed_run_gathers_the_same_evidence_without_asking_again(make_world):
    """Two queries of one family, several pages: the prompt holds the same sources by number."""
    page = "<html><title>Versions {0}</title><main><p>Python {0} is a version of Python.</p></main>"
    paths = {f"/{n}": Document(page.format(n).encode()) for n in range(6)}
    with serve(PagesServer(paths)) as base:  # type: ignore[arg-type]
        hits = [Result(f"Python versions {n}", f"{base}/{n}", "Of Python.") for n in range(6)]
        world = make_world(
            replies=[Reply(text="Never read.", hang_after=0, hang_s=20)],
            duckduckgo=[hits[:4], hits[2:]],
        )
        question = "Was ist die neueste stabile Version von Python?"
        async with opened(world) as session:
            known = await session.runs.enqueue(Question(question, strategy="verified"), "person")
            await until(lambda: len(world.ollama.requests) == 1)
        asked = len(world.duckduckgo.requests)
        world.ollama.replies.extend(["It is 3 [1].", SOUND])
        async with opened(world) as session:
            known = await ended(session, known.run_id)
        assert known.state == "answered"
    assert len(world.duckduckgo.requests) == asked
    first, again = (request["messages"][1]["content"] for request in world.ollama.requests[:2])
    assert _without_marks(again) == _without_marks(first)


def _without_marks(prompt: str) -> str:
    """Leave out the marks of untrusted blocks, which every process makes anew."""
    return "\n".join(line for line in prompt.splitlines() if "UNTRUSTED" not in line)


async def test_the_queue_is_there_after_a_restart(make_world):
    world = make_world(replies=lambda _request: Reply(text="Done.", delay_s=0.3))
    async with opened(world, background__parallel=1) as session:
        asked = [await session.runs.enqueue(quick(f"Question {at}?"), "person") for at in range(4)]
    async with opened(world, background__parallel=4) as session:
        assert [(await ended(session, each.run_id)).state for each in asked] == ["answered"] * 4
        listed = await session.runs.list()
        assert {each.run_id for each in listed} == {each.run_id for each in asked}


async def test_the_turn_of_a_run_that_sleeps_is_not_ended_while_the_program_is_closed(make_world):
    world = make_world(replies=[sleeps(mode="timer", seconds=900), "Awake."])
    async with opened(world) as session:
        known = await session.runs.enqueue(quick("Wait for me."), "person")
        await until(lambda: session.runs.live(known.run_id) is not None)
        await asleep(session, known.run_id)
        known = session.runs.live(known.run_id).record  # type: ignore[union-attr]
    async with world.opened() as session:  # one whose desk is not opened: a terminal, say
        (turn,) = await session.conversations.turns([known.turn_id])
        assert turn.status == "running"
    async with opened(world) as session:
        await asleep(session, known.run_id)
        session.runs.resume(known.run_id)
        await ended(session, known.run_id)
        (turn,) = await session.conversations.turns([known.turn_id])
        assert (turn.status, turn.answer) == ("answered", "Awake.")


LONG = {"mode": "timer", "seconds": 120}
BEGINS = Reply(tool_calls=[("start_research", {"question": "And Iowa?", "strategy": "quick"})])


def declined(lines: list[dict[str, object]]) -> list[str]:
    return [str(each["reason"]) for each in lines if each["type"] == "approval_given"]


async def test_after_a_search_a_run_in_the_background_does_not_sleep_long(make_world):
    world = make_world(
        replies=[searches("Ohio"), sleeps(**LONG), "A state [1]."], duckduckgo=[HITS]
    )
    async with opened(world, agent__max_tool_iterations=3) as session:
        known = await session.runs.enqueue(
            quick("What is Ohio in an hour?", approval_cards=True), "person"
        )
        known = await ended(session, known.run_id)
        assert known.state == "answered"
        lines = recorded(world, known.run_id)
        (reason,) = declined(lines)
        assert "text from outside (search results)" in reason
        assert not [each for each in lines if each["type"] == "sleep_started"]
        assert "text from outside" in json.dumps(world.ollama.requests[-1])


async def test_what_is_asked_before_any_outside_text_is_free_and_a_short_sleep_always(make_world):
    short = sleeps(mode="timer", seconds=0.01)
    replies = [BEGINS, searches("Ohio"), BEGINS, short, "A state [1].", "A state, too."]
    world = make_world(replies=replies, duckduckgo=[HITS])
    async with opened(world, agent__max_tool_iterations=5) as session:
        live = session.ask(quick("What is Ohio? Look into Iowa in the background."), can_wait=True)
        events = await all_of(live)
        assert len(of(events, TaskStarted)) == 1
        assert len(of(events, SleepEnded)) == 1
        for each in of(events, TaskStarted):
            await ended(session, each.task_id)


@pytest.mark.parametrize("how", ["a file", "an earlier answer"])
async def test_a_file_or_an_earlier_answer_is_text_from_outside(make_world, how):
    more: dict[str, object] = {"history": (Message("user", "hi"), Message("assistant", "Hello."))}
    if how == "a file":
        more = {"attachments": (Attachment("notes.md", "text/markdown", text="Ohio"),)}
    world = make_world(replies=[BEGINS, "A state."])
    async with opened(world) as session:
        live = session.ask(quick("What is Ohio in an hour?", **more), can_wait=True)
        events = await all_of(live)
        assert not of(events, TaskStarted)
        (reason,) = declined(recorded(world, live.run_id))
        assert ("notes.md" if how == "a file" else "an earlier answer") in reason


ENQUEUED = "2026-11-22T12:00:00+00:00"


async def claimed_and_left(world: World) -> str:
    """Leaves a run as a program does that was killed right after it had taken it from the queue."""
    store = RunList(find_paths(world.environ).run_list_file)
    known = RunRecord("abcdef012345", "What is it?", "queued", "person", ENQUEUED)
    await store.add(known, Question("What is it?", strategy="quick", background=True))
    await store.aclose()
    return known.run_id


@pytest.mark.parametrize("torn", [False, True], ids=["no file", "an empty file"])
async def test_a_run_of_a_program_that_was_killed_is_asked_at_the_next_start(make_world, torn):
    world = make_world(replies=["It is so."])
    run_id = await claimed_and_left(world)
    unfinished = find_paths(world.environ).unfinished
    if torn:
        unfinished.mkdir(parents=True)
        (unfinished / f"{run_id}.jsonl").touch()
    async with opened(world) as session, asyncio.timeout(20):
        await session.runs.idle()
        known = await ended(session, run_id)
        assert (known.state, known.answer) == ("answered", "It is so.")
        assert list(unfinished.iterdir()) == []


async def test_two_programs_ask_a_claimed_run_once(make_world):
    world = make_world(replies=lambda _request: "It is so.")
    run_id = await claimed_and_left(world)
    async with world.opened() as one, world.opened() as other, asyncio.timeout(20):
        await asyncio.gather(one.runs.open(), other.runs.open())
        await asyncio.gather(one.runs.idle(), other.runs.idle())
        known = await one.runs.get(run_id)
        assert known is not None
        assert known.state == "answered"
    assert len(world.ollama.requests) == 1
