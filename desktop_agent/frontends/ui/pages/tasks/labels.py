"""Translatable strings for schedules."""

from datetime import datetime
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from desktop_agent.core.runs import Schedule
from desktop_agent.frontends.ui.wording.dates import local_of
from desktop_agent.runs.recurrence import (
    EVERY_DAY,
    LAST_DAY,
    WEEKEND,
    WORKDAYS,
    RecurrencePattern,
    from_iso,
    pattern_of,
)

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
    """Format the next due time, or say that the schedule is paused or has no further time."""
    when = from_iso(schedule.next_at)
    if not schedule.enabled:
        return tr("Paused")
    return moment(when) if when is not None else tr("Finished")


def preview(times: tuple[datetime, ...]) -> str:
    """Format the next due times, of which there must be at least one."""
    first, *later = [moment(each) for each in times]
    if not later:
        return tr("Next: {0}").format(first)
    return tr("Next: {0}, then {1}").format(first, "; ".join(later))
