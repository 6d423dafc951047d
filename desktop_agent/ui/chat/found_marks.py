"""Marks on the occurrences of a text, or of several words, in the turns that are on the screen."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from desktop_agent.core.conversations import TextHit
from desktop_agent.ui.chat.turn_view import PARTS, TurnView
from desktop_agent.ui.theme import Theme

_MOST = 1_000
"""Occurrences that are marked in one text."""


class FoundMarks:
    """Marks texts, the occurrence that one is at more strongly, in views handed to it.

    ``of_search`` says that they are the words of a search over all conversations.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.texts: Sequence[str] = ()
        self.current: TextHit | None = None
        self.of_search = False

    def look_for(
        self, texts: Sequence[str], current: TextHit | None, *, of_search: bool = False
    ) -> None:
        """Take what is to be marked; no text marks nothing."""
        self.texts = [text for text in texts if text]
        self.current, self.of_search = current, of_search

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
        nexts = {text: document.find(text, 0) for text in self.texts}
        for _ in range(_MOST):
            nexts = {text: cursor for text, cursor in nexts.items() if not cursor.isNull()}
            if not nexts:
                return
            text = min(nexts, key=lambda each: nexts[each].selectionStart())
            cursor = nexts[text]
            yield QTextCursor(cursor)
            nexts[text] = document.find(text, cursor)

    def _selection(self, cursor: QTextCursor, *, strong: bool) -> QTextEdit.ExtraSelection:
        colours = self._theme.colours
        form = QTextCharFormat()
        form.setBackground(QColor(colours.accent if strong else colours.warn_soft))
        form.setForeground(QColor(colours.on_accent if strong else colours.warn))
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format = form
        return marked
