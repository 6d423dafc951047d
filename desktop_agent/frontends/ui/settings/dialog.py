"""The settings dialog: six pages of sections, with a search over all options."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.settings.field import EngineList, options, value_of
from desktop_agent.frontends.ui.settings.keys import KeyField, KeyringPane, KeyStore
from desktop_agent.frontends.ui.settings.model_manager import ModelManager, SearchModelRow
from desktop_agent.frontends.ui.settings.model_servers import SERVERS, ServerCard, address_key
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage
from desktop_agent.frontends.ui.settings.shortcuts import ShortcutsPane
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import hbox, resize_on_screen, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.labels import labels
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance import Upkeep

PAGES: Mapping[str, Mapping[str, list[str]]] = toml_resource("settings_pages.toml")["pages"]
"""The options in view by page and section; "advanced" is the section that is folded."""
_ADVANCED = "advanced"
_SEARXNG = "search.searxng_url"


class SettingsDialog(QDialog):
    """The settings dialog. Open it with ``open()``, because ``exec()`` would block an active run.

    ``changed`` is emitted with a setting's key after the session has applied the change. Each page
    is built when first shown. Until then, its options are missing from ``rows``, and the modules of
    its panes, such as those for MCP servers and backups, are not imported.
    """

    changed = Signal(str)
    models_changed = Signal()

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
        resize_on_screen(self, 900, 680)
        self.keys = KeyStore(session, tasks, self)
        self.rows: dict[str, OptionRow] = {}
        self.servers: dict[str, ServerCard] = {}
        self._options = {option.key: option for option in options()}
        self.pages = {name: self._make_page(name) for name in PAGES}
        self._stack = QStackedWidget(self)
        self.search = self._make_search()
        self.list = self._make_list()
        self._nothing = heading(self.tr("No settings found"), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._nothing)
        side = QFrame(self)
        side.setObjectName("settingsSide")
        side.setFixedWidth(200)
        vbox(self.search, self.list, parent=side, margins=(12, 16, 12, 12), spacing=10)
        hbox(side, (self._stack, 1), parent=self, spacing=0)
        self.show_page("models")
        self.keys.refresh()

    def show_page(self, name: str) -> None:
        """Show a page, such as "tools", or one of its sections, such as "tools/mcp"."""
        page, _, section = name.partition("/")
        if page in self.pages:
            self.list.setCurrentRow(list(self.pages).index(page))
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
        here = self.list.currentRow()
        if not found[here]:
            here = next(row for row, count in enumerate(found) if count)
            self.list.setCurrentRow(here)
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
            if problem and isinstance(row.widget, EngineList):
                self._show_value(key)
            row.error.say(problem, "error")

    def _show_value(self, key: str) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value(value_of(self._session.settings, key))

    def _taken(self, key: str) -> None:
        if key.endswith("_url"):
            self.keys.changed.emit()  # a key may now go to another server
        for card in self.servers.values():
            card.show_choice()
        if key in ("updates.url", "network.offline"):
            self._upkeep().open_updates()
        self.changed.emit(key)

    def _model_chosen(self) -> None:
        for key in ("llm.model", "llm.provider"):
            self._show_value(key)
            self._taken(key)
        self.models_changed.emit()

    def _take_down(self) -> None:
        """Delete the pages one by one, because deleting them all at once would block the window."""
        pages = list(self.pages.values())
        self.pages.clear()
        self.rows.clear()
        self.servers.clear()
        going = Gradual([partial(shiboken6.delete, page) for page in pages], self)
        going.done.connect(self.deleteLater)

    # --- Construction

    def _make_row(self, key: str) -> OptionRow:
        value, origin = value_of(self._session.settings, key), self._session.setting_origin(key)
        row = OptionRow(self._theme, self._options[key], value, origin)
        row.edited.connect(self._edited)
        self.rows[key] = row
        if isinstance(row.widget, EngineList):
            Gradual(self._add_to_engines(row.widget), row)
        return row

    def _add_to_engines(self, engines: EngineList) -> Iterator[Callable[[], object]]:
        def add_key(name: str) -> None:
            engines.rows[name].add_below(KeyField(self.keys, name))

        yield from (partial(add_key, name) for name in ("tavily", "brave"))
        yield lambda: engines.rows["searxng"].add_below(self._make_row(_SEARXNG))

    def _make_page(self, name: str) -> SettingsPage:
        title, about = labels("SettingsPages")[name]
        page = SettingsPage(self._theme, title, about)
        texts, pane_words = labels("SettingsSections"), labels("SettingsWords")
        for section, keys in PAGES[name].items():
            is_fold = section == _ADVANCED
            heading_, *notes = texts[_ADVANCED if is_fold else f"{name}/{section}"]
            page.add_section(section, heading_, "".join(notes), fold=is_fold)
            for key in keys:
                words = self._options[key].words
                if key == "search.engines":
                    words = f"{words} {self._options[_SEARXNG].words} key tavily brave searxng"
                page.add_row(section, f"{words} {heading_}", partial(self._make_row, key))
            pane = f"{name}/{section}"
            found_by = [*pane_words.get(pane, ()), heading_, *notes]
            if pane == "models/servers":
                for server in SERVERS:
                    words = self._options[address_key(server)].words
                    words = " ".join([*found_by, server, *labels("Servers")[server], words])
                    page.add_row(section, words, partial(self._make_server, server))
            elif pane in pane_words:
                is_shortcuts = pane == "appearance/shortcuts"
                found_by += [each.title for each in self._commands if is_shortcuts]
                page.add_row(section, " ".join(found_by), partial(self._make_pane, pane))
        return page

    def _make_server(self, name: str) -> ServerCard:
        address = self._make_row(address_key(name))
        card = ServerCard(self._theme, name, address, self.keys, self._tasks, self._downloads)
        card.edited.connect(self._edited)
        card.test_wanted.connect(lambda other: self.servers[other].try_server())
        card.page.connect(self.show_page)
        self.servers[name] = card
        return card

    def _make_pane(self, name: str) -> QWidget:
        theme, session, tasks = self._theme, self._session, self._tasks
        match name:
            case "models/installed":
                manager = ModelManager(theme, session, tasks, self._downloads)
                manager.changed.connect(self._model_chosen)
                return manager
            case "search/meaning":
                return SearchModelRow(theme, session, tasks, self._downloads)
            case "tools/mcp":
                from desktop_agent.frontends.ui.settings.mcp_servers import McpPane

                return McpPane(theme, session.servers, tasks)
            case "appearance/shortcuts":
                shortcuts = ShortcutsPane(self._commands, session)
                shortcuts.changed.connect(self.changed)
                return shortcuts
        return self._make_privacy_pane(name)

    def _make_privacy_pane(self, name: str) -> QWidget:
        if name == "privacy/keys":
            return KeyringPane(self._theme, self.keys)
        if name == "privacy/log":
            from desktop_agent.frontends.ui.settings.network_log import NetworkLog

            return NetworkLog(self._theme, self._session, self._tasks)
        from desktop_agent.frontends.ui.settings import maintenance

        upkeep = self._upkeep()
        if name == "privacy/backup":
            return maintenance.BackupPane(self._theme, upkeep)
        if name == "privacy/diagnostics":
            return maintenance.DiagnosticsPane(self._theme, upkeep)
        return maintenance.UpdatesPane(self._theme, upkeep)

    def _make_search(self) -> QLineEdit:
        line = filter_field(self.tr("Search settings"))
        line.setToolTip(self.tr("Search settings (Ctrl+F)"))
        line.textChanged.connect(self.look)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(line.setFocus)
        find.activated.connect(line.selectAll)
        return line

    def _make_list(self) -> QListWidget:
        view = QListWidget()
        view.setObjectName("pages")
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Pages"))
        view.currentRowChanged.connect(self._stack.setCurrentIndex)
        for page in self.pages.values():
            self._stack.addWidget(page)
            QListWidgetItem(page.title, view).setSizeHint(QSize(0, 34))
        return view
