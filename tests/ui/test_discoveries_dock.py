"""The discoveries panel over a real log in a file."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop_agent.core.events import DiscoveryFlagged
from desktop_agent.core.research import Discovery
from tests.ui.conftest import until

OLD = Discovery("2026-11-01T10:00:00+00:00", "Old finding", "About pumps", "https://a.example.org/")
NEW = Discovery("2026-11-02T10:00:00+00:00", "New finding", "About boilers")


async def shown(open_window, *discoveries):
    window = open_window([DiscoveryFlagged(title="x", description="y")])
    for each in discoveries:
        window.stage.discoveries.append(each)
    window.show_panel(window.side.discoveries)
    window.side.discoveries.refresh()
    await until(lambda: titles(window) or not discoveries)
    return window


def titles(window):
    model = window.side.discoveries.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


async def test_the_newest_discovery_is_first(open_window):
    assert titles(await shown(open_window, OLD, NEW)) == ["New finding", "Old finding"]


async def test_an_empty_panel_says_what_it_is_for(open_window):
    window = await shown(open_window)
    said = [label.text() for label in window.side.discoveries.findChildren(QLabel)]
    assert "Discoveries that you save, or that a run makes, are listed here." in said


async def test_the_search_looks_in_title_text_and_address(open_window):
    window = await shown(open_window, OLD, NEW)
    for words, found in (
        ("BOILERS", ["New finding"]),
        ("finding pumps", ["Old finding"]),
        ("a.example", ["Old finding"]),
        ("nothing like it", []),
    ):
        window.side.discoveries.search.setText(words)
        assert titles(window) == found


async def test_delete_takes_the_chosen_one_out_of_the_file(open_window):
    window = await shown(open_window, OLD, NEW)
    view = window.side.discoveries.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Delete)
    await until(lambda: titles(window) == ["Old finding"])
    assert window.stage.discoveries.read().items == (OLD,)


async def test_copy_takes_title_text_and_address(open_window):
    window = await shown(open_window, OLD)
    view = window.side.discoveries.view
    view.setCurrentIndex(view.model().index(0, 0))
    window.side.discoveries._copy()
    assert QGuiApplication.clipboard().text() == "Old finding\nAbout pumps\nhttps://a.example.org/"


async def test_export_writes_the_format_of_the_files_ending(open_window, tmp_path):
    window = await shown(open_window, OLD)
    for name, beginning in (("a.md", "# Discoveries"), ("a.csv", "timestamp"), ("a.json", "[")):
        path = tmp_path / name
        window.side.discoveries._export(path)
        await until(lambda path=path: path.exists() and path.read_text())
        assert path.read_text().startswith(beginning)


async def test_a_discovery_of_the_run_appears_at_once(open_window):
    window = await shown(open_window, OLD)
    window.stage.discoveries.append(NEW)
    window.ask("q")
    await until(lambda: titles(window) == ["New finding", "Old finding"])
    await until(lambda: not window.page.conversation.busy)
