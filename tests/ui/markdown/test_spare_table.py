"""The table that waits at the end of a long text while it streams: nobody notices it."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextTable
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.markdown import tables
from tests.ui.markdown.conftest import settle
from tests.ui.markdown.random_answers import mixed_answer
from tests.ui.markdown.test_pixels import picture

TABLE = "| name | value |\n|---|---|\n| one | 1 |\n"


@pytest.fixture
def at_any_length(monkeypatch):
    monkeypatch.setattr(tables, "_LONG", 0)


def stream(view, *pieces):
    for piece in pieces:
        view.append(piece)
        settle(view)


def table_count(view):
    frames = view.document().rootFrame().childFrames()
    return sum(isinstance(frame, QTextTable) for frame in frames)


def pieces_of(text, dice):
    at = 0
    while at < len(text):
        size = dice.choice((4, 30, 66, 66, 300))
        yield text[at : at + size]
        at += size


@pytest.mark.parametrize("seed", range(8))
def test_a_text_with_a_spare_table_looks_like_one_without(make_view, monkeypatch, seed):
    text = TABLE + "\n" + mixed_answer(seed, 2_500, exotic=True)
    with_one, without = make_view(), make_view()
    spares = 0
    for piece in pieces_of(text, random.Random(seed)):
        monkeypatch.setattr(tables, "_LONG", 1 << 30)
        stream(without, piece)
        monkeypatch.setattr(tables, "_LONG", 0)
        stream(with_one, piece)
        spares += table_count(with_one) - table_count(without)
        assert with_one.wanted_height == without.wanted_height
        assert picture(with_one) == picture(without)
        assert with_one.toPlainText().rstrip("\n") == without.toPlainText().rstrip("\n")
    assert spares > 5
    for view in (with_one, without):
        view.finish()
    assert picture(with_one) == picture(without)
    assert with_one.toPlainText() == without.toPlainText()
    assert table_count(with_one) == table_count(without)


@pytest.mark.usefixtures("at_any_length")
def test_the_next_table_is_the_one_that_was_waiting(make_view):
    view = make_view()
    stream(view, f"before\n\n{TABLE}\nbetween\n\n")
    assert table_count(view) == 2
    waiting = view.document().rootFrame().childFrames()[-1]
    stream(view, "| a | b | c |\n|---|---|---|\n| d | e | f |\n")
    assert (waiting.rows(), waiting.columns()) == (2, 3)
    assert waiting.cellAt(1, 2).firstCursorPosition().block().text() == "f"


def test_a_short_text_has_no_table_more(make_view):
    view = make_view()
    stream(view, f"before\n\n{TABLE}\nafter")
    assert table_count(view) == 1


@pytest.mark.usefixtures("at_any_length")
def test_what_is_selected_and_copied_ends_with_the_text(make_view):
    view = make_view()
    stream(view, f"before\n\n{TABLE}\nafter")
    assert table_count(view) == 2
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().endswith("after")
    assert table_count(view) == 1
    stream(view, " all")
    assert table_count(view) == 1
    assert view.toPlainText().endswith("after all")


@pytest.mark.usefixtures("at_any_length")
def test_another_text_knows_nothing_of_it(make_view):
    view = make_view()
    stream(view, f"before\n\n{TABLE}\nafter")
    view.show_markdown("another text", whole=False)
    stream(view, " goes on")
    assert view.toPlainText() == "another text goes on"
    assert table_count(view) == 0
