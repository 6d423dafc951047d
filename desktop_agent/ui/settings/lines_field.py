"""A field for a list of which each entry has a line of its own."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_LINES_SHOWN = 4


class LinesField(QPlainTextEdit):
    """``edited`` is sent when the keyboard leaves it and the entries are other than before."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._entries: list[str] = []
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()) + 4)
        self.setFixedHeight(_LINES_SHOWN * self.fontMetrics().lineSpacing() + around)

    @property
    def entries(self) -> list[str]:
        """What is written, an entry a line, without those that are empty or there already."""
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def show_entries(self, entries: Sequence[str]) -> None:
        """Shows others; nobody is told."""
        self._entries = list(entries)
        if self.entries != self._entries or not self.hasFocus():
            self.setPlainText("\n".join(entries))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.entries != self._entries:
            self._entries = self.entries
            self.edited.emit(self._entries)
