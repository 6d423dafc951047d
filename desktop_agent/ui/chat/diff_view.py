"""The draft and the refined answer in one text: what went is struck, what came is marked."""

from collections.abc import Mapping

from PySide6.QtGui import QBrush, QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.markdown.inline_writer import clean
from desktop_agent.ui.markdown.text_styles import TextStyles
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.word_diff import Change, word_diff


class DiffView(GrowingText):
    """Shows a word diff of two texts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = ("", "")
        theme.changed.connect(self._draw)

    def show_diff(self, before: str, after: str) -> None:
        """Compares the two."""
        self._texts = (before.strip(), after.strip())
        self._draw()

    def _draw(self) -> None:
        block, forms = diff_forms(self._theme)
        self.document().setUndoRedoEnabled(False)
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setBlockFormat(block)
        for change, text in word_diff(*self._texts):
            write_piece(cursor, text, forms[change])
        cursor.endEditBlock()


def diff_forms(theme: Theme) -> tuple[QTextBlockFormat, Mapping[Change, QTextCharFormat]]:
    """Gives how paragraphs look in which changes are shown, and how each kind of change does."""
    styles = TextStyles(theme.colours, theme.font, theme.mono)
    colours = theme.colours
    removed = QTextCharFormat(styles.body)
    removed.setForeground(QBrush(QColor(colours.error)))
    removed.setBackground(QBrush(QColor(colours.error_soft)))
    removed.setFontStrikeOut(True)
    added = QTextCharFormat(styles.body)
    added.setForeground(QBrush(QColor(colours.ok)))
    added.setBackground(QBrush(QColor(colours.ok_soft)))
    return styles.block(bottom=4), {"same": styles.body, "removed": removed, "added": added}


def write_piece(cursor: QTextCursor, text: str, form: QTextCharFormat) -> None:
    """Writes a piece of a text; each of its lines is a paragraph."""
    for index, line in enumerate(text.split("\n")):
        if index:
            cursor.insertBlock()
        cursor.insertText(clean(line), form)
