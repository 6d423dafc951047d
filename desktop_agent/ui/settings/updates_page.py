"""The page of the settings dialog with versions of the program, and what can be added to it."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.settings.field import Option
from desktop_agent.ui.settings.option_row import OptionRow
from desktop_agent.ui.settings.page import SettingsPage
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.ui.upkeep.components_pane import ComponentsPane
    from desktop_agent.ui.upkeep.updates_pane import UpdatesPane
    from desktop_agent.ui.upkeep.upkeep import Upkeep


class UpdatesPage(SettingsPage):
    """The version, the ``options``, and the add-ons; nothing is loaded before it is shown.

    ``pane`` and ``add_ons`` are None until then.
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
            QCoreApplication.translate(
                "Upkeep", "Newer versions of the program, and what can be added to it."
            ),
        )
        self._theme = theme
        self._upkeep = upkeep
        self.pane: UpdatesPane | None = None
        self.add_ons: ComponentsPane | None = None
        words = QCoreApplication.translate("Upkeep", "version check download newer release")
        self.add_row(words, self._make_pane)
        for option in options:
            self.add_row(option.words, partial(make_row, option.key))
        words = QCoreApplication.translate("Upkeep", "add-ons component extra add remove")
        self.add_row(f"LanceDB {words}", self._make_add_ons)

    def setting_changed(self, key: str) -> None:
        """Shows the place for updates, and what is on offer there, as they are set now."""
        if key.startswith("updates.") or key == "network.offline":
            if self.pane is not None:
                self.pane.look_again()
            if self.add_ons is not None:
                self.add_ons.look_again()

    def _make_pane(self) -> QWidget:
        from desktop_agent.ui.upkeep.updates_pane import UpdatesPane

        self.pane = UpdatesPane(self._theme, self._upkeep().updating)
        return self.pane

    def _make_add_ons(self) -> QWidget:
        from desktop_agent.ui.upkeep.components_pane import ComponentsPane

        self.add_ons = ComponentsPane(self._theme, self._upkeep().adding)
        return self.add_ons
