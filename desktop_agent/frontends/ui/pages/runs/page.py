"""The runs page, which has a tab for the list of runs and tabs for other panes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns
from desktop_agent.frontends.ui.pages.runs.run_list import FilterBar, RunsView, grouped
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.labels import label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import context_menu, own_action, popup_at_row
from desktop_agent.frontends.ui.widgets.page import EmptyState, ListPage, PageHead
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.runs import TitleOf, tally, tr

if TYPE_CHECKING:
    from desktop_agent.runs.manager import RunManager

# --- The actions possible in each state of a run


@dataclass(frozen=True, slots=True)
class RunAction:
    """An action on a run; ``keys`` is its shortcut in the list, such as ``Ctrl+E``."""

    name: str
    title: str
    icon: str
    keys: str


def run_actions() -> tuple[RunAction, ...]:
    """Return all actions in menu order."""
    return (
        RunAction("open", tr("Open its conversation"), "external", "Return"),
        RunAction("pause", tr("Pause"), "pause", "Space"),
        RunAction("resume", tr("Go on"), "play", "Space"),
        RunAction("stop", tr("Stop"), "stop", "Del"),
        RunAction("again", tr("Run again"), "retry", "F5"),
        RunAction("replay", tr("Replay"), "replay", "F6"),
        RunAction("compare", tr("Compare…"), "diff", "F7"),
        RunAction("export", tr("Export…"), "export", "Ctrl+E"),
        RunAction("forget", tr("Take out of the list"), "trash", "Del"),
    )


def allowed(run: RunRecord | None) -> dict[str, RunAction]:
    """Return the actions currently possible for a run, keyed by name."""
    if run is None:
        return {}
    over = run.state in ENDED
    was_recorded = over and bool(run.began)
    possible = {
        "open": bool(run.conversation_id),
        "pause": run.state in ("running", "asking"),
        "resume": run.state == "asleep",
        "stop": not over,
        "again": over,
        "replay": was_recorded,
        "compare": was_recorded,
        "export": was_recorded,
        "forget": over,
    }
    return {each.name: each for each in run_actions() if possible[each.name]}


# --- The action bar below the list

_NARROW = 62
"""Width, in multiples of the font's point size, below which buttons show only icons."""


class RunBar(QFrame):
    """A bar with a button for each of a run's actions.

    ``wanted`` is emitted with the name of an action.
    """

    wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self._theme = theme
        self.buttons = {each.name: self._button(each) for each in run_actions()}
        hbox(*self.buttons.values(), STRETCH, parent=self, margins=(0, 4, 0, 0), spacing=6)
        theme.changed.connect(self._fit)
        self.show_run(None)

    def show_run(self, run: RunRecord | None) -> None:
        possible = allowed(run)
        for name, button in self.buttons.items():
            button.setVisible(name in possible)
        self.setVisible(bool(possible))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < _NARROW * self._theme.points
        for button in self.buttons.values():
            button.setText("" if narrow else button.accessibleName())

    def _button(self, action: RunAction) -> QPushButton:
        button = QPushButton(action.title)
        button.setObjectName("runAction")
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.setAccessibleName(action.title)
        keys = QKeySequence(action.keys).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{action.title} ({keys})")
        self._theme.bind_icon(button, action.icon, side=16)
        button.clicked.connect(lambda: self.wanted.emit(action.name))
        return button


# --- Executing the actions


