"""The row below the field: what to attach, how to answer, and the button that sends."""

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from desktop_agent.ui.composer.pickers import BudgetPicker, ModelPicker, StrategyPicker
from desktop_agent.ui.composer.review_switch import ReviewSwitch
from desktop_agent.ui.composer.token_label import TokenLabel
from desktop_agent.ui.theme import Theme

_STYLES = Qt.ToolButtonStyle

ButtonState = Literal["send", "queue", "stop"]


class ComposerBar(QWidget):
    """Holds pickers and buttons; who uses it connects them."""

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
        self.stop_button = QToolButton()
        self.stop_button.setFixedSize(QSize(34, 34))
        self.stop_button.setAccessibleName(self.tr("Stop"))
        self.stop_button.setToolTip(self.tr("Stop (Esc)"))
        theme.bind_icon(self.stop_button, "stop", side=20)
        self.attach_button = QToolButton()
        self.attach_button.setAccessibleName(self.tr("Attach files"))
        self.attach_button.setToolTip(self.tr("Attach files"))
        theme.bind_icon(self.attach_button, "attach", side=20)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for picker in (
            self.attach_button,
            self.strategy,
            self.review,
            self.model,
            self.budget,
        ):
            row.addWidget(picker)
        row.addStretch(1)
        row.addWidget(tokens)
        row.addSpacing(4)
        row.addWidget(self.stop_button)
        row.addWidget(self.button)
        self.attach_button.hide()
        self.show_state("send", enabled=False, stoppable=False)

    def add_servers(self, button: QToolButton) -> None:
        """Adds the choice of servers, behind the other choices."""
        self._servers = button
        self._row.insertWidget(self._row.indexOf(self.budget) + 1, button)
        QWidget.setTabOrder(self.budget, button)
        self.fit()

    def show_state(self, state: ButtonState, *, enabled: bool, stoppable: bool) -> None:
        """Makes the button send, queue or stop; ``stoppable`` shows a button of its own for that."""
        if (state, enabled, stoppable) == self._shown:
            return  # as for nearly every key that is pressed
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
        self._row.activate()  # what was hidden has left its room to the others before it is painted

    def minimumSizeHint(self) -> QSize:
        """Counts no picker but that of the model: the others go before the window is too wide."""
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
        """Leave out the pickers that have no room for their whole names; commands do the same.

        The model stays, and shows an icon where there is no room for its name.
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
        """Shows the switch with its word or without, where no picker is squeezed by it."""
        self.review.hide()
        left_out = self.strategy.isHidden() or self.budget.isHidden()
        if left_out or not self.review.fits(str(self.strategy.currentData())):
            return
        others = (self.model, self.strategy, self.budget, self._tokens)
        gap = self._row.spacing()
        taken = sum(each.sizeHint().width() + gap for each in others if not each.isHidden())
        room = self.width() - self._taken() - taken - gap
        for style in (_STYLES.ToolButtonTextBesideIcon, _STYLES.ToolButtonIconOnly):
            self.review.setToolButtonStyle(style)
            if self.review.sizeHint().width() <= room:
                self.review.show()
                return
