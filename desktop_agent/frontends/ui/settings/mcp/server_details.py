"""The details of an MCP server: its state, its log, and its tools with their permissions."""

from dataclasses import replace
from functools import partial
from html import escape

from PySide6.QtCore import QCoreApplication, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from desktop_agent.core.mcp import McpServerState, RemoteTool
from desktop_agent.frontends.ui.settings.page import button
from desktop_agent.frontends.ui.widgets import appearance
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, Pill, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import GroupedModel
from desktop_agent.frontends.ui.widgets.row_delegate import COLOUR, FAULT, MARK, SECOND, TwoLineList
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible

tr = partial(QCoreApplication.translate, "McpServers")


def status(state: McpServerState) -> str:
    """Return the translated label for a server's state."""
    if not state.server.confirmed:
        return tr("Not confirmed")
    if not state.server.enabled:
        return tr("Off")
    return {
        "off": tr("Off"),
        "idle": tr("Not started"),
        "starting": tr("Starting…"),
        "ready": tr("Ready"),
        "failed": tr("Failed"),
    }[state.status]


def _permissions() -> dict[str, str]:
    return {"ask": tr("Ask each time"), "always": tr("Always allow"), "never": tr("Never")}


# --- The tools as a list model

_ROLES = Qt.ItemDataRole
_COLOURS: dict[str, ColourName] = {"ask": "muted", "always": "ok", "never": "warn"}


class ToolsModel(GroupedModel):
    """Qt model of a server's tools with their descriptions and permissions."""

    def id_of(self, row: object) -> str:
        return f"{row.server}/{row.name}" if isinstance(row, RemoteTool) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, RemoteTool)
        warning = localized(visible(row.warning))
        second = warning or " ".join(visible(row.description).split())
        decided = _permissions()[row.decision]
        return {
            _ROLES.DisplayRole: visible(row.name),
            _ROLES.AccessibleTextRole: ", ".join(filter(None, (row.name, decided, second))),
            _ROLES.ToolTipRole: f"<qt>{escape(second[:500])}</qt>",
            SECOND: second,
            MARK: decided,
            COLOUR: "error" if warning else _COLOURS[row.decision],
            FAULT: bool(warning),
        }.get(role)


# --- The list of tools, with the description and permission of the selected tool

_MOST_SHOWN = (1500, 24)
"""Maximum numbers of characters and lines of a description."""


class ToolsPane(QWidget):
    """A pane that lists a server's tools and lets the user change their permissions.

    ``decided`` is emitted with the name of a tool and "ask", "always" or "never". ``forgotten`` is
    emitted when the user resets all permissions.
    """

    decided = Signal(str, str)
    forgotten = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.model = ToolsModel(self)
        self._title = heading("", "section")
        self.list = TwoLineList(theme, self.model, tr("Tools of the server"))
        self.list.setObjectName("serverTools")
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_tool())
        self.forget = button(tr("Reset permissions"), self.forgotten.emit, name="flat")
        self.forget.setToolTip(tr("Ask again before each tool of this server is used"))
        self.said = wrapped("", "cardQuote")
        self._label = QLabel(tr("Permission"))
        self.decision = QComboBox()
        for name, text in _permissions().items():
            self.decision.addItem(text, name)
        self.decision.activated.connect(self._decide)
        self._label.setBuddy(self.decision)
        self._lay_out()

    def show_tools(self, state: McpServerState) -> None:
        tools = state.tools
        self._title.setText(tr("Tools ({0})").format(len(tools)))
        self.forget.setVisible(any(tool.decision != "ask" for tool in tools))
        self.model.show(tools)
        if tools and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        self.setVisible(bool(tools))
        self.list.fit()
        self._show_tool()

    @property
    def _tool(self) -> RemoteTool | None:
        tool: RemoteTool | None = self.model.row_at(self.list.currentIndex())
        return tool

    def _show_tool(self) -> None:
        tool = self._tool
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
        tool, wanted = self._tool, str(self.decision.currentData())
        if tool is not None and wanted != tool.decision:
            self.decided.emit(tool.name, wanted)

    def _lay_out(self) -> None:
        head = hbox((self._title, 1), self.forget, spacing=8)
        below = hbox(self._label, self.decision, STRETCH, spacing=10)
        vbox(head, self.list, self.said, below, parent=self, spacing=6)


_TONES = {"ready": "ok", "failed": "error", "starting": ""}
_LINES = 7


