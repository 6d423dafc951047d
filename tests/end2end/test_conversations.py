"""What is said is kept: by the program itself, whoever watches the run."""

import json

import pytest

from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted, TextDelta
from desktop_agent.core.research import Question
from tests.end2end.world import build_world, play
from tests.servers.loopback import free_port
from tests.servers.model_reply import Reply, Script


@pytest.fixture
def world(tmp_path):
    with build_world(tmp_path, replies=[Reply(text="The sky scatters blue light.")]) as world:
        yield world


async def ask(session, text, **more):
    conversation = await session.conversations.create(text)
    turn = await session.conversations.begin_turn(conversation.id, text, parent_id=None)
    question = Question(
        text, strategy="quick", conversation_id=conversation.id, turn_id=turn.id, **more
    )
    events = await play(session, question)
    return conversation, turn, events


async def test_a_turn_keeps_its_run_its_requests_are_in_the_ledger_and_another_session_finds_it(
    world,
):
    session = world.session()
    conversation, turn, events = await ask(session, "Why is the sky blue?")
    (kept,) = await session.conversations.turns((turn.id,))
    await session.aclose()
    assert kept.status == "answered"
    assert kept.answer == next(e.text for e in events if isinstance(e, AnswerGiven))
    assert isinstance(kept.events[0], RunStarted)
    assert isinstance(kept.events[-1], RunFinished)
    assert [e for e in kept.events if e.type != "text_delta"] == [
        e for e in events if e.type != "text_delta"
    ]
    entries = session.ledger.read()
    run_id = events[0].run_id
    assert {entry.run_id for entry in entries if entry.purpose == "model"} >= {run_id}
    assert all(entry.bytes_sent > 0 for entry in entries if entry.run_id == run_id)
    again = world.session()
    (found,) = await again.conversations.search("scatters")
    listed = await again.conversations.list()
    await again.aclose()
    assert found.conversation.id == conversation.id
    assert [each.title for each in listed] == ["Why is the sky blue?"]


async def test_a_stopped_run_is_kept_with_what_it_wrote(world):
    world.ollama.script = Script([Reply(text="one two three " * 90, between_s=0.02)])
    session = world.session()
    conversation = await session.conversations.create("x")
    turn = await session.conversations.begin_turn(conversation.id, "Count", parent_id=None)
    asked = Question("Count", "quick", conversation_id=conversation.id, turn_id=turn.id)
    run = session.ask(asked)
    async for event in run.events():
        if isinstance(event, TextDelta):
            run.stop()
    (kept,) = await session.conversations.turns((turn.id,))
    await session.aclose()
    assert (kept.status, kept.events[-1].error) == ("stopped", "")
    assert kept.answer.startswith("one")


async def test_a_question_outside_of_a_conversation_leaves_no_conversation(world):
    session = world.session()
    await play(session, Question("Why is the sky blue?", strategy="quick"))
    listed = await session.conversations.list()
    await session.aclose()
    assert listed == ()


async def test_what_was_deleted_long_ago_goes_with_the_recordings_of_its_runs(world, monkeypatch):
    session = world.session()
    conversation, _turn, _events = await ask(session, "Why is the sky blue?")
    await play(session, Question("Another one", strategy="quick"))
    assert len(list(session.paths.runs.iterdir())) == 2
    await session.conversations.delete(conversation.id)
    await session.tidy()
    assert len(list(session.paths.runs.iterdir())) == 2, "it can still be taken back"
    monkeypatch.setattr("desktop_agent.app.session._UNDO_S", 0)
    await session.tidy()
    (left,) = session.paths.runs.iterdir()
    gone = await session.conversations.deleted()
    await session.aclose()
    assert gone == ()
    assert json.loads(left.read_text().splitlines()[0])["question"] == "Another one"


async def test_looking_whether_the_model_server_is_there_leaves_nothing_in_the_ledger(world):
    session = world.session()
    assert (await session.models.state()).ok
    world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"] = f"http://127.0.0.1:{free_port()}"
    dead = world.session()
    for _ in range(3):
        assert not (await dead.models.state()).ok
    assert session.ledger.read() == ()
    assert len(await session.models.list()) == 1
    asked = session.ledger.read()
    assert {(each.host, each.purpose, each.outcome) for each in asked} == {
        ("127.0.0.1", "model", "ok")
    }
    await dead.aclose()
    await session.aclose()
