"""The status bar: provider, speed, context, budget, engine cool-downs, sleep and switches."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QSizePolicy, QToolButton, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.events import (
    BudgetSpent,
    ContextTrimmed,
    Event,
    ModelCall,
    PlanMade,
    RunFinished,
    RunStarted,
    SearchAttempt,
    SleepEnded,
    SleepStarted,
    StepFinished,
    StepStarted,
    TaskStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.models import ProviderState
from desktop_agent.core.text import clipped, short_line
from desktop_agent.frontends.ui.widgets.labels import IconLabel
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import product
from desktop_agent.frontends.ui.wording.reasoning import ms
from desktop_agent.frontends.ui.wording.runs import countdown
from desktop_agent.frontends.ui.wording.strategies import step_title

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.pages.chat import ChatPage
    from desktop_agent.frontends.ui.window.page_stack import PageStack

# --- Time budgets of the parts of a run

_MOST_LINES = 24
_MOST_TITLE = 60


@dataclass(slots=True)
class _Part:
    """A part of the time budget; ``began`` and ``ended`` are in seconds since the run began."""

    title: str
    given_s: float
    began: float
    ended: float | None = None

    def line(self, now: float) -> str:
        tr = partial(QCoreApplication.translate, "Budget")
        runs = self.ended is None
        took = ms(1000 * ((now if self.ended is None else self.ended) - self.began))
        form = tr("▸ {0}: {1} of {2}") if runs else tr("{0}: {1} of {2}")
        title = clipped(step_title(self.title), _MOST_TITLE)
        return form.format(title, took, ms(1000 * self.given_s))


class BudgetParts:
    """The parts of a run's time budget that have begun, computed from the run's events."""

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

    @property
    def running(self) -> tuple[str, ...]:
        going = (part for part in self._parts.values() if part.ended is None)
        return tuple(step_title(part.title) for part in going)

    def lines(self, now: float) -> list[str]:
        """Return one line for each of the last 24 parts.

        ``now`` is the time in seconds since the run began.
        """
        return [part.line(now) for part in list(self._parts.values())[-_MOST_LINES:]]


# --- Sleep: what a run waits for, with a button to pause and resume

_QUESTION_MOST = 28
_SLEEP_LINE_ROOMY = 800
"""Minimum width of the bar in pixels at which the button shows text."""


class _Line(QLabel):
    """A label that elides its text when the status bar is too narrow."""

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
    """A line that shows why a run is sleeping, with a button to pause or resume the run.

    ``paused`` and ``resumed`` are emitted when the button is pressed; events report the outcome.
    """

    paused = Signal()
    resumed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sleep: SleepStarted | None = None
        self._working = self._pausing = False
        self._questions: dict[str, str] = {}
        self._keys = ""
        self._label = _Line()
        self._label.setProperty("tone", "warn")
        self.button = QToolButton()
        self.button.setObjectName("pause")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.clicked.connect(self.switch)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setLayout(hbox(self._label, self.button, spacing=6))
        self._draw()

    @property
    def asleep(self) -> bool:
        return self._sleep is not None

    @property
    def text(self) -> str:
        """The text before eliding, or "" while the run is neither sleeping nor about to pause."""
        return self._label.whole

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

    def show_keys(self, keys: str) -> None:
        """Name the shortcut that resumes a run, if there is one."""
        self._keys = keys
        self._draw()

    def tick(self) -> None:
        self._fit()
        if self._sleep is not None:
            self._label.show_text(self._told(self._sleep))

    def _told(self, sleep: SleepStarted) -> str:
        if sleep.by_person:
            state = self.tr("Paused")
        elif sleep.mode == "event":
            name = self._questions.get(sleep.task_id) or clipped(sleep.task_id, _QUESTION_MOST)
            state = self.tr("Sleeping until “{0}” ends").format(name)
        elif sleep.mode == "manual":
            state = self.tr("Sleeping")
        else:
            left = max(0.0, sleep.until - time.time())
            state = self.tr("Sleeping · {0} left").format(countdown(left))
        how = self.tr("press Resume or {0}").format(self._keys)
        return f"{state} · {how if self._keys else self.tr('press Resume')}"

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

    def _draw(self) -> None:
        sleep = self._sleep
        text = self._told(sleep) if sleep is not None else ""
        if sleep is None and self._pausing:
            text = self.tr("Pauses before the next step…")
        self._label.show_text(text)
        self._label.setVisible(bool(text))
        self._label.setToolTip("" if sleep is None else self._why(sleep))
        waits = sleep is not None or self._pausing
        name = self.tr("Resume the run") if waits else self.tr("Pause the run")
        tip = self.tr("Let the run wait before its next model call; its time stands still")
        self.button.setText(self.tr("Resume") if waits else self.tr("Pause"))
        self.button.setAccessibleName(name)
        self.button.setToolTip(self.tr("Let the run go on now") if waits else tip)
        colour: ColourName = "accent" if waits else "muted"
        self._theme.bind_icon(self.button, "play" if waits else "pause", colour, side=16)
        self._fit()
        self.setVisible(self._working)

    def _fit(self) -> None:
        bar = self.parentWidget()
        roomy = bar is None or bar.width() >= _SLEEP_LINE_ROOMY
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.button.setToolButtonStyle(beside if roomy else Qt.ToolButtonStyle.ToolButtonIconOnly)

    def _why(self, sleep: SleepStarted) -> str:
        latest = time.strftime("%H:%M", time.localtime(sleep.until))
        ends = self.tr("At the latest it goes on at {0}").format(latest)
        # escaped, because tooltips interpret HTML and the reason comes from a model
        told = [escape(part) for part in (short_line(sleep.reason, 200), ends) if part]
        return f"<qt>{'<br>'.join(told)}</qt>"


# --- The switch for searching the user's documents in this conversation


class DocumentsSwitch(QToolButton):
    """A switch for searching the user's documents, hidden if there are none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("documents")
        self.setCheckable(True)
        self.setToolButtonStyle(self.toolButtonStyle().ToolButtonTextBesideIcon)
        self.setAccessibleName(self.tr("Use my documents"))
        self.setToolTip(self.tr("Whether questions of this conversation search your documents too"))
        self.toggled.connect(lambda _on: self._draw())
        self.setChecked(True)
        self.hide()

    def follow(
        self, session: "Session", tasks: Tasks, page: "ChatPage", middle: "PageStack"
    ) -> None:
        """Connect the switch to the open conversation's setting, which it shows and changes."""
        self._session = session
        self._tasks = tasks
        page.search_documents_if(self.isChecked)
        page.conversation.shown.connect(self._show_choice)
        self.clicked.connect(lambda on: page.conversation.change(documents=on))
        middle.currentChanged.connect(lambda _index: self.look())
        self.look()

    def look(self) -> None:
        self._tasks.start(self._session.has_documents(), self.setVisible)

    def _show_choice(self, conversation: Conversation | None) -> None:
        self.setChecked(conversation is None or conversation.documents)

    def _draw(self) -> None:
        on = self.isChecked()
        self.setText(self.tr("With my documents") if on else self.tr("Without my documents"))
        self._theme.bind_icon(self, "knowledge", "muted" if on else "faint", side=16)