class ServerDetails(QFrame):
    """A card that shows the details of an MCP server.

    ``changed`` is emitted with the server after a change, and the other signals with the name of
    the server. ``decided`` also carries the name of a tool and the user's decision.
    """

    changed = Signal(object)
    tried = Signal(str)
    confirmed = Signal(str)
    edited = Signal(str)
    removed = Signal(str)
    decided = Signal(str, str, str)
    forgotten = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._state: McpServerState | None = None
        self.title = ElidedLabel()
        self.title.setObjectName("section")
        self.pill = Pill()
        self._target = wrapped("", "hint")
        self.problem = wrapped("")
        self.problem.setProperty("tone", "error")
        self.remedy = wrapped("", "muted")
        self.enabled = self._box(tr("On"))
        self.default = self._box(tr("Use in new chats"))
        self.offline = self._box(tr("Works offline"))
        self.offline.setToolTip(tr("Use its tools when you are offline"))
        self.attempt = self._signal_button(tr("Test"), self.tried)
        self.confirm = self._signal_button(tr("Confirm and start"), self.confirmed)
        self.came_with_backup = wrapped(
            tr("This server came with a backup and is off. Confirm it only if you trust it.")
        )
        self.came_with_backup.setProperty("tone", "warn")
        self.edit = self._signal_button(tr("Edit…"), self.edited)
        self.remove = self._signal_button(tr("Remove"), self.removed)
        self.remove.setToolTip(tr("Remove this server (Delete)"))
        self.tools = ToolsPane(theme)
        self.tools.decided.connect(
            lambda tool, decision: self.decided.emit(self._name, tool, decision)
        )
        self.tools.forgotten.connect(lambda: self.forgotten.emit(self._name))
        self.log = QPlainTextEdit()
        self.log_switch = button("", lambda: None, name="flat")
        self.log_switch.setCheckable(True)
        self.log_switch.toggled.connect(self.log.setVisible)
        self.log.setReadOnly(True)
        self.log.setTabChangesFocus(True)
        self.log.setAccessibleName(tr("Server output"))
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_state(self, state: McpServerState) -> None:
        another = self._state is None or self._state.server.name != state.server.name
        self._state = state
        server = state.server
        name = visible(server.name)
        self.title.show_text(f"{name} {visible(state.version)}".rstrip())
        self.pill.show_text(status(state), _TONES.get(state.status, ""))
        self._target.setText(visible(server.target))
        for label, text in ((self.problem, state.problem), (self.remedy, state.remedy)):
            label.setText(localized(visible(text)))
            label.setVisible(bool(text))
        for box, on in (
            (self.enabled, server.enabled),
            (self.default, server.default),
            (self.offline, server.offline),
        ):
            box.setChecked(on)
        self.enabled.setEnabled(server.confirmed)
        self.default.setEnabled(server.may_start)
        self.offline.setEnabled(server.may_start)
        self.attempt.setVisible(server.confirmed)
        self.confirm.setVisible(not server.confirmed)
        self.came_with_backup.setVisible(not server.confirmed)
        running = state.status in ("ready", "failed")
        self.attempt.setText(tr("Restart") if running else tr("Test"))
        self.attempt.setEnabled(server.enabled and state.status != "starting")
        for part, told in (
            (self.attempt, tr("Start {0} and list its tools")),
            (self.confirm, tr("Allow {0} to start")),
            (self.edit, tr("Edit {0}")),
            (self.remove, tr("Remove {0}")),
        ):
            part.setAccessibleDescription(told.format(name))
        self.tools.show_tools(state)
        self._show_lines(state, another=another)

    @property
    def _name(self) -> str:
        return self._state.server.name if self._state is not None else ""

    def _show_lines(self, state: McpServerState, *, another: bool) -> None:
        text = "\n".join(visible(line) for line in state.log)
        count = len(state.log)
        self.log_switch.setVisible(bool(count))
        self.log_switch.setText(tr("Output ({0})").format(count))
        if text != self.log.toPlainText():
            self.log.setPlainText(text)
            self._fit_log()
            bar = self.log.verticalScrollBar()
            bar.setValue(bar.maximum())
        if another or state.status == "failed":
            self.log_switch.setChecked(bool(count) and state.status == "failed")
        self.log.setVisible(bool(count) and self.log_switch.isChecked())

    def _box(self, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setObjectName("switch")
        box.clicked.connect(self._switch)
        return box

    def _switch(self) -> None:
        if self._state is not None:
            server = replace(
                self._state.server,
                enabled=self.enabled.isChecked(),
                default=self.default.isChecked(),
                offline=self.offline.isChecked(),
            )
            self.changed.emit(server)

    def _signal_button(self, text: str, signal: SignalInstance) -> QPushButton:
        return button(text, lambda: signal.emit(self._name))

    def _restyle(self) -> None:
        self.log.setFont(appearance.mono(self._theme.points * 0.9))
        self._fit_log()

    def _fit_log(self) -> None:
        lines = min(_LINES, max(2, self.log.blockCount()))
        self.log.setFixedHeight(lines * self.log.fontMetrics().lineSpacing() + 24)

    def _lay_out(self) -> None:
        head = hbox((self.title, 1), self.pill, spacing=10)
        told = (head, self._target, self.came_with_backup, self.problem, self.remedy)
        boxes = hbox(self.enabled, self.default, self.offline, STRETCH, spacing=18)
        buttons = hbox(self.attempt, self.confirm, self.edit, self.remove, STRETCH, spacing=8)
        log = (hbox(self.log_switch, STRETCH, spacing=8), self.log)
        lines = (*told, 2, boxes, 2, buttons, 4, self.tools, *log)
        vbox(*lines, parent=self, margins=(16, 14, 16, 14), spacing=8)
