"""Marks on the occurrences of a text in the turns that are on the screen."""

from collections.abc import Iterator

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from desktop_agent.core.conversations import TextHit
from desktop_agent.ui.chat.turn_view import PARTS, TurnView
from desktop_agent.ui.theme import Theme

_MOST = 1_000
"""Occurrences that are marked in one text."""


class FoundMarks:
    """Marks a text, the occurrence that one is at more strongly, in views handed to it."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.text = ""
        self.current: TextHit | None = None

    def look_for(self, text: str, current: TextHit | None) -> None:
        """Takes what is to be marked; an empty text marks nothing."""
        self.text = text
        self.current = current

    def mark(self, index: int, view: TurnView) -> None:
        """Marks what is found in a turn."""
        for part, name in enumerate(PARTS):
            strong = -1
            if self.current is not None and (self.current.turn, self.current.part) == (index, name):
                strong = self.current.nth
            self._mark(view, part, strong)

    def position(self, view: TurnView, part: int, nth: int) -> int:
        """Gives where the nth occurrence in a part begins, or the last one, or the text."""
        position = 0
        for count, found in enumerate(self._found(view.text(part).document())):
            position = found.selectionStart()
            if count == nth:
                break
        return position

    def _mark(self, view: TurnView, part: int, strong: int) -> None:
        text = view.text(part)
        found = list(self._found(text.document()))
        if not found and not text.extraSelections():
            return
        strong = min(strong, len(found) - 1)  # markup that is not shown may have held some more
        text.setExtraSelections(
            [self._selection(cursor, strong=nth == strong) for nth, cursor in enumerate(found)]
        )

    def _found(self, document: QTextDocument) -> Iterator[QTextCursor]:
        if not self.text:
            return
        cursor = document.find(self.text, 0)
        for _ in range(_MOST):
            if cursor.isNull():
                return
            yield cursor
            cursor = document.find(self.text, cursor)

    def _selection(self, cursor: QTextCursor, *, strong: bool) -> QTextEdit.ExtraSelection:
        colours = self._theme.colours
        form = QTextCharFormat()
        form.setBackground(QColor(colours.accent if strong else colours.warn_soft))
        form.setForeground(QColor(colours.on_accent if strong else colours.warn))
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format = form
        return marked
