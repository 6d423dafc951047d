"""The dialog for adding MCP servers, as JSON or in a form, and for editing one in the form."""

import json
import os
import shlex
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from desktop_agent.core.errors import AgentError, ServerTaken, SettingsError
from desktop_agent.core.mcp import McpServer
from desktop_agent.frontends.ui.settings.mcp.server_details import tr
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets import appearance
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

# --- A server as common JSON and as form fields


def text_of(server: McpServer) -> str:
    """Return a server's configuration as JSON in the common format ``{"mcpServers": {…}}``."""
    about: dict[str, Any]
    if server.url:
        about = {"url": server.url}
        if server.headers:
            about["headers"] = dict(server.headers)
    else:
        about = {"command": server.command, "args": list(server.args)}
        if server.env:
            about["env"] = dict(server.env)
        if server.cwd:
            about["cwd"] = server.cwd
    return json.dumps({"mcpServers": {server.name: about}}, ensure_ascii=False, indent=2)


def server_of(name: str, target: str, values: str) -> McpServer:
    """Return the server that the form describes.

    ``target`` is a command line or a URL. ``values`` contains lines of the form ``NAME=value``,
    which are environment variables for a command and HTTP headers for a URL.

    Raises:
        SettingsError: something is missing or cannot be parsed.
    """
    name, target = name.strip(), target.strip()
    if not name:
        raise SettingsError("The server has no name.", "Enter one, such as time.")
    if not target:
        raise SettingsError("The server has no command and no URL.", "Enter one of them.")
    pairs = _pairs(values)
    if target.startswith(("http://", "https://")):
        return McpServer(name, url=target, headers=pairs)
    command, *arguments = _words(target)
    return McpServer(name, command=command, args=tuple(arguments), env=pairs)


def command_line(server: McpServer) -> str:
    """Return the server's URL or quoted command line, in the form that `server_of` expects."""
    if server.url:
        return server.url
    parts = (server.command, *server.args)
    if os.name == "nt":
        return " ".join(f'"{part}"' if " " in part or not part else part for part in parts)
    return shlex.join(parts)


def value_lines(server: McpServer) -> str:
    """Return the server's environment variables or headers as ``NAME=value`` lines."""
    pairs = server.headers if server.url else server.env
    return "\n".join(f"{name}={value}" for name, value in pairs.items())


def _words(line: str) -> list[str]:
    try:
        if os.name == "nt":  # on Windows, a backslash separates folders
            return [word.strip('"') for word in shlex.split(line, posix=False)]
        return shlex.split(line)
    except ValueError:
        raise SettingsError(
            "A quote in the command is not closed.", "Close or remove it."
        ) from None


def _pairs(lines: str) -> Mapping[str, str]:
    pairs = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        name, sign, value = line.partition("=")
        if not sign or not name.strip():
            raise SettingsError(f"“{line[:60]}” is not a value.", "Write NAME=value, one per line.")
        pairs[name.strip()] = value.strip()
    return pairs


_EXAMPLE = """{
  "mcpServers": {
    "time": {
      "command": "uvx",
      "args": ["mcp-server-time"]
    }
  }
}"""


