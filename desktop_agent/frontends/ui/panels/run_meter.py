"""A line above the panels with the time, speed and context of the run in progress."""

import time
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QLabel

from desktop_agent.core.events import (
    BudgetSpent,
    ContextTrimmed,
    Event,
    ModelCall,
    PlanMade,
    RunFinished,
    RunStarted,
    SleepEnded,
    SleepStarted,
    StepFinished,
    StepStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.text import clipped
from desktop_agent.frontends.ui.wording.reasoning import ms
from desktop_agent.frontends.ui.wording.runs import duration
from desktop_agent.frontends.ui.wording.strategies import step_title

# --- Time limits of the parts of a run

_MOST_LINES = 24
_MOST_TITLE = 60


@dataclass(slots=True)
class _Part:
    """A part of the run; ``began`` and ``ended`` are in seconds since the run began."""

    title: str
    given_s: float
    began: float
    ended: float | None = None

    def line(self, now: float) -> str:
        tr = partial(QCoreApplication.translate, "RunMeter")
        took = ms(1000 * ((now if self.ended is None else self.ended) - self.began))
        form = tr("▸ {0}: {1} of {2}") if self.ended is None else tr("{0}: {1} of {2}")
        title = clipped(step_title(self.title), _MOST_TITLE)
        return form.format(title, took, ms(1000 * self.given_s))


class RunParts:
    """The parts of a run that have a share of its time, computed from the run's events."""

    def __init__(self) -> None:
        self._begun: dict[str, str] = {}
        self._parts: dict[str, _Part] = {}

    def apply(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._begun, self._parts = {}, {}
            case StepStarted():
                self._begun[event.title] = event.step_id
            case BudgetSpent(part=part) if part:
                step = self._begun.pop(part, part)
                self._parts[step] = _Part(part, event.part_s, event.t)
            case StepFinished(step_id=step) if step in self._parts:
                self._parts[step].ended = event.t

    def lines(self, now: float) -> list[str]:
        """Return one line for each of the last 24 parts.

        ``now`` is the time in seconds since the run began.
        """
        return [part.line(now) for part in list(self._parts.values())[-_MOST_LINES:]]


_CHARS_A_TOKEN = 4
_TICK_MS = 500
_FULL = 60
"""Percentage of the model's context from which it is shown."""


class RunMeter(QLabel):
    """Shows the time, speed and context use of a run, and hides itself when the run ends."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("meta")
        self.setContentsMargins(16, 0, 16, 6)
        self._parts = RunParts()
        self._began: float | None = None
        self._waiting_since: float | None = None
        self._writing_since: float | None = None
        self._waited_s = self._limit_s = 0.0
        self._chars = self._context = 0
        self._asleep = False
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self.tick)
        self.hide()

    def show_event(self, event: Event) -> None:
        self._parts.apply(event)
        match event:
            case RunStarted():
                self._began, self._limit_s = time.monotonic(), event.budget_s
                self._waiting_since = self._writing_since = None
                self._waited_s, self._context, self._asleep = 0.0, 0, False
                self._timer.start()
            case TextDelta(text=text) | ThinkingDelta(text=text):
                if self._writing_since is None:
                    self._writing_since, self._chars = time.monotonic(), 0
                self._chars += len(text)
                return
            case ModelCall():
                self._writing_since = None
                used = event.prompt_tokens + event.completion_tokens
                self._show_context(used, event.context_tokens)
            case ContextTrimmed():
                self._show_context(event.tokens_after, event.limit)
            case BudgetSpent(part=""):
                self._limit_s = event.elapsed_s + event.remaining_s
            case PlanMade():
                self._wait(waits=event.proposed)
            case SleepStarted() | SleepEnded():
                self._asleep = isinstance(event, SleepStarted)
                self._wait(waits=self._asleep)
            case RunFinished():
                self._began = None
                self._timer.stop()
                self.hide()
                return
            case _:
                return
        self.tick()

    def tick(self) -> None:
        """Update the text."""
        if self._began is None:
            return
        now = time.monotonic() if self._waiting_since is None else self._waiting_since
        elapsed = now - self._began - self._waited_s
        parts = [self.tr("{0} of {1}").format(duration(elapsed), duration(self._limit_s))]
        if self._waiting_since is not None and not self._asleep:
            parts.append(self.tr("waiting for you"))
        elif self._writing_since is not None:
            wrote = max(time.monotonic() - self._writing_since, 0.5)
            speed = self._chars / _CHARS_A_TOKEN / wrote
            parts.append(self.tr("{0} tokens/s").format(f"{speed:.0f}"))
        if self._context >= _FULL:
            parts.append(self.tr("context {0}% full").format(self._context))
        self.setText(" · ".join(parts))
        self.setToolTip("\n".join(self._parts.lines(elapsed + self._waited_s)))
        self.setAccessibleDescription(self.toolTip())
        self.show()

    def _show_context(self, used: int, limit: int) -> None:
        if limit:
            self._context = min(100, round(100 * used / limit))

    def _wait(self, *, waits: bool) -> None:
        """Stop the clock while the run sleeps or the user reviews a plan, then start it again."""
        if waits and self._waiting_since is None:
            self._waiting_since = time.monotonic()
        elif not waits and self._waiting_since is not None:
            self._waited_s += time.monotonic() - self._waiting_since
            self._waiting_since = None
