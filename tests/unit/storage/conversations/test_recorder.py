"""The recording of a turn while its run goes on."""

import asyncio
import zlib
from pathlib import Path

import apsw
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event, EventQueue, RunFinished
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.storage.conversations.store import ConversationStore
from tests.unit.storage.conversations.runs import ask, full_run, record, simple_run, started


def folded(events) -> dict[str, object]:
    turn = Turn("Why?", events=events)
    names = ("text", "doing", "queries", "pages", "elapsed_s", "answer", "finished", "started")
    return {
        # halves of a pair that came one by one are a whole when read again
        "draft": turn.draft.text.encode("utf-16-le", "surrogatepass"),
        "final": turn.final.text,
        "versions": (turn.draft.version, turn.final.version),
        **{name: getattr(turn, name) for name in names},
    }


async def test_every_prefix_of_a_run_folds_to_the_same_turn(store: ConversationStore):
    events = full_run()
    for end in range(1, len(events)):
        live, read = folded(events[:end]), folded(EventQueue(events[:end]))
        live.pop("elapsed_s"), read.pop("elapsed_s")  # a joined text has the time of its beginning
        assert live == read


async def test_a_turn_that_runs_is_read_from_the_recording_of_its_run(path: Path):
    recorded: list[Event] = []
    store = ConversationStore(path, recorded=lambda run_id: recorded if run_id == "run-1" else ())
    made = await store.create("x")
    turn = await store.begin_turn(made.id, "Why?", parent_id=None)
    recorder = store.recorder(turn.id, "run-1")
    for event in simple_run("one two")[:3]:
        recorder.write(event)
        recorded.append(event)
    (stored,) = await store.turns([turn.id])
    assert (stored.answer, stored.status, stored.run_id) == ("one two ", "running", "run-1")
    assert len(stored.events) == 2
    assert [each.status for each in await store.outline(made.id)] == ["running"]
    recorder.write(RunFinished(status="stopped"))
    await asyncio.to_thread(recorder.close)
    recorded.clear()
    (stored,) = await store.turns([turn.id])
    assert (stored.answer, stored.status) == ("one two ", "stopped")
    await store.aclose()


@pytest.mark.parametrize("resumable", [False, True])
async def test_a_turn_whose_run_did_not_end_is_interrupted_unless_the_run_goes_on(
    path: Path, resumable: bool
):
    recorded = simple_run("half an answer")[:3]
    store = ConversationStore(
        path, is_resumable=lambda run_id: resumable, recorded=lambda _run_id: recorded
    )
    made = await store.create("x")
    turn = await store.begin_turn(made.id, "Why?", parent_id=None)
    await record(store, turn.id, recorded, "run-1")
    status = "running" if resumable else "interrupted"
    assert [each.status for each in await store.outline(made.id)] == [status]
    (stored,) = await store.turns([turn.id])
    assert (stored.status, stored.answer) == (status, "half an ")
    if not resumable:
        assert isinstance(stored.events[-1], RunFinished)
        assert stored.events[-1].status == "stopped"
        assert "ended before" in stored.events[-1].error
    again = store.recorder(turn.id, "run-1", before=recorded)
    again.write(simple_run("half an answer")[-1])
    await asyncio.to_thread(again.close)
    (stored,) = await store.turns([turn.id])
    assert (stored.status, stored.answer) == ("answered", "half an ")
    await store.aclose()


async def test_an_error_of_the_disk_comes_out_at_the_next_write(store: ConversationStore):
    made = await store.create("x")
    turn = await store.begin_turn(made.id, "Why?", parent_id=None)
    full = "CREATE TEMP TRIGGER full BEFORE UPDATE ON main.turns BEGIN SELECT raise(FAIL, 'no room'); END"
    await store.bare(lambda c: c.execute(full))
    recorder = store.recorder(turn.id)
    await store.list()
    with pytest.raises(StorageError, match="no room"):
        recorder.write(started())
    with pytest.raises(StorageError, match="no room"):
        recorder.close()
    await store.bare(lambda c: c.execute("DROP TRIGGER full"))
    assert [each.status for each in await store.outline(made.id)] == ["interrupted"]


async def test_what_cannot_be_read_of_a_turn_is_passed_over(store: ConversationStore, path: Path):
    made = await store.create("x")
    turn = await ask(store, made.id, "Q", "A")
    odd = zlib.compress(b'{"type":"odd"}\n\xff\n{"type":"notice","text":"n"}')
    with apsw.Connection(str(path)) as connection:
        for data in (b"garbage", odd):
            connection.execute("INSERT INTO event_parts (turn, data) VALUES (?, ?)", (turn, data))
    (stored,) = await store.turns([turn])
    assert stored.answer == "A"
    assert [event.type for event in stored.events][-2:] == ["run_finished", "notice"]
