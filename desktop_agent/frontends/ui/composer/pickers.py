"""Fields of dialogs for the mode, the model and the time limit of a question."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.frontends.ui.composer.options import LIMITS, ModelChoice, duration
from desktop_agent.frontends.ui.wording.strategies import strategies


class Picker(QComboBox):
    """A field whose entries carry data."""

    def describe(self, name: str, tip: str) -> None:
        """Set the accessible name and description, and use the description as the tooltip."""
        self.setAccessibleName(name)
        self.setAccessibleDescription(tip)
        self.setToolTip(tip)

    def choose(self, data: object) -> bool:
        """Select the entry with this item data; return False if there is none."""
        place = self.findData(data)
        if place >= 0:
            self.setCurrentIndex(place)
        return place >= 0


class StrategyPicker(Picker):
    """A field for the mode."""

    def __init__(self, strategy: str) -> None:
        super().__init__()
        self.describe(self.tr("Mode"), self.tr("Choose how thoroughly to work on the question"))
        for each in strategies():
            self.addItem(each.title, each.name)
            self.setItemData(self.count() - 1, each.tip, Qt.ItemDataRole.ToolTipRole)
        self.choose(strategy)


class ModelPicker(Picker):
    """A field for a model of the current provider; the first entry is the default model."""

    def __init__(self) -> None:
        super().__init__()
        self.describe(self.tr("Model"), self.tr("Choose the model that answers"))
        self.addItem(self.tr("Default"), "")

    @property
    def chosen(self) -> str:
        """The selected model, or "" for the default one."""
        return str(self.currentData() or "")

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """List the models that can chat, keeping the current selection if possible."""
        chosen = self.chosen
        while self.count() > 1:
            self.removeItem(1)
        for model in filter(ModelChoice.can_chat, models):
            self.addItem(model.name, model.name)
        self.choose(chosen)

    def show_state(self, state: ProviderState) -> None:
        """Name the default model, if the provider has one."""
        named = self.tr("Default ({0})").format(state.model)
        self.setItemText(0, named if state.ok and state.model else self.tr("Default"))


class BudgetPicker(Picker):
    """A field for the time limit; the first entry is the one from the settings."""

    def __init__(self) -> None:
        super().__init__()
        self.describe(self.tr("Time limit"), self.tr("Choose how long the question may take"))
        self.addItem(self.tr("Default"), None)
        for seconds in LIMITS:
            self.addItem(duration(seconds), float(seconds))

    @property
    def chosen(self) -> float | None:
        """The time limit in seconds, or None for the one from the settings."""
        seconds = self.currentData()
        return None if seconds is None else float(seconds)

    def choose_seconds(self, seconds: float) -> None:
        if not self.choose(seconds):
            self.addItem(duration(seconds), seconds)
            self.setCurrentIndex(self.count() - 1)
