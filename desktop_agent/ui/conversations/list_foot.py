"""The foot of the sidebar: the ways to the pages that stand in the place of the chat."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from desktop_agent.ui.theme import Theme


class ListFoot(QFrame):
    """Has a button for each page, which stays down while it is shown.

    ``wanted`` brings the name of the page whose button was pressed.
    """

    wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("listFoot")
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(8, 6, 8, 6)
        self._lines.setSpacing(2)
        self._theme = theme
        self.buttons = {
            "knowledge": self._button("knowledge", self.tr("Knowledge"), "knowledge"),
            "runs": self._button("runs", self.tr("Runs"), "runs"),
        }

    def show_page(self, name: str) -> None:
        """Says which page is shown; empty for the chat."""
        for each, button in self.buttons.items():
            button.setChecked(each == name)

    def show_active(self, count: int) -> None:
        """Says how many runs are not over."""
        name = self.tr("Runs")
        self.buttons["runs"].setText(f"{name} · {count}" if count else name)

    def _button(self, name: str, text: str, icon: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName("footEntry")
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._clicked, name))
        self._theme.bind_icon(button, icon, side=18)
        self._lines.addWidget(button)
        return button

    def _clicked(self, name: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a signal's argument
        self.wanted.emit(name)
