"""All about one server: how it stands with it, what it may do, what it has written."""

from dataclasses import replace

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from desktop_agent.core.mcp import McpServerState
from desktop_agent.ui import fonts
from desktop_agent.ui.localized import localized
from desktop_agent.ui.parts import ElidedLabel, Pill, wrapped
from desktop_agent.ui.servers import words
from desktop_agent.ui.servers.tools_pane import ToolsPane
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.untrusted_text import visible

_TONES = {"ready": "ok", "failed": "error", "starting": ""}
_LINES = 7


class ServerDetails(QFrame):
    """``changed`` brings the server as it is to be; the other signals bring its name."""

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
        self.enabled = self._box(words.tr("Switched on"))
        self.default = self._box(words.tr("On in new conversations"))
        self.offline = self._box(words.tr("Works without the network"))
        self.offline.setToolTip(
            words.tr("Its tools are offered where the network is switched off, too")
        )
        self.attempt = self._button(words.tr("Try it"), self.tried)
        self.confirm = self._button(words.tr("Confirm and start"), self.confirmed)
        self.came_with_backup = wrapped(
            words.tr(
                "This server came with a backup, and is off. Confirm it only if you trust what "
                "stands above."
            )
        )
        self.came_with_backup.setProperty("tone", "warn")
        self.edit = self._button(words.tr("Change…"), self.edited)
        self.remove = self._button(words.tr("Remove"), self.removed)
        self.remove.setToolTip(words.tr("Remove this server (Delete); it can be undone"))
        self.tools = ToolsPane(theme)
        self.tools.decided.connect(
            lambda tool, decision: self.decided.emit(self._name, tool, decision)
        )
        self.tools.forgotten.connect(lambda: self.forgotten.emit(self._name))
        self.log_switch = QPushButton()
        self.log_switch.setObjectName("flat")
        self.log_switch.setCheckable(True)
        self.log_switch.setAutoDefault(False)
        self.log_switch.toggled.connect(self._show_log)
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setTabChangesFocus(True)
        self.log.setAccessibleName(words.tr("What the server has written last"))
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_state(self, state: McpServerState) -> None:
        """Shows a server."""
        another = self._state is None or self._state.server.name != state.server.name
        self._state = state
        server = state.server
        name = visible(server.name)
        self.title.show_text(f"{name} {visible(state.version)}".rstrip())
        self.pill.show_text(words.status(state), _TONES.get(state.status, ""))
        self._target.setText(words.target(server))
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
        self.attempt.setText(words.tr("Restart") if running else words.tr("Try it"))
        self.attempt.setEnabled(server.enabled and state.status != "starting")
        for button, told in (
            (self.attempt, words.tr("Start {0}, and ask it for its tools")),
            (self.confirm, words.tr("Let {0} be started from now on")),
            (self.edit, words.tr("Change how {0} is started")),
            (self.remove, words.tr("Remove {0}")),
        ):
            button.setAccessibleDescription(told.format(name))
        self.tools.show_tools(state)
        self._show_lines(state, another=another)

    @property
    def _name(self) -> str:
        return self._state.server.name if self._state is not None else ""

    def _show_lines(self, state: McpServerState, *, another: bool) -> None:
        text = "\n".join(visible(line) for line in state.log)
        count = len(state.log)
        self.log_switch.setVisible(bool(count))
        self.log_switch.setText(
            words.tr("The last line it wrote")
            if count == 1
            else words.tr("The last {0} lines it wrote").format(count)
        )
        if text != self.log.toPlainText():
            self.log.setPlainText(text)
            self._fit_log()
            bar = self.log.verticalScrollBar()
            bar.setValue(bar.maximum())
        if another or state.status == "failed":
            self.log_switch.setChecked(bool(count) and state.status == "failed")
        self.log.setVisible(bool(count) and self.log_switch.isChecked())

    def _show_log(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.log.setVisible(shown)

    def _box(self, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.clicked.connect(self._switch)
        return box

    def _switch(self) -> None:
        if self._state is not None:
            enabled, default = self.enabled.isChecked(), self.default.isChecked()
            server = replace(
                self._state.server,
                enabled=enabled,
                default=default,
                offline=self.offline.isChecked(),
            )
            self.changed.emit(server)

    def _button(self, text: str, signal: SignalInstance) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: signal.emit(self._name))
        return button

    def _restyle(self) -> None:
        self.log.setFont(fonts.mono(self._theme.points * 0.9))
        self._fit_log()

    def _fit_log(self) -> None:
        lines = min(_LINES, max(2, self.log.blockCount()))
        self.log.setFixedHeight(lines * self.log.fontMetrics().lineSpacing() + 24)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title, 1)
        head.addWidget(self.pill)
        boxes = QHBoxLayout()
        boxes.setSpacing(18)
        for box in (self.enabled, self.default, self.offline):
            boxes.addWidget(box)
        boxes.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.attempt, self.confirm, self.edit, self.remove):
            buttons.addWidget(button)
        buttons.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 14, 16, 14)
        lines.setSpacing(8)
        lines.addLayout(head)
        for part in (self._target, self.came_with_backup, self.problem, self.remedy):
            lines.addWidget(part)
        lines.addSpacing(2)
        lines.addLayout(boxes)
        lines.addSpacing(2)
        lines.addLayout(buttons)
        lines.addSpacing(4)
        lines.addWidget(self.tools)
        below = QHBoxLayout()
        below.addWidget(self.log_switch)
        below.addStretch(1)
        lines.addLayout(below)
        lines.addWidget(self.log)
