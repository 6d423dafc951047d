"""Group conversations under headings, and format the text shown in the sidebar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_agent.core.conversations import Conversation, ConversationHit
from desktop_agent.frontends.ui.wording.dates import local_time, when

tr = partial(QCoreApplication.translate, "Conversations")


@dataclass(frozen=True, slots=True)
class Entry:
    """A conversation in the list; ``hit`` is set if the conversation is a search result."""

    conversation: Conversation
    hit: ConversationHit | None = None


Row = str | Entry
"""A heading or a conversation."""


def grouped(conversations: Sequence[Conversation], today: date) -> tuple[Row, ...]:
    """Group conversations under headings: pinned ones, folders by name, and the rest by date.

    The order within each group is preserved. Days are in the system's time zone, and conversations
    with invalid times are treated as very old.
    """
    groups: dict[tuple[tuple[int, str, int], str], list[Conversation]] = {}
    for each in conversations:
        groups.setdefault(_group_of(each, today), []).append(each)
    rows: list[Row] = []
    for (_place, heading), members in sorted(groups.items(), key=lambda group: group[0]):
        rows += [heading, *map(Entry, members)]
    return tuple(rows)


def found(hits: Sequence[ConversationHit]) -> tuple[Row, ...]:
    """Return the rows for search results in the given order, below a heading with their number."""
    if not hits:
        return ()
    heading = tr("1 match") if len(hits) == 1 else tr("{0} matches").format(len(hits))
    return (heading, *(Entry(each.conversation, each) for each in hits))


def _group_of(conversation: Conversation, today: date) -> tuple[tuple[int, str, int], str]:
    """Return the place of a conversation's group among all groups, and the group's heading."""
    if conversation.pinned:
        return (0, "", 0), tr("Pinned")
    if conversation.folder:
        return (1, conversation.folder.casefold(), 0), conversation.folder
    day = local_time(conversation.updated).date()
    if day >= today:
        return (2, "", 0), tr("Today")
    if day == today - timedelta(days=1):
        return (3, "", 0), tr("Yesterday")
    if day >= today - timedelta(days=7):
        return (4, "", 0), tr("Previous 7 days")
    if day.year == 1:  # the time is invalid
        return (5, "", 0), tr("Older")
    name = QLocale().standaloneMonthName(day.month)
    heading = tr("{0} {1}").format(name[:1].upper() + name[1:], day.year)
    return (5, "", -day.replace(day=1).toordinal()), heading


# --- Texts


def title(conversation: Conversation) -> str:
    """Return the title on one line, or a translation of "Untitled" if it is blank."""
    return " ".join(conversation.title.split()) or tr("Untitled")


def spoken(entry: Entry, now: datetime, *, running: bool) -> str:
    """Return the text of a row for screen readers."""
    each = entry.conversation
    parts = [
        title(each),
        tr("answering now") if running else "",
        when(each.updated, now),
        tr("pinned") if each.pinned else "",
        tr("in folder {0}").format(each.folder) if each.folder else "",
        tr("tags: {0}").format(", ".join(each.tags)) if each.tags else "",
        entry.hit.snippet.text if entry.hit is not None else "",
    ]
    return ", ".join(" ".join(part.split()) for part in parts if part)
