"""The pane for the program's version and its updates."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from desktop_agent import __version__
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operation_view import OperationView
from desktop_agent.frontends.ui.settings.maintenance.operations import UpdateOperations
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.browser import open_address, open_folder
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme


class UpdatesPane(QWidget):
    """Shows the version and updates. It makes no connection until the user presses a button."""

    def __init__(self, theme: Theme, updating: UpdateOperations) -> None:
        super().__init__()
        self._updating = updating
        self._noted = ""
        self.version = heading(tr("Desktop Agent {0}").format(__version__), "section")
        self.version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.said = Said()
        self.host = wrapped("", "hint")
        self.check = button(
            tr("Check now"), updating.look, tip=tr("Asks now whether there is a newer version")
        )
        self.get = button(tr("Download"), updating.download, name="primary")
        self.get.setToolTip(tr("Downloads the newer version and checks it; installs nothing"))
        theme.bind_icon(self.check, "retry", "muted", side=16)
        theme.bind_icon(self.get, "download", "on_accent", side=16)
        self.line = OperationView(updating.loading, tr("Downloading…"))
        self.file = Said()
        self.install = button(tr("Open installer"), self._open, name="primary")
        self.folder = button(tr("Show in folder"), self._show_folder)
        self.notes = MarkdownView(theme)
        self.notes.setAccessibleName(tr("What is new"))
        self._lay_out()
        updating.changed.connect(self._show)
        self._show()
        updating.open()

    def look_again(self) -> None:
        """Show the current update source."""
        self._updating.open()

    # --- Events

    def _show(self) -> None:
        updating = self._updating
        release, configured = updating.release, bool(updating.configured)
        self._show_host()
        self._show_look()
        self.check.setVisible(configured)
        self.check.setEnabled(not updating.looking.active)
        can_get = release is not None and updating.path is None and not updating.loading.active
        self.get.setVisible(can_get)
        self._show_file()
        notes = release.notes if release is not None else ""
        if notes != self._noted:
            self._noted = notes
            self.notes.show_markdown(notes)
            self._heading.setVisible(not notes.lstrip().startswith("#"))  # they have their own
        self._box.setVisible(bool(notes.strip()))

    def _show_look(self) -> None:
        updating = self._updating
        fault = labels.fault(updating.looking, updating.opening)
        if updating.configured is False:
            self.said.say(tr("This build has no place for updates. It makes no connection."))
        elif updating.looking.active:
            self.said.say(tr("Looking for a newer version…"))
        elif fault:
            self.said.say(fault, "error")
        elif updating.release is not None:
            self.said.say(labels.release_line(updating.release), "ok")
        elif updating.looking.state == "done":
            self.said.say(tr("This is the newest version."), "ok")
        else:
            self.said.say("")

    def _show_file(self) -> None:
        updating = self._updating
        path, loading = updating.path, updating.loading
        for part in (self.install, self.folder):
            part.setVisible(path is not None)
        if path is not None:
            self.install.setVisible(labels.is_installer(path))
            self.file.say(tr("{0} was downloaded and checked.").format(path.name), "ok")
        elif loading.state == "failed":
            self.file.say(labels.fault(loading), "error")
        elif loading.state == "stopped":
            self.file.say(tr("The download was broken off."))
        else:
            self.file.say("")

    def _show_host(self) -> None:
        host = self._updating.host if self._updating.configured else ""
        text = tr("Asks {0} for a signed list; nothing about you is sent.").format(host)
        if not self._updating.automatic:
            text = tr("{0} That happens only when you press the button.").format(text)
        self.host.setText(text)
        self.host.setVisible(bool(host))

    def _open(self) -> None:
        if self._updating.path is not None:
            open_address(self._updating.path.as_uri())

    def _show_folder(self) -> None:
        if self._updating.path is not None:
            open_folder(self._updating.path)

    # --- Construction

    def _lay_out(self) -> None:
        self._heading = heading(tr("What is new"), "section")
        self._box = QFrame()
        self._box.setObjectName("foldBox")
        self._box.setLayout(vbox(self._heading, self.notes, margins=(14, 12, 14, 12), spacing=10))
        buttons = hbox(self.install, self.folder, self.get, self.check, STRETCH, spacing=8)
        told = (self.version, self.said, self.file, self.line)
        self.setLayout(
            vbox(*told, buttons, self.host, self._box, margins=(0, 0, 0, 18), spacing=10)
        )
