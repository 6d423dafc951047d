"""The list of configured MCP servers and their actions."""

from collections.abc import Callable, Coroutine, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QListView, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import Decision, McpServer, McpServerState
from desktop_agent.frontends.ui.settings.mcp import labels
from desktop_agent.frontends.ui.settings.mcp.labels import tr
from desktop_agent.frontends.ui.settings.mcp.server_details import ServerDetails
from desktop_agent.frontends.ui.settings.mcp.server_dialog import ServerDialog
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import GroupedModel, own_action
from desktop_agent.frontends.ui.widgets.row_delegate import COLOUR, FAULT, MARK, SECOND, TwoLines
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import UndoBar
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.widgets.untrusted_text import visible

if TYPE_CHECKING:
    from desktop_agent.runs.mcp_servers import Servers

# --- The servers as a list model

_ROLES = Qt.ItemDataRole


class ServersModel(GroupedModel):
    """A model of the servers in their configured order."""

    def id_of(self, row: object) -> str:
        return row.server.name if isinstance(row, McpServerState) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, McpServerState)
        said, facts = labels.status(row), labels.facts(row)
        return {
            _ROLES.DisplayRole: visible(row.server.name),
            _ROLES.AccessibleTextRole: f"{row.server.name}, {said}, {facts}",
            _ROLES.ToolTipRole: f"<qt>{escape(facts[:500])}</qt>",
            SECOND: facts,
            MARK: said,
            COLOUR: labels.DOTS[row.status if row.server.enabled else "off"],
            FAULT: bool(row.problem),
        }.get(role)


# --- The empty state


class EmptyState(QWidget):
    """Shown if no servers are configured; ``add`` is emitted when its button is pressed."""

    add = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        about = wrapped(
            tr(
                "The Model Context Protocol (MCP) lets other programs lend their tools to models: "
                "files, calendars, databases, whatever there is a server for. "
                "Each tool asks you before it is called for the first time."
            ),
            "muted",
        )
        begin = wrapped(
            tr(
                "To begin, find a server for what you need, copy the JSON that its page shows, "
                "and paste it here."
            ),
            "muted",
        )
        self.button = button(tr("Add a server…"), self.add.emit, name="primary")
        theme.bind_icon(self.button, "plus", "on_accent", side=16)
        lines = vbox(margins=(0, 4, 0, 12), spacing=10)
        lines.addWidget(IconLabel(theme, "tool", "accent", 32), 0, Qt.AlignmentFlag.AlignLeft)
        for part in (about, begin):
            lines.addWidget(part)
        lines.addSpacing(4)
        lines.addLayout(hbox(self.button, STRETCH, spacing=8))
        self.setLayout(lines)


T = TypeVar("T")
_ROWS = 5
_SOON_MS = 30
"""Milliseconds during which updates are merged, since servers report many times while they
start.
"""
_SAID: dict[str, Decision] = {"ask": "once", "always": "always", "never": "never"}


class ServersPane(QWidget):
    """The list of servers, with the details of the selected server below."""

    def __init__(self, theme: Theme, servers: "Servers", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._servers = servers
        self._tasks = tasks
        self._wanted = ""
        self._states: tuple[McpServerState, ...] = ()
        self._leaving: set[str] = set()
        self.model = ServersModel(self)
        self.list = self._make_list()
        self.add = button(tr("Add a server…"), self.open_adding)
        theme.bind_icon(self.add, "plus", "muted", side=16)
        self.empty = EmptyState(theme)
        self.empty.add.connect(self.open_adding)
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
        self.list.setFixedHeight(min(max(1, len(states)), _ROWS) * self._rows.height + 4)
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
        """Show the new servers and test them, since the user wants to know whether they work."""
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
        """Hide a server; it is permanently removed once it can no longer be undone."""
        state = self._state(name)
        if state is None:
            return
        self._settle()
        self._leaving.add(name)
        self._show(self._states)
        self.undo.offer(tr("{0} was removed.").format(name), name)
        self.list.setFocus()

    def _restore(self, name: object) -> None:
        self._leaving.discard(str(name))
        self._wanted = str(name)
        self._show(self._states)

    def _settle(self) -> None:
        for name in tuple(self._leaving):
            self._do(self._let_go(name))

    async def _let_go(self, name: str) -> None:
        if name in self._leaving:  # else it has been taken back
            await self._servers.remove(name)
            self._leaving.discard(name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remove the hidden servers when the undo message disappears."""
        if event.type() == QEvent.Type.Hide:
            self._settle()  # begins in the next turn: who takes it back hides the line as well
        return super().eventFilter(watched, event)

    def _decide(self, server: str, tool: str, decision: str) -> None:
        self._do(self._servers.decide(server, tool, _SAID[decision]))

    def _state(self, name: str) -> McpServerState | None:
        state = self.model.row_at(self.model.index_of(name))
        return state if isinstance(state, McpServerState) else None

    def _do(
        self, work: Coroutine[Any, Any, object], then: Callable[[], object] = lambda: None
    ) -> None:

        def done(_result: object) -> None:
            self.fault.say("")
            self.refresh()
            then()

        self._start(work, done)

    def _start(self, work: Coroutine[Any, Any, T], done: Callable[[T], object]) -> None:
        self._tasks.start(work, while_alive(self, done), while_alive(self, self._failed))

    def _failed(self, error: AgentError) -> None:
        self.fault.say(localized_error(error), "error")
        self._show_details()  # what could not be changed is shown as it is

    # --- Construction

    def _make_list(self) -> QListView:
        view = QListView()
        view.setObjectName("mcpServers")
        view.setModel(self.model)
        self._rows = TwoLines(self._theme, view)
        view.setItemDelegate(self._rows)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(tr("MCP servers"))
        return view

    def _connect(self) -> None:
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        own_action(self.list, tr("Remove"), QKeySequence.StandardKey.Delete, self._remove_chosen)
        details = self.details
        details.changed.connect(lambda server: self._do(self._servers.change(server)))
        details.tried.connect(self._try)
        details.confirmed.connect(self._confirm)
        details.edited.connect(self._edit)
        details.removed.connect(self._remove)
        details.decided.connect(self._decide)
        details.forgotten.connect(lambda name: self._do(self._servers.forget_decisions(name)))

    def _remove_chosen(self) -> None:
        if self.chosen is not None:
            self._remove(self.chosen.server.name)

    def _lay_out(self) -> None:
        lines = (
            self.empty,
            self.fault,
            self.list,
            self.undo,
            hbox(self.add, STRETCH, spacing=8),
            self.details,
        )
        self.setLayout(vbox(*lines, margins=(0, 0, 0, 16), spacing=10))
        for each in (self.empty, self.fault, self.list, self.add, self.details):
            each.hide()
