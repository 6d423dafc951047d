"""The question field."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QImage, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from desktop_agent.frontends.ui.composer.attachments import Attachments

_LINES_MOST = 8
_LONG_PASTE = 20_000
"""Maximum number of pasted characters; longer text is slow to lay out, so it is attached."""


class QuestionEdit(QPlainTextEdit):
    """A text field that grows with its content. Enter sends; Shift+Enter breaks the line.

    Pasted or dropped files, images and long text are added to ``attachments``, if given.
    ``wants_escape`` returns True if the composer rather than the window should handle Esc.
    """

    sent = Signal()
    escaped = Signal()
    focused = Signal(bool)

    def __init__(self, attachments: Attachments | None = None) -> None:
        super().__init__()
        self._attachments = attachments
        self.wants_escape: Callable[[], bool] = bool
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self.setPlaceholderText(self.tr("Ask anything"))
        self.setAccessibleName(self.tr("Question"))
        self.setAccessibleDescription(self.tr("Enter to send, Shift+Enter for a new line"))
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def has_words(self) -> bool:
        """True unless the field is blank. For speed, long text is assumed not to be blank."""
        length = self.document().characterCount()
        return length > _LONG_PASTE or bool(self.toPlainText().strip())

    def show_text(self, text: str) -> None:
        """Replace the text and move the cursor to its end. Undo restores the previous text."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape and self.wants_escape():
                event.accept()
                return True
            if self._has_no_effect(event):
                event.ignore()  # the chat or the window handles it
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shifted:
            self.sent.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        if self._attachments is not None and (source.hasImage() or source.hasUrls()):
            return True
        return super().canInsertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is None:
            event.ignore()  # the window handles it, except for text dragged within the field
        else:
            super().dragEnterEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert text and links, but attach files, images and long text."""
        if self._attachments is None:
            super().insertFromMimeData(source)
            return
        urls = source.urls() if source.hasUrls() else []
        files = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        links = [url.toString() for url in urls if not url.isLocalFile()]
        if files:
            self._attachments.add_files(files)
        elif links:
            self.insertPlainText(" ".join(links))
        elif source.hasText() and len(source.text()) > _LONG_PASTE:
            self._attachments.add_text(source.text())
        elif source.hasText():
            self.insertPlainText(source.text())
            self.ensureCursorVisible()
        elif source.hasImage():
            self._attachments.add_image(QImage(source.imageData()))
        else:
            super().insertFromMimeData(source)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._fit()

    def _has_no_effect(self, event: QKeyEvent) -> bool:
        keys = QKeySequence.StandardKey
        if event.matches(keys.MoveToEndOfDocument):
            return self.textCursor().atEnd()
        return event.matches(keys.Undo) and not self.document().isUndoAvailable()

    def _fit(self) -> None:
        lines = max(1, int(self.document().size().height()))  # in lines, not in pixels
        frame = max(0, self.height() - self.viewport().height()) if self.isVisible() else 0
        height = min(lines, _LINES_MOST) * self.fontMetrics().lineSpacing() + 8 + frame
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAsNeeded if lines > _LINES_MOST else bars.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)
