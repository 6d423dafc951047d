"""The reasoning panel: every step of a run, as it happens or as it was."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.panel.node_detail import NodeDetail
from desktop_agent.ui.panel.reasoning_model import ReasoningModel
from desktop_agent.ui.panel.reasoning_view import ReasoningView
from desktop_agent.ui.panel.run_tally import RunTally
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

_CATCH_UP_MS = 120
_TYPING_MS = 150
_SLICE = 500
"""Events that are taken in one turn of the event loop: a finished run may have thousands."""


class ReasoningDock(QWidget):
    """Shows the work of one turn. While it is hidden it does nothing; it catches up when shown.

    ``replay`` asks to play the shown `Turn` again; ``summarised`` gives the run in a line.
    """

    icon_name = "thinking"
    replay = Signal(object)
    summarised = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn: Turn | None = None
        self._applied = 0
        self._tally = RunTally()
        self.model = ReasoningModel(self)
        self.tree = ReasoningView(theme, self.model)
        self.tree.activated.connect(self._activated)
        self.tree.selectionModel().currentChanged.connect(self._chosen)
        self.detail = NodeDetail(theme)
        self.detail.closed.connect(self.close_detail)
        self.detail.hide()
        self._summary = wrapped("", "meta")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter steps"))
        self.filter.setAccessibleName(self.tr("Filter steps"))
        add_clear_button(self.filter)
        self._soon = self._timer(_CATCH_UP_MS, self.catch_up)
        self._typing = self._timer(_TYPING_MS, self._look)
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self._pages = QStackedWidget()
        self._pages.addWidget(_empty(self.tr("The steps of the next answer appear here.")))
        self._pages.addWidget(self._shown())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def show_turn(self, turn: Turn | None) -> None:
        """Shows another turn, live or finished."""
        self._turn = turn
        self._applied = 0
        self._tally = RunTally()
        self.close_detail()
        self.model.clear()
        self._pages.setCurrentIndex(0 if turn is None else 1)
        self.catch_up()

    def catch_up_soon(self) -> None:
        """Takes what has happened in a turn of the event loop of its own, some times a second."""
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(_CATCH_UP_MS)

    def catch_up(self) -> None:
        """Takes what has happened since; a hidden panel leaves it for later."""
        if self._turn is None or not self.isVisible():
            return
        bar = self.tree.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        events = self._turn.events[self._applied : self._applied + _SLICE]
        for event in events:
            self.model.apply(event)
            self._tally.apply(event)
        self._applied += len(events)
        self.model.catch_up()
        self.detail.grow()
        self._tell()
        if at_end and self._turn.running:
            self.tree.scrollToBottom()
        if self._applied < len(self._turn.events):
            self._soon.start(0)

    def offer_replay(self) -> None:
        """Shows the button that sends ``replay``: somebody listens to it."""
        self.replay_button.show()

    def close_detail(self) -> None:
        """Puts the details away."""
        had_focus = self.detail.text.hasFocus() or self.detail.isAncestorOf(self.focusWidget())
        self.detail.hide()
        if had_focus:
            self.tree.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        elif event.key() == Qt.Key.Key_Escape and self.detail.isVisible():
            self.close_detail()
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        turn = self._turn
        if turn is None:
            return
        line = self._tally.line(turn.elapsed_s)
        self._summary.setText(line)
        self.summarised.emit(line)
        self.replay_button.setEnabled(not turn.running)

    def _look(self) -> None:
        words = self.filter.text()
        self.model.look_for(words)
        if words.strip():
            self.tree.expandAll()
        else:
            self.tree.expandToDepth(0)

    def _activated(self, index: QModelIndex) -> None:
        self.detail.show_node(self.model.node(index))
        self.detail.show()

    def _chosen(self, index: QModelIndex) -> None:
        if self.detail.isVisible() and index.isValid():
            self.detail.show_node(self.model.node(index))

    # --- building

    def _shown(self) -> QWidget:
        fold = self._button("fold", self.tr("Fold all"))
        fold.clicked.connect(self.tree.collapseAll)
        unfold = self._button("unfold", self.tr("Unfold all"))
        unfold.clicked.connect(self.tree.expandAll)
        copy = self._button("copy", self.tr("Copy all steps (Ctrl+Shift+C)"))
        copy.clicked.connect(self.tree.copy_all)
        self.replay_button = self._button("replay", self.tr("Play this run again"))
        self.replay_button.clicked.connect(lambda: self.replay.emit(self._turn))
        self.replay_button.hide()
        first = QHBoxLayout()
        first.setContentsMargins(14, 4, 10, 4)
        first.addWidget(self._summary, 1)
        second = QHBoxLayout()
        second.setContentsMargins(12, 0, 8, 6)
        second.setSpacing(2)
        second.addWidget(self.filter, 1)
        second.addSpacing(4)
        for button in (fold, unfold, copy, self.replay_button):
            second.addWidget(button)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self.tree)
        split.addWidget(self.detail)
        split.setSizes([600, 300])
        whole = QWidget()
        lines = QVBoxLayout(whole)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(first)
        lines.addLayout(second)
        lines.addWidget(split, 1)
        return whole

    def _timer(self, interval: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(act)
        return timer

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button


def _empty(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("muted")
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setContentsMargins(32, 32, 32, 32)
    return label
