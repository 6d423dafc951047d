"""The tab with the list of runs: filter, list, and what can be done."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from desktop_agent.core.background import KnownRun
from desktop_agent.core.errors import AgentError
from desktop_agent.ui import icons
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.runs.empty_runs import EmptyRuns
from desktop_agent.ui.runs.filter_bar import FilterBar
from desktop_agent.ui.runs.grouping import grouped
from desktop_agent.ui.runs.run_actions import allowed, run_actions
from desktop_agent.ui.runs.run_bar import RunBar
from desktop_agent.ui.runs.run_control import RunControl
from desktop_agent.ui.runs.view import RunsView
from desktop_agent.ui.runs.words import TitleOf, tr
from desktop_agent.ui.theme import Theme


class RunsPane(QWidget):
    """Follows the runs as long as it is there; ``counted`` tells that they are others now."""

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
        self.note = QLabel(tr("Looking for runs…"))
        self.empty = EmptyRuns(theme)
        self._body = QStackedWidget()
        self._lay_out()
        self._add_keys()
        self.filter.wanted.connect(self.show_runs)
        self.filter.left_downwards.connect(self.view.enter)
        self.view.left_upwards.connect(self.filter.field.setFocus)
        self.view.chosen.connect(partial(control.act, "open"))
        self.view.moved.connect(lambda: self.bar.show_run(self.view.current))
        self.view.customContextMenuRequested.connect(self._menu)
        self.bar.wanted.connect(self._act)
        runs.listed.connect(self.show_runs)
        runs.changed.connect(lambda _ids: self.show_runs())
        runs.failed.connect(self._could_not)
        self.show_runs()

    def show_runs(self) -> None:
        """Shows the runs as they are now."""
        every = self._runs.all
        rows = grouped(every, self.filter.words, self.filter.kind)
        at_keys = QApplication.focusWidget()
        in_bar = at_keys is not None and self.bar.isAncestorOf(at_keys)
        self.filter.setVisible(bool(every))
        if rows:
            self.view.show_rows(rows)
            self._body.setCurrentWidget(self.view)
        elif every:
            self.view.show_rows(())
            self.note.setText(tr("No run is like that"))
            self._body.setCurrentWidget(self.note)
        elif self._runs.loaded:
            self.view.show_rows(())
            self._body.setCurrentWidget(self.empty)
        if in_bar and at_keys is not None and not at_keys.isVisible():
            self.view.setFocus()  # the button has gone with what it did
        self.counted.emit()

    def enter(self) -> None:
        """Takes the keyboard: at the list, or at the search where nothing is listed."""
        if not (self._body.currentWidget() is self.view and self.view.enter()):
            self.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to(self, run_id: str) -> None:
        """Makes a run the current one, whatever the list was narrowed to."""
        if not self.view.go_to(run_id):
            self.filter.clear()
            self.view.go_to(run_id)
        self.view.setFocus()

    def _could_not(self, error: AgentError) -> None:
        if not self._runs.all:
            self.note.setText(localized_error(error))
            self._body.setCurrentWidget(self.note)

    def _act(self, *names: str) -> None:
        """Does the first of these that the current run allows."""
        run = self.view.current
        can = {each.name for each in allowed(run)}
        name = next((each for each in names if each in can), "")
        if run is not None and name:
            self._control.act(name, run)

    def _add_keys(self) -> None:
        by_keys: dict[str, list[str]] = {}
        for each in run_actions():
            by_keys.setdefault(each.keys, []).append(each.name)
        titles = {each.name: each.title for each in run_actions()}
        for keys, names in by_keys.items():
            if names != ["open"]:  # which the list does itself
                own_action(self.view, titles[names[0]], keys, partial(self._keyed, tuple(names)))

    def _keyed(self, names: tuple[str, ...], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - of `triggered`
        self._act(*names)

    def _menu(self, at: QPoint) -> None:
        run = self.view.current
        if run is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for each in allowed(run):
            if each.name in ("again", "forget"):
                menu.addSeparator()
            icon = icons.icon(each.icon, self._theme.colours.muted)
            action = menu.addAction(icon, each.title, partial(self._do, each.name, run))
            action.setShortcut(each.keys)
            action.setShortcutVisibleInContextMenu(True)
        if self.view.indexAt(at) != self.view.currentIndex():
            at = self.view.visualRect(self.view.currentIndex()).center()
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _do(self, name: str, run: KnownRun) -> None:
        self._control.act(name, run)

    def _lay_out(self) -> None:
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for page in (self.note, self.empty, self.view):
            self._body.addWidget(page)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(self.filter)
        lines.addWidget(self._body, 1)
        lines.addWidget(self.bar)
