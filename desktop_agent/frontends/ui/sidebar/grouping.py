"""Grouping of conversations under headings, and the texts of the sidebar."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_agent.core.conversations import Conversation, ConversationHit
from desktop_agent.frontends.ui.wording.dates import local_time, when

GroupKind = Literal["pinned", "folder", "today", "yesterday", "week", "month", "found"]

_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Group:
    """A heading in the list.

    ``name`` is the name of a folder, and ``month`` the first day of a month or None. A ``found``
    heading precedes search results, and ``count`` is the number of rows that follow.
    """

    kind: GroupKind
    name: str = ""
    month: date | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A conversation in the list; ``hit`` is set for search results."""

    conversation: Conversation
    hit: ConversationHit | None = None


Row = Group | Entry


def grouped(conversations: Sequence[Conversation], today: date) -> tuple[Row, ...]:
    """Return pinned conversations first, then folders by name, then the others by day.

    The order within each group is kept. Days are in the system's time zone.
    """
    pinned: list[Conversation] = []
    folders: dict[str, list[Conversation]] = {}
    days: dict[Group, list[Conversation]] = {}
    for each in conversations:
        if each.pinned:
            pinned.append(each)
        elif each.folder:
            folders.setdefault(each.folder, []).append(each)
        else:
            days.setdefault(day_group(each.updated, today), []).append(each)
    rows: list[Row] = []
    _add(rows, Group("pinned", count=len(pinned)), pinned)
    for name in sorted(folders, key=str.casefold):
        _add(rows, Group("folder", name, count=len(folders[name])), folders[name])
    for group in sorted(days, key=_age):
        _add(rows, group, days[group])
    return tuple(rows)


def found(hits: Sequence[ConversationHit]) -> tuple[Row, ...]:
    """Return the rows for the results of a search, best first."""
    if not hits:
        return ()
    entries = (Entry(each.conversation, each) for each in hits)
    return (Group("found", count=len(hits)), *entries)


def day_group(moment: str, today: date) -> Group:
    """Return the heading for an ISO 8601 time; invalid times count as very old."""
    day = local_time(moment).date()
    if day >= today:
        return Group("today")
    if day == today - timedelta(days=1):
        return Group("yesterday")
    if day > today - _WEEK - timedelta(days=1):
        return Group("week")
    return Group("month", month=day.replace(day=1))


def _age(group: Group) -> tuple[int, int]:
    order: tuple[GroupKind, ...] = ("today", "yesterday", "week", "month")
    return order.index(group.kind), -(group.month.toordinal() if group.month else 0)


def _add(rows: list[Row], group: Group, conversations: Iterable[Conversation]) -> None:
    entries = [Entry(each) for each in conversations]
    if entries:
        rows += [group, *entries]


# --- Texts, all translatable


def tr(text: str) -> str:
    """Translate in the sidebar's context."""
    return QCoreApplication.translate("Conversations", text)


def title(conversation: Conversation) -> str:
    """Return the title on one line, or a placeholder."""
    return " ".join(conversation.title.split()) or tr("Untitled")


def group_title(group: Group) -> str:
    """Return the heading of a group."""
    match group.kind:
        case "folder":
            return group.name
        case "found":
            return tr("1 match") if group.count == 1 else tr("{0} matches").format(group.count)
        case "month" if group.month is not None:
            return month(group.month)
        case _:
            return {
                "pinned": tr("Pinned"),
                "today": tr("Today"),
                "yesterday": tr("Yesterday"),
                "week": tr("Previous 7 days"),
            }.get(group.kind, tr("Older"))


def month(day: date) -> str:
    """Return a month with its year as a heading."""
    if day.year == 1:
        return tr("Older")
    name = QLocale().standaloneMonthName(day.month)
    return tr("{0} {1}").format(name[:1].upper() + name[1:], day.year)


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
