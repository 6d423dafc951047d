"""Translatable strings for the replay page."""

import math
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    EvidenceFound,
    PageRead,
    RunFinished,
    StepStarted,
)
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.pages.replay.player import Moment
from desktop_agent.frontends.ui.wording import reasoning

tr = partial(QCoreApplication.translate, "Replay")

_HOUR_S = 3600
_NAMES_MOST = 8
"""Maximum number of hosts or files that are listed by name."""


def clock(seconds: float) -> str:
    """Format a playback time, such as ``0:12``, ``1:03`` or ``2:00:00``."""
    whole = int(seconds)
    if whole >= _HOUR_S:
        return f"{whole // _HOUR_S}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"


def speed(times: float) -> str:
    """Format a playback speed as a multiple, or as ``Max`` if it is infinite."""
    return tr("Max") if math.isinf(times) else tr("{0}\u00d7").format(f"{times:g}")


def moment(found: Moment) -> str:
    """Describe a moment of a run in one line."""
    match found.event:
        case StepStarted() as step:
            return reasoning.step(step)
        case PageRead() as page:
            return tr("Page read: {0}").format(page.title or host_of(page.url))
        case RunFinished(status="failed"):
            return tr("The run failed")
        case RunFinished(status="stopped"):
            return tr("Stopped")
    return {
        "draft": tr("The draft begins"),
        "critique": tr("The critique"),
        "answer": tr("The answer"),
        "sleep": tr("The run goes to sleep"),
        "fault": tr("The search failed"),
    }.get(found.kind, tr("The end"))


def holdings(events: Iterable[Event]) -> list[str]:
    """List what an exported run would reveal, one line per kind of content.

    Stored pages are listed by host, and the user's own documents by file name.
    """
    count = 0
    urls: dict[str, str] = {}
    files: dict[str, None] = {}
    for count, event in enumerate(events, start=1):  # noqa: B007 - the count is used below
        match event:
            case PageRead(snapshot=snapshot, final_url=url) if snapshot:
                urls[snapshot] = url
            case AnswerGiven(sources=sources) | EvidenceFound(sources=sources):
                urls.update((each.snapshot, each.url) for each in sources if each.snapshot)
                files.update((host_of(each.url), None) for each in sources if _is_file(each.url))
    pages = [url for url in urls.values() if not _is_file(url)]
    files.update((host_of(url), None) for url in urls.values() if _is_file(url))
    hosts = _some(list(dict.fromkeys(map(host_of, pages))))
    lines = [tr("• the question, the answer and all {0} events").format(f"{count:,}")]
    if len(pages) == 1:
        lines.append(tr("• the text of 1 page: {0}").format(hosts))
    elif pages:
        lines.append(tr("• the text of {0} pages: {1}").format(f"{len(pages):,}", hosts))
    if files:
        lines.append(tr("• text of your own documents: {0}").format(_some(list(files))))
    return lines


def _is_file(url: str) -> bool:
    return url.startswith("file:")


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(" ".join(name.split()) for name in names[:_NAMES_MOST])
    more = len(names) - _NAMES_MOST
    return tr("{0} and {1} more").format(shown, more) if more > 0 else shown
