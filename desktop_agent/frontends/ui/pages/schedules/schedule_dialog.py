"""The dialog for creating or editing a scheduled question."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QDateTime, Qt, QTime, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTimeEdit,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.runs import Schedule
from desktop_agent.frontends.ui.composer.pickers import BudgetPicker, ModelPicker, StrategyPicker
from desktop_agent.frontends.ui.pages.schedules import labels
from desktop_agent.frontends.ui.pages.schedules.labels import tr
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.text_fields import QuestionField
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.runs.recurrence import (
    EVERY_DAY,
    LAST_DAY,
    WORKDAYS,
    RecurrencePattern,
    When,
    from_iso,
    once,
    pattern_of,
    repeated,
    rule_of,
    rule_words,
    to_wall,
)
from desktop_agent.runs.schedules import ScheduleOptions

if TYPE_CHECKING:
    from desktop_agent.runs.schedules import Schedules

# --- The form for the times: frequency, days and time of day, or words

_MOST_HOURS = 168
_LABEL_CHARS = 15

Field = TypeVar("Field", bound=QWidget)


def _named(field: Field, name: str) -> Field:
    field.setAccessibleName(name)
    return field


class WhenForm(QWidget):
    """A form for choosing when a question is asked; ``changed`` is emitted after every edit."""

    changed = Signal()

    def __init__(self, schedules: "Schedules", schedule: Schedule | None = None) -> None:
        super().__init__()
        self._schedules = schedules
        self.often = _named(QComboBox(), tr("How often"))
        for title, name in (
            (tr("Once"), "once"),
            (tr("Every day"), "day"),
            (tr("On days of the week"), "days"),
            (tr("Every few hours"), "hours"),
            (tr("Every month"), "month"),
            (tr("In words, or a rule"), "words"),
        ):
            self.often.addItem(title, name)
        self.at = _named(QDateTimeEdit(), tr("Day and time"))
        self.at.setCalendarPopup(True)
        self.at.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.time = _named(QTimeEdit(QTime(8, 0)), tr("Time of day"))
        self.time.setDisplayFormat("HH:mm")
        self.days = _Days()
        self.hours = _named(QSpinBox(), tr("Hours between"))
        self.hours.setRange(1, _MOST_HOURS)
        self.hours.setValue(2)
        self.day = _named(QComboBox(), tr("Day of the month"))
        for number in range(1, 32):
            self.day.addItem(str(number), number)
        self.day.addItem(tr("Last day"), LAST_DAY)
        self.words = _named(QLineEdit(), tr("When, in English words"))
        self.words.setPlaceholderText("every 2 weeks on Monday 8:00")
        for field in (self.time, self.hours):  # Qt ignores the padding of the style sheet here
            field.lineEdit().setTextMargins(9, 0, 0, 0)
        self._form = QFormLayout(self)
        self._lay_out()
        self._take(schedule)
        self._turn()
        self._connect()

    @property
    def when(self) -> When:
        """The chosen time.

        Raises:
            AgentError: the time is invalid or in the past, or never occurs.
        """
        clock = self._schedules.clock
        name = self.often.currentData()
        if name == "words":
            return self._schedules.read_when(self.words.text())
        if name == "once":
            chosen = self.at.dateTime().toPython()
            assert isinstance(chosen, datetime)
            return once(chosen.replace(second=0, microsecond=0), clock.now(), clock.zone)
        return repeated(rule_of(self._pattern(name)), clock.now(), clock.zone)

    def _pattern(self, name: str) -> RecurrencePattern:
        hour, minute = self.time.time().hour(), self.time.time().minute()
        match name:
            case "hours":
                return RecurrencePattern("hours", every=self.hours.value())
            case "month":
                return RecurrencePattern(
                    "month", day=self.day.currentData(), hour=hour, minute=minute
                )
            case "days" if not self.days.chosen:
                raise AgentError("No day of the week is chosen.", "Choose at least one.")
            case _:
                days = EVERY_DAY if name == "day" else self.days.chosen
                return RecurrencePattern("days", weekdays=days, hour=hour, minute=minute)

    # --- Construction

    def _take(self, schedule: Schedule | None) -> None:
        """Fill in the form from a schedule; for a new one, select Monday to Friday."""
        clock = self._schedules.clock
        now = to_wall(clock.now(), clock.zone)
        self.at.setDateTime(QDateTime.fromSecsSinceEpoch(int(now.timestamp()) + 3600))
        self.days.choose(WORKDAYS)
        if schedule is None:
            self.choose("days")
            return
        pattern = pattern_of(schedule.rule) if schedule.rule else None
        if pattern is None:
            self.choose("once")
            due = from_iso(schedule.next_at)
            if due is not None:
                self.at.setDateTime(
                    QDateTime.fromSecsSinceEpoch(int(to_wall(due, clock.zone).timestamp()))
                )
            return
        self.time.setTime(QTime(pattern.hour, pattern.minute))
        match pattern.frequency:
            case "hours" if pattern.every <= _MOST_HOURS:
                self.hours.setValue(pattern.every)
                self.choose("hours")
            case "month":
                self.day.setCurrentIndex(self.day.findData(pattern.day))
                self.choose("month")
            case "days" if pattern.every == 1:
                self.days.choose(pattern.weekdays)
                self.choose("day" if pattern.weekdays == EVERY_DAY else "days")
            case _:
                self.words.setText(rule_words(schedule.rule))
                self.choose("words")

    def choose(self, name: str) -> None:
        """Select the frequency: ``once``, ``day``, ``days``, ``hours``, ``month`` or ``words``."""
        self.often.setCurrentIndex(self.often.findData(name))

    def _lay_out(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(8)
        for title, field in (
            (tr("Ask"), self.often),
            (tr("On"), self.at),
            (tr("Days"), self.days),
            (tr("Hours between"), self.hours),
            (tr("Day of the month"), self.day),
            (tr("Time of day"), self.time),
            (tr("When"), self.words),
        ):
            self._form.addRow(form_label(title), field)

    def _connect(self) -> None:
        self.often.currentIndexChanged.connect(self._turn)
        self.at.dateTimeChanged.connect(self.changed)
        self.time.timeChanged.connect(self.changed)
        self.days.changed.connect(self.changed)
        self.hours.valueChanged.connect(self.changed)
        self.day.currentIndexChanged.connect(self.changed)
        self.words.textChanged.connect(self.changed)

    def _turn(self) -> None:
        name = self.often.currentData()
        for field, names in (
            (self.at, ("once",)),
            (self.days, ("days",)),
            (self.hours, ("hours",)),
            (self.day, ("month",)),
            (self.time, ("day", "days", "month")),
            (self.words, ("words",)),
        ):
            self._form.setRowVisible(field, name in names)
        self.changed.emit()


def form_label(text: str) -> QLabel:
    """Return a field label with a minimum width, which aligns the fields of stacked forms."""
    made = QLabel(text)
    made.setMinimumWidth(made.fontMetrics().averageCharWidth() * _LABEL_CHARS)
    return made


class _Days(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Days of the week"))
        self.buttons = [self._button(day) for day in EVERY_DAY]
        hbox(*self.buttons, STRETCH, parent=self, spacing=4)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The selected days of the week; 0 is Monday."""
        return tuple(day for day, button in enumerate(self.buttons) if button.isChecked())

    def choose(self, days: tuple[int, ...]) -> None:
        for day, button in enumerate(self.buttons):
            button.setChecked(day in days)

    def _button(self, day: int) -> QToolButton:
        button = _named(QToolButton(), labels.day_name(day))
        button.setObjectName("dayButton")
        button.setText(labels.day_name(day, short=True))
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(labels.day_name(day))
        button.toggled.connect(self.changed)
        return button


