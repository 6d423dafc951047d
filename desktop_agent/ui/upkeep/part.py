"""What the panes of upkeep are put together from."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from desktop_agent.ui.parts import wrapped


def button(text: str, act: Callable[[], object], name: str = "") -> QPushButton:
    """Gives a button that Return does not press from elsewhere in a dialog."""
    made = QPushButton(text)
    made.setObjectName(name)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: act())
    return made


def row_of(*parts: QWidget) -> QHBoxLayout:
    """Gives these beside each other, at the left."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


def section(text: str) -> QLabel:
    """Gives a heading within a page."""
    label = QLabel(text)
    label.setObjectName("section")
    return label


class Said(QLabel):
    """A line that says what came of something; it is there only while it has something to say."""

    def __init__(self) -> None:
        super().__init__()
        like = wrapped("")
        self.setTextFormat(like.textFormat())
        self.setTextInteractionFlags(like.textInteractionFlags())
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: str = "") -> None:
        """Says something; ``tone`` is ok, warn, error or empty."""
        tone = tone if text else ""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().polish(self)
        self.setText(text)
        self.setVisible(bool(text))
