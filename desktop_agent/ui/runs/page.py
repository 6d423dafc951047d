"""The page of runs: a head, what is offered, and tabs with the list and what else belongs here."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.background_runs.desk import Desk
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.column import SIDE
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.runs.run_control import RunControl
from desktop_agent.ui.runs.runs_pane import RunsPane
from desktop_agent.ui.runs.words import TitleOf, tally, tr
from desktop_agent.ui.takes_keys import TakesKeys
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast

_WIDTH = 88
"""Widest column, in points of the font times this."""


class RunsPage(QWidget):
    """``left`` asks for what was shown before, ``failed`` brings an `AgentError`.

    What is wanted of a run beyond what the desk does is told by `control`.
    """

    left = Signal()
    failed = Signal(object)

    def __init__(
        self, theme: Theme, desk: Desk, runs: KnownRuns, tasks: Tasks, title_of: TitleOf
    ) -> None:
        super().__init__()
        self.setObjectName("runsPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._runs = runs
        self.toast = Toast(self, theme)
        self.control = RunControl(desk, runs, tasks, self.toast, self)
        self.pane = RunsPane(theme, runs, self.control, title_of)
        self.leave = QToolButton()
        self.state = ElidedLabel()
        self.tabs = QTabBar()
        self._offers = QVBoxLayout()
        self._body = QStackedWidget()
        self._column = QWidget()
        self._lay_out()
        self.leave.clicked.connect(self.left)
        self.tabs.currentChanged.connect(self._turn)
        self.pane.counted.connect(self._count)
        self.control.failed.connect(self.failed)
        runs.failed.connect(self.failed)
        theme.changed.connect(self._fit)
        self._count()

    def add_tab(self, title: str, build: Callable[[], QWidget]) -> None:
        """Adds a tab behind the others; its widget is made when it is first turned to."""
        self._body.addWidget(_Tab(build))
        self.tabs.addTab(title)
        self.tabs.show()

    def turn_to(self, title: str) -> None:
        """Shows a tab by its title."""
        for at in range(self.tabs.count()):
            if self.tabs.tabText(at) == title:
                self.tabs.setCurrentIndex(at)

    def put_offer(self, offer: QWidget) -> None:
        """Puts a bar above all else; it is for its owner to hide it."""
        self._offers.addWidget(offer)

    def enter(self) -> None:
        """Takes the keyboard."""
        shown: object = self._body.currentWidget()
        if isinstance(shown, TakesKeys):
            shown.enter()
        else:
            self.tabs.setFocus()

    def show_run(self, run_id: str) -> None:
        """Turns to the list, with a run as the current one."""
        self.tabs.setCurrentIndex(0)
        self.pane.go_to(run_id)

    def event(self, event: QEvent) -> bool:
        # the window has commands on the same keys, which are for the chat
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and self.toast.can_act
            if undo or event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.toast.act()
        elif event.key() == Qt.Key.Key_Escape and self.pane.filter.words:
            self.pane.filter.clear()
            self.pane.enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _turn(self, at: int) -> None:
        tab = self._body.widget(at)
        if isinstance(tab, _Tab):
            tab.build()
        self._body.setCurrentIndex(at)

    def _count(self) -> None:
        self.state.show_text(tally(self._runs.all) if self._runs.loaded else "")

    def _lay_out(self) -> None:
        self.leave.setAccessibleName(tr("Back to the chat"))
        self.leave.setToolTip(tr("Back to the chat (Esc)"))
        self._theme.bind_icon(self.leave, "back")
        title = QLabel(tr("Runs"))
        title.setObjectName("heading")
        self.state.setObjectName("meta")
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.state)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.leave)
        head.addLayout(texts, 1)
        self.tabs.setObjectName("runsTabs")
        self.tabs.setAccessibleName(tr("Runs"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.addTab(tr("Runs"))
        self.tabs.hide()  # until there is another
        self._body.addWidget(self.pane)
        lines = QVBoxLayout(self._column)
        lines.setContentsMargins(SIDE, 16, SIDE, 12)
        lines.setSpacing(10)
        lines.addLayout(head)
        lines.addLayout(self._offers)
        lines.addWidget(self.tabs)
        lines.addWidget(self._body, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._column, 1_000)
        row.addStretch(1)
        self._fit()

    def _fit(self) -> None:
        self._column.setMaximumWidth(round(_WIDTH * self._theme.points) + 2 * SIDE)


class _Tab(QWidget):
    """The place of a tab's widget, which is made when it is first seen."""

    def __init__(self, build: Callable[[], QWidget]) -> None:
        super().__init__()
        self._build: Callable[[], QWidget] | None = build
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)

    def build(self) -> None:
        """Makes the widget, unless it is there."""
        if self._build is not None:
            widget = self._build()
            self._build = None
            self._lines.addWidget(widget)
            self.setFocusProxy(widget)

    def enter(self) -> None:
        """Takes the keyboard."""
        self.setFocus()
