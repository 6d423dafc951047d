"""Tables that grow in place while they stream, and what else is done to the text meanwhile."""

import random

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.markdown import tables as markdown_tables
from tests.ui.markdown.conftest import picture, stream
from tests.ui.markdown.random_answers import mixed_answer

HEAD = "| name | value |\n|---|---|\n"


def tables(view):
    frames = view.document().rootFrame().childFrames()
    return [frame for frame in frames if isinstance(frame, QTextTable)]


def cells(table):
    rows = range(table.rows())
    return [table.cellAt(row, 0).firstCursorPosition().block().text() for row in rows]


def test_rows_are_added_to_the_table_that_is_there(make_view):
    view = make_view()
    stream(view, HEAD)
    first = tables(view)[0].firstCursorPosition()
    for number in range(4):
        stream(view, f"| row {number}", f" | {number} |\n")
        assert cells(tables(view)[0])[1:] == [f"row {n}" for n in range(number + 1)]
    assert first.currentTable() is not None  # written anew, its cells would be others
    assert cells(first.currentTable())[-1] == "row 3"


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [
        (("| c | d |\n12345678", "9. a list\n\nend"), "list"),
        (("| c | d |\n``", "`python\nx = 1\n```\n"), "code"),
        (("| c | d |\n12345678", "\n\n| longer name | b |\n|---|---|\n| 1", " | 2 |"), "table"),
        (tuple(f"| {'x' * n} | {n} " for n in (3, 30)), "half rows"),
        (tuple(f"| {'wide ' * (n % 5)} | {n} |\n| t" for n in range(20)), "many rows"),
    ],
)
def test_what_a_row_became_leaves_no_trace_of_what_it_looked_like(make_view, pieces, kind):
    streamed, whole = make_view(), make_view()
    stream(streamed, f"before\n\n{HEAD}", *pieces)
    streamed.finish()
    whole.show_markdown(f"before\n\n{HEAD}{''.join(pieces)}")
    assert picture(streamed) == picture(whole), kind
    assert streamed.toPlainText() == whole.toPlainText()


def test_a_part_is_painted_as_it_is_in_the_whole_wherever_one_looked_before(make_view):
    view = make_view()
    view.show_markdown(mixed_answer(5, 12_000, exotic=True))
    whole = picture(view)
    QApplication.processEvents()
    dice = random.Random(5)
    for _ in range(30):
        top = dice.randrange(view.height() - 40)
        part = QRect(0, top, view.width(), 40)
        assert view.grab(part).toImage() == whole.copy(part), top


# --- The table that waits at the end of a long text while it streams: nobody notices it

TABLE = "| name | value |\n|---|---|\n| one | 1 |\n"


@pytest.fixture
def at_any_length(monkeypatch):
    monkeypatch.setattr(markdown_tables, "_LONG", 0)


def pieces_of(text, dice):
    at = 0
    while at < len(text):
        size = dice.choice((4, 30, 66, 66, 300))
        yield text[at : at + size]
        at += size


def test_a_text_with_a_spare_table_looks_like_one_without(make_view, monkeypatch):
    text = TABLE + "\n" + mixed_answer(0, 2_000, exotic=True)
    with_one, without = make_view(), make_view()
    spares = 0
    for piece in pieces_of(text, random.Random(0)):
        monkeypatch.setattr(markdown_tables, "_LONG", 1 << 30)
        stream(without, piece)
        monkeypatch.setattr(markdown_tables, "_LONG", 0)
        stream(with_one, piece)
        spares += len(tables(with_one)) - len(tables(without))
        assert with_one.wanted_height == without.wanted_height
        assert picture(with_one) == picture(without)
        assert with_one.toPlainText().rstrip("\n") == without.toPlainText().rstrip("\n")
    assert spares > 5
    for view in (with_one, without):
        view.finish()
    assert picture(with_one) == picture(without)
    assert with_one.toPlainText() == without.toPlainText()
    assert len(tables(with_one)) == len(tables(without))


@pytest.mark.usefixtures("at_any_length")
def test_what_is_selected_and_copied_ends_with_the_text(make_view):
    view = make_view()
    stream(view, f"before\n\n{TABLE}\nafter")
    assert len(tables(view)) == 2
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().endswith("after")
    assert len(tables(view)) == 1
    stream(view, " all")
    assert len(tables(view)) == 1
    assert view.toPlainText().endswith("after all")
