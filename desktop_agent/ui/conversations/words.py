"""What the sidebar calls things, for people; all of it can be translated."""

from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.conversations.grouping import Entry, Group
from desktop_agent.ui.when import when


def tr(text: str) -> str:
    """Translates within this context."""
    return QCoreApplication.translate("Conversations", text)


def title(conversation: Conversation) -> str:
    """Gives the title in one line, or what stands in its place."""
    return " ".join(conversation.title.split()) or tr("Untitled")


def group_title(group: Group) -> str:
    """Gives the heading of a group."""
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
    """Names a month and its year, as a heading does."""
    if day.year == 1:
        return tr("Older")
    name = QLocale().standaloneMonthName(day.month)
    return tr("{0} {1}").format(name[:1].upper() + name[1:], day.year)


def spoken(entry: Entry, now: datetime, *, running: bool) -> str:
    """Gives a row as a screen reader says it."""
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
