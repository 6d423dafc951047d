"""The page of documents: what it shows, how one gets there, and searching in it."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import IngestProgress
from tests.ui.conftest import until
from tests.ui.knowledge import shelf
from tests.ui.manners.activation import focused
from tests.ui.window.person import click, open_row, press, send, titles


async def test_the_sidebar_leads_to_the_documents_and_to_a_conversation_again(open_window):
    window = open_window([])
    send(window, "A question")
    await until(lambda: titles(window) and not window.page.conversation.busy)
    click(window.sidebar.head.pages["knowledge"])
    assert window.middle.shown == "knowledge"
    assert window.sidebar.view.rows.open_id == ""
    open_row(window, "A question")
    await until(lambda: not window.middle.shown)
    assert window.sidebar.view.rows.open_id == window.page.conversation.id
    window.commands["view.knowledge"].action.trigger()
    window.commands["chat.focus"].action.trigger()
    assert not window.middle.shown
    assert QApplication.focusWidget() is window.composer.edit
    window.commands["knowledge.add_folder"].action.trigger()
    await until(lambda: QApplication.activeModalWidget() is not None)
    assert window.middle.shown == "knowledge"
    assert QApplication.activeModalWidget().windowTitle() == "Add folder"
    QApplication.activeModalWidget().close()


async def test_the_progress_is_followed_held_and_goes_on(open_in_window, knowledge):
    page = await open_in_window()
    assert not page.ingest.isVisible()
    knowledge.happen(shelf.READING)
    assert page.ingest.isVisible()
    assert page.ingest.said.text() == "Reading 348 of 1,273 files · 3 problems · 4 min left"
    assert page.ingest.pause.accessibleName() == "Pause indexing"
    click(page.ingest.pause)
    assert knowledge.progress.state == "paused"
    assert page.ingest.said.text().startswith("Paused: 348 of 1,273 files")
    assert page.ingest.pause.accessibleName() == "Resume indexing"
    click(page.ingest.pause)
    assert knowledge.progress.state == "reading"
    page.ingest.look_again()
    assert knowledge.calls == [("update", True)]  # what could not be read is tried again
    page.left.emit()
    page.window().middle.open("knowledge")
    assert page.ingest.isVisible()
    knowledge.happen(IngestProgress())
    assert not page.ingest.isVisible()


async def test_without_an_embedding_model_the_page_leads_to_them(
    open_in_window, open_page, knowledge
):
    knowledge.model = knowledge.wanted = ""
    page = await open_in_window()
    assert page.notice.text.text().startswith("Keyword search only.")
    assert page.head.state.accessibleName() == "1,362 documents"
    click(page.notice.buttons[0])
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    dialog.close()
    page = await open_page(None, {"knowledge.embedding_provider": "none"})
    assert page.notice.isHidden()
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    assert focused(page.collections.view)


async def test_a_knowledge_base_that_cannot_be_read_says_why(open_window):
    window = open_window([])
    knowledge = window.stage.knowledge
    knowledge.error = StorageError("The index is damaged.", "Rebuild it.")
    window.middle.open("knowledge")
    page = window.middle.page("knowledge")
    await until(lambda: page.note.text() == "The index is damaged. Rebuild it.")
    knowledge.error = None
    page.refresh()
    await until(page.empty.isVisible)
    knowledge.error = StorageError("The index is damaged.")
    page.refresh()
    await until(lambda: page.notice.text.text() == "The index is damaged.")
    knowledge.error = None
    click(page.notice.buttons[0])
    await until(page.notice.isHidden)


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
