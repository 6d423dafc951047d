"""Pickers for the strategy, the model and the time budget of a question."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter

from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.wording.strategies import strategies

_BUDGETS = (30, 60, 120, 300, 600, 1800)
_WIDEST = 190
_LEGIBLE = 120
"""Width in pixels at which a name, or most of it, can be read."""
_ICON = 18
_AROUND = 40
"""Width in pixels taken by the style's padding and arrow."""


class Picker(QComboBox):
    """A compact combo box that can show an icon instead of its text."""

    def __init__(self, icon: str = "") -> None:
        super().__init__()
        self.setObjectName("picker")
        self._icon = icon
        self._compact = False
        self.setMaximumWidth(_WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.currentTextChanged.connect(lambda _text: self.updateGeometry())
        self.view().setMinimumWidth(170)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def describe(self, name: str, tip: str) -> None:
        """Set the accessible name and description, and use the description as the tooltip."""
        self.setAccessibleName(name)
        self.setAccessibleDescription(tip)
        self.setToolTip(tip)

    def sizeHint(self) -> QSize:
        """Return the size required by the current entry rather than by the longest one."""
        width = _ICON + _AROUND if self._compact else self._whole()
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(_ICON + _AROUND, super().minimumSizeHint().height())

    def least_legible(self) -> int:
        """Return the minimum width in pixels at which the name is shown rather than an icon."""
        return min(self._whole(), _LEGIBLE)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - a setter, as Qt's
        """Set whether an icon is shown instead of the name."""
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def _whole(self) -> int:
        width = self.fontMetrics().horizontalAdvance(self.currentText()) + _AROUND
        return min(width, _WIDEST)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        if self._compact:
            option.currentText = ""
            colour = self.palette().color(self.foregroundRole()).name()
            picture = icons.pixmap(self._icon, colour, _ICON, self.devicePixelRatioF())
            painter.drawPixmap(10, (self.height() - _ICON) // 2, picture)
        else:
            option.currentText = self.fontMetrics().elidedText(
                self.currentText(), Qt.TextElideMode.ElideMiddle, self.width() - _AROUND + 2
            )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def choose(self, data: object) -> bool:
        """Select the entry with this item data; return False if there is none."""
        place = self.findData(data)
        if place >= 0:
            self.setCurrentIndex(place)
        return place >= 0


class StrategyPicker(Picker):
    """A picker for the strategy, with tooltips that say what each one does and costs."""

    def __init__(self, strategy: str) -> None:
        super().__init__()
        self.describe(self.tr("Strategy"), self.tr("How the question is carried out"))
        for each in strategies():
            self.addItem(each.title, each.name)
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
                self.setItemData(self.count() - 1, each.tip, role)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(max(0, self.findData(strategy)))
        self._explain()

    def _explain(self) -> None:
        self.setToolTip(str(self.currentData(Qt.ItemDataRole.ToolTipRole) or ""))


class ModelPicker(Picker):
    """A picker for a model of the current provider.

    The first entry stands for the model from the settings.
    """

    def __init__(self) -> None:
        super().__init__("model")
        self.describe(self.tr("Model"), self.tr("Which model answers"))
        self.addItem(self.tr("Automatic model"), "")
        self._models: dict[str, ModelInfo] = {}
        self._automatic = ""
        self._local = False

    @property
    def chosen(self) -> str:
        """The selected model, or "" for the model from the settings."""
        return str(self.currentData() or "")

    @property
    def name(self) -> str:
        return self.chosen or self._automatic

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The capabilities of the model in use, or () if they are unknown."""
        known = self._models.get(self.name)
        return known.capabilities if known is not None and self._local else ()

    def image_refusal(self) -> str:
        """Return a message saying that the model does not support images, or "" if it may do so."""
        if not self.capabilities or "vision" in self.capabilities:
            return ""
        said = self.tr("{0} cannot see images.").format(self.name or self.tr("The model"))
        able = [name for name, model in self._models.items() if "vision" in model.capabilities]
        if not able:
            return f"{said} {self.tr('None of the installed models can.')}"
        return f"{said} {self.tr('These can: {0}.').format(', '.join(able[:4]))}"

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """List all models except embedding-only ones, keeping the current selection if possible."""
        chosen = self.chosen
        self.clear()
        self.addItem(self.tr("Automatic model"), "")
        self._models = {}
        for model in models:
            if "embedding" in model.capabilities and "completion" not in model.capabilities:
                continue
            self._models[model.name] = model
            self.addItem(model.name, model.name)
            note = " · ".join(part for part in (model.parameters, model.quantisation) if part)
            self.setItemData(self.count() - 1, note, Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(max(0, self.findData(chosen)))

    def show_state(self, state: ProviderState) -> None:
        """Update the first entry from the provider's state; clear the list if there is no model."""
        found = state.ok and state.provider != "none"
        self._automatic = state.model if found else ""
        self._local = state.provider == "ollama"  # the only provider that reports capabilities
        if not found:
            self.clear()
            self.addItem("", "")
        self.setItemText(0, self.tr("Automatic model") if found else self.tr("No model"))


class BudgetPicker(Picker):
    """A picker for a question's time budget. The first entry uses the one from the settings."""

    def __init__(self) -> None:
        super().__init__()
        self.describe(self.tr("Time"), self.tr("How long the question may take"))
        self.addItem(self.tr("Usual time"), None)
        for seconds in _BUDGETS:
            self.addItem(self._words(seconds), float(seconds))

    @property
    def chosen(self) -> float | None:
        """The budget in seconds, or None for the budget from the settings."""
        seconds = self.currentData()
        return None if seconds is None else float(seconds)

    def choose_seconds(self, seconds: float) -> None:
        if not self.choose(seconds):
            self.addItem(self._words(seconds), seconds)
            self.setCurrentIndex(self.count() - 1)

    def _words(self, seconds: float) -> str:
        if seconds < 60 or seconds % 60:
            return self.tr("{0} s").format(f"{seconds:g}")
        return self.tr("{0} min").format(f"{seconds / 60:g}")
