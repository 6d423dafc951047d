"""The button with which one chooses the servers whose tools the next question may use."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop_agent.core.mcp import McpServerState
from desktop_agent.ui.theme import Theme


class ServersButton(QToolButton):
    """Says how many are on; its menu has a box to tick for each.

    ``chosen`` brings the names of those that are on from now, ``settings`` the wish to see them all.
    """

    chosen = Signal(object)
    settings = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("serversButton")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Tools of servers"))
        self._menu = TickMenu(self)
        self._menu.setAccessibleName(self.accessibleName())
        self.setMenu(self._menu)
        self._ticks: list[QAction] = []

    @property
    def on(self) -> tuple[str, ...]:
        """The names of those that are ticked."""
        return tuple(tick.data() for tick in self._ticks if tick.isChecked())

    def show_servers(self, states: Sequence[McpServerState], on: Sequence[str]) -> None:
        """Offers these servers, those in ``on`` ticked."""
        names = [state.server.name for state in states]
        if names != [tick.data() for tick in self._ticks]:
            self._fill(names)
        for tick, state in zip(self._ticks, states, strict=True):
            failed = self.tr("{0} (does not work)").format(state.server.name)
            text = failed if state.status == "failed" else state.server.name
            tick.setText(text.replace("&", "&&"))
            tick.setChecked(state.server.name in on)
        self._draw()

    def _fill(self, names: Sequence[str]) -> None:
        self._menu.clear()
        self._ticks = []
        for name in names:
            tick = QAction(name, self._menu)
            tick.setCheckable(True)
            tick.setData(name)
            tick.triggered.connect(self._ticked)
            self._menu.addAction(tick)
            self._ticks.append(tick)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("MCP servers…"), self.settings.emit)

    def _ticked(self) -> None:
        self._draw()
        self.chosen.emit(self.on)

    def _draw(self) -> None:
        on = self.on
        self.setText(str(len(on)))
        self._theme.bind_icon(self, "tool", "accent" if on else "muted", side=16)
        said = self.tr("Tools of these servers may be used: {0}").format(", ".join(on))
        tip = said if on else self.tr("No tools of servers are used here")
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)


class TickMenu(QMenu):
    """Stays open while boxes are ticked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._tick():
            super().keyPressEvent(event)

    def _tick(self) -> bool:
        action: QAction | None = self.activeAction()
        if action is None or not (action.isCheckable() and action.isEnabled()):
            return False
        action.trigger()
        return True
