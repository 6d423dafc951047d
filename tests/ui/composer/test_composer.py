"""Writing, sending, queueing and editing questions."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from tests.ui.conftest import until

ENTER, ESC = Qt.Key.Key_Return, Qt.Key.Key_Escape


def write(page, text, key=None):
    QTest.keyClicks(page.composer.edit, text)
    if key is not None:
        QTest.keyClick(page.composer.edit, key)


def texts(page):
    return [question.text for question in page.asked]


@pytest.mark.parametrize("way", ["it failed", "the button", "escape"])
async def test_after_a_run_that_failed_or_was_stopped_the_queue_waits_for_the_person(page, way):
    page.composer.set_running(True)
    write(page, "second", ENTER)
    if way == "the button":
        page.composer.button.click()
    elif way == "escape":
        QTest.keyClick(page.composer.edit, ESC)
    else:
        page.composer.note_end("failed")
    assert page.stops == (way != "it failed")
    page.composer.set_running(False)
    await asyncio.sleep(0.05)
    assert page.asked == []
    assert page.composer.queue.held
    QTest.keyClick(page.composer.edit, ENTER)
    assert texts(page) == ["second"]


async def test_while_a_run_goes_on_one_button_queues_and_another_stops(page):
    page.composer.set_running(True)
    assert page.composer.button.accessibleName() == "Stop"
    write(page, "next")
    assert page.composer.button.accessibleName() == "Add to queue"
    assert page.composer.stop_button.isVisible()
    page.composer.button.click()
    assert [each.text for each in page.composer.queue.questions] == ["next"]
    assert not page.composer.stop_button.isVisible()
    write(page, "x")
    page.composer.stop_button.click()
    assert page.stops == 1


async def test_a_queued_question_can_be_taken_back_and_removed(page):
    page.composer.set_running(True)
    for text in ("one", "two"):
        write(page, text, ENTER)

    def buttons(name):
        found = page.composer.queue.findChildren(QToolButton)
        return [b for b in found if b.accessibleName().startswith(name) and not b.isHidden()]

    buttons("Edit")[0].click()
    assert page.composer.edit.toPlainText() == "one"
    QTest.keyClick(
        next(b for b in buttons("Remove") if b.parent().accessibleName() == "two"),
        Qt.Key.Key_Delete,
    )
    assert page.composer.queue.questions == []
    assert not page.composer.queue.isVisible()


async def test_editing_an_earlier_question_gives_back_what_was_being_written(page):
    write(page, "half a thought")
    page.composer.save_draft()
    page.composer.edit_question(7, "What?")
    assert page.composer.editing_bar.isVisible()
    write(page, " Why?")
    page.composer.save_draft()
    assert page.drafts == ["half a thought"], "what is edited is no draft"
    write(page, "", ENTER)
    assert (texts(page), page.replaced) == (["What? Why?"], [7])
    assert page.composer.edit.toPlainText() == "half a thought"
    assert not page.composer.editing_bar.isVisible()


async def test_the_context_is_told_from_sixty_percent_on_and_warned_of_beyond_it(page):
    page.composer.put("word " * 400)
    await asyncio.sleep(0.2)
    assert not page.composer.context.isVisible()  # the size of the context is unknown
    page.composer.context.set_context(4000, 1800)
    await asyncio.sleep(0.2)
    assert not page.composer.context.isVisible()
    page.composer.context.set_context(4000, 2000)
    await until(page.composer.context.isVisible)
    assert page.composer.context.text() == "context 64% full"
    assert page.composer.context.property("tone") == ""
    page.composer.context.set_context(4000, 3600)
    await until(lambda: page.composer.context.property("tone") == "warn")
    assert page.composer.context.text() == "context 100% full"
    page.composer.put("字" * 400)
    page.composer.context.set_context(1000, 200)
    await until(lambda: page.composer.context.text() == "context 67% full")


async def test_the_windows_own_escape_does_not_take_it_from_editing(page):
    stopped = []
    action = QAction(page)
    action.setShortcut("Esc")
    action.triggered.connect(lambda: stopped.append(True))
    page.addAction(action)
    page.composer.edit_question(7, "What?")
    QTest.keyClick(page.composer.edit, ESC)
    assert not page.composer.editing_bar.isVisible()
    assert stopped == []
    QTest.keyClick(page.composer.edit, ESC)
    assert stopped == [True]
    page.composer.set_running(True)
    page.composer.edit_question(7, "What?")
    QTest.keyClick(page.composer.edit, ESC)
    assert page.composer.edit.toPlainText() == ""
    assert page.stops == 0, "one Esc does one thing"
