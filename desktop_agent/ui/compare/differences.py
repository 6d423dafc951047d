"""How one answer differs from another, word by word; long ones are written a little at a time."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.ui.chat.diff_view import diff_forms, write_piece
from desktop_agent.ui.column import SIDE, column_width
from desktop_agent.ui.compare import words
from desktop_agent.ui.compare.words import tr
from desktop_agent.ui.gradual import Gradual
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.word_diff import Change, word_diff

_PIECE = 1_500
"""Characters that are written in one go."""
_Pieces = Sequence[tuple[Change, str]]


class Differences(QScrollArea):
    """Compares in a thread: two long texts may take a while."""

    def __init__(self, theme: Theme, tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._tasks = tasks
        self._texts: tuple[str, str] | None = None
        self._pieces: _Pieces = ()
        self._work: asyncio.Task[_Pieces] | None = None
        self._writing = QObject(self)
        self.summary = wrapped("", "meta")
        self.text = GrowingText()
        self.text.setAccessibleName(tr("Changes from the first answer to the second"))
        self.text.document().setUndoRedoEnabled(False)
        inside = QWidget()
        inside.setObjectName("page")
        column = QWidget()
        column.setMaximumWidth(column_width(theme.points))
        sides = QHBoxLayout(inside)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.addWidget(column)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(SIDE, 12, SIDE, 24)
        lines.setSpacing(12)
        lines.addWidget(self.summary)
        lines.addWidget(self.text)
        lines.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        theme.changed.connect(self._write)

    def show_texts(self, before: str, after: str) -> None:
        """Compares two texts; the same two as before stay as they are."""
        texts = (before.strip(), after.strip())
        if texts == self._texts:
            return
        self._texts = texts
        if self._work is not None:
            self._work.cancel()
        self.summary.setText(tr("Comparing…"))
        work = asyncio.to_thread(_compare, *texts)
        self._work = self._tasks.start(work, self._compared, lambda _error: None)

    def _compared(self, pieces: _Pieces) -> None:
        self._work, self._pieces = None, pieces
        counts = dict.fromkeys(("added", "removed", "same"), 0)
        for change, text in pieces:
            counts[change] += len(text.split())
        self.summary.setText(words.changed(counts["added"], counts["removed"]))
        self._write()

    def _write(self) -> None:
        self._writing.deleteLater()  # what was being written
        self._writing = QObject(self)
        self.text.document().clear()
        block, forms = diff_forms(self._theme)
        cursor = QTextCursor(self.text.document())
        cursor.setBlockFormat(block)
        Gradual(
            (
                partial(write_piece, cursor, part, forms[change])
                for change, text in self._pieces
                for part in _cut(text)
            ),
            self._writing,
        )


def _compare(before: str, after: str) -> _Pieces:
    return list(word_diff(before, after))


def _cut(text: str) -> Iterator[str]:
    for at in range(0, len(text), _PIECE):
        yield text[at : at + _PIECE]
