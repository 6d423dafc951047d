"""A setting on its page: title, field, what it does, its default, and the way back to that."""

import html
import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.settings.field import Option, SettingField
from desktop_agent.ui.theme import Theme

FIELD_WIDTH = 380
"""Widest field in pixels."""


class OptionRow(QWidget):
    """``edited`` brings key and new value, None for the default.

    ``origin`` is what forces the value, such as an environment variable; the field is then only to
    be read.
    """

    edited = Signal(str, object)

    def __init__(self, theme: Theme, option: Option, value: Any, origin: str = "") -> None:
        super().__init__()
        self.option = option
        self._theme = theme
        self._origin = origin
        self.field = SettingField(option, value, self)
        self.field.edited.connect(self.edited)
        self._title = QLabel(option.title)
        self._title.setObjectName("section")
        self._title.setBuddy(self.field.widget)
        self._about = QLabel(option.description)
        self._about.setObjectName("hint")
        self._about.setWordWrap(True)
        self._default = wrapped("", "hint")
        self.error = wrapped("", "hint")
        self.error.setProperty("tone", "error")
        self.error.hide()
        self.reset = QPushButton(self.tr("Reset"))
        self.reset.setObjectName("flat")
        self.reset.setAutoDefault(False)
        self.reset.setAccessibleName(self.tr("Reset {0}").format(option.title))
        self.reset.setToolTip(self.tr("Back to {0}").format(option.shown(option.default)))
        self.reset.clicked.connect(lambda: self.edited.emit(option.key, None))
        self._lay_out()
        self.show_value(value)
        if origin:
            self.field.widget.setEnabled(False)

    def show_value(self, value: Any) -> None:
        """Shows the value that holds now."""
        self.field.show_value(value)
        changed = value != self.option.default
        self.reset.setVisible(changed and not self._origin)
        if self._origin:
            self._default.setText(self.tr("Set by {0}, which wins").format(self._origin))
        elif changed:
            default = self.option.shown(self.option.default)
            self._default.setText(self.tr("Default: {0}").format(default))
        self._default.setVisible(changed or bool(self._origin))

    def show_error(self, text: str) -> None:
        """Says below the field what is wrong with it; nothing takes that away."""
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def mark(self, words: Sequence[str]) -> None:
        """Marks the words that were searched for, in title and text."""
        ground = self._theme.colours.selection
        for label, text in (
            (self._title, self.option.title),
            (self._about, self.option.description),
        ):
            marked = _marked(text, words, ground) if words else ""
            label.setTextFormat(Qt.TextFormat.RichText if marked else Qt.TextFormat.PlainText)
            label.setText(marked or text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lets a click on the title of a switch do what a click on its box does."""
        box = self.field.widget
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and isinstance(box, QCheckBox)
        ):
            box.click()
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        widget = self.field.widget
        row = QHBoxLayout()
        row.setSpacing(8)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 14)
        lines.setSpacing(4)
        if isinstance(widget, QCheckBox):
            self._title.installEventFilter(self)
            row.addWidget(widget)
            row.addWidget(self._title)
        else:
            widget.setMinimumWidth(180)
            widget.setMaximumWidth(FIELD_WIDTH)
            lines.addWidget(self._title)
            row.addWidget(widget, 1)
        row.addWidget(self.reset)
        row.addStretch(0 if widget.maximumWidth() == FIELD_WIDTH else 1)
        lines.addLayout(row)
        lines.addWidget(self.error)
        lines.addWidget(self._about)
        lines.addWidget(self._default)


def _marked(text: str, words: Sequence[str], ground: str) -> str:
    """Gives the text as HTML with the words on another ground, or nothing where there are none."""
    sought = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
    if not sought.search(text):
        return ""
    parts, end = [], 0
    for found in sought.finditer(text):
        parts.append(html.escape(text[end : found.start()]))
        parts.append(f'<span style="background-color:{ground}">{html.escape(found[0])}</span>')
        end = found.end()
    return "".join(parts) + html.escape(text[end:])
