"""A line above the composer that says why a run is paused, with a button to resume it."""

import time
from html import escape

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame

from desktop_agent.core.events import (
    Event,
    RunFinished,
    RunStarted,
    SleepEnded,
    SleepStarted,
    TaskStarted,
)
from desktop_agent.core.text import clipped, short_line
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.runs import countdown

_QUESTION_MOST = 28
_TICK_MS = 500


class SleepLine(QFrame):
    """A line that is shown while a run sleeps, is paused, or is about to pause.

    ``paused`` and ``resumed`` are emitted when the user asks for it; events report the outcome.
    """

    paused = Signal()
    resumed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._sleep: SleepStarted | None = None
        self._working = self._pausing = False
        self._questions: dict[str, str] = {}
        self._label = ElidedLabel()
        self.button = push_button(self.tr("Resume"), self.switch)
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._draw)
        parts = (IconLabel(theme, "pause", "warn", 16), (self._label, 1), self.button)
        hbox(*parts, parent=self, margins=(14, 6, 8, 6), spacing=10)
        self.hide()

    @property
    def asleep(self) -> bool:
        return self._sleep is not None

    @property
    def text(self) -> str:
        """The whole text, or "" while the run is neither asleep nor about to pause."""
        return "" if self.isHidden() else self._label.accessibleName()

    def show_event(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._working, self._pausing, self._sleep = True, False, None
                self._questions = {}
            case TaskStarted():
                self._questions[event.task_id] = short_line(event.question, _QUESTION_MOST)
                return
            case SleepStarted():
                self._sleep, self._pausing = event, False
            case SleepEnded():
                self._sleep = None
            case RunFinished():
                self._working = self._pausing = False
                self._sleep = None
            case _:
                return
        self._draw()

    def switch(self) -> None:
        """Pause the run, or resume it if it sleeps or is about to pause."""
        if not self._working:
            return
        if self._sleep is not None or self._pausing:
            self._pausing = False
            self.resumed.emit()
        else:
            self._pausing = True
            self.paused.emit()
        self._draw()

    def show_keys(self, keys: str) -> None:
        """Name the shortcut that resumes a run, if there is one."""
        tip = self.tr("Resume now")
        self.button.setToolTip(f"{tip} ({keys})" if keys else tip)

    def _draw(self) -> None:
        sleep = self._sleep
        self.setVisible(sleep is not None or self._pausing)
        if sleep is None:
            self._timer.stop()
            self._label.show_text(self.tr("Pausing before the next step…"))
            return
        self._label.show_text(self._told(sleep))
        self._label.setToolTip(self._why(sleep))
        if sleep.mode != "manual":
            self._timer.start()

    def _told(self, sleep: SleepStarted) -> str:
        if sleep.by_person:
            return self.tr("Paused")
        if sleep.mode == "event":
            name = self._questions.get(sleep.task_id) or clipped(sleep.task_id, _QUESTION_MOST)
            return self.tr("Waiting for “{0}”").format(name)
        if sleep.mode == "manual":
            return self.tr("Waiting for you to resume")
        left = max(0.0, sleep.until - time.time())
        return self.tr("Sleeping · {0} left").format(countdown(left))

    def _why(self, sleep: SleepStarted) -> str:
        latest = time.strftime("%H:%M", time.localtime(sleep.until))
        ends = self.tr("Resumes by {0}").format(latest)
        # escaped, because tooltips interpret HTML and the reason comes from a model
        told = [escape(part) for part in (short_line(sleep.reason, 200), ends) if part]
        return f"<qt>{'<br>'.join(told)}</qt>"
