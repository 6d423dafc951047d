"""The list of configured MCP servers and their actions."""

from collections.abc import Callable, Coroutine, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import Decision, McpServer, McpServerState
from desktop_agent.frontends.ui.settings.mcp.server_details import ServerDetails, status, tr
from desktop_agent.frontends.ui.settings.mcp.server_dialog import ServerDialog
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.labels import wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import GroupedModel, own_action
from desktop_agent.frontends.ui.widgets.row_delegate import COLOUR, FAULT, MARK, SECOND, TwoLineList
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.toast import UndoBar
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.widgets.untrusted_text import visible

if TYPE_CHECKING:
    from desktop_agent.runs.mcp_servers import Servers

# --- The servers as a list model

_ROLES = Qt.ItemDataRole
_DOTS: dict[str, ColourName] = {
    "off": "faint",
    "idle": "muted",
    "starting": "accent",
    "ready": "ok",
    "failed": "error",
}


class ServersModel(GroupedModel):
    """Qt model of the servers, in the order in which they are configured."""

    def id_of(self, row: object) -> str:
        return row.server.name if isinstance(row, McpServerState) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, McpServerState)
        said, facts = status(row), _facts(row)
        return {
            _ROLES.DisplayRole: visible(row.server.name),
            _ROLES.AccessibleTextRole: f"{row.server.name}, {said}, {facts}",
            _ROLES.ToolTipRole: f"<qt>{escape(facts[:500])}</qt>",
            SECOND: facts,
            MARK: said,
            COLOUR: _DOTS[row.status if row.server.enabled else "off"],
            FAULT: bool(row.problem),
        }.get(role)


def _facts(state: McpServerState) -> str:
    if state.problem:
        return localized(visible(state.problem))
    count = len(state.tools)
    tools = tr("1 tool") if count == 1 else tr("{0} tools").format(count)
    return " · ".join(filter(None, (tools if count else "", visible(state.server.target))))


# --- The empty state


class EmptyState(QWidget):
    """An introduction shown while no servers are configured; its button calls ``add``."""

    def __init__(self, theme: Theme, add: Callable[[], object]) -> None:
        super().__init__()
        about = wrapped(
            tr(
                "MCP servers give models more tools: files, calendars, databases. You are asked "
                "before a tool is first used. Copy the JSON from a server's page to add it."
            ),
            "muted",
        )
        self.button = button(tr("Add a server…"), add, name="primary")
        theme.bind_icon(self.button, "plus", "on_accent", side=16)
        vbox(about, hbox(self.button, STRETCH), parent=self, spacing=10)


T = TypeVar("T")
_SOON_MS = 30
"""Milliseconds for which updates are collected, since a starting server reports many of them."""
_SAID: dict[str, Decision] = {"ask": "once", "always": "always", "never": "never"}


