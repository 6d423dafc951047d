"""The settings dialog: six pages of sections, with a search over all options."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListView, QStackedWidget, QWidget

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.settings.engine_list import EngineList
from desktop_agent.frontends.ui.settings.field import options, value_of
from desktop_agent.frontends.ui.settings.keys import KeyField, KeyringPane, KeyStore
from desktop_agent.frontends.ui.settings.model_manager import ModelManager, SearchModelRow
from desktop_agent.frontends.ui.settings.model_servers import SERVERS, ServersPane, address_key
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage
from desktop_agent.frontends.ui.settings.shortcuts import ShortcutsPane
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.labels import labels
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
    from desktop_agent.frontends.ui.settings.maintenance.panes import (
        BackupPane,
        DiagnosticsPane,
        UpdatesPane,
    )
    from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane as McpPane
    from desktop_agent.frontends.ui.settings.network_log import NetworkLog

PAGES: Mapping[str, Mapping[str, list[str]]] = toml_resource("settings_pages.toml")["pages"]
"""The options in view by page and section; "advanced" is the section that is folded."""
_ADVANCED = "advanced"
_ALIASES = {"models/keys": "models/servers", "search/keys": "search/engines"}
_SEARXNG = "search.searxng_url"
_SIDE = 200


class SettingsDialog(QDialog):
    """The settings dialog. Open it with ``open()``, because ``exec()`` would block an active run.

    ``changed`` is emitted with the key of a setting after the session has applied it. Each page is
    built when it is first shown. Until then, its options are missing from ``rows``, and the modules
    of its panes, such as those for MCP servers and backups, are not imported.
    """

    changed = Signal(str)
    models_changed = Signal()
    servers: ServersPane
    mcp: "McpPane"
    log: "NetworkLog"
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
        self._commands = commands
        self._downloads = downloads
        self._upkeep = upkeep
        self.setWindowTitle(self.tr("Settings"))
        self.finished.connect(self._take_down)
        self.resize(900, 680)
        self.keys = KeyStore(session, tasks, self)
        self.rows: dict[str, OptionRow] = {}
        self._options = {option.key: option for option in options()}
        self._panes = self._make_panes()
        self.pages = {name: self._make_page(name) for name in PAGES}
        self._stack = QStackedWidget(self)
        self._names = QStandardItemModel(self)
        for page in self.pages.values():
            self._stack.addWidget(page)
            item = QStandardItem(page.title)
            item.setSizeHint(QSize(0, 34))
            self._names.appendRow(item)
        self.search = self._make_search()
        self.list = self._make_list()
        self._nothing = heading(self.tr("No settings found"), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._nothing)
        side = QFrame(self)
        side.setObjectName("settingsSide")
        side.setFixedWidth(_SIDE)
        vbox(self.search, self.list, parent=side, margins=(12, 16, 12, 12), spacing=10)
        hbox(side, (self._stack, 1), parent=self, spacing=0)
        self.show_page("models")
        self.keys.refresh()

    def show_page(self, name: str) -> None:
        """Show a page, such as "tools", or one of its sections, such as "tools/mcp"."""
        page, _, section = _ALIASES.get(name, name).partition("/")
        if page in self.pages:
            self.list.setCurrentIndex(self._names.index(list(self.pages).index(page), 0))
            self.pages[page].show_section(section)

    def look(self, text: str) -> None:
        """Show only the options and pages that contain every word in ``text``."""
        words = text.casefold().split()
        found = [page.look_for(words) for page in self.pages.values()]
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
            if problem and isinstance(row.field.widget, EngineList):
                self._show_value(key)
            row.error.say(problem, "error")

    def _show_value(self, key: str) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value(value_of(self._session.settings, key))

    def _taken(self, key: str) -> None:
        if key.endswith("_url"):
            self.keys.changed.emit()  # a key may now go to another server
        if hasattr(self, "servers"):
            self.servers.show_choice()
        if hasattr(self, "updates") and (key.startswith("updates.") or key == "network.offline"):
            self._upkeep().updating.open()  # the update source may have changed
        self.changed.emit(key)

    def _model_chosen(self) -> None:
        for key in ("llm.model", "llm.provider"):
            self._show_value(key)
            self._taken(key)
        self.models_changed.emit()

    def _take_down(self) -> None:
        """Delete the pages one by one, because deleting them together would block the window."""
        pages = list(self.pages.values())
        self.pages.clear()
        self.rows.clear()
        going = Gradual([partial(shiboken6.delete, page) for page in pages], self)
        going.done.connect(self.deleteLater)

    # --- Construction

    def _make_row(self, key: str) -> OptionRow:
        value, origin = value_of(self._session.settings, key), self._session.setting_origin(key)
        row = OptionRow(self._theme, self._options[key], value, origin)
        row.edited.connect(self._edited)
        self.rows[key] = row
        if isinstance(row.field.widget, EngineList):
            engines = row.field.widget.rows
            for name in ("tavily", "brave"):
                engines[name].add_below(KeyField(self.keys, name))
            engines["searxng"].add_below(self._make_row(_SEARXNG))
        return row

    def _make_page(self, name: str) -> SettingsPage:
        title, about = labels("SettingsPages")[name]
        page = SettingsPage(self._theme, title, about)
        texts = labels("SettingsSections")
        for section, keys in PAGES[name].items():
            is_fold = section == _ADVANCED
            heading_, *notes = texts[_ADVANCED if is_fold else f"{name}/{section}"]
            page.add_section(section, heading_, "".join(notes), fold=is_fold)
            for key in keys:
                words = self._options[key].words
                if key == "search.engines":
                    words = f"{words} {self._options[_SEARXNG].words} key tavily brave searxng"
                page.add_row(section, f"{words} {heading_}", partial(self._make_row, key))
            if f"{name}/{section}" in self._panes:
                words, make = self._panes[f"{name}/{section}"]
                page.add_row(section, " ".join([words, heading_, *notes]), make)
        return page

    def _make_panes(self) -> Mapping[str, tuple[str, Callable[[], QWidget]]]:
        """Return the panes by page and section, each with its search words."""
        tr = partial(QCoreApplication.translate, "SettingsWords")
        addresses = " ".join(self._options[address_key(name)].words for name in SERVERS)
        names = " ".join(f"{name} {about}" for name, (about,) in labels("Servers").items())
        commands = " ".join(command.title for command in self._commands)
        return {
            "models/servers": (f"{tr('test connection key')} {names} {addresses}", self._servers),
            "models/installed": (f"ollama {tr('download delete details')}", self._installed),
            "search/meaning": (tr("download delete"), self._search_model),
            "tools/mcp": (f"mcp {tr('add remove allow never restart')}", self._mcp),
            "privacy/keys": (tr("key password unlock"), self._keyring),
            "privacy/log": (tr("ledger hosts requests export clear"), self._log),
            "privacy/backup": (tr("save everything file move"), self._backups),
            "privacy/diagnostics": (tr("report log failure crash"), self._diagnostics),
            "privacy/updates": (tr("version check download"), self._updates),
            "appearance/shortcuts": (f"{tr('keys')} {commands}", self._shortcuts),
        }

    def _servers(self) -> QWidget:
        self.servers = ServersPane(
            self._theme, self.keys, self._tasks, self._downloads, self._make_row
        )
        self.servers.edited.connect(self._edited)
        self.servers.page.connect(self.show_page)
        return self.servers

    def _installed(self) -> QWidget:
        manager = ModelManager(self._theme, self._session, self._tasks, self._downloads)
        manager.changed.connect(self._model_chosen)
        return manager

    def _search_model(self) -> QWidget:
        return SearchModelRow(self._theme, self._session, self._tasks, self._downloads)

    def _keyring(self) -> QWidget:
        return KeyringPane(self._theme, self.keys)

    def _mcp(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane

        self.mcp = ServersPane(self._theme, self._session.servers, self._tasks)
        return self.mcp

    def _log(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.network_log import NetworkLog

        self.log = NetworkLog(self._theme, self._session, self._tasks)
        return self.log

    def _backups(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.panes import BackupPane

        upkeep = self._upkeep()
        self.backups = BackupPane(self._theme, upkeep.backing_up, upkeep.quit_wanted.emit)
        return self.backups

    def _diagnostics(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.panes import DiagnosticsPane

        self.diagnostics = DiagnosticsPane(self._theme, self._upkeep().diagnosing)
        return self.diagnostics

    def _updates(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.panes import UpdatesPane

        self.updates = UpdatesPane(self._theme, self._upkeep().updating)
        return self.updates

    def _shortcuts(self) -> QWidget:
        pane = ShortcutsPane(self._theme, self._commands, self._session)
        pane.changed.connect(self.changed)
        return pane

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
