"""Strings for changes between two answers to the same question."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from desktop_agent.core.answers import AnswerChanges
from desktop_agent.frontends.ui.wording.dates import local_of
from desktop_agent.runs.recurrence import from_iso

tr = partial(QCoreApplication.translate, "AnswerChanges")


def day(iso: str) -> str:
    """Format an ISO 8601 timestamp as a date, or as a time if it is today.

    Invalid timestamps are returned unchanged.
    """
    when = from_iso(iso)
    if when is None:
        return iso
    local = local_of(when.timestamp())
    date, today = local.date(), QDate.currentDate()
    if date == today:
        return QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    this_year = date.year() == today.year()
    return QLocale().toString(date, tr("d MMMM") if this_year else tr("d MMMM yyyy"))


def changes(found: AnswerChanges) -> str:
    """Summarize changes in a few words, such as ``1 new, 2 gone``."""
    if found.nothing_new:
        return tr("nothing new")
    counts = (
        (len(found.added), tr("{0} new")),
        (len(found.changed), tr("{0} changed")),
        (len(found.gone), tr("{0} gone")),
    )
    return ", ".join(said.format(count) for count, said in counts if count)


def since(iso: str, found: AnswerChanges) -> str:
    """Summarize the changes since a date, or since the previous answer if the date is ""."""
    said = changes(found)
    if not iso:
        return tr("Since the previous answer: {0}").format(said)
    return tr("Since {0}: {1}").format(day(iso), said)
