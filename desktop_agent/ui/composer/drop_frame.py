"""A frame onto all of which something can be dropped for the field in it."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_agent.ui.composer.question_edit import QuestionEdit


class DropFrame(QFrame):
    """Gives what is dropped to its field, which knows what to do with it."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.edit = QuestionEdit()

    def take(self, data: QMimeData) -> None:
        """Takes what was dropped: files and images are attached, text and links are inserted."""
        self.edit.insertFromMimeData(data)
        self.edit.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.edit.canInsertFromMimeData(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.take(event.mimeData())
        event.acceptProposedAction()
