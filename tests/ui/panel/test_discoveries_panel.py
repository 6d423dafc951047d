"""The discoveries panel alone: undo, the way to the conversation, what could not be read."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.core.research import Discovery
from desktop_agent.frontends.ui.panels.discoveries import DiscoveriesPanel
from desktop_agent.storage.discoveries import DiscoveryLog
from tests.ui.conftest import until

OLD = Discovery("2026-11-01T10:00:00+00:00", "Old", "About pumps", "https://a.example.org/", "c7")
NEW = Discovery("2026-11-02T10:00:00+00:00", "New", "About boilers")


class Kept:
    """What the panel sees of a session."""

    def __init__(self, folder):
        self.discoveries = DiscoveryLog(folder / "discoveries.jsonl")


@pytest.fixture
def kept(tmp_path):
    kept = Kept(tmp_path)
    kept.discoveries.append(OLD)
    kept.discoveries.append(NEW)
    return kept


@pytest.fixture
async def dock(theme, kept, tasks, place):
    dock = place(DiscoveriesPanel(theme, kept, tasks))
    dock.refresh()
    await until(lambda: titles(dock) == ["New", "Old"])
    dock.view.setFocus()
    await until(dock.isActiveWindow)
    return dock


def titles(dock):
    model = dock.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def choose(dock, row):
    dock.view.setCurrentIndex(dock.view.model().index(row, 0))


async def test_what_was_deleted_is_put_back_where_it_was(dock, kept):
    choose(dock, 0)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    await until(lambda: titles(dock) == ["Old"])
    assert dock.undo.isVisible()
    QTest.mouseClick(dock.undo.button, Qt.MouseButton.LeftButton)
    await until(lambda: titles(dock) == ["New", "Old"])
    assert kept.discoveries.read().items == (NEW, OLD)
    assert dock.undo.isHidden()


async def test_after_a_delete_the_next_one_is_chosen(dock):
    choose(dock, 0)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    await until(lambda: titles(dock) == ["Old"])
    assert dock.view.currentIndex().data() == "Old"


async def test_the_conversation_is_asked_for_by_its_id_where_there_is_one(dock):
    asked = []
    dock.conversation.connect(asked.append)
    for row in (0, 1):
        choose(dock, row)
        QTest.keyClick(dock.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["c7"]


async def test_lines_that_could_not_be_read_are_told(dock, tmp_path):
    assert dock._skipped.isHidden()
    with (tmp_path / "discoveries.jsonl").open("a") as file:
        file.write("torn\n")
    dock.refresh()
    await until(dock._skipped.isVisible)
    assert dock._skipped.text() == "1 line of the file could not be read."