class RunControl(QObject):
    """Performs actions on runs, and emits signals for actions that the window must perform.

    ``conversation_wanted`` is emitted with the ids of a conversation and one of its turns,
    ``opened`` with a `RunRecord` to show, ``failed`` with an `AgentError`, and the other signals
    with the id of a run.
    """

    conversation_wanted = Signal(str, int)
    opened = Signal(object)
    replay_wanted = Signal(str)
    export_wanted = Signal(str)
    compare_wanted = Signal(str)
    failed = Signal(object)

    def __init__(
        self, manager: "RunManager", runs: KnownRuns, tasks: Tasks, toast: Toast, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._manager = manager
        self._runs = runs
        self._tasks = tasks
        self._toast = toast
        self._elsewhere = {
            "replay": self.replay_wanted,
            "compare": self.compare_wanted,
            "export": self.export_wanted,
        }

    def act(self, name: str, run: RunRecord) -> None:
        """Perform an action if it is still possible for the run."""
        run = self._runs.get(run.run_id) or run
        if name not in allowed(run):
            return
        match name:
            case "open":
                self.conversation_wanted.emit(run.conversation_id, run.turn_id)
            case "pause":
                self._manager.pause(run.run_id)
            case "resume":
                self._manager.resume(run.run_id)
            case "stop":
                self._tasks.start(self._manager.stop(run.run_id), failed=self.failed.emit)
            case "again":
                self._tasks.start(self._enqueue(run), self._asked_again, self.failed.emit)
            case "forget":
                self._runs.forget(run.run_id)
            case _:
                self._elsewhere[name].emit(run.run_id)

    async def _enqueue(self, run: RunRecord) -> RunRecord:
        """Enqueue a run's question again; if it is not stored, rebuild it from the run's record."""
        place = run.conversation_id
        known = Question(run.question, run.strategy, model=run.model, conversation_id=place)
        question = await self._manager.question(run.run_id) or known
        return await self._manager.enqueue(question, "person")

    def _asked_again(self, run: RunRecord) -> None:
        self._toast.show_message(
            tr("Asked again in the background"),
            tr("Open"),
            partial(self.opened.emit, run),
            undoes=False,
        )


# --- The tab with the list of runs


class RunsPane(QWidget):
    """The list of runs, with its filter and actions.

    ``counted`` is emitted when the runs have changed.
    """

    counted = Signal()

    def __init__(
        self, theme: Theme, runs: KnownRuns, control: RunControl, title_of: TitleOf
    ) -> None:
        super().__init__()
        self._theme = theme
        self._runs = runs
        self._control = control
        self.filter = FilterBar(theme)
        self.view = RunsView(theme, runs, title_of)
        self.bar = RunBar(theme)
        self.note = label(tr("Looking for runs…"), "muted", Qt.AlignmentFlag.AlignCenter)
        hint = tr(
            "Questions that take long can be asked in the background: write one in the chat and "
            "press Ctrl+Alt+Return. What models begin by themselves and what is scheduled is "
            "listed here too."
        )
        texts = [(tr("Nothing runs in the background"), "heading"), (hint, "muted")]
        self.empty = EmptyState(theme, "runs", texts, width=42)
        self._body = QStackedWidget()
        for page in (self.note, self.empty, self.view):
            self._body.addWidget(page)
        vbox(self.filter, (self._body, 1), self.bar, parent=self, spacing=8)
        self._add_keys()
        self.filter.wanted.connect(self.show_runs)
        self.filter.field.left_downwards.connect(self.view.enter)
        self.view.left_upwards.connect(self.filter.field.setFocus)
        self.view.chosen.connect(partial(control.act, "open"))
        self.view.moved.connect(lambda: self.bar.show_run(self.view.current))
        self.view.customContextMenuRequested.connect(self._menu)
        self.bar.wanted.connect(lambda name: self._act_first([name]))
        runs.listed.connect(self.show_runs)
        runs.changed.connect(self.show_runs)
        runs.failed.connect(self._could_not)
        self.show_runs()

    def show_runs(self) -> None:
        every = self._runs.all
        rows = grouped(every, self.filter.words, self.filter.kind)
        at_keys = QApplication.focusWidget()
        in_bar = at_keys is not None and self.bar.isAncestorOf(at_keys)
        self.filter.setVisible(bool(every))
        if rows or every or self._runs.loaded:
            self.view.show_rows(rows)
        if rows:
            self._body.setCurrentWidget(self.view)
        elif every:
            self.note.setText(tr("No run is like that"))
            self._body.setCurrentWidget(self.note)
        elif self._runs.loaded:
            self._body.setCurrentWidget(self.empty)
        if in_bar and at_keys is not None and not at_keys.isVisible():
            self.view.setFocus()  # the focused button has been hidden
        self.counted.emit()

    def enter(self) -> None:
        """Focus the list, or the search field if no runs are listed."""
        if not (self._body.currentWidget() is self.view and self.view.enter()):
            self.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to(self, run_id: str) -> None:
        """Select a run, clearing the filter if it hides the run."""
        if not self.view.go_to(run_id):
            self.filter.clear()
            self.view.go_to(run_id)
        self.view.setFocus()

    def _could_not(self, error: AgentError) -> None:
        if not self._runs.all:
            self.note.setText(localized_error(error))
            self._body.setCurrentWidget(self.note)

    def _act_first(self, names: list[str], *_checked: bool) -> None:
        """Perform the first of the named actions that is possible for the current run."""
        run = self.view.current
        name = next((each for each in names if each in allowed(run)), "")
        if run is not None and name:
            self._control.act(name, run)

    def _add_keys(self) -> None:
        by_keys: dict[str, list[RunAction]] = {}
        for each in run_actions()[1:]:  # the list itself handles the key of the first
            by_keys.setdefault(each.keys, []).append(each)
        for keys, actions in by_keys.items():
            action = own_action(self.view, actions[0].title, keys)
            action.triggered.connect(partial(self._act_first, [each.name for each in actions]))

    def _menu(self, at: QPoint) -> None:
        run = self.view.current
        if run is None:
            return
        menu = context_menu(self.view)
        for each in allowed(run).values():
            if each.name in ("again", "forget"):
                menu.addSeparator()
            icon = icons.icon(each.icon, self._theme.colours.muted)
            action = menu.addAction(icon, each.title, partial(self._control.act, each.name, run))
            action.setShortcut(each.keys)
            action.setShortcutVisibleInContextMenu(True)
        popup_at_row(self.view, menu, at)


# --- The page


class RunsPage(ListPage):
    """The runs page; the window must handle the signals of `control`."""

    def __init__(
        self, theme: Theme, manager: "RunManager", runs: KnownRuns, tasks: Tasks, title_of: TitleOf
    ) -> None:
        super().__init__(theme, "runsPage")
        self._runs = runs
        self.control = RunControl(manager, runs, tasks, self.toast, self)
        self.pane = RunsPane(theme, runs, self.control, title_of)
        head = PageHead(theme, tr("Runs"))
        self.state = head.state
        self._offers = QVBoxLayout()
        self.tabs = QTabBar()
        self.tabs.setObjectName("runsTabs")
        self.tabs.setAccessibleName(tr("Runs"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.addTab(tr("Runs"))
        self.tabs.hide()  # until a tab is added
        self._body = QStackedWidget()
        self._body.addWidget(self.pane)
        self.lay_out(head, self._offers, self.tabs, (self._body, 1))
        head.back.connect(self.left)
        self.tabs.currentChanged.connect(self._turn)
        self.pane.counted.connect(self._count)
        self.control.failed.connect(self.failed)
        runs.failed.connect(self.failed)
        self._count()

    def add_tab(self, title: str, build: Callable[[], QWidget]) -> None:
        """Append a tab whose widget is built on first use."""
        self._body.addWidget(_Tab(build))
        self.tabs.addTab(title)
        self.tabs.show()

    def turn_to(self, title: str) -> None:
        for at in range(self.tabs.count()):
            if self.tabs.tabText(at) == title:
                self.tabs.setCurrentIndex(at)

    def put_offer(self, offer: QWidget) -> None:
        """Add a bar at the top of the page. The bar's owner decides when to show it."""
        self._offers.addWidget(offer)

    def enter(self) -> None:
        tab = self._body.currentWidget()
        assert isinstance(tab, RunsPane | _Tab)
        tab.enter()

    def show_run(self, run_id: str) -> None:
        self.tabs.setCurrentIndex(0)
        self.pane.go_to(run_id)

    def clear_search(self) -> bool:
        if not self.pane.filter.words:
            return False
        self.pane.filter.clear()
        self.pane.enter()
        return True

    def _turn(self, at: int) -> None:
        tab = self._body.widget(at)
        if isinstance(tab, _Tab):
            tab.build()
        self._body.setCurrentIndex(at)

    def _count(self) -> None:
        self.state.show_text(tally(self._runs.all) if self._runs.loaded else "")


class _Tab(QWidget):
    """A tab whose widget is built on first use."""

    def __init__(self, build: Callable[[], QWidget]) -> None:
        super().__init__()
        self._build: Callable[[], QWidget] | None = build
        self._lines = vbox(parent=self)

    def build(self) -> None:
        if self._build is not None:
            widget = self._build()
            self._build = None
            self._lines.addWidget(widget)
            self.setFocusProxy(widget)

    def enter(self) -> None:
        self.setFocus()
