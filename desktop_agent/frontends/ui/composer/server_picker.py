"""Picker for the servers whose tools the open conversation may use."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.mcp import McpServerState
from desktop_agent.frontends.ui.composer.composer import Composer
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets.buttons import StayingMenu
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Button


class ServersButton(QToolButton):
    """Shows how many servers are enabled, and a menu with a check box for each.

    ``chosen`` is emitted with the names of the enabled servers, and ``settings`` to open the server
    settings.
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
        self._menu = StayingMenu(self, Qt.Key.Key_Space)
        self._menu.setToolTipsVisible(True)
        self._menu.setAccessibleName(self.accessibleName())
        self.setMenu(self._menu)
        self._ticks: list[QAction] = []

    @property
    def on(self) -> tuple[str, ...]:
        return tuple(tick.data() for tick in self._ticks if tick.isChecked())

    def show_servers(self, states: Sequence[McpServerState], on: Sequence[str]) -> None:
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


class ServerPicker(QObject):
    """Connects the button with the configured servers and the open conversation.

    ``button`` is None until servers are configured. ``settings`` is emitted to open a page of the
    settings.
    """

    settings = Signal(str)

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        composer: Composer,
        conversation: OpenConversation,
    ) -> None:
        super().__init__(composer)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._composer = composer
        self._conversation = conversation
        self._watching = False
        self._states: tuple[McpServerState, ...] = ()
        self.button: ServersButton | None = None
        self.chosen: tuple[str, ...] | None = None
        """What the next question is asked with; None for those that are on by themselves."""
        conversation.shown.connect(self._shown)

    def look(self) -> None:
        """Load the configured servers, and watch them from then on."""
        if not self._watching:
            self._watching = True
            self._session.servers.watch(while_alive(self, self._look))
        self._look()

    def _look(self, _news: object = None) -> None:
        self._tasks.start(
            self._session.servers.states(),
            while_alive(self, self._found),
            lambda _error: None,  # the page of the servers tells of it
        )

    def _found(self, states: Sequence[McpServerState]) -> None:
        self._states = tuple(each for each in states if each.server.enabled)
        if self._states and self.button is None:
            self.button = ServersButton(self._theme)
            self.button.chosen.connect(self._choose)
            self.button.settings.connect(lambda: self.settings.emit("mcp"))
            self._composer.bar.add_servers(self.button)
        self._show()

    @property
    def _usual(self) -> tuple[str, ...]:
        return tuple(each.server.name for each in self._states if each.server.default)

    def _choose(self, names: tuple[str, ...]) -> None:
        self.chosen = None if names == self._usual else names
        self._conversation.change(servers=self.chosen)

    def _shown(self, conversation: Conversation | None) -> None:
        self.chosen = conversation.servers if conversation is not None else None
        self._show()

    def _show(self) -> None:
        if self.button is not None:
            self.button.setVisible(bool(self._states))
            on = self._usual if self.chosen is None else self.chosen
            self.button.show_servers(self._states, on)
            self._composer.bar.fit()
