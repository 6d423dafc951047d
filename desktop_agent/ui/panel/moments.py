"""When something was, as people of this place write it."""

from datetime import datetime
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale


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
