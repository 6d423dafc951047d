"""A page onto all of which folders and files can be dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QWidget


class DropArea(QWidget):
    """``dropped`` brings the paths; while something is held over it, ``column`` is framed."""

    dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.column = QFrame(self)
        self.column.setObjectName("knowledgeColumn")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if paths_in(event.mimeData()):
            event.acceptProposedAction()
            self._frame(shown=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._frame(shown=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._frame(shown=False)
        event.acceptProposedAction()
        self.dropped.emit(paths_in(event.mimeData()))

    def _frame(self, *, shown: bool) -> None:
        self.column.setProperty("dropping", shown)
        self.column.style().polish(self.column)


def paths_in(data: QMimeData) -> list[Path]:
    """Gives the files and folders of this machine that are being dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
