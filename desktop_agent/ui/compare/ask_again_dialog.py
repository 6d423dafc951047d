"""Asking by what else the same question is to be answered."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop_agent.core.models import ModelInfo
from desktop_agent.ui.compare.words import tr
from desktop_agent.ui.composer.pickers import ModelPicker, StrategyPicker
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.turn import Turn


class AskAgainDialog(QDialog):
    """``chosen`` brings the names of a strategy and of a model, which is empty for the automatic one."""

    chosen = Signal(str, str)

    def __init__(self, turn: Turn, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Ask again and compare"))
        self.setMinimumWidth(380)
        self.strategy = StrategyPicker(turn.started.strategy if turn.started is not None else "")
        self.model = ModelPicker()
        self._model = turn.started.model if turn.started is not None else ""
        form = QFormLayout()
        form.setSpacing(10)
        for name, picker in ((tr("Strategy"), self.strategy), (tr("Model"), self.model)):
            picker.setObjectName("")
            picker.setMaximumWidth(16_777_215)
            label = QLabel(name)
            label.setBuddy(picker)
            form.addRow(label, picker)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        ask = buttons.addButton(tr("Ask again"), QDialogButtonBox.ButtonRole.AcceptRole)
        ask.setObjectName("primary")
        ask.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 18, 20, 16)
        lines.setSpacing(14)
        lines.addWidget(
            wrapped(tr("The answers are shown side by side, the new one as it comes."), "muted")
        )
        lines.addLayout(form)
        lines.addWidget(buttons)

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """Offers these models, and the one that has answered first."""
        self.model.show_models(models)
        self.model.choose(self._model)

    def _tell(self) -> None:
        self.chosen.emit(str(self.strategy.currentData()), self.model.chosen)
