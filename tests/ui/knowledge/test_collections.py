"""What can be done with collections: adding, renaming, removing, looking at problems."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.pages.knowledge.collections import shown_path, title, where
from desktop_agent.frontends.ui.pages.knowledge.page import remote_host
from desktop_agent.frontends.ui.pages.knowledge.search_results import can_open
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from tests.ui.conftest import until
from tests.ui.knowledge.conftest import question
from tests.ui.knowledge.scripted import ScriptedKnowledge, record
from tests.ui.scenes import press
from tests.ui.window.person import click

FOLDER = Path("/srv/papers")


def calls(knowledge, name):
    return [call for call in knowledge.calls if call[0] == name]


def go_to(page, key):
    view = page.collections.view
    view.setCurrentIndex(view.index_of(key))
    return view


async def test_what_is_added_goes_to_the_chosen_collection_or_a_new_one(page, knowledge):
    page.add([FOLDER])
    go_to(page, 3)  # a folder of the notes
    page.add([FOLDER])
    go_to(page, "pages")  # which takes nothing
    page.add([FOLDER])
    await until(lambda: len(calls(knowledge, "update")) == 3)
    assert [call[2] for call in calls(knowledge, "add")] == ["", "c2", ""]
    chosen = []
    page._choose_folder = chosen.append
    page.add_collection()
    dialog = page.findChild(LineDialog)
    dialog.setTextValue(" Old  papers ")
    dialog.accept()
    assert chosen == ["Old papers"]


@pytest.mark.parametrize(
    ("key", "offered"),
    [
        ("c1", ["Add a folder here…", "Add files here…", "Rename…", "Remove…"]),
        (3, ["Add a folder here…", "Add files here…", "Show in folder", "Remove…"]),
        ("pages", []),
    ],
)
async def test_the_menu_of_a_row_offers_what_can_be_done_with_it(page, key, offered):
    actions = go_to(page, key).actions()
    assert [each.text() for each in actions if each.isVisible()] == offered


async def test_what_is_added_is_listed_and_said_and_also_if_it_was_there(page, knowledge):
    page.add([FOLDER], "c1")
    await until(lambda: page.toast.text == "Added")
    new = knowledge.held[0].sources[-1].id
    await until(lambda: page.collections.view.index_of(new).isValid())

    async def nothing_new(_paths, _collection=""):
        return knowledge.held[0].sources[:1]

    knowledge.add = nothing_new
    page.add([FOLDER])
    await until(lambda: page.toast.text == "Already added")


async def test_an_empty_page_says_that_nothing_leaves(open_page):
    knowledge = ScriptedKnowledge()
    page = await open_page(knowledge)
    assert page.empty.folder.isVisible()
    assert page.empty.files.isVisible()
    assert not page.search.isVisible()
    assert not page.folder.isVisible()
    assert page.head.state.accessibleName() == "Everything stays on this computer."
    page.add([FOLDER])
    await until(page.collections.isVisible)


async def test_where_texts_leave_the_machine_a_person_is_asked_once(open_page):
    knowledge = ScriptedKnowledge()
    page = await open_page(knowledge, {"knowledge.embedding_provider": "openai"})
    assert page.privacy.text() == (
        "The text of your documents is sent to api.openai.com for embedding."
    )
    page.add([FOLDER])
    box = question(page)
    assert box.text() == "Send the text of your documents to api.openai.com?"
    press(box, "Cancel")
    assert calls(knowledge, "add") == []
    page.add([FOLDER])
    press(question(page), "Add and send")
    await until(page.collections.isVisible)
    page.add([FOLDER / "more"])
    await until(lambda: len(calls(knowledge, "add")) == 2)
    assert page.privacy.isVisible()


@pytest.mark.parametrize(
    ("provider", "url", "offline", "host"),
    [
        ("ollama", "http://gpu.example.org:11434", False, "gpu.example.org"),
        ("ollama", "http://127.0.0.1:11434", False, ""),
        ("openai", "http://[::1]:8080/v1", False, ""),
        ("openai", "http://gpu.example.org/v1", True, ""),
        ("none", "http://gpu.example.org", False, ""),
        ("built-in", "http://gpu.example.org", False, ""),
    ],
)
def test_another_machine_is_named_only_where_it_gets_texts(provider, url, offline, host):
    settings = Settings(
        knowledge={"embedding_provider": provider},
        llm={"ollama_url": url, "openai_url": url},
        network={"offline": offline},
    )
    assert remote_host(settings) == host


async def test_dropped_folders_and_files_are_added(page, knowledge):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(FOLDER)), QUrl("https://example.org/x")])
    at, copy = QPoint(50, 50), Qt.DropAction.CopyAction
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    words = QMimeData()
    words.setText("words")
    enter = QDragEnterEvent(at, copy, words, left, none)
    enter.ignore()
    page.dragEnterEvent(enter)
    assert not enter.isAccepted()
    enter = QDragEnterEvent(at, copy, data, left, none)
    page.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert page.column.property("dropping")
    page.dropEvent(QDropEvent(QPointF(at), copy, data, left, none))
    assert not page.column.property("dropping")
    await until(lambda: calls(knowledge, "add") == [("add", (FOLDER,), "")])


async def test_a_collection_is_renamed_unless_it_is_built_in(page, knowledge):
    view = go_to(page, "c1")
    spoken = view.index_of("c1").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Heating, 213 documents · 412 MB, 3 problems"
    click(page.collections.rename)
    dialog = page.window().findChild(LineDialog)
    assert dialog.textValue() == "Heating"
    dialog.setTextValue("  Warm   houses ")
    dialog.accept()
    await until(lambda: view.index_of("c1").data() == "Warm houses")
    assert calls(knowledge, "rename") == [("rename", "c1", "Warm houses")]
    for key in ("pages", 5):  # built in
        go_to(page, key)
        assert not page.collections.rename.isEnabled()
        assert not page.collections.remove.isEnabled()
    go_to(page, 1)
    assert page.collections.remove.isEnabled()


async def test_removing_asks_cancels_by_default_and_says_when_it_fails(page, knowledge):
    view = go_to(page, "c2")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    box = question(page)
    assert box.text() == "Remove “Notes” from your documents?"
    assert box.defaultButton().text() == "Cancel"
    press(box, "Cancel")
    assert calls(knowledge, "remove_collection") == []
    told = []
    page._tasks.report = told.append
    knowledge.error = StorageError("Another Desktop Agent is writing.")
    click(page.collections.remove)
    press(question(page), "Remove")
    await until(lambda: told)
    knowledge.error = None
    click(page.collections.remove)
    press(question(page), "Remove")
    await until(lambda: not view.index_of("c2").isValid())
    go_to(page, 2)
    click(page.collections.remove)
    press(question(page), "Remove")
    await until(lambda: calls(knowledge, "remove_source") == [("remove_source", 2)])


def test_a_path_is_shown_in_one_line_and_without_tricks(app):
    assert shown_path(str(Path.home() / "a.pdf")) == "~/a.pdf"
    assert shown_path("/srv/a\nb\u202e.pdf") == "/srv/a␊b\ufffd.pdf"
    assert shown_path("/srv/\udcff.pdf") == "/srv/\ufffd.pdf"
    assert shown_path(str(Path.home()) + "s/a.pdf") == str(Path.home()) + "s/a.pdf"
    document = record("/srv/report 3.pdf", "  ")
    assert (title(document), where(document)) == ("report 3.pdf", "/srv/report 3.pdf")


@pytest.mark.parametrize(
    ("path", "url", "opened"),
    [
        ("/srv/a.PDF", "", True),
        ("/srv/a.md", "", True),
        ("/srv/a.py", "", False),
        ("/srv/a.bat", "", False),
        ("snapshot:1", "https://a.example.org/", True),
        ("snapshot:1", "javascript:alert(1)", False),
    ],
)
def test_what_the_system_might_run_is_not_opened(path, url, opened):
    assert can_open(record(path, "A", url=url)) is opened
