"""Searching the documents, and opening them at what was found."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_agent.core.errors import StorageError
from tests.ui.conftest import until
from tests.ui.manners.activation import focused
from tests.ui.window.person import press

CTRL = Qt.KeyboardModifier.ControlModifier
ENTER, DOWN, UP, ESC = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Escape


def searches(knowledge):
    return [call for call in knowledge.calls if call[0] == "search"]


async def find(page, words):
    QTest.keyClicks(page.search, words)
    await until(lambda: page.results.view.rows.rowCount() > 0 and page.results.isVisible())
    return page.results.view


async def test_words_are_looked_for_once_when_the_typing_stops(page, knowledge):
    view = await find(page, "heat pump")
    assert searches(knowledge) == [("search", "heat pump", (), 50)]
    assert view.rows.rowCount() == 4
    first = view.rows.index(0)
    assert first.data() == "Heat pumps in cold climates: a field study over one winter"
    read_out = first.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "page 7 · Results › Measured performance" in read_out
    assert "Heating" in read_out
    assert page.results.told.accessibleName() == "4 results"
    knowledge.note = "The embedding model did not answer."
    page.search.setText("heat")
    await until(lambda: page.results.told.accessibleName().endswith(knowledge.note))


async def test_only_the_newest_search_is_shown_and_enter_opens_its_best_passage(page, knowledge):
    knowledge.answer_after_s = 0.1
    page.results.search("heat")
    await asyncio.sleep(0.02)
    knowledge.answer_after_s = 0
    page.results.search("defrosts")
    await until(lambda: page.results.view.rows.rowCount() > 0)
    await asyncio.sleep(0.12)
    assert page.results.view.rows.rowCount() == 1
    knowledge.answer_after_s = 0.05
    QTest.keyClicks(page.search, "heat")
    QTest.keyClick(page.search, ENTER)
    await until(lambda: page.results.viewer is not None and page.results.viewer.isVisible())
    viewer = page.results.viewer
    await until(viewer.text.extraSelections)
    selection = viewer.text.extraSelections()[0]
    marked = selection.cursor.selectedText()
    assert marked.startswith("4.2 Measured performance")
    assert marked.endswith("4 % of the energy.")
    assert viewer._read.text().startswith("page 7 · Results")
    viewer.close()


async def test_the_keyboard_goes_from_the_field_into_the_list_and_back(page):
    view = await find(page, "heat")
    await press(page.window(), DOWN)
    assert focused(view)
    assert view.currentIndex().row() == 0
    await press(page.window(), DOWN)
    assert view.currentIndex().row() == 1
    await press(page.window(), UP)
    await press(page.window(), UP)
    assert focused(page.search)
    await press(page.window(), DOWN)
    await press(page.window(), ESC)
    assert page.search.words == ""
    assert page.collections.isVisible()
    assert focused(page.search)
    left = []
    page.left.connect(lambda: left.append(True))
    await press(page, ESC)
    assert left == [True]


async def test_nothing_found_a_failed_search_and_a_document_that_is_gone_are_said(page, knowledge):
    page.search.setText("zeppelin")
    await until(lambda: page.results.note.text().startswith("No results."))
    assert page.results.note.isVisible()
    knowledge.error = StorageError("The index is damaged.")
    page.search.setText("heat")
    await until(lambda: page.results.note.text() == "The index is damaged.")
    knowledge.error = None
    knowledge.texts.clear()
    told = []
    page._tasks.report = lambda error: told.append(error.message)
    page.search.setText("pump")
    await until(page.results.view.isVisible)
    page.results.open(page.results.view.rows.row_at(page.results.view.rows.index(0)))
    await until(lambda: told == ["The document is not indexed any more."])


async def test_a_passage_is_copied_with_its_place_and_asked_about_in_the_composer(open_in_window):
    page = await open_in_window()
    view = await find(page, "heat")
    view.enter()
    await press(page.window(), Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("4.2 Measured performance")
    assert copied.endswith(
        "(Heat pumps in cold climates: a field study over one winter · page 7 · "
        "Results › Measured performance)"
    )
    await press(page.window(), ENTER, CTRL)
    window = page.window()
    assert not window.middle.shown
    assert "Heat pumps in cold climates" in window.composer.edit.toPlainText()
    assert "page 7" in window.composer.edit.toPlainText()
