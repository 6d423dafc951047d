"""Choosing when a question is asked: how often, on which days, at what time; or in words."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, Qt, QTime, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTimeEdit,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.local_time import from_iso, to_wall
from desktop_agent.core.recurrence_pattern import (
    EVERY_DAY,
    LAST_DAY,
    WORKDAYS,
    Pattern,
    pattern_of,
    rule_of,
)
from desktop_agent.core.recurrence_when import When, once, repeated
from desktop_agent.core.recurrence_words import rule_words
from desktop_agent.core.schedule import Schedule
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.words import tr

if TYPE_CHECKING:
    from desktop_agent.schedules.schedules import Schedules

_MOST_HOURS = 168
_LABEL_CHARS = 15


class WhenForm(QWidget):
    """``changed`` tells that something else is chosen; `when` gives it."""

    changed = Signal()

    def __init__(self, schedules: "Schedules", schedule: Schedule | None = None) -> None:
        super().__init__()
        self._schedules = schedules
        self.often = QComboBox()
        self.often.setAccessibleName(tr("How often"))
        for title, name in (
            (tr("Once"), "once"),
            (tr("Every day"), "day"),
            (tr("On days of the week"), "days"),
            (tr("Every few hours"), "hours"),
            (tr("Every month"), "month"),
            (tr("In words, or a rule"), "words"),
        ):
            self.often.addItem(title, name)
        self.at = QDateTimeEdit()
        self.at.setCalendarPopup(True)
        self.at.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.at.setAccessibleName(tr("Day and time"))
        self.time = QTimeEdit(QTime(8, 0))
        self.time.setDisplayFormat("HH:mm")
        self.time.setAccessibleName(tr("Time of day"))
        self.days = _Days()
        self.hours = QSpinBox()
        self.hours.setRange(1, _MOST_HOURS)
        self.hours.setValue(2)
        self.hours.setAccessibleName(tr("Hours between"))
        self.day = QComboBox()
        self.day.setAccessibleName(tr("Day of the month"))
        for number in range(1, 32):
            self.day.addItem(str(number), number)
        self.day.addItem(tr("Last day"), LAST_DAY)
        self.words = QLineEdit()
        self.words.setAccessibleName(tr("When, in English words"))
        self.words.setPlaceholderText("every 2 weeks on Monday 8:00")
        for field in (self.time, self.hours):  # Qt forgets the padding of the style sheet here
            field.lineEdit().setTextMargins(9, 0, 0, 0)
        self._form = QFormLayout(self)
        self._lay_out()
        self._take(schedule)
        self._turn()
        self._connect()

    @property
    def when(self) -> When:
        """What is chosen; raises `AgentError` where it has passed, never comes or is no time."""
        clock = self._schedules.clock
        name = self.often.currentData()
        if name == "words":
            return self._schedules.read_when(self.words.text())
        if name == "once":
            chosen = self.at.dateTime().toPython()
            assert isinstance(chosen, datetime)
            return once(chosen.replace(second=0, microsecond=0), clock.now(), clock.zone)
        return repeated(rule_of(self._pattern(name)), clock.now(), clock.zone)

    def _pattern(self, name: str) -> Pattern:
        hour, minute = self.time.time().hour(), self.time.time().minute()
        match name:
            case "hours":
                return Pattern("hours", every=self.hours.value())
            case "month":
                return Pattern("month", day=self.day.currentData(), hour=hour, minute=minute)
            case "days" if not self.days.chosen:
                raise AgentError("No day of the week is chosen.", "Choose at least one.")
            case _:
                days = EVERY_DAY if name == "day" else self.days.chosen
                return Pattern("days", weekdays=days, hour=hour, minute=minute)

    # --- building

    def _take(self, schedule: Schedule | None) -> None:
        """Shows when a schedule is asked; a new one is asked every week from Monday to Friday."""
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
        """Chooses how often: once, day, days, hours, month or words."""
        self.often.setCurrentIndex(self.often.findData(name))

    def _lay_out(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(8)
        for label, field in (
            (tr("Ask"), self.often),
            (tr("On"), self.at),
            (tr("Days"), self.days),
            (tr("Hours between"), self.hours),
            (tr("Day of the month"), self.day),
            (tr("Time of day"), self.time),
            (tr("When"), self.words),
        ):
            self._form.addRow(form_label(label), field)

    def _connect(self) -> None:
        self.often.currentIndexChanged.connect(self._turn)
        self.at.dateTimeChanged.connect(self.changed)
        self.time.timeChanged.connect(self.changed)
        self.days.changed.connect(self.changed)
        self.hours.valueChanged.connect(self.changed)
        self.day.currentIndexChanged.connect(self.changed)
        self.words.textChanged.connect(self.changed)

    def _turn(self) -> None:
        """Shows the fields that the choice needs."""
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
    """Gives the label of a field; those of two forms below each other are of one width."""
    label = QLabel(text)
    label.setMinimumWidth(label.fontMetrics().averageCharWidth() * _LABEL_CHARS)
    return label


class _Days(QWidget):
    """Seven buttons, one for each day of the week."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Days of the week"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.buttons: list[QToolButton] = []
        for day in EVERY_DAY:
            button = QToolButton()
            button.setObjectName("dayButton")
            button.setText(words.day_name(day, short=True))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolTip(words.day_name(day))
            button.setAccessibleName(words.day_name(day))
            button.toggled.connect(self.changed)
            row.addWidget(button)
            self.buttons.append(button)
        row.addStretch(1)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The days that are chosen; 0 is Monday."""
        return tuple(day for day, button in enumerate(self.buttons) if button.isChecked())

    def choose(self, days: tuple[int, ...]) -> None:
        """Chooses these days and no others."""
        for day, button in enumerate(self.buttons):
            button.setChecked(day in days)
