"""When something was, as shortly as it is clear."""

from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


def tr(text: str) -> str:
    """Translates within this context."""
    return QCoreApplication.translate("Conversations", text)


def local_time(moment: str) -> datetime:
    """Gives a moment in ISO 8601 in the system's time zone; the year 1 where it cannot be read."""
    try:
        return datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError, OSError):
        return _LONG_AGO


def when(moment: str, now: datetime) -> str:
    """Says a moment as shortly as it is clear: a time, a weekday, a date."""
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


# --- When something was, as people of this place write it.


def moment(iso: str) -> str:
    """Gives an ISO 8601 time as a day and a time of day here; what is no time comes back as it is."""
    try:
        seconds = datetime.fromisoformat(iso).timestamp()
    except (ValueError, OverflowError, OSError):
        return iso
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy, hh:mm")
    return QLocale().toString(_local(seconds), pattern)


def clock(seconds: float) -> str:
    """Gives seconds since 1970 as a day and a time of day here."""
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy, hh:mm:ss")
    return QLocale().toString(_local(seconds), pattern)


def brief(seconds: float) -> str:
    """Gives the time of day of a moment of today, and the day of any other."""
    when = _local(seconds)
    now = QDate.currentDate()
    if when.date() == now:
        return QLocale().toString(when, "hh:mm:ss")
    tr = partial(QCoreApplication.translate, "Moments")
    pattern = tr("d MMM") if when.date().year() == now.year() else tr("d MMM yy")
    return QLocale().toString(when, pattern)


def _local(seconds: float) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(int(seconds * 1000))
