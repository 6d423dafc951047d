"""A page of the settings dialog: rows below each other that can be searched."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.ui.settings.option_row import FIELD_WIDTH, OptionRow

__all__ = ["FIELD_WIDTH", "SettingsPage"]


class SettingsPage(QScrollArea):
    """Shows rows; ``look_for`` leaves only those that hold the words. ``title`` names the page."""

    def __init__(self, title: str, about: str) -> None:
        super().__init__()
        self.title = title
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        self.lines = QVBoxLayout(page)
        self.lines.setContentsMargins(32, 26, 32, 32)
        self.lines.setSpacing(4)
        head = QLabel(title)
        head.setObjectName("heading")
        self.lines.addWidget(head)
        note = QLabel(about)
        note.setObjectName("muted")
        note.setWordWrap(True)
        self.lines.addWidget(note)
        self.lines.addSpacing(14)
        self._rows: list[tuple[str, QWidget, Sequence[OptionRow]]] = []
        self._end = self.lines.count()
        self.lines.addStretch(1)
        self.setWidget(page)

    def add_row(self, words: str, row: QWidget, options: Sequence[OptionRow] = ()) -> None:
        """Adds a row that is found by ``words``, and by those of the options in it."""
        told = " ".join([words, self.title, *(each.words for each in options)])
        self._rows.append((told.casefold(), row, options))
        self.lines.insertWidget(self._end, row)
        self._end += 1

    def add_option(self, row: OptionRow) -> None:
        """Adds the row of an option."""
        self.add_row("", row, (row,))

    def look_for(self, words: Sequence[str]) -> int:
        """Hides the rows that do not hold every word, marks the words; gives how many are left."""
        left = 0
        for text, row, options in self._rows:
            found = all(word in text for word in words)
            row.setVisible(found)
            left += found
            for option in options:
                option.mark(words if found else ())
        return left
