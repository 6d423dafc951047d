"""A line across the page that says what is not as it should be, with the button that mends it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme


class NoticeBar(QFrame):
    """Is there only while it has something to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._act: Callable[[], object] = _nothing
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton()
        self.button.clicked.connect(self._pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._label, 1)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is away."""
        return "" if self.isHidden() else self._label.text()

    def say(self, text: str, button: str = "", act: Callable[[], object] | None = None) -> None:
        """Says something, with a button that does something about it; nothing at all goes away."""
        self._act = act or _nothing
        self._label.setText(text)
        self.button.setText(button)
        self.button.setVisible(act is not None)
        self.setVisible(bool(text))

    def _pressed(self) -> None:
        self._act()


def _nothing() -> None:
    """What a button does that is not there."""
