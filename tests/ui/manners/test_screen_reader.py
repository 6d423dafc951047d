"""A screen reader finds every control by a name and is told of answers; Tab gets everywhere."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.events import AnswerGiven, RunFinished, TextDelta
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.accessibility import AnswerAnnouncer
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.knowledge import shelf as documents
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.manners.activation import activate
from tests.ui.stage import MISSING, READY
from tests.ui.tasks import shelf
from tests.ui.window.person import asked, send

TABS_MOST = 200


def tab_round(window, start):
    """Presses Tab until the focus is back; gives what had it on the way."""
    activate(window)
    start.setFocus(Qt.FocusReason.TabFocusReason)
    had = {start}
    for _ in range(TABS_MOST):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() is start:
            return had
        had.add(QApplication.focusWidget())
    raise AssertionError(f"the focus does not come back: {had}")


def stops(window):
    """Gives the controls that Tab should reach."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and each.window() is window
        and each.objectName() != "qt_spinbox_lineedit"
    }


@pytest.mark.parametrize("name", ["chat", "tasks", "knowledge"])
async def test_every_control_has_a_name_and_tab_reaches_it_and_comes_back(open_window, name):
    window = open_window([])
    window.look_for_models()
    await asyncio.sleep(0.05)
    window.composer.put("What is new?")
    start = window.composer.edit
    if name != "chat":
        for run in shelf.filled():
            window.session.runs.put(run)
        window.stage.knowledge = documents.filled()
        window.stage.knowledge.progress = documents.READING
        window.middle.open(name)
        await until(lambda: window.middle.is_built(name))
        await until(window.middle.page(name).search.isVisible)
        page = window.middle.page(name)
        view, row = (page.view, "answered") if name == "tasks" else (page.collections.view, "c1")
        view.setCurrentIndex(view.index_of(row) if name != "tasks" else view.rows.index_of(row))
        start = page.search
    assert nameless(window) == []
    left = stops(window) - tab_round(window, start)
    assert [(type(each).__name__, each.accessibleName()) for each in left] == []
    window.resize(640, 560)
    await until(lambda: window.width() == 640)


async def test_an_answer_its_next_version_what_is_being_edited_and_what_waits(open_window):
    window = await asked(open_window, scenes.verified(), scenes.approved(), [float("inf")])
    window.page.ask_last_again()
    await until(lambda: window.page.conversation.busy)
    await until(lambda: not window.page.conversation.busy)
    await asyncio.sleep(0.4)  # the parts below an answer come a little later
    assert nameless(window) == []
    assert {"You asked: What?", "Previous version"} <= {each.name for each in controls(window)}
    window.chat.wishes.edit.emit(window.page.conversation.history.outlines[0].id)
    assert nameless(window) == []
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Escape)
    send(window, "second")
    send(window, "third")
    await until(lambda: len(window.stage.scenes_played) == 3)
    assert nameless(window) == []
    assert "Remove the queued question" in {each.name for each in controls(window)}


@pytest.mark.parametrize("state", [READY, MISSING], ids=["with a model", "without"])
async def test_the_first_window_has_few_controls(open_window, state):
    window = open_window([], state=state)
    window.refresh()
    window.look_for_models()
    await until(
        lambda: (
            window.composer.model.state is not None
            and not window.sidebar.head.search_entry.isVisible()
        )
    )
    found = [each.name for each in controls(window) if "Item" not in each.role]
    found.remove("Send")  # there is nothing to send
    assert len(found) <= 14, found


@pytest.fixture
def told(theme, monkeypatch):
    window = QWidget()
    history = History(window)
    announcer = AnswerAnnouncer(window)
    history.happened.connect(announcer.tell)
    heard = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda said: heard.append(said.message())
    )
    QAccessible.setActive(True)
    yield history, heard
    QAccessible.setActive(False)
    window.deleteLater()


def test_each_answer_is_told_once_at_its_end_by_its_first_sentence_and_its_sources(told):
    history, heard = told
    history.happened.emit(0, TextDelta(step_id="1", channel="final", text="They do."))
    for number, text in enumerate(("First.", "Second.", "They deliver **2.6** [1, 2]. Not less.")):
        history.happened.emit(number, AnswerGiven(text=text, sources=scenes.SOURCES[:number]))
    assert heard == []
    for number in range(3):
        history.happened.emit(number, RunFinished(status="answered"))
    for status in ("insufficient", "stopped"):
        history.happened.emit(3, RunFinished(status=status))
    failed = RunFinished(status="failed", error="Ollama does not answer.", remedy="Start it.")
    history.happened.emit(3, failed)
    assert heard == [
        "Answer ready: First. No sources.",
        "Answer ready: Second. 1 source.",
        "Answer ready: They deliver 2.6. 2 sources.",
        "Not enough evidence.",
        "Stopped.",
        "Couldn't answer the question: Ollama does not answer. Start it.",
    ]
