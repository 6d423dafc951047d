"""The program's version and updates, and the optional components."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_agent import __version__
from desktop_agent.core.maintenance import Component
from desktop_agent.frontends.ui.markdown.view import MarkdownView
from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operation_view import (
    OperationView,
    Said,
    button,
    row_of,
    section,
)
from desktop_agent.frontends.ui.settings.maintenance.operations import Adding, UpdateOperations
from desktop_agent.frontends.ui.widgets.browser import open_address, open_folder
from desktop_agent.frontends.ui.widgets.labels import Pill, wrapped
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Components


class ComponentsPane(QWidget):
    """A card per component; ``cards`` exist once the list is loaded."""

    def __init__(self, theme: Theme, adding: Adding) -> None:
        super().__init__()
        self._theme = theme
        self._adding = adding
        self.cards: dict[str, ComponentCard] = {}
        self.said = Said()
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 6, 0, 18)
        self._lines.setSpacing(10)
        self._lines.addWidget(section(tr("Add-ons")))
        self._lines.addWidget(self.said)
        adding.changed.connect(self._show)
        self._show()
        adding.refresh()

    def look_again(self) -> None:
        """Reload the list."""
        self._adding.refresh()

    def _show(self) -> None:
        adding = self._adding
        self.said.say(labels.fault(adding.listing), "error")
        for each in adding.components or ():
            if each.name not in self.cards:
                self.cards[each.name] = ComponentCard(self._theme, adding)
                self._lines.addWidget(self.cards[each.name])
            self.cards[each.name].show_component(each)


class ComponentCard(QFrame):
    """One component with its state and button."""

    def __init__(self, theme: Theme, adding: Adding) -> None:
        super().__init__()
        self.setObjectName("foldBox")
        self._adding = adding
        self._name = ""
        self._title = section("")
        self.pill = Pill()
        self._about = wrapped("", "muted")
        self.facts = wrapped("", "hint")
        self.said = Said()
        self.line = OperationView(adding.working, tr("Adding…"))
        self.add = button(tr("Add"), lambda: adding.add(self._name))
        self.remove = button(tr("Remove"), lambda: adding.remove(self._name))
        theme.bind_icon(self.add, "download", "muted", side=16)
        theme.bind_icon(self.remove, "trash", "muted", side=16)
        self._lay_out()

    def show_component(self, component: Component) -> None:
        """Show the state of a component."""
        adding = self._adding
        self._name = component.name
        title = labels.component_title(component)
        self._title.setText(title)
        self._about.setText(labels.component_about(component))
        self._about.setVisible(bool(self._about.text()))
        self.pill.show_text(labels.component_state(component), "ok")
        self.facts.setText(labels.component_facts(component))
        self.facts.setVisible(bool(self.facts.text()))
        self.add.setVisible(component.state == "absent")
        self.add.setAccessibleName(tr("Add {0}").format(title))
        self.add.setToolTip(tr("Downloads {0} and adds it once it was checked").format(title))
        self.remove.setVisible(component.state == "added")
        self.remove.setAccessibleName(tr("Remove {0}").format(title))
        self.remove.setToolTip(tr("Takes {0} away; it can be added again").format(title))
        for part in (self.add, self.remove):
            part.setEnabled(not adding.working.active)
        mine = adding.name == component.name
        self.line.setVisible(mine and adding.working.active)
        stopped = tr("Nothing was added.") if adding.working.state == "stopped" else ""
        fault = labels.fault(adding.working)
        self.said.say((fault or stopped) if mine else "", "error" if fault else "")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self.pill)
        head.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setSpacing(8)
        lines.addLayout(head)
        for part in (self._about, self.facts, self.said, self.line):
            lines.addWidget(part)
        lines.addLayout(row_of(self.add, self.remove))


class UpdatesPane(QWidget):
    """Connects nowhere until a button is pressed."""

    def __init__(self, theme: Theme, updating: UpdateOperations) -> None:
        super().__init__()
        self._updating = updating
        self._noted = ""
        self.version = section(tr("Desktop Agent {0}").format(__version__))
        self.version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.said = Said()
        self.host = wrapped("", "hint")
        self.check = button(tr("Check now"), updating.look)
        self.check.setToolTip(tr("Asks now whether there is a newer version"))
        self.get = button(tr("Download"), updating.download, "primary")
        self.get.setToolTip(tr("Downloads the newer version and checks it; installs nothing"))
        theme.bind_icon(self.check, "retry", "muted", side=16)
        theme.bind_icon(self.get, "download", "on_accent", side=16)
        self.line = OperationView(updating.loading, tr("Downloading…"))
        self.file = Said()
        self.install = button(tr("Open installer"), self._open, "primary")
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
        self._heading = section(tr("What is new"))
        self._box = QFrame()
        self._box.setObjectName("foldBox")
        inside = QVBoxLayout(self._box)
        inside.setContentsMargins(14, 12, 14, 12)
        inside.addWidget(self._heading)
        inside.addWidget(self.notes)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 18)
        lines.setSpacing(10)
        lines.addWidget(self.version)
        lines.addWidget(self.said)
        lines.addWidget(self.file)
        lines.addWidget(self.line)
        lines.addLayout(row_of(self.install, self.folder, self.get, self.check))
        lines.addWidget(self.host)
        lines.addWidget(self._box)
