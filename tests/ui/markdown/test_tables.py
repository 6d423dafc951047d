"""Tables that grow while they stream, and streams that end as the whole would look."""

import random

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QTextTable
from PySide6.QtWidgets import QApplication

from tests.ui.markdown.conftest import picture, settle, stream
from tests.ui.markdown.random_answers import mixed_answer

HEAD = "| name | value |\n|---|---|\n"


def tables(view):
    frames = view.document().rootFrame().childFrames()
    return [frame for frame in frames if isinstance(frame, QTextTable)]


def rows_of(view):
    rows = [(table, row) for table in tables(view) for row in range(table.rows())]
    return [table.cellAt(row, 0).firstCursorPosition().block().text() for table, row in rows][1:]


def test_a_row_is_shown_once_it_is_complete(make_view):
    view = make_view()
    stream(view, HEAD)
    for number in range(9):
        stream(view, f"| row {number}")
        before = rows_of(view)
        stream(view, f" | {number} |\n")
        assert before == [f"row {n}" for n in range(number)]
        assert rows_of(view) == [*before, f"row {number}"]


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [
        (("| c | d |\n12345678", "9. a list\n\nend"), "list"),
        (("| c | d |\n``", "`python\nx = 1\n```\n"), "code"),
        (("| c | d |\n12345678", "\n\n| longer name | b |\n|---|---|\n| 1", " | 2 |"), "table"),
        (tuple(f"| {'x' * n} | {n} " for n in (3, 30)), "half rows"),
        (tuple(f"| {'wide ' * (n % 5)} | {n} |\n| t" for n in range(8)), "many rows"),
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


def same_picture(make_view, seed, lengths):
    dice = random.Random(seed)
    text = mixed_answer(seed, dice.choice(lengths), exotic=True)
    streamed, whole = make_view(), make_view()
    at = 0
    while at < len(text):
        size = dice.choice((1, 4, 4, 30, 300))
        streamed.append(text[at : at + size])
        at += size
        if dice.random() < 0.3:
            settle(streamed)
    streamed.finish()
    whole.show_markdown(text)
    assert picture(streamed) == picture(whole)
    assert streamed.toPlainText() == whole.toPlainText()
    assert streamed.markdown == text


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_ends_as_the_same_picture_as_the_whole_text(make_view, seed):
    same_picture(make_view, seed, (700, 700, 2_500))
