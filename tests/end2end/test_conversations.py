"""What is said is kept: by the program itself, whoever watches the run."""

import json

import pytest

from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted, TextDelta
from desktop_agent.core.research import Question
from desktop_agent.storage.conversations.store import ConversationStore
from tests.end2end.world import play
from tests.servers.loopback import free_port
from tests.servers.model_reply import Reply, Script


@pytest.fixture
def world(make_world):
    return make_world(replies=[Reply(text="The sky scatters blue light.")])


async def ask(session, text):
    asked = await session.conversations.begin_background_turn(Question(text, strategy="quick"))
    return asked, await play(session, asked)


async def test_a_turn_keeps_run_and_requests_and_another_session_finds_it(world):
    async with world.opened() as session:
        asked, events = await ask(session, "Why is the sky blue?")
        (kept,) = await session.conversations.turns((asked.turn_id,))
    assert kept.status == "answered"
    assert kept.answer == next(e.text for e in events if isinstance(e, AnswerGiven))
    assert isinstance(kept.events[0], RunStarted)
    assert isinstance(kept.events[-1], RunFinished)
    whole, said = ([e for e in some if e.type != "text_delta"] for some in (kept.events, events))
    assert whole == said
    entries = session.ledger.read()
    run_id = events[0].run_id
    assert {entry.run_id for entry in entries if entry.purpose == "model"} >= {run_id}
    assert all(entry.bytes_sent > 0 for entry in entries if entry.run_id == run_id)
    async with world.opened() as again:
        (found,) = await again.conversations.search("scatters")
        listed = await again.conversations.list()
    assert found.conversation.id == asked.conversation_id
    assert [each.title for each in listed] == ["Why is the sky blue?"]


async def test_a_stopped_run_is_kept_with_what_it_wrote(world):
    world.ollama.script = Script([Reply(text="one two three " * 90, between_s=0.02)])
    async with world.opened() as session:
        asked = await session.conversations.begin_background_turn(Question("Count", "quick"))
        run = session.ask(asked)
        async for event in run.events():
            if isinstance(event, TextDelta):
                run.stop()
        (kept,) = await session.conversations.turns((asked.turn_id,))
    assert (kept.status, kept.events[-1].error) == ("stopped", "")
    assert kept.answer.startswith("one")


async def test_a_question_outside_of_a_conversation_leaves_no_conversation(world):
    async with world.opened() as session:
        await play(session, Question("Why is the sky blue?", strategy="quick"))
        assert await session.conversations.list() == ()


async def test_what_was_deleted_long_ago_goes_with_the_recordings_of_its_runs(world, monkeypatch):
    async with world.opened() as session:
        asked, _events = await ask(session, "Why is the sky blue?")
        await play(session, Question("Another one", strategy="quick"))
        assert len(list(session.paths.runs.iterdir())) == 2
        await session.conversations.delete(asked.conversation_id)
        await session.tidy()
        assert len(list(session.paths.runs.iterdir())) == 2, "it can still be taken back"
        monkeypatch.setattr(ConversationStore.purge, "__defaults__", (0,))
        await session.tidy()
        (left,) = session.paths.runs.iterdir()
        assert await session.conversations.deleted() == ()
    assert json.loads(left.read_text().splitlines()[0])["question"] == "Another one"


async def test_looking_whether_the_model_server_is_there_leaves_nothing_in_the_ledger(world):
    nobody = f"http://127.0.0.1:{free_port()}"
    async with world.opened() as session, world.opened(llm__ollama_url=nobody) as dead:
        assert (await session.models.state()).ok
        for _ in range(3):
            assert not (await dead.models.state()).ok
        assert session.ledger.read() == ()
        assert len(await session.models.list()) == 1
        asked = {(each.host, each.purpose, each.outcome) for each in session.ledger.read()}
    assert asked == {("127.0.0.1", "model", "ok")}
