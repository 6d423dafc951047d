"""Adding a server, by what its page says or by a form; or changing one by the form."""

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError, ServerTaken
from desktop_agent.core.mcp import McpServer
from desktop_agent.ui import fonts
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.servers import words
from desktop_agent.ui.servers.server_text import command_line, server_of, text_of, value_lines
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.while_alive import while_alive

_EXAMPLE = """{
  "mcpServers": {
    "time": {
      "command": "uvx",
      "args": ["mcp-server-time"]
    }
  }
}"""


class _Page(QWidget):
    """A page of tabs that is never lower than its wrapped lines need: tabs do not ask for that."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines = self.layout()
        if lines is not None:
            self.setMinimumHeight(lines.minimumHeightForWidth(self.width()))


class ServerDialog(QDialog):
    """Opened with ``open()``; deletes itself when closed.

    ``add`` takes the JSON of new servers, and ``replace`` where they may take the place of others of
    their names, ``change`` a server that is other now; where one raises `AgentError` the dialog says
    so and stays. ``server`` is the one to change, None to add.
    ``taken`` brings what they give.
    """

    taken = Signal(object)

    def __init__(
        self,
        theme: Theme,
        tasks: Tasks,
        add: Callable[..., Coroutine[Any, Any, object]],
        change: Callable[[McpServer], Coroutine[Any, Any, object]],
        server: McpServer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._server = server
        self._tasks = tasks
        self._add = add
        self._replaces = False
        self._change = change
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        adding = words.tr("Add an MCP server")
        self.setWindowTitle(
            adding if server is None else words.tr("Change {0}").format(server.name)
        )
        self.resize(600, 0)
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText(_EXAMPLE)
        self.text.setTabChangesFocus(True)
        code = fonts.mono(theme.points * 0.95)
        self.text.setFont(code)
        self.text.setMinimumHeight(9 * QFontMetrics(code).lineSpacing() + 24)
        self.text.setAccessibleName(words.tr("JSON of the server"))
        self.name, self.target, self.values = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.values.setTabChangesFocus(True)
        self.values.setFixedHeight(3 * self.values.fontMetrics().lineSpacing() + 22)
        self.name.setPlaceholderText("time")
        self.target.setPlaceholderText("uvx mcp-server-time")
        self.values.setPlaceholderText("API_KEY=…")
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(words.tr("How to add the server"))
        self.said = wrapped("")
        self.said.setProperty("tone", "error")
        self.said.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = QPushButton(words.tr("Add") if server is None else words.tr("Save"))
        self.ok.setObjectName("primary")
        self.ok.setDefault(True)
        self._buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        for field in (self.text, self.name, self.target, self.values):
            field.textChanged.connect(lambda *_: self._offer_replacing(offered=False))
        self._buttons.accepted.connect(self._take)
        self._buttons.rejected.connect(self.reject)
        self._lay_out()

    # --- what happens

    def _take(self) -> None:
        try:
            work = self._work()
        except AgentError as error:
            self._failed(error)
            return
        self.ok.setEnabled(False)
        self.said.hide()
        self._tasks.start(work, while_alive(self, self._done), while_alive(self, self._failed))

    def _done(self, result: object) -> None:
        self.taken.emit(result)
        self.accept()

    def _work(self) -> Coroutine[Any, Any, object]:
        if self._server is None and self.tabs.currentWidget() is self._pasting:
            return self._add(self.text.toPlainText(), replace=self._replaces)
        wanted = server_of(self.name.text(), self.target.text(), self.values.toPlainText())
        if self._server is None:
            return self._add(text_of(wanted), replace=self._replaces)
        old = self._server
        return self._change(
            McpServer(
                old.name,
                wanted.command,
                wanted.args,
                wanted.env,
                "" if wanted.url else old.cwd,
                wanted.url,
                wanted.headers,
                old.enabled,
                old.default,
                old.offline,
            )
        )

    def _failed(self, error: AgentError) -> None:
        self.ok.setEnabled(True)
        self._offer_replacing(offered=isinstance(error, ServerTaken))
        text = localized_error(error)
        self.said.setText(text)
        self.said.setAccessibleName(text)
        self.said.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self.said, QAccessible.Event.Alert))

    def _offer_replacing(self, *, offered: bool) -> None:
        """Let the button replace the server that has the name, until something else is entered."""
        if self._server is None:
            self._replaces = offered
            self.ok.setText(words.tr("Replace") if offered else words.tr("Add"))

    # --- building

    def _lay_out(self) -> None:
        trust = words.tr(
            "A server is started as a program of yours, with all that you may do yourself. "
            "Add only those that you trust."
        )
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 16, 20, 16)
        lines.setSpacing(10)
        self._pasting, self._form = self._make_pasting(), self._make_form()
        if self._server is None:
            self.tabs.addTab(self._pasting, words.tr("Paste JSON"))
            self.tabs.addTab(self._form, words.tr("Fill in a form"))
            lines.addWidget(self.tabs, 1)
            self.text.setFocus()
        else:
            lines.addWidget(self._form, 1)
            self._fill(self._server)
        lines.addWidget(wrapped(trust, "hint"))
        lines.addWidget(self.said)
        lines.addWidget(self._buttons)

    def _fill(self, server: McpServer) -> None:
        self.name.setText(server.name)
        self.name.setReadOnly(True)
        self.target.setText(command_line(server))
        self.values.setPlainText(value_lines(server))
        self.target.setFocus()

    def _make_pasting(self) -> QWidget:
        page = _Page()
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 12, 0, 0)
        lines.setSpacing(8)
        about = words.tr(
            "Paste what the page of the server says for “mcpServers”; one server or several."
        )
        lines.addWidget(wrapped(about, "muted"))
        lines.addWidget(self.text, 1)
        lines.addSpacing(2)
        lines.addWidget(wrapped(_secrets(), "hint"))
        return page

    def _make_form(self) -> QWidget:
        page = _Page()
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 12, 0, 0)
        lines.setSpacing(4)
        for title, field in (
            (words.tr("Name"), self.name),
            (words.tr("Command line, or address"), self.target),
            (words.tr("Environment, or headers of the address"), self.values),
        ):
            label = QLabel(title)
            label.setObjectName("section")
            label.setBuddy(field)
            field.setAccessibleName(title)
            lines.addWidget(label)
            lines.addWidget(field)
            lines.addSpacing(10)
        lines.addWidget(wrapped(_secrets(), "hint"))
        lines.addStretch(1)
        return page


def _secrets() -> str:
    return words.tr(
        "Values that look like keys, tokens or passwords go to the keyring, never into a file."
    )
