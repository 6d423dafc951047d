"""The page of the settings dialog with backups, and what helps to find a fault."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.settings.page import SettingsPage
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.ui.upkeep.backup_pane import BackupPane
    from desktop_agent.ui.upkeep.diagnostics_pane import DiagnosticsPane
    from desktop_agent.ui.upkeep.upkeep import Upkeep


class BackupPage(SettingsPage):
    """Nothing is loaded before it is shown; both panes are None until then."""

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
        """Asks where to write a backup."""
        if self.backups is not None:
            self.backups.make_backup()

    def restore(self) -> None:
        """Asks for a backup to be restored."""
        if self.backups is not None:
            self.backups.restore_backup()

    def save_diagnostics(self) -> None:
        """Asks where to write the file of diagnostics."""
        if self.diagnostics is not None:
            self.diagnostics.save_diagnostics()

    def _make_backups(self) -> QWidget:
        from desktop_agent.ui.upkeep.backup_pane import BackupPane

        upkeep = self._upkeep()
        self.backups = BackupPane(self._theme, upkeep.backing_up, upkeep.quit_wanted.emit)
        return self.backups

    def _make_diagnostics(self) -> QWidget:
        from desktop_agent.ui.upkeep.diagnostics_pane import DiagnosticsPane

        self.diagnostics = DiagnosticsPane(self._theme, self._upkeep().diagnosing)
        return self.diagnostics
