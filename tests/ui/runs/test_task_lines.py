"""The lines in the chat that lead to background runs and back."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import TaskStarted
from desktop_agent.frontends.ui.chat.task_lines import OriginLink, TaskLines
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.runs import shelf
from tests.ui.window.person import _active, ask, click, press

BEGUN = [
    TaskStarted(task_id="t1", question="Which makers recall batteries?", strategy="deep"),
    TaskStarted(task_id="t2", question="What did the regulator say?"),
]


def scene():
    played = scenes.verified()
    return [*played[:-1], *BEGUN, played[-1]]


async def answered(open_window):
    window = open_window(scene())
    window.background.begin()
    await ask(window, "How safe are they?")
    await until(lambda: window.chat.findChild(TaskLines) is not None)
    return window


async def test_an_answer_lists_the_runs_it_has_begun_also_when_it_is_opened_again(open_window):
    window = await answered(open_window)
    lines = window.chat.findChild(TaskLines).lines
    assert list(lines) == ["t1", "t2"]
    assert not lines["t1"].isEnabled()
    desk = window.session.runs
    desk.put(shelf.run("t1", BEGUN[0].question, "running", "model", conversation_id="c-1"))
    await until(lines["t1"].isEnabled)
    assert lines["t1"].accessibleName() == (
        "Background run: Which makers recall batteries?, Running"
    )
    desk.change("t1", state="answered", ended=shelf.ago(0))
    await until(lambda: lines["t1"].accessibleName().endswith("Answered"))
    assert lines["t1"].isVisible()
    here = window.page.conversation.id
    window.page.begin_new()
    window.page.open(here)
    await until(lambda: window.chat.findChild(TaskLines) is not None)
    assert list(window.chat.findChild(TaskLines).lines) == ["t1", "t2"]


async def test_a_line_opens_the_conversation_of_its_run_and_one_there_leads_back(open_window):
    window = await answered(open_window)
    store, desk = window.session.conversations, window.session.runs
    here = window.page.conversation.id
    there = await store.create("Which makers recall batteries?")
    turn = await store.begin_turn(there.id, "Which makers recall batteries?", parent_id=None)
    places = {"conversation_id": there.id, "turn_id": turn.id, "parent_conversation_id": here}
    desk.put(shelf.run("t1", BEGUN[0].question, "running", "model", **places))
    lines = window.chat.findChild(TaskLines).lines
    await until(lines["t1"].isEnabled)
    click(lines["t1"])
    await until(lambda: window.page.conversation.id == there.id)
    await until(lambda: window.chat.findChild(OriginLink) is not None)
    back = window.chat.findChild(OriginLink).button
    await until(lambda: back.accessibleName() == "Asked in “How safe are they?”")
    await until(lambda: _active(window))
    back.setFocus()
    assert QApplication.focusWidget() is back
    await press(window, Qt.Key.Key_Space)
    await until(lambda: window.page.conversation.id == here)
