"""The settings dialog, with pages for API keys, models and each section of the settings."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QListView,
    QStackedWidget,
    QWidget,
)

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.settings.field import options, value_of
from desktop_agent.frontends.ui.settings.keys_page import KeysPage
from desktop_agent.frontends.ui.settings.model_manager import ModelManager
from desktop_agent.frontends.ui.settings.model_servers_page import SERVERS, ServersPage, address_key
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage
from desktop_agent.frontends.ui.settings.search_model_row import SearchModelRow
from desktop_agent.frontends.ui.settings.shortcuts_page import ShortcutsPage
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.labels import labels

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
    from desktop_agent.frontends.ui.settings.maintenance.panes import (
        BackupPane,
        DiagnosticsPane,
        UpdatesPane,
    )
    from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane

PAGES = (
    "llm",
    "servers",
    "models",
    "keys",
    "search",
    "fetch",
    "agent",
    "swarm",
    "sandbox",
    "knowledge",
    "background",
    "mcp",
    "network",
    "updates",
    "backup",
    "appearance",
    "shortcuts",
)
_ON_SERVERS = frozenset(address_key(name) for name in SERVERS)
_SIDE = 200


def page_of(key: str) -> str:
    """Return the name of the page that shows an option."""
    section = key.partition(".")[0]
    return "background" if section == "sleep" else section


class SettingsDialog(QDialog):
    """The settings dialog. Open it with ``open()``, because ``exec()`` would block an active run.

    ``changed`` is emitted with the key of a setting after the session has applied it. Each page is
    built when it is first shown. Until then, its options are missing from ``rows``, and the modules
    of its panes, such as those for MCP servers and backups, are not imported.
    """

    changed = Signal(str)
    models_changed = Signal()
    mcp: "ServersPane"
    updates: "UpdatesPane"
    backups: "BackupPane"
    diagnostics: "DiagnosticsPane"

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        commands: Commands,
        downloads: Downloads,
        upkeep: "Callable[[], Upkeep]",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._downloads = downloads
        self._upkeep = upkeep
        self.setWindowTitle(self.tr("Settings"))
        self.finished.connect(self._take_down)
        self.resize(900, 640)
        self.rows: dict[str, OptionRow] = {}
        self._options = {option.key: option for option in options()}
        self._pages = self._make_pages(commands)
        self._stack = QStackedWidget(self)
        self._names = QStandardItemModel(self)
        for page in self._pages.values():
            self._stack.addWidget(page)
            item = QStandardItem(page.title)
            item.setSizeHint(QSize(0, 34))
            self._names.appendRow(item)
        self.search = self._make_search()
        self.list = self._make_list()
        self._nothing = heading(self.tr("Nothing is called that."), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._nothing)
        self._lay_out()
        self.show_page("llm")
        self.keys.refresh()

    def show_page(self, name: str) -> None:
        """Show the page called ``name`` in `PAGES`; ignore other names."""
        if name in self._pages:
            self.list.setCurrentIndex(self._names.index(list(self._pages).index(name), 0))

    def look(self, text: str) -> None:
        """Show only the options and pages that contain every word in ``text``."""
        words = text.casefold().split()
        found = [page.look_for(words) for page in self._pages.values()]
        for row, count in enumerate(found):
            self.list.setRowHidden(row, count == 0)
        if not any(found):
            self._stack.setCurrentWidget(self._nothing)
            return
        here = self.list.currentIndex().row()
        if not found[here]:
            here = next(row for row, count in enumerate(found) if count)
            self.list.setCurrentIndex(self._names.index(here, 0))
        self._stack.setCurrentIndex(here)

    # --- Events

    def _edited(self, key: str, value: object) -> None:
        row = self.rows.get(key)
        now = value_of(self._session.settings, key)
        wanted = self._options[key].default if value is None else value
        problem = ""
        if wanted != (list(now) if isinstance(now, tuple) and value is not None else now):
            try:
                self._session.change_setting(key, value)
            except SettingsError as error:
                problem = localized_error(error)
            else:
                self._show_value(key)
                self._taken(key)
        if row is not None:
            row.error.say(problem, "error")

    def _show_value(self, key: str) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value(value_of(self._session.settings, key))

    def _taken(self, key: str) -> None:
        self.servers.show_choice()
        updates = key.startswith("updates.") or key == "network.offline"
        if updates and hasattr(self, "updates"):
            self._upkeep().updating.open()  # the update source may have changed
        self.changed.emit(key)

    def _model_chosen(self) -> None:
        for key in ("llm.model", "llm.provider"):
            self._show_value(key)
            self.changed.emit(key)
        self.servers.show_choice()
        self.models_changed.emit()

    def _take_down(self) -> None:
        """Delete the pages one by one, because deleting them together would block the window.

        Instances of subclasses of `SettingsPage` hold references to the dialog, so they are deleted
        with it.
        """
        pages = [page for page in self._pages.values() if type(page) is SettingsPage]
        self._pages.clear()
        self.rows.clear()
        going = Gradual([partial(shiboken6.delete, page) for page in pages], self)
        going.done.connect(self.deleteLater)

    # --- Construction

    def _make_row(self, key: str) -> OptionRow:
        value, origin = value_of(self._session.settings, key), self._session.setting_origin(key)
        row = OptionRow(self._theme, self._options[key], value, origin)
        row.edited.connect(self._edited)
        self.rows[key] = row
        return row

    def _make_pages(self, commands: Commands) -> dict[str, SettingsPage | ShortcutsPage]:
        theme, session, tasks = self._theme, self._session, self._tasks
        self.keys = KeysPage(theme, session, tasks)
        self.servers = ServersPage(theme, session, tasks, self._downloads, self._make_row)
        self.servers.edited.connect(self._edited)
        self.servers.page.connect(self.show_page)
        self.keys.known.connect(self.servers.show_keys)
        shortcuts = ShortcutsPage(theme, commands, session)
        shortcuts.changed.connect(self.changed)
        self.backup = self._make_backup_page()
        pages: dict[str, SettingsPage | ShortcutsPage] = {
            "keys": self.keys,
            "servers": self.servers,
            "models": self._page(
                "models",
                self.tr("Models"),
                self.tr("What Ollama has on this computer, and what it can get."),
                ("ollama download pull install delete default", self._make_models),
            ),
            "mcp": self._make_mcp_page(),
            "updates": self._make_updates_page(),
            "backup": self.backup,
            "shortcuts": shortcuts,
        }
        search_model = ("search model meaning download get remove", self._make_search_model)
        for section, (title, about) in labels("SettingsDialog").items():
            panes = (search_model,) if section == "search" else ()
            pages[section] = self._page(section, title, about, *panes)
        return {name: pages[name] for name in PAGES}

    def _page(
        self, section: str, title: str, about: str, *panes: tuple[str, Callable[[], QWidget]]
    ) -> SettingsPage:
        """Return a settings page with the given panes, followed by the options of a section.

        Each pane is given by its search words and a function that creates it.
        """
        page = SettingsPage(title, about)
        for words, make in panes:
            page.add_row(words, make)
        for key, option in self._options.items():
            if page_of(key) == section and key not in _ON_SERVERS:
                page.add_row(option.words, partial(self._make_row, key))
        return page

    def _make_mcp_page(self) -> SettingsPage:
        tr = partial(QCoreApplication.translate, "McpServers")

        def make() -> QWidget:
            from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane

            self.mcp = ServersPane(self._theme, self._session.servers, self._tasks)
            return self.mcp

        about = tr("Other programs that lend their tools to models.")
        words = f"mcp model context protocol server {tr('add remove tools allow never restart')}"
        return self._page("mcp", tr("MCP servers"), about, (words, make))

    def _make_updates_page(self) -> SettingsPage:
        tr = partial(QCoreApplication.translate, "Upkeep")

        def make() -> QWidget:
            from desktop_agent.frontends.ui.settings.maintenance.panes import UpdatesPane

            self.updates = UpdatesPane(self._theme, self._upkeep().updating)
            return self.updates

        words = tr("version check download newer release")
        return self._page(
            "updates", tr("Updates"), tr("Newer versions of the program."), (words, make)
        )

    def _make_backup_page(self) -> SettingsPage:
        tr = partial(QCoreApplication.translate, "Upkeep")

        def make_backups() -> QWidget:
            from desktop_agent.frontends.ui.settings.maintenance.panes import BackupPane

            upkeep = self._upkeep()
            self.backups = BackupPane(self._theme, upkeep.backing_up, upkeep.quit_wanted.emit)
            return self.backups

        def make_diagnostics() -> QWidget:
            from desktop_agent.frontends.ui.settings.maintenance.panes import DiagnosticsPane

            self.diagnostics = DiagnosticsPane(self._theme, self._upkeep().diagnosing)
            return self.diagnostics

        return self._page(
            "backup",
            tr("Backup"),
            tr("So that nothing is lost, and faults are found."),
            (tr("backup restore save everything file move"), make_backups),
            (tr("diagnostics report log failure crash fault"), make_diagnostics),
        )

    def _make_models(self) -> ModelManager:
        manager = ModelManager(self._theme, self._session, self._tasks, self._downloads)
        manager.changed.connect(self._model_chosen)
        return manager

    def _make_search_model(self) -> SearchModelRow:
        return SearchModelRow(self._theme, self._session, self._tasks, self._downloads)

    def _make_search(self) -> QLineEdit:
        line = filter_field(self.tr("Search settings"))
        line.setToolTip(self.tr("Search settings (Ctrl+F)"))
        line.textChanged.connect(self.look)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(line.setFocus)
        find.activated.connect(line.selectAll)
        return line

    def _make_list(self) -> QListView:
        view = QListView()
        view.setObjectName("pages")
        view.setModel(self._names)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Pages"))
        view.selectionModel().currentChanged.connect(
            lambda index, _before: self._stack.setCurrentIndex(index.row())
        )
        return view

    def _lay_out(self) -> None:
        side = QFrame(self)
        side.setObjectName("settingsSide")
        side.setFixedWidth(_SIDE)
        vbox(self.search, self.list, parent=side, margins=(12, 16, 12, 12), spacing=10)
        hbox(side, (self._stack, 1), parent=self, spacing=0)
