"""The MCP servers: their list, their tools with permissions, and the dialog for editing them."""

import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFrame, QLabel, QPlainTextEdit, QWidget

from desktop_agent.core.errors import AgentError, ServerTaken
from desktop_agent.core.mcp import Decision, McpServer, McpServerState, RemoteTool
from desktop_agent.frontends.ui.widgets import appearance
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, Pill, Said, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.row_delegate import TwoLineList, TwoLineRow
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import count

if TYPE_CHECKING:
    from desktop_agent.runs.mcp_servers import Servers

tr = partial(QCoreApplication.translate, "McpServers")

# --- The dialog for adding and editing servers as JSON


def text_of(server: McpServer) -> str:
    """Return a server's configuration as JSON in the common format ``{"mcpServers": {…}}``."""
    about: dict[str, Any]
    if server.url:
        about = {"url": server.url, "headers": dict(server.headers)}
    else:
        about = {"command": server.command, "args": list(server.args), "env": dict(server.env)}
        about |= {"cwd": server.cwd} if server.cwd else {}
    return json.dumps({"mcpServers": {server.name: about}}, ensure_ascii=False, indent=2)


class ServerDialog(QDialog):
    """A dialog for adding servers or for editing ``server``. It deletes itself when closed.

    ``taken`` is emitted with the servers. If they cannot be added or changed, the dialog shows the
    error and stays open. Replacing another server of the same name requires confirmation.
    """

    taken = Signal(object)

    def __init__(
        self,
        theme: Theme,
        tasks: Tasks,
        servers: "Servers",
        server: McpServer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._server = server
        self._tasks = tasks
        self._servers = servers
        self._replaces = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        adding = tr("Add an MCP server")
        self.setWindowTitle(adding if server is None else tr("Edit {0}").format(server.name))
        self.resize(600, 0)
        self.text = QPlainTextEdit("" if server is None else text_of(server))
        self.text.setPlaceholderText(text_of(_EXAMPLE))
        code = appearance.mono(theme.points * 0.95)
        self.text.setFont(code)
        self.text.setMinimumHeight(12 * QFontMetrics(code).lineSpacing() + 24)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Server JSON"))
        self.text.textChanged.connect(self._look)
        self.said = Said()
        self.cancel = push_button(tr("Cancel"), self.reject)
        self.ok = push_button(
            tr("Add") if server is None else tr("Save"), self._take, name="primary"
        )
        self.ok.setDefault(True)
        notes = (
            tr("Paste the “mcpServers” JSON from the server's page."),
            tr("Values that look like keys or passwords are stored in the keyring."),
            tr("Servers run with your permissions. Only add ones you trust."),
        )
        told = [wrapped(each, "hint") for each in notes[server is not None :]]
        buttons = hbox(STRETCH, self.cancel, self.ok, spacing=8)
        notes_below = vbox(*told, self.said, spacing=8)
        parts = ((self.text, 1), notes_below, buttons)
        vbox(*parts, parent=self, margins=(20, 16, 20, 16), spacing=8)
        self._look()

    def _look(self) -> None:
        """Clear the last error, and offer to add the pasted text."""
        self._offer_replacing(offered=False)
        self.said.hide()
        self.ok.setEnabled(bool(self.text.toPlainText().strip()))

    def _take(self) -> None:
        self.ok.setEnabled(False)
        self.said.hide()
        text, old = self.text.toPlainText(), self._server
        work: Coroutine[Any, Any, Sequence[McpServer]]
        if old is None:
            work = self._servers.add(text, replace=self._replaces)
        else:
            work = self._servers.edit(old, text)
        self._tasks.start(work, self._done, self._failed)

    def _done(self, servers: object) -> None:
        self.taken.emit(servers)
        self.accept()

    def _failed(self, error: AgentError) -> None:
        self.ok.setEnabled(True)
        self._offer_replacing(offered=isinstance(error, ServerTaken))
        text = localized_error(error)
        text = text[:1].upper() + text[1:]
        self.said.say(text, "error")
        self.said.setAccessibleName(text)
        alert(self.said)

    def _offer_replacing(self, *, offered: bool) -> None:
        """Label the confirmation button "Replace" if ``offered``, otherwise "Add"."""
        if self._server is None:
            self._replaces = offered
            self.ok.setText(tr("Replace") if offered else tr("Add"))


_EXAMPLE = McpServer("time", command="uvx", args=("mcp-server-time",))


# --- The rows of servers and tools


def status(state: McpServerState) -> str:
    """Return the translated label for a server's state."""
    if not state.server.confirmed:
        return tr("Not confirmed")
    return label("McpServers", "status", state.status if state.server.enabled else "off")


_SERVER_COLOURS: dict[str, ColourName] = {
    "off": "faint",
    "idle": "muted",
    "starting": "accent",
    "ready": "ok",
    "failed": "error",
}
_TOOL_COLOURS: dict[str, ColourName] = {"ask": "muted", "always": "ok", "never": "warn"}


def _server_row(state: McpServerState) -> TwoLineRow:
    name = state.server.name
    facts = localized(visible(state.problem))
    if not facts:
        tools = count("tools", len(state.tools)) if state.tools else ""
        facts = " · ".join(filter(None, (tools, visible(state.server.target))))
    return TwoLineRow(
        name,
        state,
        visible(name),
        facts,
        mark=status(state),
        colour=_SERVER_COLOURS[state.status if state.server.enabled else "off"],
        fault=bool(state.problem),
    )


def _tool_row(tool: RemoteTool) -> TwoLineRow:
    warning = localized(visible(tool.warning))
    return TwoLineRow(
        f"{tool.server}/{tool.name}",
        tool,
        visible(tool.name),
        warning or " ".join(visible(tool.description).split()),
        mark=label("McpServers", "permission", tool.decision),
        colour="error" if warning else _TOOL_COLOURS[tool.decision],
        fault=bool(warning),
    )


# --- The list of tools, with the description and permission of the selected tool

_MOST_SHOWN = (1500, 24)
"""Maximum numbers of characters and lines of a description."""
_SAID: dict[str, Decision] = {"ask": "once", "always": "always", "never": "never"}


class ToolsPane(QWidget):
    """A list of a server's tools, which lets the user change their permissions."""

    def __init__(self, theme: Theme, pane: "McpPane") -> None:
        super().__init__()
        self._pane = pane
        self._server = ""
        self._title = heading("", "section")
        self.list = TwoLineList(theme, tr("Server tools"))
        self.list.setObjectName("serverTools")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_tool())
        tip = tr("Ask again before using any of this server's tools")
        self.forget = push_button(tr("Reset permissions"), self._forget, tip=tip, name="flat")
        self.said = wrapped("", "cardQuote")
        self._label = QLabel(tr("Permission"))
        self.decision = QComboBox()
        for name in _SAID:
            self.decision.addItem(label("McpServers", "permission", name), name)
        self.decision.activated.connect(self._decide)
        self._label.setBuddy(self.decision)
        head = hbox((self._title, 1), self.forget, spacing=8)
        below = hbox(self._label, self.decision, STRETCH, spacing=10)
        vbox(head, self.list, self.said, below, parent=self, spacing=6)

    def show_tools(self, state: McpServerState) -> None:
        tools = state.tools
        self._server = state.server.name
        self._title.setText(tr("Tools ({0})").format(len(tools)))
        self.forget.setVisible(any(tool.decision != "ask" for tool in tools))
        self.list.show_rows([_tool_row(each) for each in tools])
        self.list.select_any()
        self.setVisible(bool(tools))
        self._show_tool()

    def _show_tool(self) -> None:
        tool: RemoteTool | None = self.list.current
        for part in (self.said, self._label, self.decision):
            part.setVisible(tool is not None)
        if tool is None:
            return
        name = visible(tool.name)
        says = visible(tool.description.strip()) or tr("No description")
        warning = localized(visible(tool.warning))
        self.said.setText(clipped("\n".join(filter(None, (warning, says))), *_MOST_SHOWN))
        self.said.setAccessibleName(tr("Description of {0}").format(name))
        self.decision.setAccessibleName(tr("Permission for {0}").format(name))
        self.decision.setCurrentIndex(self.decision.findData(tool.decision))

    def _decide(self) -> None:
        tool, wanted = self.list.current, str(self.decision.currentData())
        if tool is not None and wanted != tool.decision:
            decided = self._pane.servers.decide(self._server, tool.name, _SAID[wanted])
            self._pane.start(decided)

    def _forget(self) -> None:
        self._pane.start(self._pane.servers.forget_decisions(self._server))


