"""The rows around the question field: pause line, notice, context meter and buttons."""

import time
from html import escape
from typing import Literal

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QToolButton, QWidget

from desktop_agent.core.events import Event, RunFinished, SleepEnded, SleepStarted
from desktop_agent.core.text import IMAGE_TOKENS, short_line, text_tokens
from desktop_agent.frontends.ui.composer.attachments import Attachments
from desktop_agent.frontends.ui.composer.options import ModePicker, OptionsButton, SourceSwitch
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, Said
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.runs import countdown

# --- Why a run is paused, with a button to resume it

_QUESTION_MOST = 28
_TICK_MS = 500


class SleepLine(QFrame):
    """A line that is shown while the run of a turn sleeps, is paused, or is about to pause."""

    def __init__(self, theme: Theme, runs: RunController) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._runs = runs
        self._turn: Turn | None = None
        self._pausing = False
        self._label = ElidedLabel()
        self.button = push_button(self.tr("Resume"), self.switch)
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._draw)
        parts = (IconLabel(theme, "pause", "warn", 16), (self._label, 1), self.button)
        hbox(*parts, parent=self, margins=(14, 6, 8, 6), spacing=10)
        self.hide()
        runs.told.connect(self._happened)

    @property
    def text(self) -> str:
        """The full text, or "" if the line is hidden."""
        return "" if self.isHidden() else self._label.accessibleName()

    def show_turn(self, turn: Turn | None) -> None:
        """Show whether the run of a turn sleeps."""
        if turn is not self._turn:
            self._turn, self._pausing = turn, False
            self._draw()

    def switch(self) -> None:
        """Pause the run, or resume it if it is asleep or about to pause."""
        run, turn = self._runs.run_of(self._turn), self._turn
        if run is None or turn is None:
            return
        if turn.sleep is not None or self._pausing:
            self._pausing = False
            run.resume()
        else:
            self._pausing = True
            run.pause()
        self._draw()

    def _happened(self, turn: Turn, event: Event) -> None:
        if turn is self._turn and isinstance(event, SleepStarted | SleepEnded | RunFinished):
            self._pausing = False
            self._draw()

    def show_keys(self, keys: str) -> None:
        """Add the shortcut for resuming to the button's tooltip."""
        tip = self.tr("Resume now")
        self.button.setToolTip(f"{tip} ({keys})" if keys else tip)

    def _draw(self) -> None:
        sleep = self._turn.sleep if self._turn is not None else None
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
            question = self._turn.tasks.get(sleep.task_id, "") if self._turn is not None else ""
            name = short_line(question or sleep.task_id, _QUESTION_MOST)
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


# --- Notice


class ComposerNotice(Said):
    """A notice above the question field, which screen readers announce. It is hidden when empty."""

    def say(self, text: str, tone: str = "") -> None:
        super().say(text, tone)
        self.setAccessibleName(text)
        if text:
            alert(self)


# --- Context meter

_SHOWN_FROM = 60
_DELAY_MS = 150


class ContextLabel(QLabel):
    """The share of the model's context in use, shown once it reaches 60 percent.

    The share includes the question and its files. If they do not fit, the label becomes a warning.
    """

    def __init__(self, edit: QuestionEdit, attachments: Attachments) -> None:
        super().__init__()
        self.setObjectName("hint")
        self._edit = edit
        self._attachments = attachments
        self._attached = 0
        self._limit = 0
        self._used = 0
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._show)
        edit.textChanged.connect(self._timer.start)
        attachments.changed.connect(self._recount)
        self.hide()

    def set_context(self, limit: int, used: int) -> None:
        """Set the model's context size (0 if unknown) and the conversation's usage, in tokens."""
        self._limit, self._used = limit, used
        self._timer.start()

    def forget_use(self) -> None:
        """Reset the conversation's usage but keep the model's context size."""
        self._used = 0
        self._timer.start()

    def _recount(self) -> None:
        self._attached = sum(
            IMAGE_TOKENS if each.is_image else text_tokens(each.text)
            for each in self._attachments.all
        )
        self._timer.start()

    def _show(self) -> None:
        tokens = self._used + self._attached + text_tokens(self._edit.toPlainText())
        percent = round(100 * tokens / self._limit) if self._limit else 0
        self.setVisible(percent >= _SHOWN_FROM)
        self.setText(self.tr("context {0}% full").format(min(100, percent)))
        self.setProperty("tone", "warn" if percent > 100 else "")
        self.style().polish(self)
        beyond = self.tr("Exceeds the model's context of {0} tokens; the oldest text is left out")
        within = self.tr("Estimated share of the model's context")
        self.setToolTip(beyond.format(f"{self._limit:,}") if percent > 100 else within)


# --- The row of buttons

ButtonState = Literal["send", "queue", "stop"]
_ROOMY = 52
"""Width in multiples of the text size from which the switches show their names."""


class ComposerBar(QWidget):
    """The row of options and buttons, whose signals the composer connects.

    ``more`` is a menu of other ways to send, filled by the window. Its button is shown while there
    is something to send.
    """

    def __init__(self, theme: Theme, mode: str) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[ButtonState, bool, bool] | None = None
        self.options = OptionsButton(theme)
        self.mode = ModePicker(theme, mode)
        tips = (self.tr("Searching the web"), self.tr("Not searching the web"))
        self.web = SourceSwitch(theme, "online", self.tr("Web"), tips)
        tips = (self.tr("Searching your documents"), self.tr("Not searching your documents"))
        self.documents = SourceSwitch(theme, "knowledge", self.tr("Documents"), tips)
        self.documents.hide()
        self.button = QToolButton()
        self.button.setObjectName("send")
        self.button.setFixedSize(QSize(34, 34))
        stop, tip = self.tr("Stop"), self.tr("Stop (Esc)")
        self.stop_button = icon_button(theme, "stop", stop, tip=tip, side=20)
        self.stop_button.setFixedSize(QSize(34, 34))
        self.more = QMenu(self)
        self.more_button = icon_button(theme, "down", self.tr("More ways to send"), side=16)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(self.more)
        left = (self.options, self.mode, self.web, self.documents)
        right = (self.stop_button, self.more_button, self.button)
        hbox(*left, STRETCH, *right, parent=self, spacing=6)
        self.show_state("send", enabled=False, stoppable=False)

    def show_state(self, state: ButtonState, *, enabled: bool, stoppable: bool) -> None:
        """Set the main button to send, queue or stop; ``stoppable`` adds another stop button."""
        if (state, enabled, stoppable) == self._shown:
            return  # most key presses change nothing
        self._shown = (state, enabled, stoppable)
        name, tip = {
            "send": (self.tr("Send"), self.tr("Send (Enter)")),
            "queue": (self.tr("Add to queue"), self.tr("Ask this next (Enter)")),
            "stop": (self.tr("Stop"), self.tr("Stop (Esc)")),
        }[state]
        self.button.setToolTip(tip)
        self.button.setAccessibleName(name)
        self.button.setEnabled(enabled)
        self._theme.bind_icon(self.button, state, "on_accent", side=20)
        self.stop_button.setVisible(stoppable)
        self.more_button.setVisible(enabled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        styles = Qt.ToolButtonStyle
        roomy = self.width() >= _ROOMY * self._theme.points
        for switch in (self.web, self.documents):
            switch.setToolButtonStyle(
                styles.ToolButtonTextBesideIcon if roomy else styles.ToolButtonIconOnly
            )

    def minimumSizeHint(self) -> QSize:
        """Allow the row to become too narrow for the switches' names, which are then hidden."""
        return QSize(0, super().minimumSizeHint().height())
