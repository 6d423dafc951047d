"""Short formats for local dates and times."""

from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


tr = partial(QCoreApplication.translate, "Conversations")


def local_time(moment: str) -> datetime:
    """Parse an ISO 8601 timestamp into local time, or return a time in year 1 if invalid."""
    try:
        return datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError, OSError):
        return _LONG_AGO


def when(moment: str, now: datetime) -> str:
    """Format a timestamp as a time, weekday or date, depending on its age; "" if invalid."""
    then = local_time(moment)
    if then.year == 1:
        return ""
    day = then.date()
    local = QDateTime.fromSecsSinceEpoch(int(then.timestamp()))
    clock = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    if day >= now.date():
        return clock
    if day == now.date() - timedelta(days=1):
        return tr("Yesterday, {0}").format(clock)
    if day > now.date() - timedelta(days=8):
        return QLocale().standaloneDayName(day.isoweekday())
    pattern = tr("d MMM") if day.year == now.year else tr("d MMM yyyy")
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)


# --- Local day and time


def moment(iso: str) -> str:
    """Format an ISO 8601 timestamp as a local date and time, or return it unchanged if invalid."""
    try:
        seconds = datetime.fromisoformat(iso).timestamp()
    except (ValueError, OverflowError, OSError):
        return iso
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy, hh:mm")
    return QLocale().toString(local_of(seconds), pattern)


def clock(seconds: float) -> str:
    """Format a Unix timestamp as a local date and time."""
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy, hh:mm:ss")
    return QLocale().toString(local_of(seconds), pattern)


def brief(seconds: float) -> str:
    """Format a Unix timestamp as a date or, if it is today, as a time."""
    when = local_of(seconds)
    now = QDate.currentDate()
    if when.date() == now:
        return QLocale().toString(when, "hh:mm:ss")
    tr = partial(QCoreApplication.translate, "Moments")
    pattern = tr("d MMM") if when.date().year() == now.year() else tr("d MMM yy")
    return QLocale().toString(when, pattern)


def local_of(seconds: float) -> QDateTime:
    """Convert a Unix timestamp to a local date and time."""
    return QDateTime.fromMSecsSinceEpoch(int(seconds * 1000))
