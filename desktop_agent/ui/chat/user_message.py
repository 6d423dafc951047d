"""What the person asked."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget


class UserMessage(QWidget):
    """The question, in a bubble on the right."""

    def __init__(self, text: str) -> None:
        super().__init__()
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setAccessibleName(self.tr("You asked: {0}").format(text))
        widest = max(label.fontMetrics().horizontalAdvance(line) for line in text.split("\n"))
        bubble = QFrame()
        bubble.setObjectName("bubble")
        inside = QVBoxLayout(bubble)
        inside.setContentsMargins(16, 11, 16, 11)
        inside.addWidget(label)
        bubble.setMaximumWidth(min(widest + 40, 600))
        row = QHBoxLayout(self)
        row.setContentsMargins(48, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(bubble, 100)
