"""What a run waits for, in the status bar, and the button that pauses it or lets it go on."""

import time
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.short_line import clipped, short_line
from desktop_agent.core.waiting_events import SleepEnded, SleepStarted, TaskStarted
from desktop_agent.ui.runs.words import countdown
from desktop_agent.ui.theme import Theme

_QUESTION_MOST = 28
_ROOMY = 800
"""Pixels of the bar from which on the button has words beside its icon."""


class _Line(QLabel):
    """A line that gives way where the bar is narrow, and then ends in …."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)

    def show_text(self, text: str) -> None:
        self.whole = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        return QSize(self._width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _width(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.whole) + 2

    def _elide(self) -> None:
        room = max(0, self.width())
        shown = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)
        self.setText(self.whole if room >= self._width() else shown)


class SleepLine(QWidget):
    """Follows one run: while it works it can be paused, while it sleeps it can be resumed.

    ``paused`` and ``resumed`` tell that the person wants so; what then happens comes as events.
    """

    paused = Signal()
    resumed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sleep: SleepStarted | None = None
        self._working = self._pausing = False
        self._questions: dict[str, str] = {}
        self._label = _Line()
        self.button = QToolButton()
        self.button.setObjectName("pause")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.clicked.connect(self._pressed)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._label)
        row.addWidget(self.button)
        self._draw()

    @property
    def asleep(self) -> bool:
        """True while the run sleeps."""
        return self._sleep is not None

    @property
    def text(self) -> str:
        """What is said now; empty while the run works."""
        return self._label.whole

    def show_event(self, event: Event) -> None:
        """Follows the run."""
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

    def tick(self) -> None:
        """Tells what is left, with as many words as there is room for."""
        self._fit()
        if self._sleep is not None:
            self._label.show_text(self._told(self._sleep))

    def _told(self, sleep: SleepStarted) -> str:
        if sleep.by_person:
            return self.tr("Paused: press Resume")
        match sleep.mode:
            case "event":
                name = self._questions.get(sleep.task_id) or clipped(sleep.task_id, _QUESTION_MOST)
                return self.tr("Sleeping until “{0}” ends").format(name)
            case "manual":
                return self.tr("Sleeping: press Resume")
        left = max(0.0, sleep.until - time.time())
        return self.tr("Sleeping · {0} left").format(countdown(left))

    def _pressed(self) -> None:
        if self._sleep is not None or self._pausing:
            self._pausing = False
            self.resumed.emit()
        else:
            self._pausing = True
            self.paused.emit()
        self._draw()

    def _draw(self) -> None:
        sleep = self._sleep
        text = self._told(sleep) if sleep is not None else ""
        if sleep is None and self._pausing:
            text = self.tr("Pauses before the next step…")
        self._label.show_text(text)
        self._label.setVisible(bool(text))
        self._label.setToolTip("" if sleep is None else self._why(sleep))
        waits = sleep is not None or self._pausing
        self.button.setText(self.tr("Resume") if waits else self.tr("Pause"))
        self.button.setAccessibleName(
            self.tr("Resume the run") if waits else self.tr("Pause the run")
        )
        self.button.setToolTip(
            self.tr("Let the run go on now")
            if waits
            else self.tr("Let the run wait before its next model call; its time stands still")
        )
        self._theme.bind_icon(
            self.button, "play" if waits else "pause", "accent" if waits else "muted", side=16
        )
        self._fit()
        self.setVisible(self._working)

    def _fit(self) -> None:
        bar = self.parentWidget()
        roomy = bar is None or bar.width() >= _ROOMY
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.button.setToolButtonStyle(beside if roomy else Qt.ToolButtonStyle.ToolButtonIconOnly)

    def _why(self, sleep: SleepStarted) -> str:
        latest = time.strftime("%H:%M", time.localtime(sleep.until))
        ends = self.tr("At the latest it goes on at {0}").format(latest)
        # escaped: a tooltip takes what looks like HTML for HTML, and the reason is a model's
        told = [escape(part) for part in (short_line(sleep.reason, 200), ends) if part]
        return f"<qt>{'<br>'.join(told)}</qt>"
