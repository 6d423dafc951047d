"""The panel at the right: tabs, and a way to fold it away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.theme import Theme


class SidePanel(QFrame):
    """Holds panels by name, one shown at a time; ``closed`` asks to be folded away."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setMinimumWidth(280)
        self._panels: list[QWidget] = []
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Panels"))
        self._stack = QStackedWidget()
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        close = QToolButton()
        close.setToolTip(self.tr("Fold the panel away (Ctrl+Shift+P)"))
        close.setAccessibleName(self.tr("Fold the panel away"))
        close.clicked.connect(self.closed)
        theme.bind_icon(close, "cross", side=16)
        row = QHBoxLayout()
        row.setContentsMargins(10, 8, 8, 6)
        row.addWidget(self._tabs, 1, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(close)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addWidget(self._stack, 1)

    def add(self, title: str, panel: QWidget, tip: str) -> None:
        """Adds a panel as the last tab."""
        self._panels.append(panel)
        self._stack.addWidget(panel)
        self._tabs.setTabToolTip(self._tabs.addTab(title), tip)

    def turn_to(self, panel: QWidget) -> None:
        """Shows a panel."""
        self._tabs.setCurrentIndex(self._panels.index(panel))

    @property
    def current(self) -> QWidget:
        """The panel that is shown, or would be if this were not folded."""
        return self._panels[self._tabs.currentIndex()]

    @property
    def tab(self) -> int:
        """The number of the tab, to be remembered."""
        return self._tabs.currentIndex()

    @tab.setter
    def tab(self, number: int) -> None:
        self._tabs.setCurrentIndex(number)
