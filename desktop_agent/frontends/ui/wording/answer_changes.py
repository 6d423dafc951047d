"""Texts for the changes between two answers to a question."""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from desktop_agent.core.answers import AnswerChanges
from desktop_agent.runs.recurrence import from_iso


def tr(text: str) -> str:
    """Translate in the context "AnswerChanges"."""
    return QCoreApplication.translate("AnswerChanges", text)


def day(iso: str) -> str:
    """Format a past day as in ``16 November``, or as a time if it is today.

    Invalid timestamps are returned unchanged.
    """
    when = from_iso(iso)
    if when is None:
        return iso
    date, today = local(when).date(), QDate.currentDate()
    if date == today:
        return QLocale().toString(local(when).time(), QLocale.FormatType.ShortFormat)
    this_year = date.year() == today.year()
    return QLocale().toString(date, tr("d MMMM") if this_year else tr("d MMMM yyyy"))


def changes(found: AnswerChanges) -> str:
    """Summarize the changes in a line."""
    if found.nothing_new:
        return tr("nothing new")
    counts = (
        (len(found.added), tr("{0} new")),
        (len(found.changed), tr("{0} changed")),
        (len(found.gone), tr("{0} gone")),
    )
    return ", ".join(said.format(count) for count, said in counts if count)


def since(iso: str, found: AnswerChanges) -> str:
    """Summarize the changes since a day, or since the previous answer if the day is unknown."""
    said = changes(found)
    if not iso:
        return tr("Since the answer before: {0}").format(said)
    return tr("Since {0}: {1}").format(day(iso), said)


def local(when: datetime) -> QDateTime:
    """Convert a moment to local time."""
    return QDateTime.fromMSecsSinceEpoch(int(when.astimezone(UTC).timestamp() * 1000))