_TONES = {"ready": "ok", "failed": "error", "starting": ""}
_LOG_LINES = 12


class ServerDetails(QFrame):
    """A card with the details of the MCP server that is selected in ``pane``."""

    def __init__(self, theme: Theme, pane: "McpPane") -> None:
        super().__init__()
        self.setObjectName("card")
        self._pane = pane
        self.title = ElidedLabel()
        self.title.setObjectName("section")
        self.pill = Pill()
        self._target = wrapped("", "hint")
        self.problem, self.remedy = Said(), Said("muted")
        self.enabled = self._box(tr("On"))
        self.default = self._box(tr("Use in new chats"))
        self.offline = self._box(tr("Works offline"))
        self.offline.setToolTip(tr("Use its tools when you are offline"))
        self.attempt = push_button(tr("Test"), lambda: pane.attempt(pane.current.server.name))
        self.confirm = push_button(tr("Confirm and start"), pane.confirm_current)
        self.came_with_backup = wrapped(
            tr(
                "This server was restored from a backup and is off. Confirm it only if you "
                "trust it."
            )
        )
        self.came_with_backup.setProperty("tone", "warn")
        self.edit = push_button(tr("Edit…"), lambda: pane.open(pane.current.server))
        tip = tr("Remove this server (Delete)")
        self.remove = push_button(tr("Remove"), pane.remove_current, tip=tip)
        self.tools = ToolsPane(theme, pane)
        self.log = wrapped("", "command")
        self._lay_out()

    def show_state(self, state: McpServerState) -> None:
        server = state.server
        self.title.show_text(f"{visible(server.name)} {visible(state.version)}".rstrip())
        self.pill.say(status(state), _TONES.get(state.status, ""))
        self._target.setText(visible(server.target))
        self.problem.say(localized(visible(state.problem)), "error")
        self.remedy.say(localized(visible(state.remedy)))
        self.enabled.setChecked(server.enabled)
        self.default.setChecked(server.default)
        self.offline.setChecked(server.offline)
        self.enabled.setEnabled(server.confirmed)
        self.default.setEnabled(server.may_start)
        self.offline.setEnabled(server.may_start)
        self.attempt.setVisible(server.confirmed)
        self.confirm.setVisible(not server.confirmed)
        self.came_with_backup.setVisible(not server.confirmed)
        running = state.status in ("ready", "failed")
        self.attempt.setText(tr("Restart") if running else tr("Test"))
        self.attempt.setEnabled(server.enabled and state.status != "starting")
        for part in (self.attempt, self.confirm, self.edit, self.remove):
            part.setAccessibleDescription(visible(server.name))
        self.tools.show_tools(state)
        self.log.setText("\n".join(visible(line) for line in state.log[-_LOG_LINES:]))
        self.log.setVisible(bool(state.log) and state.status == "failed")

    def _box(self, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setObjectName("switch")
        box.clicked.connect(self._switch)
        return box

    def _switch(self) -> None:
        server = replace(
            self._pane.current.server,
            enabled=self.enabled.isChecked(),
            default=self.default.isChecked(),
            offline=self.offline.isChecked(),
        )
        self._pane.start(self._pane.servers.change(server))

    def _lay_out(self) -> None:
        head = hbox((self.title, 1), self.pill, spacing=10)
        told = (head, self._target, self.came_with_backup, self.problem, self.remedy)
        boxes, buttons = QWidget(), QWidget()
        FlowLayout(boxes, self.enabled, self.default, self.offline, gap=18)
        FlowLayout(buttons, self.attempt, self.confirm, self.edit, self.remove, gap=8)
        lines = (*told, self.log, 2, boxes, 2, buttons, 4, self.tools)
        vbox(*lines, parent=self, margins=(16, 14, 16, 14), spacing=8)


_SOON_MS = 30
"""Milliseconds for which updates are collected, since a starting server reports many of them."""


class McpPane(QWidget):
    """A pane that lists the servers and shows the details of the selected one below the list."""

    def __init__(self, theme: Theme, servers: "Servers", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self.servers = servers
        self._tasks = tasks
        self._wanted = ""
        self.list = TwoLineList(theme, tr("MCP servers"))
        self.list.setObjectName("mcpServers")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        self.add = push_button(tr("Add a server…"), lambda: self.open(None))
        theme.bind_icon(self.add, "plus", "muted", side=16)
        self.empty = wrapped(
            tr(
                "MCP servers give models more tools: files, calendars, databases. You are asked "
                "before a tool is first used. Copy the JSON from a server's page to add it."
            ),
            "muted",
        )
        self.fault = Said()
        self.details = ServerDetails(theme, self)
        keys, remove = QKeySequence.StandardKey.Delete, self.details.remove
        own_action(self.list, tr("Remove"), keys, remove.click)
        buttons = hbox(self.add, STRETCH, spacing=8)
        lines = (self.empty, self.fault, self.list, buttons, self.details)
        vbox(*lines, parent=self, spacing=10)
        for each in (self.empty, self.fault, self.list, self.details):
            each.hide()
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._stop_watching = servers.watch(while_alive(self, lambda _news: self._soon.start()))
        self.destroyed.connect(lambda _gone, stop=self._stop_watching: stop())
        self.refresh()

    @property
    def current(self) -> McpServerState:
        """The selected server. There always is one while the details are shown."""
        selected: McpServerState = self.list.current
        return selected

    def refresh(self, *_done: object) -> None:
        self._tasks.start(self.servers.states(), self._show, self._failed)

    # --- Actions

    def open(self, server: McpServer | None) -> None:
        """Open the dialog for a server or, if None, for new servers."""
        dialog = ServerDialog(self._theme, self._tasks, self.servers, server, self.window())
        dialog.taken.connect(self._added if server is None else self.refresh)
        dialog.open()

    def attempt(self, name: str) -> None:
        """Start a server, or restart it, to find out whether it works."""
        self._tasks.start(self.servers.try_server(name), self.refresh, self._failed)

    def confirm_current(self) -> None:
        name = self.current.server.name
        self.start(self.servers.confirm(name), lambda: self.attempt(name))

    def remove_current(self) -> None:
        """Remove the selected server if the user confirms it."""
        name = self.current.server.name
        asked = tr("Remove {0}?").format(name)
        about = tr("Its keys and tool permissions will be deleted too.")
        confirm(self, asked, about, tr("Remove"), lambda: self.start(self.servers.remove(name)))

    def start(
        self, work: Coroutine[Any, Any, object], then: Callable[[], object] = lambda: None
    ) -> None:
        """Start a change, and show the servers again once it is made."""

        def done(_result: object) -> None:
            self.fault.say("")
            self.refresh()
            then()

        self._tasks.start(work, while_alive(self, done), self._failed)

    # --- Events

    def _show(self, states: Sequence[McpServerState]) -> None:
        self.list.show_rows([_server_row(each) for each in states])
        if self.list.go_to(self._wanted):
            self._wanted = ""
        self.list.select_any()
        for part in (self.list, self.details):
            part.setVisible(bool(states))
        self.empty.setVisible(not states)
        self._show_details()

    def _show_details(self) -> None:
        if self.list.current is not None:
            self.details.show_state(self.list.current)

    def _added(self, added: Sequence[McpServer]) -> None:
        """Show the new servers and test them."""
        self.fault.say("")
        if added:
            self._wanted = added[0].name
        for server in added:
            self.attempt(server.name)
        self.refresh()

    def _failed(self, error: AgentError) -> None:
        self.fault.fail(error)
        self._show_details()  # show the unchanged state again