class ServerDialog(QDialog):
    """A dialog for adding servers or for editing ``server``. It deletes itself when closed.

    ``add`` is called with the JSON that describes new servers; with ``replace`` set, these replace
    existing servers of the same name. ``change`` is called with the edited server. If either raises
    `AgentError`, the dialog shows the error and stays open. Otherwise, ``taken`` is emitted with
    the returned value.
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
        adding = tr("Add an MCP server")
        self.setWindowTitle(adding if server is None else tr("Edit {0}").format(server.name))
        self.resize(600, 0)
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText(_EXAMPLE)
        code = appearance.mono(theme.points * 0.95)
        self.text.setFont(code)
        self.text.setMinimumHeight(9 * QFontMetrics(code).lineSpacing() + 24)
        self.text.setAccessibleName(tr("JSON of the server"))
        self.name, self.target, self.values = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.values.setFixedHeight(3 * self.values.fontMetrics().lineSpacing() + 22)
        self.name.setPlaceholderText("time")
        self.target.setPlaceholderText("uvx mcp-server-time")
        self.values.setPlaceholderText("API_KEY=…")
        for area in (self.text, self.values):
            area.setTabChangesFocus(True)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("How to add the server"))
        self.said = Said()
        self.cancel = button(tr("Cancel"), self.reject)
        self.ok = button(tr("Add") if server is None else tr("Save"), self._take, name="primary")
        self.ok.setDefault(True)
        for field in (self.text, self.name, self.target, self.values):
            field.textChanged.connect(lambda *_: self._offer_replacing(offered=False))
        self._lay_out()

    # --- Events

    def _take(self) -> None:
        try:
            work = self._work()
        except AgentError as error:
            self._failed(error)
            return
        self.ok.setEnabled(False)
        self.said.hide()
        self._tasks.start(work, self._done, self._failed)

    def _done(self, result: object) -> None:
        self.taken.emit(result)
        self.accept()

    def _work(self) -> Coroutine[Any, Any, object]:
        old = self._server
        if old is None and self.tabs.currentIndex() == 0:
            return self._add(self.text.toPlainText(), replace=self._replaces)
        wanted = server_of(self.name.text(), self.target.text(), self.values.toPlainText())
        if old is None:
            return self._add(text_of(wanted), replace=self._replaces)
        changed = replace(
            wanted,
            name=old.name,
            cwd="" if wanted.url else old.cwd,
            enabled=old.enabled,
            default=old.default,
            offline=old.offline,
        )
        return self._change(changed)

    def _failed(self, error: AgentError) -> None:
        self.ok.setEnabled(True)
        self._offer_replacing(offered=isinstance(error, ServerTaken))
        text = localized_error(error)
        self.said.say(text, "error")
        self.said.setAccessibleName(text)
        alert(self.said)

    def _offer_replacing(self, *, offered: bool) -> None:
        """Label the confirmation button "Replace" if ``offered`` is True, and "Add" otherwise."""
        if self._server is None:
            self._replaces = offered
            self.ok.setText(tr("Replace") if offered else tr("Add"))

    # --- Construction

    def _lay_out(self) -> None:
        form = self._make_form()
        if self._server is None:
            self.tabs.addTab(self.text, tr("Paste JSON"))
            self.tabs.addTab(form, tr("Form"))
        notes = (
            tr("Paste the “mcpServers” JSON from the server's page, or fill in the form."),
            tr("Values that look like keys or passwords are stored in the keyring."),
            tr("Servers run with your permissions. Only add ones you trust."),
        )
        shown = notes if self._server is None else notes[1:]
        buttons = hbox(STRETCH, self.cancel, self.ok, spacing=8)
        body = self.tabs if self._server is None else form
        told = [wrapped(each, "hint") for each in shown]
        vbox((body, 1), *told, self.said, buttons, parent=self, margins=(20, 16, 20, 16), spacing=8)
        if self._server is None:
            self.text.setFocus()
        else:
            self.name.setText(self._server.name)
            self.name.setReadOnly(True)
            self.target.setText(command_line(self._server))
            self.values.setPlainText(value_lines(self._server))
            self.target.setFocus()

    def _make_form(self) -> QWidget:
        page = QWidget()
        lines = vbox(parent=page, margins=(0, 12, 0, 0), spacing=4)
        for title, field in (
            (tr("Name"), self.name),
            (tr("Command or URL"), self.target),
            (tr("Environment or headers"), self.values),
        ):
            label = heading(title, "section")
            label.setBuddy(field)
            field.setAccessibleName(title)
            lines.addWidget(label)
            lines.addWidget(field)
            lines.addSpacing(8)
        lines.addStretch(1)
        return page
