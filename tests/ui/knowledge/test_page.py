"""The page of documents: what it shows, and how one gets there and away."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import IngestProgress
from tests.ui.conftest import until
from tests.ui.knowledge import shelf
from tests.ui.manners.activation import focused
from tests.ui.window.person import click, open_row, send, titles

ESC = Qt.Key.Key_Escape


async def test_the_sidebar_leads_to_the_documents_and_to_a_conversation_again(open_window):
    window = open_window([])
    send(window, "A question")
    await until(lambda: titles(window) and not window.page.conversation.busy)
    click(window.sidebar.head.pages["knowledge"])
    assert window.middle.shown == "knowledge"
    assert window.sidebar.current_id == ""
    open_row(window, "A question")
    await until(lambda: not window.middle.shown)
    assert window.sidebar.current_id == window.page.conversation.id
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
