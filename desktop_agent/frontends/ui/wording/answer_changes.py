"""What is new in an answer, and since when, for people."""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from desktop_agent.core.answers import AnswerChanges
from desktop_agent.runs.recurrence import from_iso


def tr(text: str) -> str:
    """Translates within this context."""
    return QCoreApplication.translate("AnswerChanges", text)


def day(iso: str) -> str:
    """Says a day that has been: ``16 November``, or a time of today; what is no moment stays as it is."""
    when = from_iso(iso)
    if when is None:
        return iso
    date, today = local(when).date(), QDate.currentDate()
    if date == today:
        return QLocale().toString(local(when).time(), QLocale.FormatType.ShortFormat)
    this_year = date.year() == today.year()
    return QLocale().toString(date, tr("d MMMM") if this_year else tr("d MMMM yyyy"))


def changes(found: AnswerChanges) -> str:
    """Says in a line what is new."""
    if found.nothing_new:
        return tr("nothing new")
    counts = (
        (len(found.added), tr("{0} new")),
        (len(found.changed), tr("{0} changed")),
        (len(found.gone), tr("{0} gone")),
    )
    return ", ".join(said.format(count) for count, said in counts if count)


def since(iso: str, found: AnswerChanges) -> str:
    """Says what is new since a day, or since the answer before where no day is known."""
    said = changes(found)
    if not iso:
        return tr("Since the answer before: {0}").format(said)
    return tr("Since {0}: {1}").format(day(iso), said)


def local(when: datetime) -> QDateTime:
    """Gives a moment as a clock here shows it."""
    return QDateTime.fromMSecsSinceEpoch(int(when.astimezone(UTC).timestamp() * 1000))
