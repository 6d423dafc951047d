"""The draft and the refined answer in one text: what went is struck, what came is marked."""

from PySide6.QtGui import QBrush, QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.markdown.inline_writer import clean
from desktop_agent.ui.markdown.text_styles import TextStyles
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.word_diff import word_diff


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
        styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        colours = self._theme.colours
        removed = QTextCharFormat(styles.body)
        removed.setForeground(QBrush(QColor(colours.error)))
        removed.setBackground(QBrush(QColor(colours.error_soft)))
        removed.setFontStrikeOut(True)
        added = QTextCharFormat(styles.body)
        added.setForeground(QBrush(QColor(colours.ok)))
        added.setBackground(QBrush(QColor(colours.ok_soft)))
        forms = {"same": styles.body, "removed": removed, "added": added}
        self.document().setUndoRedoEnabled(False)
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setBlockFormat(styles.block(bottom=4))
        for change, text in word_diff(*self._texts):
            for index, line in enumerate(text.split("\n")):
                if index:
                    cursor.insertBlock()
                cursor.insertText(clean(line), forms[change])
        cursor.endEditBlock()
