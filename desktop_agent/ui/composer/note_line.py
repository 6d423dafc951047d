"""What the composer has to say, in its own place and not in a box of its own."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QLabel


class NoteLine(QLabel):
    """A line above the field; hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composerNote")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: Literal["warn", "error", ""] = "warn") -> None:
        """Shows a text until the next one, or until `clear`."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("tone", tone)
        self.style().polish(self)
        self.setVisible(bool(text))
        if text:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def clear(self) -> None:
        """Hides the line."""
        if self.text():
            self.say("", "")
