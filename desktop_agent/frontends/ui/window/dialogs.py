"""The window's dialogs: settings, command palette, keyboard shortcuts and templates."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_agent.frontends.ui.dialogs.command_palette import CommandPalette, Offer
from desktop_agent.frontends.ui.dialogs.template_controller import TemplateController
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.window.layout import WindowLayout

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.settings.maintenance import Upkeep


class Dialogs(QObject):
    """Opens the window's dialogs.

    ``offers`` returns those entries of the command palette that are not commands.
    ``setting_changed`` is emitted with the key of a changed setting, and ``quit_wanted`` when the
    program must quit so that a backup can be restored.
    """

    setting_changed = Signal(str)
    models_changed = Signal()
    quit_wanted = Signal()

    def __init__(
        self, window: WindowLayout, commands: Commands, offers: Callable[[], Iterable[Offer]]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._commands = commands
        self.templates = TemplateController(window.session, window.tasks, window)
        self.palette = CommandPalette(window.theme, commands, window)
        self.palette.add_source(offers)

    @cached_property
    def upkeep(self) -> "Upkeep":
        """The maintenance operations, loaded on first use."""
        from desktop_agent.frontends.ui.settings.maintenance import Upkeep

        made = Upkeep(self._window.session, self._window.tasks, self)
        made.quit_wanted.connect(self.quit_wanted)
        return made

    def open_settings(self, page: str = "models") -> SettingsDialog:
        """Open the settings at a page, such as "privacy", or at a section, such as "privacy/log"."""
        window, upkeep = self._window, lambda: self.upkeep
        shared = (window.theme, window.session, window.tasks, self._commands, window.downloads)
        dialog = SettingsDialog(*shared, upkeep, window)
        dialog.changed.connect(self.setting_changed)
        dialog.models_changed.connect(self.models_changed)
        dialog.show_page(page)
        dialog.open()
        return dialog

    def check_for_updates(self) -> None:
        self.open_settings("privacy/updates")
        self.upkeep.check()
