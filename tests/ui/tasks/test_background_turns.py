"""What the open conversation is told of runs that answer in it from the background."""

import asyncio

import pytest

from desktop_agent.frontends.ui.conversation.background_turns import BackgroundTurns, KnownRuns
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.tasks import shelf
from tests.ui.tasks.memory_desk import MemoryDesk

STARTED = scenes.started("q", "quick", strategy_reason="", model="m", budget_s=60)


@pytest.fixture
async def followed(app, tasks):
    """A desk with a run of conversation ``c``, what follows it, and what was told."""
    desk = MemoryDesk(shelf.run("r", "q", "running", conversation_id="c", turn_id=7))
    live = desk.begin_live("r")
    runs = KnownRuns(desk, tasks)
    turns = BackgroundTurns(desk, runs)
    told = []
    turns.happened.connect(lambda turn_id, event: told.append((turn_id, event)))
    await until(lambda: runs.loaded)
    yield desk, live, turns, told
    runs.deleteLater()


async def test_a_turn_holds_what_was_and_then_what_comes_also_while_another_was_followed(followed):
    _desk, live, turns, told = followed
    live.tell(STARTED, delta("The "), delta("answer "))
    (turn,) = turns.turns_of("c")
    assert (turn.turn_id, turn.question, turn.text) == (7, "q", "The answer ")
    live.tell(delta("is 42"))
    await until(lambda: told)
    assert turn.text == "The answer is 42"
    assert [turn_id for turn_id, _event in told] == [7]
    assert turns.turns_of("c") == (turn,)
    assert turns.turns_of("d") == ()
    live.tell(delta("."))
    await asyncio.sleep(0.08)
    assert len(told) == 1
    (turn,) = turns.turns_of("c")
    assert turn.text == "The answer is 42."


async def test_a_run_that_begins_meanwhile_appears_but_one_of_the_chat_only_when_handed_over(
    followed,
):
    desk, _live, turns, _told = followed
    turns.turns_of("c")
    desk.runs["f"] = shelf.run("f", "mine", "running", "chat", conversation_id="c", turn_id=9)
    desk.begin_live("f").background = False
    desk.change("f", doing="Thinking…")
    assert [each.turn_id for each in turns.turns_of("c")] == [7]
    desk.live("f").background = True
    assert [each.turn_id for each in turns.turns_of("c")] == [7, 9]
    appeared = []
    turns.appeared.connect(appeared.append)
    desk.runs["n"] = shelf.run("n", "next", "queued", conversation_id="c", turn_id=8)
    desk.begin_live("n")
    desk.change("n", state="running")
    await until(lambda: appeared)
    assert [(each.turn_id, each.question) for each in appeared] == [(8, "next")]
