"""The window on a stage: what a person does, and what they then see."""

import asyncio

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop_agent.core.events import (
    SleepEnded,
    SleepStarted,
)
from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.markdown.rich_text import DiffView
from tests.chaos.faulty_keyring import use_faulty_keyring
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.window.person import asked, send

FOREVER = float("inf")


async def answered(window):
    await until(lambda: not window.page.conversation.busy)
    await until(lambda: window.chat.last is None or window.chat.last.whole)


def rows(model, parent=None):
    parent = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found.append(index.data())
        found += rows(model, index)
    return found


def pill(window):
    return window.chat.last.findChild(QLabel, "pill")


async def test_what_is_typed_while_an_answer_has_the_focus_goes_into_the_field(open_window):
    window = await asked(open_window, scenes.verified())
    await answered(window)
    window.chat.last.body.setFocus()
    QTest.keyClick(window.chat.last.body, "A")
    QTest.keyClicks(window.focusWidget(), "nd why?")
    assert window.composer.edit.toPlainText().lower() == "and why?"


class LayoutRequests(QObject):
    count = 0

    def eventFilter(self, _watched, event):  # noqa: N802 - an override of Qt's
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


async def test_a_window_at_rest_lays_nothing_out(open_window, app):
    window = await asked(open_window, scenes.verified())
    for width in (1180, 560):
        window.resize(width, 780)
        await asyncio.sleep(0.5)
        requests = LayoutRequests()
        app.installEventFilter(requests)
        await asyncio.sleep(0.3)
        app.removeEventFilter(requests)
        assert requests.count < 20  # without end there are thousands


async def test_enter_sends_the_question_and_its_draft_streams_in_without_what_was_said_before(
    open_window,
):
    drafting = scenes.drafting()
    window = open_window([*scenes.gathering(), 0.2, *drafting[:8], 0.2, *drafting[8:], FOREVER])
    QTest.keyClicks(window.composer.edit, "How do")
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert window.stage.asked == []
    send(window, "heat pumps do?")
    await until(lambda: window.chat.last.turn.pages)
    assert "look that up" not in window.chat.last.body.toPlainText()
    await until(lambda: "Heat pumps stay" in window.chat.last.body.toPlainText())
    assert "look that up" not in window.chat.last.body.toPlainText()
    assert window.stage.asked[0].text == "How do\nheat pumps do?"
    assert window.composer.edit.toPlainText() == ""
    assert pill(window).text() == "Draft"
    assert not pill(window).isHidden()
    await until(lambda: "every month" in window.chat.last.body.toPlainText())


async def test_a_refined_answer_comes_first_and_the_draft_is_folded_away(open_window):
    window = await asked(open_window, scenes.verified())
    message = window.chat.last
    assert "half the energy" in message.body.toPlainText()
    assert pill(window).isHidden()
    scenes.press(message, "Review")
    scenes.press(message, "Changes")
    changes = message.findChild(DiffView).toPlainText()
    assert "So the heat pump uses less energy" in changes
    assert "Look up both prices" in changes
    said = [label.text() for label in message.findChildren(QLabel)]
    assert any(text.startswith("Reviewed: needs changes") for text in said)


async def test_escape_stops_a_run_and_keeps_what_arrived_and_the_queue(open_window):
    window = open_window([*scenes.drafting()[:6], FOREVER], scenes.approved())
    send(window, "Why?")
    await until(lambda: bool(window.chat.last.body.toPlainText()))
    send(window, "second")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    await answered(window)
    assert window.stage.scenes_played[0].played[-1].status == "stopped"
    assert window.chat.last.findChild(ProgressLine).accessibleName().startswith("Stopped after")
    assert window.chat.last.body.toPlainText()
    assert window.composer.button.accessibleName() == "Send"
    await asyncio.sleep(0.1)
    assert len(window.stage.asked) == 1
    assert window.composer.queue.held
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    await until(lambda: len(window.stage.asked) == 2)
    await answered(window)


async def test_a_key_pauses_and_resumes_the_run_and_the_line_of_a_paused_run_names_it(open_window):
    window = open_window([scenes.started("Why?"), FOREVER])
    send(window, "Why?")
    line = window.page.sleep
    await until(lambda: window.runs.run_id)
    QTest.keyClick(window.composer.edit, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert line.text == "Pausing before the next step…"
    turn = window.page.conversation.history.last

    def tell(event):
        turn.apply(event)
        window.runs.told.emit(turn, event)

    tell(SleepStarted(mode="manual", by_person=True))
    assert line.text == "Paused"
    assert line.button.toolTip() == "Resume now (Ctrl+J)"
    window.commands.rebind("chat.pause", "F9")
    assert line.button.toolTip() == "Resume now (F9)"
    QTest.keyClick(window.composer.edit, Qt.Key.Key_F9)
    tell(SleepEnded(reason="resumed", slept_s=1.0))
    assert line.text == ""


async def test_the_chat_says_that_a_password_is_waited_for(open_window, tmp_path, monkeypatch):
    fault = use_faulty_keyring(monkeypatch, tmp_path / "fault")
    fault.write_text("hangs")
    window = open_window([FOREVER])
    keys = window.stage.keys
    keys.record.add(["tavily"])
    send(window, "Why?")
    await until(lambda: window.chat.last is not None)
    assert window.chat.last.findChild(ProgressLine).accessibleName() == "Starting…"
    reading = asyncio.create_task(asyncio.to_thread(keys.get, "tavily"))
    line = window.chat.last.findChild(ProgressLine)
    said = "Waiting for your system's password prompt…"
    await until(lambda: line.accessibleName() == said)
    fault.unlink()
    await reading
    await until(lambda: line.accessibleName() == "Starting…")
