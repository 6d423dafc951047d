"""The discoveries panel over a real log in a file."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from desktop_agent.core.research import Discovery
from desktop_agent.frontends.ui.panels.discoveries import DiscoveriesPanel
from desktop_agent.storage.discoveries import DiscoveryLog
from tests.ui.conftest import until
from tests.ui.scenes import rows_of

OLD = Discovery("2026-11-01T10:00:00+00:00", "Old", "About pumps", "https://a.example.org/", "c7")
NEW = Discovery("2026-11-02T10:00:00+00:00", "New", "About boilers")


@pytest.fixture
def log(tmp_path):
    return DiscoveryLog(tmp_path / "discoveries.jsonl")


@pytest.fixture
async def dock(theme, log, tasks, place):
    log.append(OLD)
    log.append(NEW)
    dock = place(DiscoveriesPanel(theme, SimpleNamespace(discoveries=log), tasks))
    assert dock._note.text().startswith("Findings you save")
    dock.refresh()
    await until(lambda: rows_of(dock.view.model()) == ["New", "Old"])
    dock.view.setFocus()
    await until(dock.isActiveWindow)
    return dock


def choose(dock, row):
    dock.view.setCurrentIndex(dock.view.model().index(row, 0))


async def test_what_was_deleted_is_put_back_where_it_was(dock, log):
    choose(dock, 0)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    await until(lambda: rows_of(dock.view.model()) == ["Old"])
    assert log.read().items == (OLD,)
    assert dock.view.currentIndex().data() == "Old"
    QTest.mouseClick(dock.toast.action, Qt.MouseButton.LeftButton)
    await until(lambda: rows_of(dock.view.model()) == ["New", "Old"])
    assert log.read().items == (NEW, OLD)
    assert not dock.toast.text


async def test_search_and_copy_take_title_text_and_address(dock):
    for words, found in (
        ("BOILERS", ["New"]),
        ("old pumps", ["Old"]),
        ("a.example", ["Old"]),
        ("nothing like it", []),
    ):
        dock.search.setText(words)
        assert rows_of(dock.view.model()) == found
    dock.search.clear()
    dock.view.setFocus()
    choose(dock, 1)
    QTest.keyClick(dock.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Old\nAbout pumps\nhttps://a.example.org/"


async def test_tags_are_edited_and_narrow_the_list(dock, log):
    assert dock.tag.isHidden()
    choose(dock, 0)
    QTest.keyClick(dock.view, Qt.Key.Key_F2)
    dialog = dock.findChild(QDialog)
    dialog.setTextValue("heating, #costs, heating")
    dialog.accept()
    await until(dock.tag.isVisible)
    assert log.read().items == (replace(NEW, tags=("heating", "costs")), OLD)
    assert [dock.tag.itemText(at) for at in range(dock.tag.count())] == [
        "All tags",
        "#costs",
        "#heating",
    ]
    dock.tag.setCurrentIndex(1)
    dock.tag.activated.emit(1)
    assert rows_of(dock.view.model()) == ["New"]
    dock.show_saved(OLD)
    assert rows_of(dock.view.model()) == ["New", "Old"]
    dock.search.setText("#heat")
    assert rows_of(dock.view.model()) == ["New"]
    dock._export(log._path.with_name("a.csv"))
    await until(log._path.with_name("a.csv").exists)
    assert '"heating, costs"' in log._path.with_name("a.csv").read_text()


async def test_export_writes_the_format_of_the_files_ending(dock, tmp_path):
    for name, beginning in (("a.md", "# Discoveries"), ("a.csv", "timestamp"), ("a.json", "[")):
        path = tmp_path / name
        dock._export(path)
        await until(path.exists)
        assert path.read_text().startswith(beginning)
