"""What the replay says; all of it can be translated."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import PageRead, RunFinished, RunStarted, StepStarted
from desktop_agent.ui import words
from desktop_agent.ui.replay.holdings import Holdings
from desktop_agent.ui.replay.moments import Moment
from desktop_agent.ui.turn import host_of

_HOUR_S = 3600
_NAMES_MOST = 8
"""Hosts or files that are named one by one."""


def tr(text: str) -> str:
    """Translates within this page's context."""
    return QCoreApplication.translate("Replay", text)


def clock(seconds: float) -> str:
    """Gives a time as a player shows it: ``0:12``, ``1:03``, ``2:00:00``."""
    whole = int(seconds)
    if whole >= _HOUR_S:
        return f"{whole // _HOUR_S}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"


def speed(times: float) -> str:
    """Says how fast it is played."""
    return tr("Max") if math.isinf(times) else tr("{0}\u00d7").format(f"{times:g}")


def moment(found: Moment) -> str:
    """Says in a line what happens then."""
    match found.event:
        case StepStarted() as step:
            return words.step(step)
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


def about(started: RunStarted | None, name: str) -> str:
    """Says what is played: strategy, model, and the name of the file where it comes from one."""
    parts = [words.strategy_name(started.strategy), started.model] if started is not None else []
    return " · ".join(part for part in (*parts, name) if part)


def holdings(found: Holdings) -> list[str]:
    """Says what the file of a run holds, a line each."""
    lines = [tr("• the question, the answer and all {0} events").format(f"{found.events:,}")]
    if found.pages == 1:
        lines.append(tr("• the text of 1 page: {0}").format(_some(found.hosts)))
    elif found.pages:
        told = tr("• the text of {0} pages: {1}")
        lines.append(told.format(f"{found.pages:,}", _some(found.hosts)))
    if found.files:
        lines.append(tr("• text of your own documents: {0}").format(_some(found.files)))
    return lines


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(" ".join(name.split()) for name in names[:_NAMES_MOST])
    more = len(names) - _NAMES_MOST
    return tr("{0} and {1} more").format(shown, more) if more > 0 else shown
