"""A page of the settings dialog: the options of one section below each other."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.ui.settings.field import Option, SettingField

FIELD_WIDTH = 380


class SettingsPage(QScrollArea):
    """Shows options; ``look_for`` leaves only those that hold the words."""

    def __init__(
        self,
        title: str,
        about: str,
        options: Sequence[Option],
        value: Callable[[str], Any],
        edited: Callable[[str, object], None],
    ) -> None:
        super().__init__()
        self.title = title
        self.setWidgetResizable(True)
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
        self._rows: list[tuple[str, QWidget]] = []
        for option in options:
            field = SettingField(option, value(option.key), self)
            field.edited.connect(edited)
            row = _row(option, field.widget)
            self.add_row(f"{option.key} {option.title} {option.description} {title}", row)
        self.lines.addStretch(1)
        self.setWidget(page)

    def add_row(self, words: str, row: QWidget) -> None:
        """Adds a row that is found by ``words``."""
        self._rows.append((words.casefold(), row))
        self.lines.addWidget(row)

    def look_for(self, words: Sequence[str]) -> int:
        """Hides the rows that do not hold every word; gives how many are left."""
        left = 0
        for text, row in self._rows:
            found = all(word in text for word in words)
            row.setVisible(found)
            left += found
        return left


def _row(option: Option, widget: QWidget) -> QWidget:
    row = QWidget()
    title = QLabel(option.title)
    title.setObjectName("section")
    title.setBuddy(widget)
    about = QLabel(option.description)
    about.setObjectName("hint")
    about.setWordWrap(True)
    widget.setMaximumWidth(FIELD_WIDTH)
    widget.setMinimumWidth(min(FIELD_WIDTH, 200))
    lines = QVBoxLayout(row)
    lines.setContentsMargins(0, 0, 0, 14)
    lines.setSpacing(4)
    lines.addWidget(title)
    lines.addWidget(widget)
    lines.addWidget(about)
    return row
