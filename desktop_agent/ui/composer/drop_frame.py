"""Dropping files, pictures and text for a question: on the composer, and on the whole window."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from desktop_agent.ui.composer.question_edit import QuestionEdit, has_files
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme

Kind = Literal["files", "text", "other"]
_INSET = 8


class DropFrame(QFrame):
    """Gives what is dropped to its field, which knows what to do with it."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.edit = QuestionEdit()

    def leave_files_to_window(self) -> None:
        """Let a `DropTarget` above take what is dropped, but for text within the field."""
        self.setAcceptDrops(False)
        self.edit.leaves_files = True

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


class DropTarget(QFrame):
    """Covers ``window`` while something is dragged over it that ``takes`` says can be dropped.

    ``dropped`` brings the `QMimeData`, ``refused`` the reason why it cannot be taken.
    """

    dropped = Signal(QMimeData)
    refused = Signal(str)

    def __init__(self, theme: Theme, window: QWidget, takes: Callable[[], bool]) -> None:
        super().__init__(window)
        self.setObjectName("dropTarget")
        self.setAcceptDrops(True)
        self._takes = takes
        self._entered = False
        self._text = QLabel()
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setWordWrap(True)
        lines = QVBoxLayout(self)
        lines.addStretch()
        lines.addWidget(IconLabel(theme, "attach", "accent", 32), 0, Qt.AlignmentFlag.AlignCenter)
        lines.addSpacing(8)
        lines.addWidget(self._text)
        lines.addStretch()
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self._over = window
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._over:
            return False
        if isinstance(event, QDragLeaveEvent):
            # it leaves the window, or comes to this, which covers it now
            QTimer.singleShot(0, self, lambda: self.setVisible(self._entered))
        elif isinstance(event, QDropEvent):  # the others are kinds of it
            if event.type() == QEvent.Type.DragEnter:
                self._offer(event)
            elif event.type() == QEvent.Type.Drop and self.isVisible():
                self._drop(event)
            elif self.isVisible():
                event.acceptProposedAction()
            return True
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._entered = True
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._uncover()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop(event)

    def _offer(self, event: QDropEvent) -> None:
        if event.source() is not None or not self._takes():
            event.ignore()  # text or a row of the window's own
            return
        self._text.setText(
            {
                "files": self.tr("Drop files to attach them to your question"),
                "text": self.tr("Drop text to add it to your question"),
                "other": self.tr("This cannot be attached to a question"),
            }[_kind(event.mimeData())]
        )
        self.setGeometry(self._over.rect().adjusted(_INSET, _INSET, -_INSET, -_INSET))
        self.raise_()
        self.show()
        event.acceptProposedAction()

    def _drop(self, event: QDropEvent) -> None:
        self._uncover()
        event.acceptProposedAction()
        if _kind(event.mimeData()) == "other":
            self.refused.emit(self.tr("Only files, pictures and text can be attached."))
        else:
            self.dropped.emit(event.mimeData())

    def _uncover(self) -> None:
        self._entered = False
        self.hide()


def _kind(data: QMimeData) -> Kind:
    if has_files(data):
        return "files"
    return "text" if data.hasText() or data.hasUrls() else "other"
