"""The application on macOS, where the system tells a program that runs which file to open."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class OpeningApplication(QApplication):
    """``opened`` brings the path of each file."""

    opened = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit(event.file())
            return True
        return super().event(event)
