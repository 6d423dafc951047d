"""The settings dialog, with a page per section of the settings table and for keys and models."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import shiboken6
from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.settings.field import Option, options, value_of
from desktop_agent.frontends.ui.settings.keys_page import KeysPage
from desktop_agent.frontends.ui.settings.model_manager import ModelManager
from desktop_agent.frontends.ui.settings.model_servers_page import SERVERS, ServersPage, address_key
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage
from desktop_agent.frontends.ui.settings.shortcuts_page import ShortcutsPage
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.text_fields import add_clear_button
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance.backup_pane import BackupPane
    from desktop_agent.frontends.ui.settings.maintenance.diagnostics_pane import DiagnosticsPane
    from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
    from desktop_agent.frontends.ui.settings.maintenance.updates_pane import UpdatesPane
    from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane

# --- Titles and texts of the pages


def section_words(section: str) -> tuple[str, str]:
    """Return the title and text for the page of a settings section."""
    tr = partial(QCoreApplication.translate, "SettingsDialog")
    return {
        "llm": (tr("Model"), tr("Who answers, and how it is spoken to.")),
        "search": (
            tr("Web search"),
            tr("Which engines are asked, in which order, and how gently."),
        ),
        "fetch": (tr("Pages"), tr("How pages are read.")),
        "agent": (tr("Answers"), tr("How a question is carried out.")),
        "swarm": (
            tr("Swarm"),
            tr("Several models that deep research asks the same, beside each other."),
        ),
        "sandbox": (
            tr("Code"),
            tr("How code that a model wrote is run; it reaches no files and no network."),
        ),
        "knowledge": (
            tr("Documents"),
            tr("How your own documents are indexed and searched."),
        ),
        "background": (
            tr("Background"),
            tr("Runs that wait, or go on while you do something else."),
        ),
        "network": (tr("Privacy"), tr("What may leave this computer.")),
        "appearance": (tr("Appearance"), tr("How the window looks.")),
    }[section]


# --- The page of backups and diagnostics


class BackupPage(SettingsPage):
    """The page of backups and diagnostics.

    Nothing is loaded, and both panes are None, until it is shown.
    """

    def __init__(self, theme: Theme, upkeep: "Callable[[], Upkeep]") -> None:
        super().__init__(
            QCoreApplication.translate("Upkeep", "Backup"),
            QCoreApplication.translate("Upkeep", "So that nothing is lost, and faults are found."),
        )
        self._theme = theme
        self._upkeep = upkeep
        self.backups: BackupPane | None = None
        self.diagnostics: DiagnosticsPane | None = None
        words = QCoreApplication.translate("Upkeep", "backup restore save everything file move")
        self.add_row(words, self._make_backups)
        words = QCoreApplication.translate("Upkeep", "diagnostics report log failure crash fault")
        self.add_row(words, self._make_diagnostics)

    def make_backup(self) -> None:
        """Ask where to write a backup."""
        if self.backups is not None:
            self.backups.make_backup()

    def restore(self) -> None:
        """Ask which backup to restore."""
        if self.backups is not None:
            self.backups.restore_backup()

    def save_diagnostics(self) -> None:
        """Ask where to write the diagnostics file."""
        if self.diagnostics is not None:
            self.diagnostics.save_diagnostics()

    def _make_backups(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.backup_pane import BackupPane

        upkeep = self._upkeep()
        self.backups = BackupPane(self._theme, upkeep.backing_up, upkeep.quit_wanted.emit)
        return self.backups

    def _make_diagnostics(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.diagnostics_pane import DiagnosticsPane

        self.diagnostics = DiagnosticsPane(self._theme, self._upkeep().diagnosing)
        return self.diagnostics


# --- The page of MCP servers


class McpPage(SettingsPage):
    """The page of MCP servers, with the ``options`` below. Nothing is requested until it is shown.

    ``pane`` is None until then.
    """

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        options: Iterable[Option],
        make_row: Callable[[str], OptionRow],
    ) -> None:
        super().__init__(
            QCoreApplication.translate("McpServers", "MCP servers"),
            QCoreApplication.translate(
                "McpServers", "Other programs that lend their tools to models."
            ),
        )
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.pane: ServersPane | None = None
        words = QCoreApplication.translate("McpServers", "add remove tools allow never restart")
        self.add_row(f"mcp model context protocol server {words}", self._make_pane)
        for option in options:
            self.add_row(option.words, partial(make_row, option.key))

    def _make_pane(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.mcp.servers_pane import ServersPane

        self.pane = ServersPane(self._theme, self._session.servers, self._tasks)
        return self.pane


# --- The page of updates


class UpdatesPage(SettingsPage):
    """The page with the program's version and the ``options``.

    Nothing is loaded, and ``pane`` is None, until it is shown.
    """

    def __init__(
        self,
        theme: Theme,
        upkeep: "Callable[[], Upkeep]",
        options: Iterable[Option],
        make_row: Callable[[str], OptionRow],
    ) -> None:
        super().__init__(
            QCoreApplication.translate("Upkeep", "Updates"),
            QCoreApplication.translate("Upkeep", "Newer versions of the program."),
        )
        self._theme = theme
        self._upkeep = upkeep
        self.pane: UpdatesPane | None = None
        words = QCoreApplication.translate("Upkeep", "version check download newer release")
        self.add_row(words, self._make_pane)
        for option in options:
            self.add_row(option.words, partial(make_row, option.key))

    def setting_changed(self, key: str) -> None:
        """Apply a changed setting to the update source."""
        updates = key.startswith("updates.") or key == "network.offline"
        if updates and self.pane is not None:
            self.pane.look_again()

    def _make_pane(self) -> QWidget:
        from desktop_agent.frontends.ui.settings.maintenance.updates_pane import UpdatesPane

        self.pane = UpdatesPane(self._theme, self._upkeep().updating)
        return self.pane


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
    """Return the page of an option, which is usually that of its section."""
    section = key.partition(".")[0]
    return "background" if section == "sleep" else section


class Page(Protocol):
    """A page of the dialog, which is a searchable widget with a title."""

    title: str

    def look_for(self, words: Sequence[str]) -> int: ...


class SettingsDialog(QDialog):
    """The settings dialog.

    Open it with ``open()``, never with ``exec()``, whose nested loop would stall the run.
    ``changed`` is emitted with the key of a setting after the session has applied it. Without
    ``commands``, there is no page of shortcuts. Each page is built when it is first shown, so
    ``rows`` holds only the options that have a row so far.
    """

    changed = Signal(str)
    models_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        commands: Commands | None = None,
        downloads: Downloads | None = None,
        upkeep: "Callable[[], Upkeep] | None" = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._downloads = downloads or Downloads(session, tasks, self)
        self._upkeep = upkeep or self._own_upkeep
        self.setWindowTitle(self.tr("Settings"))
        self.finished.connect(self._take_down)
        self.resize(900, 640)
        self.rows: dict[str, OptionRow] = {}
        self._options = {option.key: option for option in options()}
        self._pages: dict[str, Any] = {}
        self._make_pages(commands)
        self._stack = QStackedWidget(self)
        self._names = QStandardItemModel(self)
        for page in self._pages.values():
            self._stack.addWidget(page)
            item = QStandardItem(page.title)
            item.setSizeHint(QSize(0, 34))
            self._names.appendRow(item)
        self.search = self._make_search()
        self.list = self._make_list()
        self._nothing = QLabel(self.tr("Nothing is called that."))
        self._nothing.setObjectName("muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._nothing)
        self._lay_out()
        self.show_page("llm")
        self.keys.refresh()

    def show_page(self, name: str) -> None:
        """Show a page, one of `PAGES`."""
        if name in self._pages:
            self.list.setCurrentIndex(self._names.index(list(self._pages).index(name), 0))

    def look(self, text: str) -> None:
        """Show only the options and pages that contain every word."""
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

    def _turned(self, index: QModelIndex, _before: QModelIndex) -> None:
        self._stack.setCurrentIndex(index.row())

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
            row.show_error(problem)

    def _show_value(self, key: str) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value(value_of(self._session.settings, key))

    def _taken(self, key: str) -> None:
        self.servers.show_choice()
        self.changed.emit(key)

    def _model_chosen(self) -> None:
        for key in ("llm.model", "llm.provider"):
            self._show_value(key)
            self.changed.emit(key)
        self.servers.show_choice()
        self.models_changed.emit()

    def _take_down(self) -> None:
        """Delete the pages one by one, because deleting all at once would block the window below.

        Pages that contain more than rows use the dialog, and are deleted together with it.
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

    def _make_pages(self, commands: Commands | None) -> None:
        theme, session, tasks = self._theme, self._session, self._tasks
        self.keys = KeysPage(theme, session, tasks)
        self.servers = ServersPage(theme, session, tasks, self._downloads, self._make_row)
        self.servers.edited.connect(self._edited)
        self.servers.page.connect(self.show_page)
        self.keys.known.connect(self.servers.show_keys)
        models = SettingsPage(
            self.tr("Models"), self.tr("What Ollama has on this computer, and what it can get.")
        )
        models.add_row("ollama download pull install delete default", self._make_models)
        of_mcp = [each for key, each in self._options.items() if key.startswith("mcp.")]
        of_updates = [each for key, each in self._options.items() if key.startswith("updates.")]
        updates = UpdatesPage(theme, self._upkeep, of_updates, self._make_row)
        self.changed.connect(updates.setting_changed)
        self.backup = BackupPage(theme, self._upkeep)
        special: dict[str, Page] = {
            "keys": self.keys,
            "servers": self.servers,
            "models": models,
            "mcp": McpPage(theme, session, tasks, of_mcp, self._make_row),
            "updates": updates,
            "backup": self.backup,
        }
        if commands is not None:
            shortcuts = ShortcutsPage(theme, commands, session)
            shortcuts.changed.connect(self.changed)
            special["shortcuts"] = shortcuts
        for name in PAGES:
            if name in special:
                self._pages[name] = special[name]
            elif name != "shortcuts":
                self._pages[name] = self._page(name)

    def _page(self, section: str) -> SettingsPage:
        title, about = section_words(section)
        page = SettingsPage(title, about)
        for key, option in self._options.items():
            if page_of(key) == section and key not in _ON_SERVERS:
                page.add_row(option.words, partial(self._make_row, key))
        return page

    def _own_upkeep(self) -> "Upkeep":
        from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep

        return Upkeep(self._session, self._tasks, self)

    def _make_models(self) -> ModelManager:
        manager = ModelManager(self._theme, self._session, self._tasks, self._downloads)
        manager.changed.connect(self._model_chosen)
        return manager

    def _make_search(self) -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText(self.tr("Search settings"))
        line.setAccessibleName(self.tr("Search settings"))
        line.setToolTip(self.tr("Search settings (Ctrl+F)"))
        add_clear_button(line)
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
        view.selectionModel().currentChanged.connect(self._turned)
        return view

    def _lay_out(self) -> None:
        side = QFrame(self)
        side.setObjectName("settingsSide")
        side.setFixedWidth(_SIDE)
        left = QVBoxLayout(side)
        left.setContentsMargins(12, 16, 12, 12)
        left.setSpacing(10)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self._stack, 1)