class _Meter:
    """A percentage bar with a label."""

    def __init__(self, name: str) -> None:
        self.text, self.bar = QLabel(), QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(64)
        self.bar.setAccessibleName(name)

    def show_share(self, percent: int, text: str, tip: str) -> None:
        self.bar.setValue(percent)
        self.text.setText(text)
        for part in (self.text, self.bar):
            part.setToolTip(tip)
            part.show()

    def hide(self) -> None:
        self.text.hide()
        self.bar.hide()


_CHARS_A_TOKEN = 4
_MINUTE_S = 60
_TICK_MS = 500
_ROOMY = 1000
"""Minimum width of the bar in pixels at which the active part of the budget is shown."""
_NAME_MOST = 28
_RESTS_EVERY = 10
"""Number of ticks between checks of the engine cool-downs."""


class StatusBar(QFrame):
    """The status bar at the bottom of the window.

    ``offline_wanted`` is emitted with the requested state when the user clicks the network switch;
    only `show_network` changes the switch, because the setting applies to the whole program.
    """

    offline_wanted = Signal(bool)

    def __init__(self, theme: Theme, resting: Callable[[], Mapping[str, float]]) -> None:
        super().__init__()
        self.setObjectName("statusBar")
        self.setFixedHeight(36)
        self._theme = theme
        self._resting = resting
        self._state: ProviderState | None = None
        self._ticks = 0
        self._began: float | None = None
        self._budget_s = 0.0
        self._waiting_since: float | None = None
        self._waited_s = 0.0
        self._parts = BudgetParts()
        self._writing_since: float | None = None
        self._chars = self._limit = 0
        self._speed = 0.0
        self._here = True
        self._dot = IconLabel(theme, "dot", "faint", 10)
        self._provider = QLabel(self.tr("Looking for a model…"))
        self._rests = QLabel()
        self._pace = QLabel()
        self._context = _Meter(self.tr("Context used"))
        self._budget = _Meter(self.tr("Time used"))
        self.sleep = SleepLine(theme)
        self.documents = DocumentsSwitch(theme)
        self.network = self._make_switch()
        self._lay_out()
        self._clock = QTimer(self, interval=_TICK_MS)
        self._clock.timeout.connect(self._tick)
        self._clock.start()

    def _lay_out(self) -> None:
        context, budget = self._context, self._budget
        first = (self._dot, self._provider, STRETCH, self.sleep, self._rests, 8, self._pace, 8)
        meters = (context.text, context.bar, 8, budget.text, budget.bar, 8)
        parts = (*first, *meters, self.documents, self.network)
        hbox(*parts, parent=self, margins=(14, 0, 8, 0), spacing=8)
        for widget in (self._rests, context, budget):
            widget.hide()

    @property
    def offline(self) -> bool:
        """True while the network is off for the whole program."""
        return self.network.isChecked()

    def show_failure(self, provider: str, problem: str) -> bool:
        """Show that a model call failed; return False if another provider is being shown."""
        state = self._state
        if state is None or state.provider != provider:
            return False
        self.show_state(replace(state, ok=False, problem=problem))
        return True

    def show_network(self, *, offline: bool, forced_by: str) -> None:
        """Show whether the program is offline, and what overrides the setting, if anything does."""
        self.network.setChecked(offline)
        about = self.tr("Offline forbids every connection but those to this machine")
        forced = self.tr("Set by {0}, which wins").format(forced_by) if forced_by else ""
        shortcut = self.network.toolTip().partition("\n")[0]
        self.network.setToolTip("\n".join(part for part in (shortcut, forced) if part))
        self.network.setAccessibleDescription("\n".join(part for part in (about, forced) if part))

    def show_chat(self, *, answering: bool) -> None:
        """Clear the previous chat's values; ``answering`` is True if this one has an active run."""
        self._here = answering or self._began is None
        if not answering:
            self._speed = 0.0
            self._limit = 0
            self._context.hide()
            self._look_at_time()
            if self._began is None:
                self._show_speed()

    def show_state(self, state: ProviderState) -> None:
        self._state = state
        name = self.tr("No model") if state.provider == "none" else product(state.provider)
        self._dot.show_icon("dot", "ok" if state.ok else "error")
        self._provider.setText(" · ".join(part for part in (name, state.model) if part))
        self._provider.setToolTip(f"{localized(state.problem)} {localized(state.remedy)}".strip())
        said = self.tr("ready") if state.ok else self.tr("not ready")
        self._provider.setAccessibleName(f"{self._provider.text()}, {said}")

    def show_event(self, event: Event) -> None:
        self._parts.apply(event)
        self.sleep.show_event(event)
        self._wait(event)
        match event:
            case RunStarted():
                self._here = True
                self._began, self._budget_s = time.monotonic(), event.budget_s
                self._waiting_since, self._waited_s = None, 0.0
                self._speed = 0.0
                self._look_at_rests()
                self._show_budget(0.0, event.budget_s)
            case TextDelta(text=text) | ThinkingDelta(text=text):
                if self._writing_since is None:
                    self._writing_since, self._chars = time.monotonic(), 0
                self._chars += len(text)
            case ModelCall():
                self._call_ended(event)
            case ContextTrimmed():
                self._limit = event.limit
                self._show_context(event.tokens_after)
            case SearchAttempt(outcome="blocked" | "rate_limited"):
                self._look_at_rests()
            case BudgetSpent():
                self._budget_told(event)
            case RunFinished():
                self._began = self._writing_since = self._waiting_since = None
                self._show_speed()
                self._budget.hide()
                self._look_at_rests()

    def _wait(self, event: Event) -> None:
        """Pause the budget's clock while the run sleeps or the user reviews a plan."""
        if not isinstance(event, PlanMade | SleepStarted | SleepEnded):
            return
        waits = event.proposed if isinstance(event, PlanMade) else self.sleep.asleep
        if waits and self._waiting_since is None:
            self._waiting_since = time.monotonic()
        elif not waits and self._waiting_since is not None:
            self._waited_s += time.monotonic() - self._waiting_since
            self._waiting_since = None
        self._look_at_time()

    def _budget_told(self, event: BudgetSpent) -> None:
        if event.part:
            self._look_at_time()  # the event's times may be those of the part alone
        else:
            self._show_budget(event.elapsed_s, event.elapsed_s + event.remaining_s)

    def _call_ended(self, event: ModelCall) -> None:
        self._writing_since = None
        if event.ms and event.completion_tokens and self._here:
            self._speed = event.completion_tokens / (event.ms / 1000)
        self._limit = event.context_tokens or self._limit
        self._show_context(event.prompt_tokens + event.completion_tokens)

    def _show_context(self, used: int) -> None:
        if not (self._limit and self._here):
            return
        bar, share = self._context.bar, min(100, round(100 * used / self._limit))
        tone = "warn" if share >= 85 else ""
        if tone != (bar.property("tone") or ""):
            bar.setProperty("tone", tone)
            bar.style().polish(bar)
        tip = self.tr("Context: {0} of {1} tokens").format(f"{used:,}", f"{self._limit:,}")
        self._context.show_share(share, self.tr("Context"), tip)

    def _show_budget(self, elapsed: float, whole: float) -> None:
        if whole <= 0:
            return
        self._budget_s = whole
        share = min(100, round(100 * elapsed / whole))
        used = self.tr("{0} of {1} used").format(ms(elapsed * 1000), ms(whole * 1000))
        tip = "\n".join([used, *self._parts.lines(elapsed + self._waited_s)])
        self._budget.show_share(share, self._parts_running(), tip)
        self._budget.bar.setAccessibleDescription(tip)

    def _tick(self) -> None:
        self._ticks += 1
        self.sleep.tick()
        if self._ticks % _RESTS_EVERY == 0:
            self._look_at_rests()
        if self._began is None:
            self._show_speed()
        else:
            self._look_at_time()

    def _look_at_time(self) -> None:
        if self._began is None:
            return
        waiting = self._waiting_since is not None
        now = time.monotonic() if self._waiting_since is None else self._waiting_since
        elapsed = now - self._began - self._waited_s
        self._show_budget(elapsed, self._budget_s)
        short = self.tr("{0} s").format(int(elapsed))
        parts = [short if elapsed < _MINUTE_S else ms(elapsed * 1000)]
        if waiting:
            if not self.sleep.asleep:
                parts.insert(0, self.tr("Waits for you"))
        elif self._writing_since is not None and self._here:
            wrote = max(time.monotonic() - self._writing_since, 0.5)
            rate = self._chars / _CHARS_A_TOKEN / wrote
            parts.insert(0, self.tr("≈ {0} tok/s").format(f"{rate:.0f}"))
        self._pace.setText(" · ".join(parts))

    def _parts_running(self) -> str:
        """Return the budget's label, with the name or number of active parts if there is room."""
        running = self._parts.running
        if not running or self.width() < _ROOMY:
            return self.tr("Budget")
        if len(running) > 1:
            return self.tr("Budget · {0} parts").format(len(running))
        return self.tr("Budget · {0}").format(clipped(running[0], _NAME_MOST))

    def _show_speed(self) -> None:
        speed = self.tr("{0} tok/s").format(f"{self._speed:.0f}") if self._speed else ""
        self._pace.setText(speed)

    def _look_at_rests(self) -> None:
        rests = [
            self.tr("{0} rests {1}").format(product(name), ms(seconds * 1000))
            for name, seconds in self._resting().items()
            if seconds > 0
        ]
        self._rests.setText(" · ".join(rests))
        self._rests.setVisible(bool(rests))
        self._rests.setToolTip(self.tr("It asked for a pause; the next engine answers meanwhile"))

    def _make_switch(self) -> QToolButton:
        switch = QToolButton()
        switch.setObjectName("network")
        switch.setCheckable(True)
        switch.setToolButtonStyle(switch.toolButtonStyle().ToolButtonTextBesideIcon)
        switch.toggled.connect(lambda offline: self._draw_switch(self.network, offline=offline))
        switch.clicked.connect(self._switch_clicked)
        self._draw_switch(switch, offline=False)
        return switch

    def _switch_clicked(self, wanted: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.network.setChecked(not wanted)
        self.offline_wanted.emit(wanted)

    def _draw_switch(self, switch: QToolButton, *, offline: bool) -> None:
        switch.setText(self.tr("Offline") if offline else self.tr("Online"))
        switch.setAccessibleName(self.tr("Network switch"))
        colour: ColourName = "warn" if offline else "muted"
        self._theme.bind_icon(switch, "offline" if offline else "online", colour, side=16)
