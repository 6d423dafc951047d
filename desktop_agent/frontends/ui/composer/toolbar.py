"""The rows around the question field: notice, editing bar, pickers, token count and buttons."""

from typing import Literal

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget

from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.composer.attachments import Attachments
from desktop_agent.frontends.ui.composer.pickers import BudgetPicker, ModelPicker, StrategyPicker
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Notice


class ComposerNotice(QLabel):
    """A notice above the question field. It is hidden when empty."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composerNote")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: Literal["warn", "error", ""] = "warn") -> None:
        """Show a message until it is replaced or cleared; "" hides the notice."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("tone", tone)
        self.style().polish(self)
        self.setVisible(bool(text))
        if text:
            alert(self)

    def clear(self) -> None:
        if self.text():
            self.say("", "")


# --- Editing bar


class EditingBar(QFrame):
    """A bar that is shown while the user edits an earlier question. It keeps the unsent text.

    ``cancelled`` is emitted when the user cancels the edit.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("editingBar")
        self._set_aside: tuple[str, tuple[Attachment, ...]] | None = None
        title = heading(self.tr("Editing an earlier question"), "meta")
        tip = self.tr("Leave the question as it is (Esc)")
        cancel = push_button(self.tr("Cancel (Esc)"), self.cancelled, name="flat", tip=tip)
        cancel.setAccessibleName(self.tr("Cancel editing"))
        hbox(title, cancel, STRETCH, parent=self, spacing=4)
        self.hide()

    @property
    def active(self) -> bool:
        return self._set_aside is not None

    def begin(self, text: str, attachments: tuple[Attachment, ...]) -> None:
        """Show the bar. Keep the unsent text and attachments, unless it already keeps some."""
        if self._set_aside is None:
            self._set_aside = (text, attachments)
        self.show()

    def end(self) -> tuple[str, tuple[Attachment, ...]]:
        """Hide the bar and return the text and attachments that it kept."""
        kept = self._set_aside or ("", ())
        self._set_aside = None
        self.hide()
        return kept


# --- Token estimate without a tokenizer

_CHARACTERS_PER_TOKEN = 4
_TOKENS_PER_FURTHER_BYTE = 0.45
_IMAGE_TOKENS = 1_600
"""Maximum number of tokens in an image, which is assumed for every image."""


def text_tokens(text: str) -> int:
    """Estimate the number of tokens in a text; the estimate is more often too high than too low.

    Four characters count as one token. Each UTF-8 byte beyond the first of a character adds 0.45,
    so a Chinese character counts as about 1.2 tokens. A million characters take about a
    millisecond.
    """
    further = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return round(len(text) / _CHARACTERS_PER_TOKEN + further * _TOKENS_PER_FURTHER_BYTE)


# --- Token label

_SHOWN_FROM = 200
_DELAY_MS = 150


class TokenLabel(QLabel):
    """A label with the estimated token count of the question and files, shown from 200 tokens.

    If the tokens do not fit into the model's context, the label is always shown, as a warning.
    ``resized`` is emitted when the width or the visibility of the label changes.
    """

    resized = Signal()

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
            _IMAGE_TOKENS if each.is_image else text_tokens(each.text)
            for each in self._attachments.all
        )
        self._timer.start()

    def _show(self) -> None:
        before = (self.isHidden(), self.sizeHint().width())
        count = text_tokens(self._edit.toPlainText()) + self._attached
        over = bool(self._limit) and count + self._used > self._limit
        self.setVisible(count > _SHOWN_FROM or (over and count > 0))
        self.setText(self.tr("≈ {0} tokens").format(f"{count:,}"))
        self.setProperty("tone", "warn" if over else "")
        self.style().polish(self)
        beyond = self.tr("More than the model's context of {0} tokens: the oldest is left out")
        within = self.tr("About how much of the model's context the question takes")
        self.setToolTip(beyond.format(f"{self._limit:,}") if over else within)
        if (self.isHidden(), self.sizeHint().width()) != before:
            self.resized.emit()


# --- Review switch

_WITH_PLANS = ("deep", "auto")
"""Strategies that make a plan, or that may choose a strategy that does."""


class ReviewSwitch(QToolButton):
    """A toggle button for reviewing plans before they run."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("reviewPlan")
        self.setCheckable(True)
        self.setText(self.tr("Review plan"))
        self.setToolButtonStyle(self.toolButtonStyle().ToolButtonTextBesideIcon)
        self.setAccessibleName(self.tr("Review plan"))
        tip = self.tr("Deep shows its plan before it runs, so that you can change it (/review)")
        self.setToolTip(tip)
        self.toggled.connect(lambda _on: self._draw())
        self._draw()

    def wanted_for(self, strategy: str) -> bool:
        return self.isChecked() and strategy in _WITH_PLANS

    def _draw(self) -> None:
        self._theme.bind_icon(self, "eye", "accent" if self.isChecked() else "muted", side=16)


