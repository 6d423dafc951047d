"""Questions asked in the background, and what the open conversation is told of their answers."""

import asyncio

import pytest
from PySide6.QtCore import Qt

from desktop_agent.frontends.ui.conversation.background_turns import BackgroundTurns, KnownRuns
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.tasks import shelf
from tests.ui.tasks.memory_desk import MemoryDesk
from tests.ui.window.person import press, send, write

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


CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


async def test_the_keys_ask_in_the_background_and_the_message_opens_the_run(open_window):
    window = open_window([])
    window.commands["chat.ask_background"].action.trigger()
    assert window.session.runs.asked == []  # nothing was written
    window.composer.mode.choose("deep")
    write(window, "What changed in the building code?")
    await press(window, Qt.Key.Key_Return, CTRL_ALT)
    await until(lambda: window.toast.text)
    assert window.toast.text == "Asked in the background"
    ((question, origin),) = window.session.runs.asked
    assert (question.text, question.strategy) == ("What changed in the building code?", "deep")
    assert origin == "person"
    assert not window.composer.edit.toPlainText()
    assert not window.page.conversation.busy
    assert window.session.asked == []
    assert not window.toast.can_act  # the key that takes back is not for this
    window.toast.action.click()
    await until(lambda: window.middle.shown == "tasks" and window.middle.is_built("tasks"))
    await until(lambda: window.middle.page("tasks").view.current_id == "asked-1")


async def test_while_an_answer_is_written_another_is_asked_at_once_or_given_there(open_window):
    window = open_window([0.01, float("inf")])

    def offered():
        window.composer.bar.more.aboutToShow.emit()
        return [each.text() for each in window.composer.bar.more.actions()]

    later = ["Ask in an hour", "Ask tomorrow at 9:00", "Ask every day at 8:00"]
    always = ["Ask in the background", *later, "Schedule a question…"]
    assert offered() == always
    window.commands["chat.background"].action.trigger()
    assert window.session.runs.handed == []  # there is none
    send(window, "A long one")
    await until(lambda: window.page.conversation.busy and window.runs.run_id)
    assert offered() == ["Pause or resume", "Continue in the background", *always]
    window.composer.mode.choose("deep")
    write(window, "And another?")
    window.commands["chat.ask_background"].action.trigger()
    await until(lambda: window.session.runs.asked)
    question = window.session.runs.asked[0][0]
    assert (question.text, question.strategy) == ("And another?", "deep")
    assert not window.composer.queue.drafts
    run_id = window.runs.run_id
    window.commands["chat.background"].action.trigger()
    assert window.session.runs.handed == [run_id]
    assert window.toast.text == "Moved to the background"
    await until(lambda: not window.page.conversation.busy)


async def test_two_clicks_schedule_what_is_written_and_it_can_be_undone(open_window):
    window = open_window([])
    window.composer.mode.choose("deep")
    write(window, "What is new?")
    more = window.composer.bar.more
    more.aboutToShow.emit()
    next(each for each in more.actions() if each.text() == "Ask every day at 8:00").trigger()
    await until(lambda: window.toast.text.startswith("Scheduled: "))
    assert not window.composer.edit.toPlainText()
    (schedule,) = await window.session.schedules.list()
    assert (schedule.question, schedule.strategy) == ("What is new?", "deep")
    assert schedule.rule.startswith("FREQ=DAILY;BYHOUR=8")
    window.toast.act()
    await until(lambda: window.composer.edit.toPlainText() == "What is new?")
    assert not await window.session.schedules.list()
