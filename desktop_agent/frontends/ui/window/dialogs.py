"""The dialogs of the window: settings, command palette, keyboard shortcuts and templates."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.dialogs.command_palette import CommandPalette, Offer
from desktop_agent.frontends.ui.dialogs.keyboard_shortcuts import CheatSheet
from desktop_agent.frontends.ui.dialogs.template_controller import TemplateController
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.dialog import BackupPage
    from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep


class Dialogs(QObject):
    """Opens the dialogs of ``window``.

    ``setting_changed`` is emitted with the key of the setting that changed. ``offers`` returns the
    items that the palette can open besides commands.
    """

    setting_changed = Signal(str)
    models_changed = Signal()
    quit_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        commands: Commands,
        downloads: Downloads,
        window: QWidget,
        offers: Callable[[], Iterable[Offer]],
    ) -> None:
        super().__init__(window)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._commands = commands
        self._downloads = downloads
        self._window = window
        self.templates = TemplateController(theme, session, tasks, window)
        self.palette = CommandPalette(theme, commands, window)
        self.palette.add_source(offers)

    @cached_property
    def upkeep(self) -> "Upkeep":
        """The maintenance operations, loaded on first use."""
        from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep

        made = Upkeep(self._session, self._tasks, self)
        made.quit_wanted.connect(self.quit_wanted)
        return made

    def open_settings(self, page: str = "llm") -> SettingsDialog:
        """Open the settings at a page."""
        dialog = SettingsDialog(
            self._theme,
            self._session,
            self._tasks,
            self._window,
            commands=self._commands,
            downloads=self._downloads,
            upkeep=lambda: self.upkeep,
        )
        dialog.changed.connect(self.setting_changed)
        dialog.models_changed.connect(self.models_changed)
        dialog.show_page(page)
        dialog.open()
        return dialog

    def open_upkeep(self, act: "Callable[[BackupPage], object]") -> SettingsDialog:
        """Open the backup page of the settings and run an action there."""
        dialog = self.open_settings("backup")
        dialog.backup.when_whole(lambda: act(dialog.backup))
        return dialog

    def open_palette(self) -> None:
        self.palette.open()

    def open_cheat_sheet(self) -> CheatSheet:
        """Open the list of keyboard shortcuts."""
        sheet = CheatSheet(self._theme, self._commands, self._window)
        sheet.open()
        return sheet
