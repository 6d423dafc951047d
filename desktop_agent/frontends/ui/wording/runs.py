"""Strings for the states, times and origins of runs."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache, partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.markdown import plain_text
from desktop_agent.core.runs import RunRecord, RunState
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.dates import when
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

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
    """Return the beginning of an answer on one line, without Markdown."""
    return one_line(plain_text(answer[:_PREVIEW]))


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
    """Describe a run's current activity or its result in one line."""
    match run.state:
        case "queued":
            return tr("Waiting for another task to finish")
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
    if _is_paused(run):
        return tr("Paused")
    why = one_line(sleeping.reason) if sleeping is not None else ""
    mode = sleeping.mode if sleeping is not None else "timer"
    texts = {"event": tr("Waiting for another task"), "manual": tr("Sleeping until you resume it")}
    return _joined(texts.get(mode, tr("Sleeping")), why)


def _joined(first: str, second: str) -> str:
    return f"{first}: {second}" if second else first


def clock(run: RunRecord, spent_s: float, now: float | None = None) -> str:
    """Format the sleep, working or end time of a run, depending on its state.

    ``now`` is a Unix timestamp, for tests.
    """
    now = time.time() if now is None else now
    sleeping = run.sleeping
    if run.state == "asleep" and sleeping is not None:
        if sleeping.mode == "timer" and not sleeping.by_person:
            return tr("resumes in {0}").format(countdown(max(0.0, sleeping.until - now)))
        return tr("for {0}").format(duration(max(0.0, now - sleeping.since)))
    if run.state in ("running", "asking"):
        spent, most = duration(spent_s), duration(run.budget_s)
        return tr("{0} of {1}").format(spent, most) if run.budget_s > 0 else spent
    return when(run.ended or run.asked, datetime.now().astimezone())


def countdown(seconds: float) -> str:
    """Format a remaining time, rounded up to full seconds, such as ``4:07`` or ``1:02:30``."""
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
    """Join a run's mode, model and origin with `` · ``."""
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


def spoken(run: RunRecord, spent_s: float, title_of: TitleOf) -> str:
    """Return the text of a run's row for screen readers."""
    told = (one_line(run.question), state(run), doing(run), clock(run, spent_s))
    return ", ".join(part for part in dict.fromkeys((*told, about(run, title_of))) if part)
