"""The picker for MCP servers, whose tools the open conversation may then use."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.mcp import McpServerState
from desktop_agent.frontends.ui.composer.composer import Composer
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets.buttons import StayingMenu
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class ServerPicker(QToolButton):
    """A button with the number of MCP servers that the chat may use. Its menu toggles each one.

    The button is hidden if no server is enabled in the settings. ``settings`` is emitted with the
    name of the settings page to open.
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
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._bar = composer.bar
        self._conversation = conversation
        self._watching = False
        self._states: tuple[McpServerState, ...] = ()
        self._ticks: list[QAction] = []
        self.chosen: tuple[str, ...] | None = None
        """The names of the servers for the next question, or None for the default ones."""
        self.setObjectName("serversButton")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Tools of servers"))
        self._menu = StayingMenu(self, Qt.Key.Key_Space)
        self._menu.setToolTipsVisible(True)
        self._menu.setAccessibleName(self.accessibleName())
        self.setMenu(self._menu)
        self.hide()
        self._bar.add_servers(self)
        conversation.shown.connect(self._shown)

    def look(self) -> None:
        """Load the configured servers now, and again whenever they change."""
        if not self._watching:
            self._watching = True
            self._session.servers.watch(while_alive(self, self._look))
        self._look()

    def _look(self, _news: object = None) -> None:
        # errors are shown on the settings page of the servers
        self._tasks.start(self._session.servers.states(), while_alive(self, self._found), ignore)

    def _found(self, states: Sequence[McpServerState]) -> None:
        self._states = tuple(each for each in states if each.server.enabled)
        self._show()

    def _shown(self, conversation: Conversation | None) -> None:
        self.chosen = conversation.servers if conversation is not None else None
        self._show()

    def _ticked(self) -> None:
        names = tuple(tick.data() for tick in self._ticks if tick.isChecked())
        self.chosen = None if names == self._usual else names
        self._conversation.change(servers=self.chosen)
        self._draw(names)

    @property
    def _usual(self) -> tuple[str, ...]:
        return tuple(each.server.name for each in self._states if each.server.default)

    def _show(self) -> None:
        self.setVisible(bool(self._states))
        chosen = self._usual if self.chosen is None else self.chosen
        if [each.server.name for each in self._states] != [tick.data() for tick in self._ticks]:
            self._fill()
        for tick, state in zip(self._ticks, self._states, strict=True):
            failed = self.tr("{0} (does not work)").format(state.server.name)
            text = failed if state.status == "failed" else state.server.name
            tick.setText(text.replace("&", "&&"))
            tick.setChecked(state.server.name in chosen)
        self._draw(tuple(tick.data() for tick in self._ticks if tick.isChecked()))
        self._bar.fit()

    def _fill(self) -> None:
        self._menu.clear()
        self._ticks = []
        for state in self._states:
            tick = QAction(self._menu)
            tick.setCheckable(True)
            tick.setData(state.server.name)
            tick.triggered.connect(self._ticked)
            self._menu.addAction(tick)
            self._ticks.append(tick)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("MCP servers…"), lambda: self.settings.emit("tools/mcp"))

    def _draw(self, names: tuple[str, ...]) -> None:
        self.setText(str(len(names)))
        self._theme.bind_icon(self, "tool", "accent" if names else "muted", side=16)
        said = self.tr("Tools of these servers may be used: {0}").format(", ".join(names))
        tip = said if names else self.tr("No tools of servers are used here")
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)
