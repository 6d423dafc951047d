"""``schedule`` and ``runs`` in the terminal, over the real store and a desk that answers."""

import json
from types import SimpleNamespace

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import Sleeping
from desktop_agent.frontends.cli.parser import build_parser
from desktop_agent.frontends.cli.runs import runs, schedule
from desktop_agent.storage.conversations.store import ConversationStore
from tests.ui.tasks.filled import answered
from tests.unit.schedules.world import Desk, World, open_schedules

FIRST = "Version 3.1 is the newest. It needs Python 3.11 [1, 2].\n\n- It runs on **Linux**."
SECOND = (
    "- It runs on Linux [3].\n- It is faster.\n\nVersion 3.2 is the newest. It needs Python 3.11."
)


class AnsweringDesk(Desk):
    """Answers what is handed in once it is open and looked at, as a turn of a conversation."""

    def __init__(self, world, conversations, *answers):
        super().__init__(world)
        self.stay_open = True
        self.opened = False
        self.conversations = conversations
        self.answers = list(answers)

    async def open(self):
        self.opened = True

    async def list(self, most=200):
        return tuple(reversed(self.runs.values()))

    async def stop(self, run_id):
        self.change(run_id, state="stopped")

    async def get(self, run_id):
        run = self.runs.get(run_id)
        if self.opened and run is not None and run.state == "running":
            text, kept = self.answers.pop(0), self.conversations
            place = run.conversation_id or (await kept.create(run.question)).id
            await answered(kept, place, run.question, text)
            self.change(run_id, state="answered", answer=text, conversation_id=place)
        return self.runs.get(run_id)


@pytest.fixture
async def session(tmp_path):
    world, conversations = World(), ConversationStore(tmp_path / "conversations.db")
    runs = AnsweringDesk(world, conversations, FIRST, SECOND)
    schedules = open_schedules(tmp_path, world, runs)
    yield SimpleNamespace(world=world, conversations=conversations, runs=runs, schedules=schedules)
    for each in (schedules, conversations):
        await each.aclose()


async def do(session, *words):
    options = build_parser().parse_args(words)
    command = {"schedule": schedule, "runs": runs}[options.command]
    return await command(session, options)


async def add(session, capsys, when="every Monday 8:00"):
    assert await do(session, "schedule", "add", "What is new?", "--when", when) == 0
    return capsys.readouterr()


async def test_a_question_is_added_listed_and_removed(session, capsys):
    said = await add(session, capsys)
    schedule_id = said.out.strip()
    assert "every Monday at 8:00; next: 2026-11-23 08:00, then 2026-11-30 08:00." in said.err
    await do(session, "schedule", "list")
    listed = capsys.readouterr().out
    assert listed == f"{schedule_id}  every Monday at 8:00  next 2026-11-23 08:00  What is new?\n"
    await do(session, "schedule", "list", "--json")
    assert json.loads(capsys.readouterr().out)["rule"] == "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0"
    await do(session, "schedule", "remove", schedule_id)
    assert "is asked no more" in capsys.readouterr().err
    for action in ("remove", "run", "changes"):
        with pytest.raises(AgentError, match="no schedule called"):
            await do(session, "schedule", action, schedule_id)


async def test_words_that_are_no_time_are_refused_with_examples(session):
    with pytest.raises(AgentError, match="“blursday” is no day") as refused:
        await do(session, "schedule", "add", "q", "--when", "every blursday 8:00")
    assert "every Monday 8:00" in refused.value.remedy


async def test_a_question_asked_twice_tells_what_is_new(session, capsys):
    schedule_id = (await add(session, capsys)).out.strip()
    await do(session, "schedule", "changes", schedule_id)
    assert "no answer yet" in capsys.readouterr().err
    assert await do(session, "schedule", "run", schedule_id) == 0
    assert capsys.readouterr().out == f"{FIRST}\n"
    await do(session, "schedule", "changes", schedule_id)
    assert "there is none before it" in capsys.readouterr().err
    assert await do(session, "schedule", "run", schedule_id) == 0
    said = capsys.readouterr()
    assert said.out == f"{SECOND}\n"
    assert "2 new statements, 1 gone." in said.err
    await do(session, "schedule", "changes", schedule_id)
    assert capsys.readouterr().out == (
        "+ It is faster.\n+ Version 3.2 is the newest.\n- Version 3.1 is the newest.\n"
    )
    assert len(await session.conversations.list()) == 1


async def test_work_carries_out_what_is_due_and_ends(session, capsys):
    await add(session, capsys, "in 10 minutes")
    assert await do(session, "runs", "work") == 0
    assert "Nothing is queued or due." in capsys.readouterr().err
    session.world.now = session.world.now.replace(hour=22)
    assert await do(session, "runs", "work") == 0
    said = capsys.readouterr()
    assert said.out == "run0  answered  What is new?\n"
    await do(session, "runs", "list")
    assert capsys.readouterr().out.startswith("run0  answered  2026-11-22T22:")
    await do(session, "runs", "list", "--json")
    assert json.loads(capsys.readouterr().out)["answer"] == FIRST


async def test_work_does_not_wait_for_what_the_person_must_decide(session, capsys):
    schedule_id = (await add(session, capsys)).out.strip()
    run = await session.schedules.run_now(schedule_id)
    asleep = Sleeping("s", "manual", 0, 1e12)
    for changes in ({"state": "asking"}, {"state": "asleep", "sleeping": asleep}):
        session.runs.change(run.run_id, **changes)
        assert await do(session, "runs", "work") == 0
    await do(session, "runs", "stop", run.run_id)
    await do(session, "runs", "stop", run.run_id)
    assert "has ended already: stopped" in capsys.readouterr().err
    with pytest.raises(AgentError, match="no run called nope"):
        await do(session, "runs", "stop", "nope")
