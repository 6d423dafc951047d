"""A line above the panels with the time and speed of the run in progress."""

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from desktop_agent.core.events import (
    BudgetSpent,
    Event,
    ModelCall,
    PlanMade,
    RunFinished,
    RunStarted,
    SleepEnded,
    SleepStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.frontends.ui.wording.runs import duration

_CHARS_A_TOKEN = 4
_TICK_MS = 500


class RunMeter(QLabel):
    """Shows the time and speed of a run, and hides itself when the run ends."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("meta")
        self.setContentsMargins(16, 0, 16, 6)
        self._began: float | None = None
        self._waiting_since: float | None = None
        self._writing_since: float | None = None
        self._waited_s = self._limit_s = 0.0
        self._chars = 0
        self._asleep = False
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self.tick)
        self.hide()

    def show_event(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._began, self._limit_s = time.monotonic(), event.budget_s
                self._waiting_since = self._writing_since = None
                self._waited_s, self._asleep = 0.0, False
                self._timer.start()
            case TextDelta(text=text) | ThinkingDelta(text=text):
                if self._writing_since is None:
                    self._writing_since, self._chars = time.monotonic(), 0
                self._chars += len(text)
                return
            case ModelCall():
                self._writing_since = None
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
        self.setText(" · ".join(parts))
        self.show()

    def _wait(self, *, waits: bool) -> None:
        """Stop the clock while the run sleeps or the user reviews a plan, then start it again."""
        if waits and self._waiting_since is None:
            self._waiting_since = time.monotonic()
        elif not waits and self._waiting_since is not None:
            self._waited_s += time.monotonic() - self._waiting_since
            self._waiting_since = None
