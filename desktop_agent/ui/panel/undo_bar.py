"""A line that says what was just done, with a button that undoes it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.theme import Theme

_OFFERED_MS = 10_000


class UndoBar(QFrame):
    """Offers to undo the last thing for 10 s; ``undone`` gives back what it was told to keep."""

    undone = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undoBar")
        self._kept: object = None
        self._text = ElidedLabel()
        self.button = QPushButton(self.tr("Undo"))
        self.button.setObjectName("flat")
        self.button.setToolTip(self.tr("Put it back"))
        self.button.clicked.connect(self._undo)
        close = QToolButton()
        close.setToolTip(self.tr("Put this line away"))
        close.setAccessibleName(self.tr("Put this line away"))
        close.clicked.connect(self.hide)
        theme.bind_icon(close, "cross", side=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 6, 4)
        row.setSpacing(4)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        row.addWidget(close)
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.setInterval(_OFFERED_MS)
        self._away.timeout.connect(self._tire)
        self.hide()

    def offer(self, text: str, kept: object) -> None:
        """Says what was done, and keeps what is needed to undo it."""
        self._kept = kept
        self._text.show_text(text)
        self.show()
        self._away.start()

    def _undo(self) -> None:
        self._away.stop()
        self.hide()
        self.undone.emit(self._kept)

    def _tire(self) -> None:
        if self.button.hasFocus():
            self._away.start()  # somebody is about to press it
        else:
            self.hide()