ButtonState = Literal["send", "queue", "stop"]


class ComposerBar(QWidget):
    """The row of pickers and buttons; the composer connects their signals."""

    def __init__(self, theme: Theme, strategy: str, tokens: TokenLabel) -> None:
        super().__init__()
        self._theme, self._tokens = theme, tokens
        self._servers: QToolButton | None = None
        self._shown: tuple[ButtonState, bool, bool] | None = None
        self.strategy = StrategyPicker(strategy)
        self.model = ModelPicker()
        self.budget = BudgetPicker()
        self.review = ReviewSwitch(theme)
        for choice in (self.strategy, self.model, self.budget):
            choice.currentTextChanged.connect(lambda _text: self.fit())
        tokens.resized.connect(self.fit)
        self.button = QToolButton()
        self.button.setObjectName("send")
        self.button.setFixedSize(QSize(34, 34))
        stop, tip = self.tr("Stop"), self.tr("Stop (Esc)")
        self.stop_button = icon_button(theme, "stop", stop, tip=tip, side=20)
        self.stop_button.setFixedSize(QSize(34, 34))
        self.attach_button = icon_button(theme, "attach", self.tr("Attach files"), side=20)
        pickers = (self.attach_button, self.strategy, self.review, self.model, self.budget)
        right = (tokens, 4, self.stop_button, self.button)
        self._row = hbox(*pickers, STRETCH, *right, parent=self, spacing=4)
        self.attach_button.hide()
        self.show_state("send", enabled=False, stoppable=False)

    def add_servers(self, button: QToolButton) -> None:
        self._servers = button
        self._row.insertWidget(self._row.indexOf(self.budget) + 1, button)
        QWidget.setTabOrder(self.budget, button)
        self.fit()

    def show_state(self, state: ButtonState, *, enabled: bool, stoppable: bool) -> None:
        """Set the main button to send, queue or stop.

        If ``stoppable`` is True, an extra stop button is shown.
        """
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
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        self._row.activate()  # gives the room of hidden pickers to the others before painting

    def minimumSizeHint(self) -> QSize:
        """Return the size with the model picker only, since the other pickers can be hidden."""
        least = self._taken() + self.model.minimumSizeHint().width() + self._row.spacing()
        return QSize(least, super().minimumSizeHint().height())

    def _taken(self) -> int:
        buttons = (self.attach_button, self.stop_button, self.button)
        shown = sum(not button.isHidden() for button in buttons)
        taken = shown * (self.button.width() + self._row.spacing())
        servers = self._servers
        if servers is not None and not servers.isHidden():
            taken += servers.sizeHint().width() + self._row.spacing()
        return taken

    def fit(self) -> None:
        """Hide pickers that do not fit. The user can use slash commands instead.

        The model picker is always visible, but shows an icon if its name does not fit.
        """
        gap = self._row.spacing()
        room = self.width() - self._taken() - gap
        if not self._tokens.isHidden():
            room -= self._tokens.sizeHint().width() + gap
        self.model.set_compact(room < self.model.least_legible())
        for picker in (self.model, self.strategy, self.budget):
            room -= picker.sizeHint().width() + gap
            picker.setVisible(room >= 0 or picker is self.model)
        self._fit_review()

    def _fit_review(self) -> None:
        """Show the review switch if the strategy makes plans and no picker had to be hidden.

        Its label is shown only if there is enough space.
        """
        self.review.hide()
        left_out = self.strategy.isHidden() or self.budget.isHidden()
        if left_out or self.strategy.currentData() not in _WITH_PLANS:
            return
        others = (self.model, self.strategy, self.budget, self._tokens)
        gap = self._row.spacing()
        taken = sum(each.sizeHint().width() + gap for each in others if not each.isHidden())
        room = self.width() - self._taken() - taken - gap
        styles = Qt.ToolButtonStyle
        for style in (styles.ToolButtonTextBesideIcon, styles.ToolButtonIconOnly):
            self.review.setToolButtonStyle(style)
            if self.review.sizeHint().width() <= room:
                self.review.show()
                return
