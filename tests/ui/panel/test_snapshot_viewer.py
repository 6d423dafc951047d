"""The window with a stored page: hostile text, long text, cited passages, finding."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer, Wanted
from tests.ui.conftest import until
from tests.ui.manners.activation import focused

URL = "https://a.example.org/x"


def marked(viewer):
    """The highlighted words, by the colour behind them."""
    return [
        (each.cursor.selectedText(), each.format.background().color().name())
        for each in viewer.text.extraSelections()
    ]


@pytest.fixture
def viewer(theme, tasks, place):
    return place(SnapshotViewer(theme, tasks), 700, 600)


async def opened(viewer, shelf, name, *passages, at=0, title="A page"):
    viewer.show_page(Wanted(title, URL, lambda: shelf.snapshot(name), passages, at))
    await until(viewer._loading.done)
    await until(lambda: "Opening" not in viewer._message.text() or viewer._read.text())
    await until(lambda: viewer.text.is_settled)
    await until(viewer.isActiveWindow)
    return viewer


async def test_the_cited_words_are_marked_and_in_view(viewer, shelf, theme):
    text = "line\n" * 3_000 + "the cited words here\n" + "line\n" * 3_000
    start = text.index("cited words")
    await opened(viewer, shelf, shelf.keep(text), (start, start + 11))
    assert marked(viewer) == [("cited words", theme.colours.accent_soft)]
    line = viewer.text.cursorRect(viewer.text.select(start, start)).center()
    assert viewer.text.viewport().rect().contains(line)
    assert "21 Nov 2026" in viewer._read.text()
    text = "😀" * 5_000 + "é\r\n" + "x" * 9_000 + " needle " + "\u2028😀" * 50 + "thread"
    spans = [(text.index(word), text.index(word) + len(word)) for word in ("needle", "thread")]
    await opened(viewer, shelf, shelf.keep(text), *spans)
    assert [words for words, _colour in marked(viewer)] == ["needle", "thread"]


async def test_next_and_previous_go_round_the_passages_with_their_headings(viewer, shelf, theme):
    text = "one two three " * 3
    spans = ((0, 3), (4, 7), (8, 13))
    await opened(viewer, shelf, shelf.keep(text), *spans, at=1)
    assert viewer.passage.text() == "Quote 2 of 3"
    QTest.mouseClick(viewer._after, Qt.MouseButton.LeftButton)
    assert viewer.passage.text() == "Quote 3 of 3"
    QTest.keyClick(viewer.text, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert viewer.passage.text() == "Quote 1 of 3"
    QTest.keyClick(viewer.text, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert viewer.passage.text() == "Quote 3 of 3"
    assert ("three", theme.colours.accent_soft) in marked(viewer)
    text = "Before.\n\n# Rome\n\n## People\n\n| Year | Number |\n|---|---|\n| 1951 | 5 |\n"
    row = text.index("| 1951")
    await opened(viewer, shelf, shelf.keep(text), (0, 7), (row, row + 12), at=1)
    assert viewer.path.accessibleName() == "Rome \u203a People \u203a Year | Number"
    assert viewer.path.isVisible()
    viewer.go_to_passage(1)
    assert not viewer.path.isVisible()
    viewer.go_to_passage(1)
    assert viewer.path.isVisible()
    await opened(viewer, shelf, shelf.keep("Another."), (0, 7))
    assert not viewer.path.isVisible()


async def test_finding_ignores_case_counts_and_goes_on_by_enter_and_back_by_keys(viewer, shelf):
    await opened(viewer, shelf, shelf.keep("Heat pump. A heat pump? HEAT PUMP! İ heat"))
    QTest.keyClick(viewer.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert focused(viewer.find_field)
    QTest.keyClicks(viewer.find_field, "heat pump")
    assert viewer.found.text() == "1 of 3"
    QTest.keyClick(viewer.find_field, Qt.Key.Key_Return)
    QTest.keyClick(viewer.find_field, Qt.Key.Key_F3)
    assert viewer.found.text() == "3 of 3"
    QTest.keyClick(viewer.find_field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.found.text() == "2 of 3"
    viewer.find_field.setText("nothing like it")
    assert viewer.found.text() == "No match"


async def test_a_page_is_nothing_but_text(viewer, shelf):
    hostile = (
        "<img src='http://x.example.org/a.png'><b>bold</b> [x](javascript:a) \x00\x1b[31m \u202egnp"
    )
    await opened(viewer, shelf, shelf.keep(hostile), title="<b>Title</b><img src=x>")
    assert isinstance(viewer.text, QPlainTextEdit)
    shown = viewer.text.toPlainText()
    assert "<img src='http://x.example.org/a.png'><b>bold</b>" in shown
    assert not set("\x00\x1b\u202e") & set(shown)
    assert "␀␛[31m \ufffdgnp" in shown
    assert viewer._title.textFormat() == Qt.TextFormat.PlainText


async def test_a_damaged_page_is_not_shown_and_the_next_one_opens(viewer, shelf):
    await opened(viewer, shelf, "0" * 64)
    assert "is not stored here" in viewer._message.text()
    assert "Read the page again" in viewer._message.text()
    assert viewer._message.isVisible()
    name = shelf.keep("the truth")
    (shelf.folder / name[:2] / f"{name}.txt").write_text("a lie")
    await opened(viewer, shelf, name)
    assert "changed or damaged" in viewer._message.text()
    assert viewer.text.toPlainText() == ""
    await opened(viewer, shelf, shelf.keep("first"))
    viewer.resize(640, 480)
    QTest.keyClick(viewer.text, Qt.Key.Key_Escape)
    assert viewer.isHidden()
    await opened(viewer, shelf, shelf.keep("second"))
    assert viewer.text.toPlainText() == "second"
    assert (viewer.width(), viewer.height()) == (640, 480)
