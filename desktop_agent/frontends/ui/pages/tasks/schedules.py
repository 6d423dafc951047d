"""Descriptions of when scheduled questions are due, and the dialog for editing them."""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QDateTime,
    QLocale,
    Qt,
    QTime,
    QTimer,
    Signal,
    SignalInstance,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QTimeEdit,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import Schedule
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import Said, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.dates import local_of
from desktop_agent.frontends.ui.wording.reasoning import strategy_name
from desktop_agent.runs.recurrence import (
    EVERY_DAY,
    LAST_DAY,
    WEEKEND,
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

if TYPE_CHECKING:
    from desktop_agent.runs.schedules import Schedules

tr = partial(QCoreApplication.translate, "Schedules")


def rule(text: str) -> str:
    """Describe a recurrence rule (RFC 5545), or return "Once" if it is empty."""
    if not text:
        return tr("Once")
    pattern = pattern_of(text)
    at = _time_of_day(QTime(pattern.hour, pattern.minute))
    match pattern.frequency:
        case "minutes":
            return tr("Every {0} minutes").format(pattern.every)
        case "hours":
            one, many = tr("Every hour"), tr("Every {0} hours")
            return one if pattern.every == 1 else many.format(pattern.every)
        case "gap":
            return tr("Every {0} days at {1}").format(pattern.every, at)
        case "month" if pattern.day == LAST_DAY:
            return tr("Monthly on the last day at {0}").format(at)
        case "month":
            return tr("Monthly on day {0} at {1}").format(pattern.day, at)
        case "days":
            return _days(pattern, at)
        case _:
            return text


def _days(pattern: RecurrencePattern, at: str) -> str:
    days = tuple(sorted(set(pattern.weekdays)))
    if pattern.every == 1 and days in (EVERY_DAY, WORKDAYS, WEEKEND):
        groups = {
            EVERY_DAY: tr("Every day at {0}"),
            WORKDAYS: tr("Monday to Friday at {0}"),
            WEEKEND: tr("Saturday and Sunday at {0}"),
        }
        return groups[days].format(at)
    names = ", ".join(day_name(day, short=len(days) > 2) for day in days)
    if pattern.every > 1:
        return tr("Every {0} weeks on {1} at {2}").format(pattern.every, names, at)
    return tr("Every {0} at {1}").format(names, at)


def day_name(day: int, *, short: bool = False) -> str:
    """Return the name of a weekday; 0 is Monday."""
    form = QLocale.FormatType.ShortFormat if short else QLocale.FormatType.LongFormat
    return QLocale().standaloneDayName(day + 1, form)


def moment(when: datetime) -> str:
    """Format a time as weekday, date and time of day in the local time zone."""
    then = local_of(when.timestamp())
    this_year = then.date().year() == QDate.currentDate().year()
    pattern = tr("ddd d MMM") if this_year else tr("ddd d MMM yyyy")
    date = QLocale().toString(then.date(), pattern)
    return tr("{0}, {1}").format(date, _time_of_day(then.time()))


def _time_of_day(time: QTime) -> str:
    return QLocale().toString(time, QLocale.FormatType.ShortFormat)


def next_time(schedule: Schedule) -> str:
    """Format the next due time, or say that the schedule is paused or finished."""
    when = from_iso(schedule.next_at)
    if not schedule.enabled:
        return tr("Paused")
    return moment(when) if when is not None else tr("Finished")


def preview(times: tuple[datetime, ...]) -> str:
    """Format the next due times. ``times`` must not be empty."""
    first, *later = [moment(each) for each in times]
    if not later:
        return tr("Next: {0}").format(first)
    return tr("Next: {0}, then {1}").format(first, "; ".join(later))


MODES = ("auto", "quick", "verified", "deep")


class ScheduleDialog(QDialog):
    """A dialog for editing ``schedule``, or for creating one prefilled with ``question``.

    Show it with ``open()``. It stays open until the schedule is saved, so that errors can be
    corrected; ``kept`` is then emitted with the saved `Schedule`.
    """

    kept = Signal(object)

    def __init__(
        self,
        schedules: "Schedules",
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        schedule: Schedule | None = None,
        question: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Edit schedule") if schedule else tr("Schedule a question"))
        self.resize(560, 0)
        self._schedules = schedules
        self._tasks = tasks
        self._schedule = schedule
        self._timed = schedule is None
        self._shown_for: list[tuple[QWidget, tuple[str, ...]]] = []
        self._form = QFormLayout()
        self._form.setSpacing(10)
        self.question = QuestionEdit()
        self.question.setPlaceholderText("")
        self.question.setPlainText(schedule.question if schedule else question)
        self.often = QComboBox()
        self.at = QDateTimeEdit()
        self.at.setCalendarPopup(True)
        self.at.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.days = DayButtons()
        self.time = QTimeEdit(QTime(8, 0))
        self.time.setDisplayFormat("HH:mm")
        self.time.lineEdit().setTextMargins(9, 0, 0, 0)  # Qt ignores the padding of its style here
        self.words = QLineEdit()
        self.words.setPlaceholderText("every 2 weeks on Monday 8:00")
        self.mode = QComboBox()
        self.preview, self.fault = Said("hint"), Said("scheduleFault")
        save = tr("Save") if schedule else tr("Schedule")
        self.keep = push_button(save, self._accept, name="primary")
        self._fill_boxes(schedule.strategy if schedule else "auto")
        self._take_time(schedule)
        self._lay_out()
        self._show_fields()
        self._look()
        self.question.textChanged.connect(self._look)
        self.question.sent.connect(self.keep.click)
        self.question.escaped.connect(self.reject)
        self.often.currentIndexChanged.connect(self._show_fields)
        self.often.currentIndexChanged.connect(self._time_changed)

    @property
    def when(self) -> When:
        """The chosen time.

        Raises:
            AgentError: the time is invalid, in the past, or never occurs.
        """
        clock = self._schedules.clock
        name = self.often.currentData()
        if name == "words":
            return self._schedules.read_when(self.words.text())
        if name == "once":
            chosen = self.at.dateTime().toPython()
            assert isinstance(chosen, datetime)
            return once(chosen.replace(second=0, microsecond=0), clock.now(), clock.zone)
        days = EVERY_DAY if name == "day" else self.days.chosen
        if not days:
            raise AgentError("No day of the week is chosen.", "Choose at least one.")
        hour, minute = self.time.time().hour(), self.time.time().minute()
        pattern = RecurrencePattern("days", weekdays=days, hour=hour, minute=minute)
        return repeated(rule_of(pattern), clock.now(), clock.zone)

    def choose(self, name: str) -> None:
        """Select the frequency: ``once``, ``day``, ``days`` or ``words``."""
        self.often.setCurrentIndex(self.often.findData(name))

    # --- State

    def _take_time(self, schedule: Schedule | None) -> None:
        """Fill in a schedule's time; for a new schedule, select Monday to Friday."""
        clock = self._schedules.clock
        due = from_iso(schedule.next_at) if schedule is not None else None
        first = int(to_wall(due or clock.now(), clock.zone).timestamp())
        self.at.setDateTime(QDateTime.fromSecsSinceEpoch(first if due else first + 3600))
        self.days.choose(WORKDAYS)
        self.choose("once" if schedule is not None else "days")
        if schedule is None or not schedule.rule:
            return
        pattern = pattern_of(schedule.rule)
        self.time.setTime(QTime(pattern.hour, pattern.minute))
        if pattern.frequency == "days" and pattern.every == 1:
            self.days.choose(pattern.weekdays)
            self.choose("day" if pattern.weekdays == EVERY_DAY else "days")
        else:
            self.words.setText(rule_words(schedule.rule))
            self.choose("words")

    def _show_fields(self) -> None:
        for field, names in self._shown_for:
            self._form.setRowVisible(field, self.often.currentData() in names)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        self.resize(self.width(), 0)  # the layout enforces its minimum height

    def _time_changed(self) -> None:
        self._timed = True
        self._look()

    def _look(self) -> None:
        fault, said = "", ""
        try:
            said = preview(self._schedules.upcoming(self.when))
        except AgentError as error:
            if self._timed:
                fault = localized_error(error)
        self.preview.say(said)
        self.fault.say(fault)
        self.keep.setEnabled(not fault and bool(self._asked))

    # --- Saving

    @property
    def _asked(self) -> str:
        return " ".join(self.question.toPlainText().split())

    def _accept(self) -> None:
        try:
            when = self.when if self._timed else None
        except AgentError as error:
            self._refuse(error)
            return
        self.keep.setEnabled(False)  # until it is saved or refused
        work = self._saved(self._asked, when, str(self.mode.currentData()))
        self._tasks.start(work, self._done, self._refuse)

    async def _saved(self, question: str, when: When | None, strategy: str) -> Schedule:
        if self._schedule is None:
            assert when is not None
            return await self._schedules.add(question, when, strategy=strategy)
        return await self._schedules.change(
            self._schedule.id, when, question=question, strategy=strategy
        )

    def _done(self, kept: Schedule) -> None:
        self.kept.emit(kept)
        self.accept()

    def _refuse(self, error: AgentError) -> None:
        self.fault.say(localized_error(error))
        self.keep.setEnabled(True)

    # --- Construction

    def _fill_boxes(self, strategy: str) -> None:
        for title, name in (
            (tr("Once"), "once"),
            (tr("Daily"), "day"),
            (tr("Weekly"), "days"),
            (tr("Custom"), "words"),
        ):
            self.often.addItem(title, name)
        for name in dict.fromkeys((*MODES, strategy)):
            self.mode.addItem(strategy_name(name), name)
        self.mode.setCurrentIndex(self.mode.findData(strategy))

    def _add(
        self, title: str, field: QWidget, edited: SignalInstance | None = None, *names: str
    ) -> None:
        """Add a field; a time field is shown only for the frequencies in ``names``."""
        field.setAccessibleName(title)
        self._form.addRow(title, field)
        if edited is not None:
            self._shown_for.append((field, names))
            edited.connect(self._time_changed)

    def _lay_out(self) -> None:
        self._add(tr("Question"), self.question)
        self._add(tr("Repeat"), self.often)
        self._add(tr("Date and time"), self.at, self.at.dateTimeChanged, "once")
        self._add(tr("Days"), self.days, self.days.changed, "days")
        self._add(tr("Time of day"), self.time, self.time.timeChanged, "day", "days")
        self._add(tr("When (in English)"), self.words, self.words.textChanged, "words")
        self._add(tr("Mode"), self.mode)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.ApplyRole)
        self.keep.setDefault(True)
        buttons.rejected.connect(self.reject)
        note = wrapped(tr("Scheduled questions are asked only while the app is open."), "hint")
        parts = (self._form, self.preview, self.fault, note, STRETCH, buttons)
        vbox(*parts, parent=self, margins=(20, 16, 20, 16), spacing=10)


class DayButtons(QWidget):
    """Buttons for the days of the week."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons = [QToolButton() for _day in EVERY_DAY]
        for day, button in enumerate(self.buttons):
            button.setObjectName("dayButton")
            button.setAccessibleName(day_name(day))
            button.setToolTip(day_name(day))
            button.setText(day_name(day, short=True))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.toggled.connect(self.changed)
        hbox(*self.buttons, STRETCH, parent=self, spacing=4)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The selected days of the week; 0 is Monday."""
        return tuple(day for day, button in enumerate(self.buttons) if button.isChecked())

    def choose(self, days: tuple[int, ...]) -> None:
        for day, button in enumerate(self.buttons):
            button.setChecked(day in days)
