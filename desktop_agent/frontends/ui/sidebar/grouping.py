"""Group conversations under headings, and format the text shown in the sidebar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_agent.core.conversations import Conversation, ConversationHit
from desktop_agent.frontends.ui.wording.dates import local_time, when

GroupKind = Literal["pinned", "folder", "today", "yesterday", "week", "month", "found"]


@dataclass(frozen=True, slots=True)
class Group:
    """A heading in the list. A ``found`` heading is shown above search results.

    ``name`` is the name of a folder, and ``month`` is the first day of a month, or None. ``count``
    is the number of rows below a ``found`` heading.
    """

    kind: GroupKind
    name: str = ""
    month: date | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A conversation in the list; ``hit`` is set if the conversation is a search result."""

    conversation: Conversation
    hit: ConversationHit | None = None


Row = Group | Entry


def grouped(conversations: Sequence[Conversation], today: date) -> tuple[Row, ...]:
    """Group conversations under headings: pinned ones, folders by name, and the rest by date.

    The order within each group is preserved. Days are in the system's time zone, and conversations
    with invalid times are treated as very old.
    """
    groups: dict[Group, list[Conversation]] = {}
    for each in conversations:
        groups.setdefault(_group_of(each, today), []).append(each)
    rows: list[Row] = []
    for group in sorted(groups, key=_position):
        rows += [group, *(Entry(each) for each in groups[group])]
    return tuple(rows)


def found(hits: Sequence[ConversationHit]) -> tuple[Row, ...]:
    """Return the rows for search results in the given order, below a heading with their number."""
    if not hits:
        return ()
    entries = (Entry(each.conversation, each) for each in hits)
    return (Group("found", count=len(hits)), *entries)


def _group_of(conversation: Conversation, today: date) -> Group:
    if conversation.pinned:
        return Group("pinned")
    if conversation.folder:
        return Group("folder", conversation.folder)
    day = local_time(conversation.updated).date()
    if day >= today:
        return Group("today")
    if day == today - timedelta(days=1):
        return Group("yesterday")
    if day >= today - timedelta(days=7):
        return Group("week")
    return Group("month", month=day.replace(day=1))


_ORDER: tuple[GroupKind, ...] = ("pinned", "folder", "today", "yesterday", "week", "month")


def _position(group: Group) -> tuple[int, str, int]:
    age = -group.month.toordinal() if group.month else 0
    return _ORDER.index(group.kind), group.name.casefold(), age


# --- Texts


tr = partial(QCoreApplication.translate, "Conversations")


def title(conversation: Conversation) -> str:
    """Return the title on one line, or a translation of "Untitled" if it is blank."""
    return " ".join(conversation.title.split()) or tr("Untitled")


def group_title(group: Group) -> str:
    """Return the text of a group heading."""
    match group.kind:
        case "folder":
            return group.name
        case "found":
            return tr("1 match") if group.count == 1 else tr("{0} matches").format(group.count)
        case "month" if group.month is not None and group.month.year > 1:
            name = QLocale().standaloneMonthName(group.month.month)
            return tr("{0} {1}").format(name[:1].upper() + name[1:], group.month.year)
        case _:
            return {
                "pinned": tr("Pinned"),
                "today": tr("Today"),
                "yesterday": tr("Yesterday"),
                "week": tr("Previous 7 days"),
            }.get(group.kind, tr("Older"))


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
