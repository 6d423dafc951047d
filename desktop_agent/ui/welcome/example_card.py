"""A question to be asked by a click."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout

_NARROWEST = 150
"""Pixels; the question takes more lines then."""


class ExampleCard(QPushButton):
    """A question to be asked by a click; as tall as its text needs."""

    def __init__(self, head: str, question: str) -> None:
        super().__init__()
        self.setObjectName("example")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(question)
        self.setAccessibleDescription(self.tr("Asks this question"))
        self.setToolTip(self.tr("Ask this"))
        title = QLabel(head)
        title.setObjectName("meta")
        text = QLabel(question)
        text.setWordWrap(True)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(16, 13, 16, 14)
        inside.setSpacing(5)
        inside.addWidget(title)
        inside.addWidget(text)
        inside.addStretch(1)
        for label in (title, text):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.heightForWidth(width) if layout is not None else -1

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.sizeHint().height())
