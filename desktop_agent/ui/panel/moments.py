"""When something was, as people of this place write it."""

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale


def moment(iso: str) -> str:
    """Gives an ISO 8601 time as a day and a time of day here; what is no time comes back as it is."""
    try:
        seconds = datetime.fromisoformat(iso).timestamp()
    except (ValueError, OverflowError, OSError):
        return iso
    return QLocale().toString(_local(seconds), "d MMM yyyy, hh:mm")


def clock(seconds: float) -> str:
    """Gives seconds since 1970 as a day and a time of day here."""
    return QLocale().toString(_local(seconds), "d MMM yyyy, hh:mm:ss")


def brief(seconds: float) -> str:
    """Gives the time of day of a moment of today, and the day of any other."""
    when = _local(seconds)
    now = QDate.currentDate()
    if when.date() == now:
        return QLocale().toString(when, "hh:mm:ss")
    return QLocale().toString(when, "d MMM" if when.date().year() == now.year() else "d MMM yy")


def _local(seconds: float) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(int(seconds * 1000))
