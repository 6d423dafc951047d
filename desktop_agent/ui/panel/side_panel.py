"""The panel at the right: tabs, and a way to fold it away."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui import icons
from desktop_agent.ui.theme import Theme

_TAB_PAD = 15
"""Pixels of a tab around its title."""
_CLOSE_WIDTH = 48


class SidePanel(QFrame):
    """Holds panels by name, one shown at a time; ``closed`` asks to be folded away."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setMinimumWidth(280)
        self._panels: list[QWidget] = []
        self._titles: list[str] = []
        self._counts: dict[int, str] = {}
        self._theme = theme
        theme.changed.connect(self._fit)
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setIconSize(QSize(14, 14))
        self._tabs.setExpanding(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tabs.setAccessibleName(self.tr("Panels"))
        self._stack = QStackedWidget()
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        self._tabs.currentChanged.connect(lambda _number: self._fit())
        close = QToolButton()
        close.setToolTip(self.tr("Fold the panel away (Ctrl+Shift+P)"))
        close.setAccessibleName(self.tr("Fold the panel away"))
        close.clicked.connect(self.closed)
        theme.bind_icon(close, "cross", side=16)
        row = QHBoxLayout()
        row.setContentsMargins(8, 8, 6, 6)
        row.setSpacing(2)
        row.addWidget(self._tabs, 1)
        row.addWidget(close)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addWidget(self._stack, 1)

    def add(self, title: str, panel: QWidget, tip: str) -> None:
        """Adds a panel as the last tab; its ``icon_name`` stands for the title where that has no room."""
        self._panels.append(panel)
        self._titles.append(title)
        self._stack.addWidget(panel)
        number = self._tabs.addTab(title)
        self._tabs.setTabToolTip(number, tip)
        self._tabs.setAccessibleTabName(number, title)
        self._fit()

    def set_count(self, panel: QWidget, count: int) -> None:
        """Says on a panel's tab how much is in it; nothing for none."""
        number = self._panels.index(panel)
        self._counts[number] = f" {count:,}" if count else ""
        self._tabs.setAccessibleTabName(number, self._titles[number] + self._counts[number])
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Gives every tab its title, or only the chosen one where there is no room for all."""
        names = [title + self._counts.get(n, "") for n, title in enumerate(self._titles)]
        self._tabs.ensurePolished()
        metrics = self._tabs.fontMetrics()
        wide = sum(metrics.horizontalAdvance(name) + _TAB_PAD for name in names)
        short = wide > self.width() - _CLOSE_WIDTH
        for number, name in enumerate(names):
            icon = getattr(self._panels[number], "icon_name", "")
            alone = short and bool(icon) and number != self._tabs.currentIndex()
            colour = self._theme.colours.muted
            self._tabs.setTabText(number, self._counts.get(number, "").strip() if alone else name)
            self._tabs.setTabIcon(number, icons.icon(icon, colour) if alone else QIcon())

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