class ServersPane(QWidget):
    """A pane that lists the servers, with the details of the selected one below the list."""

    def __init__(self, theme: Theme, servers: "Servers", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._servers = servers
        self._tasks = tasks
        self._wanted = ""
        self._states: tuple[McpServerState, ...] = ()
        self._leaving: set[str] = set()
        self.model = ServersModel(self)
        self.list = TwoLineList(theme, self.model, tr("MCP servers"))
        self.list.setObjectName("mcpServers")
        self.add = button(tr("Add a server…"), self.open_adding)
        theme.bind_icon(self.add, "plus", "muted", side=16)
        self.empty = EmptyState(theme, self.open_adding)
        self.fault = Said()
        self.undo = UndoBar(theme)
        self.undo.undone.connect(self._restore)
        self.undo.installEventFilter(self)
        self.details = ServerDetails(theme)
        self._connect()
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._stop_watching = servers.watch(while_alive(self, lambda _news: self._soon.start()))
        self.destroyed.connect(lambda _gone, stop=self._stop_watching: stop())
        self.refresh()

    @property
    def chosen(self) -> McpServerState | None:
        return self._state(self.model.id_at(self.list.currentIndex()))

    def refresh(self) -> None:
        self._start(self._servers.states(), self._show)

    def open_adding(self) -> ServerDialog:
        return self._open(None)

    # --- Events

    def _show(self, states: Sequence[McpServerState]) -> None:
        chosen = self._wanted or (self.chosen.server.name if self.chosen is not None else "")
        self._wanted = ""
        self._states = tuple(states)
        states = [each for each in states if each.server.name not in self._leaving]
        self.model.show(states)
        if states:
            self.list.setCurrentIndex(
                self.model.index(max(0, self.model.index_of(chosen).row()), 0)
            )
        for part in (self.list, self.add, self.details):
            part.setVisible(bool(states))
        self.empty.setVisible(not states)
        self.list.fit()
        self._show_details()

    def _show_details(self) -> None:
        if self.chosen is not None:
            self.details.show_state(self.chosen)

    def _open(self, server: McpServer | None) -> ServerDialog:
        dialog = ServerDialog(
            self._theme, self._tasks, self._servers.add, self._servers.change, server, self.window()
        )
        dialog.taken.connect(self._added if server is None else lambda _done: self.refresh())
        dialog.open()
        return dialog

    def _added(self, added: Sequence[McpServer]) -> None:
        """Show the new servers and test whether they work."""
        self.fault.say("")
        self._leaving.difference_update(each.name for each in added)
        if added:
            self._wanted = added[0].name
        for server in added:
            self._try(server.name)
        self.refresh()

    def _try(self, name: str) -> None:
        self._start(self._servers.try_server(name), lambda _state: self.refresh())

    def _confirm(self, name: str) -> None:
        self._do(self._servers.confirm(name), lambda: self._try(name))

    def _edit(self, name: str) -> None:
        state = self._state(name)
        if state is not None:
            self._open(state.server)

    def _remove(self, name: str) -> None:
        """Hide a server and offer to undo this. It is removed once the offer disappears."""
        state = self._state(name)
        if state is None:
            return
        self._settle()
        self._leaving.add(name)
        self._show(self._states)
        self.undo.offer(tr("{0} removed").format(name), name)
        self.list.setFocus()

    def _restore(self, name: object) -> None:
        self._leaving.discard(str(name))
        self._wanted = str(name)
        self._show(self._states)

    def _settle(self) -> None:
        for name in tuple(self._leaving):
            self._do(self._let_go(name))

    async def _let_go(self, name: str) -> None:
        if name in self._leaving:  # unless the removal was undone
            await self._servers.remove(name)
            self._leaving.discard(name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remove the hidden servers when the message that offers to undo this disappears."""
        if event.type() == QEvent.Type.Hide:
            self._settle()  # takes effect in the next iteration: an undo hides the message as well
        return super().eventFilter(watched, event)

    def _decide(self, server: str, tool: str, decision: str) -> None:
        self._do(self._servers.decide(server, tool, _SAID[decision]))

    def _state(self, name: str) -> McpServerState | None:
        state: McpServerState | None = self.model.row_at(self.model.index_of(name))
        return state

    def _do(
        self, work: Coroutine[Any, Any, object], then: Callable[[], object] = lambda: None
    ) -> None:

        def done(_result: object) -> None:
            self.fault.say("")
            self.refresh()
            then()

        self._start(work, done)

    def _start(self, work: Coroutine[Any, Any, T], done: Callable[[T], object]) -> None:
        self._tasks.start(work, while_alive(self, done), self._failed)

    def _failed(self, error: AgentError) -> None:
        self.fault.say(localized_error(error), "error")
        self._show_details()  # show the unchanged state again

    # --- Construction

    def _connect(self) -> None:
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        details = self.details
        own_action(self.list, tr("Remove"), QKeySequence.StandardKey.Delete, details.remove.click)
        details.changed.connect(lambda server: self._do(self._servers.change(server)))
        details.tried.connect(self._try)
        details.confirmed.connect(self._confirm)
        details.edited.connect(self._edit)
        details.removed.connect(self._remove)
        details.decided.connect(self._decide)
        details.forgotten.connect(lambda name: self._do(self._servers.forget_decisions(name)))

    def _lay_out(self) -> None:
        buttons = hbox(self.add, STRETCH, spacing=8)
        lines = (self.empty, self.fault, self.list, self.undo, buttons, self.details)
        vbox(*lines, parent=self, spacing=10)
        for each in (self.empty, self.fault, self.list, self.add, self.details):
            each.hide()
