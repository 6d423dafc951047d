"""Strings for the states, times and origins of runs."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache, partial
from typing import Literal

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.markdown import plain_text
from desktop_agent.core.runs import ENDED, RunRecord, RunState
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.dates import when
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

Group = Literal["active", "scheduled", "earlier"]
TitleOf = Callable[[str], str]
"""A function that returns the title of a conversation by its id, or "" if it is unknown."""

_MINUTE_S = 60
_HOUR_S = 3600
_DAY_S = 24 * _HOUR_S
_PREVIEW = 400
"""Maximum number of characters of an answer in a preview, which is more than a line shows."""


tr = partial(QCoreApplication.translate, "Runs")


@lru_cache(maxsize=512)
def preview(answer: str) -> str:
    """Return the beginning of an answer as one line without Markdown."""
    return one_line(plain_text(answer[:_PREVIEW]))


def group_of(run: RunRecord) -> Group:
    """Return the group in which a run is listed."""
    if run.state in ENDED:
        return "earlier"
    return "scheduled" if run.state == "queued" and run.origin == "schedule" else "active"


def group_title(group: Group) -> str:
    """Return the heading of a group of runs."""
    return {"active": tr("Active"), "scheduled": tr("Scheduled"), "earlier": tr("Earlier")}[group]


def state(run: RunRecord) -> str:
    """Return the label of a run's state."""
    return tr("Paused") if _is_paused(run) else label("Runs", "state", run.state)


_STATE_ICONS: Mapping[RunState, tuple[str, ColourName]] = {
    "queued": ("queue", "faint"),
    "running": ("dot", "accent"),
    "asleep": ("sleep", "muted"),
    "asking": ("asking", "warn"),
    "answered": ("ok", "ok"),
    "insufficient": ("unchecked", "warn"),
    "failed": ("failed", "error"),
    "stopped": ("skipped", "faint"),
}


def state_icon(run: RunRecord) -> tuple[str, ColourName]:
    """Return the icon and colour of a run's state."""
    return ("pause", "warn") if _is_paused(run) else _STATE_ICONS[run.state]


def _is_paused(run: RunRecord) -> bool:
    return run.state == "asleep" and run.sleeping is not None and run.sleeping.by_person


def doing(run: RunRecord) -> str:
    """Describe what a run is doing, or its result, in one line."""
    match run.state:
        case "queued":
            return tr("Queued: begins when another run has ended")
        case "asleep":
            return _sleep(run)
        case "asking":
            return _joined(tr("Waiting for you"), one_line(run.doing))
        case "running":
            return one_line(localized(run.doing)) or tr("Working…")
        case "failed":
            return _joined(tr("Failed"), one_line(localized(run.error)))
        case "stopped":
            return tr("Stopped")
        case "insufficient":
            return _joined(tr("Not enough evidence"), preview(run.answer))
        case _:
            return preview(run.answer) or tr("Answered")


def _sleep(run: RunRecord) -> str:
    sleeping = run.sleeping
    if sleeping is None:
        return tr("Sleeping")
    if sleeping.by_person:
        return tr("Paused by you")
    why = one_line(sleeping.reason)
    if sleeping.mode == "event":
        return _joined(tr("Sleeping until another run has ended"), why)
    if sleeping.mode == "manual":
        return _joined(tr("Sleeping until you let it go on"), why)
    return _joined(tr("Sleeping"), why)


def _joined(first: str, second: str) -> str:
    return f"{first}: {second}" if second else first


def clock(run: RunRecord, spent_s: float, now: float | None = None) -> str:
    """Format the time to show for a run, depending on its state.

    For a sleeping run, this is the time until it wakes or since it fell asleep; for a running one,
    the time spent so far; otherwise, when it ended or was asked. ``spent_s`` is in seconds. ``now``
    is a Unix timestamp, for tests.
    """
    now = time.time() if now is None else now
    sleeping = run.sleeping
    if run.state == "asleep" and sleeping is not None:
        if sleeping.mode == "timer" and not sleeping.by_person:
            return tr("wakes in {0}").format(countdown(max(0.0, sleeping.until - now)))
        return tr("for {0}").format(duration(max(0.0, now - sleeping.since)))
    if run.state in ("running", "asking"):
        return duration(spent_s)
    return when(run.ended or run.asked, datetime.now().astimezone())


def countdown(seconds: float) -> str:
    """Format a remaining time, rounded up to seconds, such as ``4:07`` or ``1:02:30``."""
    whole = int(seconds + 0.999)
    hours, rest = divmod(whole, _HOUR_S)
    minutes, left = divmod(rest, _MINUTE_S)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def duration(seconds: float) -> str:
    """Format a duration in its two largest units, such as ``12 s`` or ``4 min 7 s``."""
    whole = int(seconds)
    if whole < _MINUTE_S:
        return tr("{0} s").format(whole)
    if whole < _HOUR_S:
        large, small = tr("{0} min"), tr("{0} min {1} s")
        numbers = divmod(whole, _MINUTE_S)
    elif whole < _DAY_S:
        large, small = tr("{0} h"), tr("{0} h {1} min")
        numbers = (whole // _HOUR_S, whole % _HOUR_S // _MINUTE_S)
    else:
        large, small = tr("{0} d"), tr("{0} d {1} h")
        numbers = (whole // _DAY_S, whole % _DAY_S // _HOUR_S)
    return small.format(*numbers) if numbers[1] else large.format(numbers[0])


def about(run: RunRecord, title_of: TitleOf) -> str:
    """Return the strategy, model and origin of a run."""
    parts = (strategy_name(run.strategy), one_line(run.model), origin(run, title_of))
    return " · ".join(part for part in parts if part)


def origin(run: RunRecord, title_of: TitleOf) -> str:
    """Describe how a run was started, such as ``asked in the chat``."""
    match run.origin:
        case "model":
            parent = one_line(title_of(run.parent_conversation_id))
            asked = tr("asked by a model in “{0}”")
            return asked.format(parent) if parent else tr("asked by a model")
        case "person":
            return tr("asked in the background")
        case "schedule":
            return tr("scheduled")
        case _:
            return tr("asked in the chat")


def budget(run: RunRecord, spent_s: float) -> str:
    """Format a run's time budget, which is shown below its `clock`; return "" if it has none."""
    if run.budget_s <= 0:
        return ""
    whole = duration(run.budget_s)
    if run.state == "asleep":  # its clock does not show the time spent
        return tr("{0} of {1} used").format(duration(spent_s), whole)
    return tr("of {0}").format(whole)


def spoken(run: RunRecord, spent_s: float, title_of: TitleOf) -> str:
    """Return the full text of a run's row, for screen readers."""
    parts = [one_line(run.question), state(run)]
    told = doing(run)
    if told != parts[1]:
        parts.append(told)
    parts.append(clock(run, spent_s))
    if run.state not in ENDED and run.state != "queued" and run.budget_s > 0:
        used = tr("{0} of {1} used")
        parts.append(used.format(duration(spent_s), duration(run.budget_s)))
    parts.append(about(run, title_of))
    return ", ".join(part for part in parts if part)


def tally(runs: tuple[RunRecord, ...]) -> str:
    """Summarize the active runs by state, such as ``1 running · 2 queued``."""
    counts: list[tuple[str, RunState]] = [
        (tr("{0} running"), "running"),
        (tr("{0} waiting for you"), "asking"),
        (tr("{0} sleeping"), "asleep"),
        (tr("{0} queued"), "queued"),
    ]
    numbers = Counter(each.state for each in runs)
    told = [text.format(numbers[name]) for text, name in counts if numbers[name]]
    return " · ".join(told) or tr("Nothing is running")
