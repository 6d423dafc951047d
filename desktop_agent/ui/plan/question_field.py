"""A field for a question that is as tall as its text, up to some lines."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

_LINES_MOST = 4
_LONGEST = 2_000


class QuestionField(QPlainTextEdit):
    """``entered`` is sent for Enter, which makes no new line; ``changed`` brings the text."""

    changed = Signal(str)
    entered = Signal()

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.setPlainText(text)
        self.textChanged.connect(self._typed)
        self._fit()

    def _typed(self) -> None:
        self._fit()
        self.changed.emit(self.toPlainText()[:_LONGEST])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # it runs the plan
            else:
                self.entered.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        lines = max(1, min(round(self.document().size().height()), _LINES_MOST))
        line = self.fontMetrics().lineSpacing()
        around = self.height() - self.viewport().height() if self.isVisible() else 14
        self.setFixedHeight(lines * line + max(around, 4) + 2)
