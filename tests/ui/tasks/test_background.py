"""Questions asked in the background, and who is told of their answers, where."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import RunFinished
from desktop_agent.frontends.ui import main
from desktop_agent.frontends.ui.window.tray import TrayController
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.stage import Stage
from tests.ui.tasks import shelf
from tests.ui.test_main import begin, the_window
from tests.ui.window.person import ask, click, press, send, write

STARTED = scenes.started("q", "quick", strategy_reason="", model="m", budget_s=60)


async def test_a_turn_holds_what_was_and_then_what_comes_also_while_another_was_open(open_window):
    window = open_window([])
    desk, store = window.session.runs, window.session.conversations
    window.background.begin()
    here, other = await store.create("here"), await store.create("other")
    turn = await store.begin_turn(here.id, "q", parent_id=None)
    desk.put(shelf.run("r", "q", "running", conversation_id=here.id, turn_id=turn.id))
    live = desk.begin_live("r")
    live.tell(STARTED, delta("The "), delta("answer "))
    desk.change("r", doing="Writing…")
    window.page.open(here.id)
    history = window.page.conversation.history
    await until(lambda: history.last.text == "The answer ")
    live.tell(delta("is 42"))
    await until(lambda: history.last.text == "The answer is 42")
    window.page.open(other.id)
    await until(lambda: window.page.conversation.id == other.id)
    live.tell(delta("."))
    assert not len(history)
    window.page.open(here.id)
    await until(lambda: history.last.text == "The answer is 42.")
    assert window.sidebar.view.rows.running == {here.id}
    live.tell(RunFinished(status="answered"), None)
    await until(lambda: not window.sidebar.view.rows.running)


async def test_a_run_that_begins_meanwhile_appears_in_its_chat(open_window):
    window = open_window([])
    desk = window.session.runs
    window.background.begin()
    here = await window.session.conversations.create("here")
    window.page.open(here.id)
    await until(lambda: window.page.conversation.id == here.id)
    history = window.page.conversation.history
    desk.runs["f"] = shelf.run("f", "mine", "running", "chat", conversation_id=here.id, turn_id=9)
    desk.begin_live("f").background = False
    desk.change("f", doing="Thinking…")
    await until(lambda: window.background.runs.get("f"))
    assert not len(history)
    desk.live("f").background = True
    desk.runs["n"] = shelf.run("n", "next", "queued", conversation_id=here.id, turn_id=8)
    desk.begin_live("n")
    desk.change("n", state="running")
    await until(lambda: len(history) == 2)
    turns = [history.turn(index) for index in range(2)]
    assert {(each.turn_id, each.question) for each in turns} == {(9, "mine"), (8, "next")}


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


async def test_a_run_goes_to_the_background_or_another_is_asked_there(open_window):
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
    assert not window.composer.queue.questions
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


def with_tray(presence):
    """Gives it a tray, though this system has none; returns the list of what it says."""
    said = []
    presence.available = True
    presence.show_in_tray = lambda title, text, act: said.append((title, text))
    return said


@pytest.fixture
def present(open_window):
    """A window with its presence, active, and what was told."""

    def build(*scenes, away=False):
        window = open_window(*(scenes or [[]]))
        window.background.begin()
        presence = TrayController(window, window)
        told = []
        presence.told.connect(told.append)
        if away:
            presence.is_away = lambda: True
        else:
            window.activateWindow()
        return window, presence, told

    return build


async def test_the_end_of_a_background_run_is_told_with_a_way_to_it_unless_one_looks_at_it(present):
    window, presence, told = present()
    await until(lambda: QApplication.activeWindow() is window)
    desk = window.session.runs
    kept = await window.session.conversations.create("A long question")
    desk.put(shelf.run("r", "A long question", "running", conversation_id=kept.id))
    desk.change("r", state="answered", ended=shelf.ago(0))
    await until(lambda: window.toast.text)
    assert told == ["Answer ready: A long question"]
    click(window.toast.action)
    await until(lambda: window.page.conversation.id == kept.id)
    told.clear()
    desk.put(shelf.run("r1", "Here", "answered", conversation_id=kept.id))
    desk.put(shelf.run("c", "Below", "failed", "model", parent_conversation_id=kept.id))
    await until(lambda: len(window.background.runs.all) == 3)
    await asyncio.sleep(0.05)
    assert told == []
    presence.is_away = lambda: True
    desk.put(shelf.run("r2", "Here", "answered", conversation_id=kept.id))
    await until(lambda: told)


async def test_what_ends_or_asks_is_told_but_not_what_was_stopped_or_sleeps(present):
    window, presence, told = present()
    desk = window.session.runs
    states = ("answered", "failed", "insufficient", "asking", "stopped", "asleep")
    for state in states:
        desk.put(shelf.run(state, f"Question {state}", "running"))
    for state in states:
        desk.change(state, state=state)
    await until(lambda: len(told) == 4)
    assert {said.partition(":")[0] for said in told} == {
        "Answer ready",
        "A task failed",
        "A task found too little evidence",
        "A task needs your input",
    }
    presence.is_away = lambda: True
    window.session.change_setting("background.notify", False)
    desk.put(shelf.run("late", "q", "answered"))
    await until(lambda: window.background.runs.get("late"))
    await asyncio.sleep(0.05)
    assert len(told) == 4


async def test_a_long_answer_in_the_chat_is_told_to_who_is_away(present):
    window, presence, told = present([0.1, *scenes.approved()], away=True)
    window.session.change_setting("background.notify_after_s", 30)
    await ask(window, "A short question")
    assert told == []
    window.session.change_setting("background.notify_after_s", 0.05)
    await ask(window, "A question")
    assert told == ["Answer ready: A question"]
    presence.is_away = lambda: False
    await ask(window, "Another")
    assert len(told) == 1


async def test_the_tray_does_what_its_menu_says(present):
    window, presence, _told = present([float("inf")])
    entries = {each.text(): each for each in presence.menu.actions() if not each.isSeparator()}
    assert list(entries) == ["Show the window", "New question", "Tasks", "Work offline", "Quit"]
    window.session.runs.put(shelf.run("r", "q", "running"))
    await until(lambda: entries["Tasks"].text() == "Tasks (1 active)")
    assert presence.icon.toolTip() == "Desktop Agent · 1 task in progress"
    entries["Tasks"].trigger()
    assert window.middle.shown == "tasks"
    send(window, "q")
    await until(lambda: window.page.conversation.id)
    entries["New question"].trigger()
    assert not window.middle.shown
    assert not window.page.conversation.id
    entries["Work offline"].trigger()
    assert window.commands["program.network"].action.isChecked()
    assert entries["Work offline"].isChecked()
    window.commands["program.network"].action.trigger()
    assert not entries["Work offline"].isChecked()


async def test_the_program_stays_in_the_tray_only_while_something_is_to_come(present):
    window, presence, _told = present()
    said = with_tray(presence)
    desk = window.session.runs
    desk.put(shelf.run("r", "q", "running"))
    await until(lambda: window.background.runs.active)
    assert not presence.stays()  # nobody has asked for it
    window.session.change_setting("background.keep_in_tray", True)
    assert presence.stays()
    assert len(said) == 1
    assert presence.stays()
    assert len(said) == 1  # explained once
    desk.change("r", state="answered")
    await until(lambda: not window.background.runs.active)
    assert not presence.stays()
    window.background.has_schedules = lambda: True
    assert presence.stays()
    window.leaving = True
    assert not presence.stays()


async def test_a_window_in_the_tray_comes_back_and_quit_ends_it(app, theme, tmp_path, monkeypatch):
    monkeypatch.setattr(main, "_PAINTED_S", 0.01)
    stage = Stage(tmp_path, [float("inf")])
    stage.change_setting("background.keep_in_tray", True)
    serving, shell = begin(app, stage)
    window = await the_window(shell)
    await until(lambda: shell.stays is not bool)
    presence = shell.stays.__self__
    said = with_tray(presence)
    window.background.has_schedules = lambda: True
    shell.close()
    assert not shell.isVisible()
    assert len(said) == 1
    await asyncio.sleep(0.05)
    assert not serving.done()
    presence.come_back()
    assert shell.isVisible()
    shell.close()
    assert not shell.isVisible()
    window.commands["program.quit"].action.trigger()
    assert await serving == 0