class ScheduleDialog(QDialog):
    """A dialog for editing ``schedule``, or for creating one that is prefilled with ``question``.

    Show it with ``open()``. ``wanted`` is emitted with the question, the `When` (None if the time
    was not changed) and the `ScheduleOptions`. If saving fails, call `refuse` to show the reason.
    """

    wanted = Signal(str, object, object)

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
        self._timed = schedule is None
        self.question = QuestionField(schedule.question if schedule else question)
        self.question.setAccessibleName(tr("Question"))
        self.time = WhenForm(schedules, schedule)
        self.strategy = StrategyPicker(schedule.strategy if schedule else "auto")
        self.model = ModelPicker()
        self.budget = BudgetPicker()
        self.preview = label("", "hint")
        self.fault = wrapped("", "scheduleFault")
        save = tr("Save") if schedule else tr("Schedule")
        self.keep = push_button(save, self._accept, name="primary")
        self._take_options(schedule)
        self._lay_out()
        self.question.changed.connect(self._look)
        self.time.changed.connect(self._timed_anew)
        self.time.often.currentIndexChanged.connect(lambda: QTimer.singleShot(0, self, self._fit))
        self._look()

    def show_models(self, state: ProviderState, models: Sequence[ModelInfo]) -> None:
        """Offer the given models, keeping the current choice."""
        chosen = self.model.chosen
        self.model.show_models(models)
        self.model.show_state(state)
        self._choose_model(chosen)

    def refuse(self, error: AgentError) -> None:
        self._say(localized_error(error))
        self.keep.setEnabled(True)

    def _timed_anew(self) -> None:
        self._timed = True
        self._look()

    def _fit(self) -> None:
        self.resize(self.width(), 0)  # the layout enforces its minimum height

    def _look(self) -> None:
        fault, said = "", ""
        try:
            said = labels.preview(self._schedules.upcoming(self.time.when))
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
        self.keep.setEnabled(False)  # until it is saved or refused
        options = ScheduleOptions(
            strategy=str(self.strategy.currentData()),
            model=self.model.chosen,
            budget_s=self.budget.chosen,
        )
        self.wanted.emit(self._asked, when, options)

    # --- Construction

    def _take_options(self, schedule: Schedule | None) -> None:
        if schedule is None:
            return
        self._choose_model(schedule.model)
        if schedule.budget_s is not None:
            self.budget.choose_seconds(schedule.budget_s)

    def _choose_model(self, name: str) -> None:
        if name and not self.model.choose(name):
            self.model.addItem(name, name)  # it may be installed by the time it is needed
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
        self.keep.setDefault(True)
        buttons.rejected.connect(self.reject)
        head = QLabel(tr("Question"))
        head.setBuddy(self.question)
        vbox(
            head,
            self.question,
            self.time,
            self.preview,
            self.fault,
            about,
            wrapped(tr("It is asked while the program is open."), "hint"),
            STRETCH,
            buttons,
            parent=self,
            margins=(20, 16, 20, 16),
            spacing=10,
        )
