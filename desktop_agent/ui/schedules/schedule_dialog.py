"""Making a scheduled question, or changing one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.recurrence_when import When
from desktop_agent.core.schedule import Schedule
from desktop_agent.ui.composer.pickers import BudgetPicker, ModelPicker, StrategyPicker
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.plan.question_field import QuestionField
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.when_form import WhenForm, form_label
from desktop_agent.ui.schedules.words import tr

if TYPE_CHECKING:
    from desktop_agent.schedules.schedules import Schedules


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person wants asked; ``when`` is None where the time stays as it was."""

    question: str
    when: When | None
    strategy: str
    model: str
    budget_s: float | None


class ScheduleDialog(QDialog):
    """Opened with ``open()``; ``wanted`` brings a `Wanted`, and `refuse` says why it cannot be.

    Without a ``schedule`` it makes a new one, of ``question`` where one is given.
    """

    wanted = Signal(object)

    def __init__(
        self,
        schedules: "Schedules",
        parent: QWidget | None = None,
        *,
        schedule: Schedule | None = None,
        question: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Change a scheduled question") if schedule else tr("Ask regularly"))
        self.resize(560, 0)
        self._schedules = schedules
        self._schedule = schedule
        self._timed = schedule is None
        self.question = QuestionField(schedule.question if schedule else question)
        self.question.setAccessibleName(tr("Question"))
        self.time = WhenForm(schedules, schedule)
        self.strategy = StrategyPicker(schedule.strategy if schedule else "auto")
        self.model = ModelPicker()
        self.budget = BudgetPicker()
        self.preview = QLabel()
        self.preview.setObjectName("hint")
        self.preview.setTextFormat(Qt.TextFormat.PlainText)
        self.preview.setWordWrap(True)
        self.fault = wrapped("", "scheduleFault")
        self.keep = QPushButton(tr("Save") if schedule else tr("Schedule"))
        self.keep.setObjectName("primary")
        self._take_options(schedule)
        self._lay_out()
        self.question.changed.connect(lambda _text: self._look())
        self.time.changed.connect(self._timed_anew)
        self.time.often.currentIndexChanged.connect(lambda: QTimer.singleShot(0, self, self._fit))
        self._look()

    def show_models(self, state: ProviderState, models: Sequence[ModelInfo]) -> None:
        """Offers these models; the choice stays."""
        chosen = self.model.chosen
        self.model.show_models(models)
        self.model.show_state(state)
        self._choose_model(chosen)

    def refuse(self, error: AgentError) -> None:
        """Says why it could not be kept."""
        self._say(localized_error(error))
        self.keep.setEnabled(True)

    def _timed_anew(self) -> None:
        self._timed = True
        self._look()

    def _fit(self) -> None:
        """Gives back the room of fields that are not needed any more."""
        self.resize(self.width(), 0)  # the layout lets it be no smaller than it must be

    def _look(self) -> None:
        """Shows the next times, or what is wrong."""
        fault, said = "", ""
        try:
            said = words.preview(self._schedules.upcoming(self.time.when))
        except AgentError as error:
            if self._timed:
                fault = localized_error(error)
        self.preview.setText(said)
        self.preview.setVisible(bool(said))
        self._say(fault)
        self.keep.setEnabled(not fault and bool(self._asked))

    def _say(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    @property
    def _asked(self) -> str:
        return " ".join(self.question.toPlainText().split())

    def _accept(self) -> None:
        try:
            when = self.time.when if self._timed else None
        except AgentError as error:
            self.refuse(error)
            return
        self.keep.setEnabled(False)  # until it is known what became of it
        strategy = str(self.strategy.currentData())
        self.wanted.emit(Wanted(self._asked, when, strategy, self.model.chosen, self.budget.chosen))

    # --- building

    def _take_options(self, schedule: Schedule | None) -> None:
        if schedule is None:
            return
        self._choose_model(schedule.model)
        if schedule.budget_s is not None:
            self.budget.choose_seconds(schedule.budget_s)

    def _choose_model(self, name: str) -> None:
        if name and not self.model.choose(name):
            self.model.addItem(name, name)  # it is not installed now, and may be when it is needed
            self.model.choose(name)

    def _lay_out(self) -> None:
        about = QFormLayout()
        about.setSpacing(8)
        for title, field in (
            (tr("Strategy"), self.strategy),
            (tr("Model"), self.model),
            (tr("Time for it"), self.budget),
        ):
            about.addRow(form_label(title), field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.ApplyRole)
        self.keep.clicked.connect(self._accept)
        self.keep.setDefault(True)
        buttons.rejected.connect(self.reject)
        head = QLabel(tr("Question"))
        head.setBuddy(self.question)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 16, 20, 16)
        lines.setSpacing(10)
        lines.addWidget(head)
        lines.addWidget(self.question)
        lines.addWidget(self.time)
        lines.addWidget(self.preview)
        lines.addWidget(self.fault)
        lines.addLayout(about)
        lines.addWidget(wrapped(tr("It is asked while the program is open."), "hint"))
        lines.addStretch(1)
        lines.addWidget(buttons)
