"""The page of tasks: what is in progress, what is scheduled, and what has finished."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord, Schedule
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns, Titles
from desktop_agent.frontends.ui.pages.tasks import labels
from desktop_agent.frontends.ui.pages.tasks.schedule_dialog import ScheduleDialog
from desktop_agent.frontends.ui.pages.tasks.task_list import (
    MORE,
    ScheduleRow,
    Task,
    TasksView,
    grouped,
    possible_actions,
    previous_answer,
    read_schedules,
    task_actions,
)
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import empty_note
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.list_view import context_menu, own_action, popup_at_row
from desktop_agent.frontends.ui.widgets.page import EmptyState, ListPage, back_button
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.runs import tr

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The page

_WAIT_MS = 120


class TasksPage(ListPage):
    """The page of tasks.

    The window handles what happens elsewhere: ``opened`` is emitted with the ids of a conversation
    and one of its turns (0 for the last), ``replay_wanted`` and ``export_wanted`` with the id of a
    run, and ``compare_wanted`` with those of two runs, the earlier one first.
    """

    opened = Signal(str, int)
    replay_wanted = Signal(str)
    export_wanted = Signal(str)
    compare_wanted = Signal(str, str)

    def __init__(
        self, theme: Theme, session: "Session", runs: KnownRuns, titles: Titles, tasks: Tasks
    ) -> None:
        super().__init__(theme, "tasksPage")
        self._session = session
        self._runs = runs
        self._tasks = tasks
        self._schedules: tuple[ScheduleRow, ...] | None = None
        self.search = SearchField(theme, tr("Search tasks"), _WAIT_MS)
        self.search.setToolTip(tr("Search questions and answers"))
        self.view = TasksView(theme, runs, titles.of)
        self.note = empty_note(tr("Loading tasks…"))
        self.empty = self._make_empty(theme)
        self._body = QStackedWidget()
        for page in (self.note, self.empty, self.view):
            self._body.addWidget(page)
        self.new = push_button(tr("Schedule a question…"), self.schedule)
        head = hbox(
            back_button(theme, self.left), (self.search, 1), self.new, (STRETCH, 0), spacing=8
        )
        self.lay_out(head, (self._body, 1))
        self._add_keys()
        self._connect()
        self.refresh_schedules()
        self.show_tasks()

    # --- What is shown

    def show_tasks(self) -> None:
        runs, schedules = self._runs.all, self._schedules or ()
        rows = grouped(runs, schedules, self.search.words)
        loaded = self._runs.loaded and self._schedules is not None
        at_keys = QApplication.focusWidget()
        self.view.show_rows(rows)
        self.search.setVisible(bool(runs or schedules))
        self.new.setVisible(bool(runs or schedules))
        if rows:
            self._body.setCurrentWidget(self.view)
        elif runs or schedules:
            self.note.setText(tr("No results"))
            self._body.setCurrentWidget(self.note)
        elif loaded:
            self._body.setCurrentWidget(self.empty)
        lost = at_keys is not None and self.isAncestorOf(at_keys) and not at_keys.isVisible()
        if lost or at_keys is self:
            self.enter()  # what had the focus has been hidden, or nothing was there to focus

    def refresh_schedules(self) -> None:
        self._tasks.start(read_schedules(self._session), self._show_schedules, self._could_not)

    def enter(self) -> None:
        """Focus the list or, if it is empty, the search field or the first button."""
        shown = self._body.currentWidget()
        if shown is self.view and self.view.enter():
            return
        at_keys = self.first if shown is self.empty else self.search
        (at_keys if at_keys.isVisible() else self).setFocus(Qt.FocusReason.TabFocusReason)

    def show_run(self, run_id: str) -> None:
        """Select a run, clearing the search if it hides the run."""
        if not self.view.go_to(run_id):
            self.search.clear()
            self.view.go_to(run_id)
        self.view.setFocus()

    def clear_search(self) -> bool:
        if not self.search.words:
            return False
        self.search.clear()
        self.enter()
        return True

    def _show_schedules(self, rows: tuple[ScheduleRow, ...]) -> None:
        self._schedules = rows
        self.show_tasks()

    def _could_not(self, error: AgentError) -> None:
        self.note.setText(localized_error(error))
        self.failed.emit(error)

    # --- Actions

    def schedule(self, *_checked: bool, schedule: Schedule | None = None) -> ScheduleDialog:
        """Open the dialog for a schedule or, if None, for a new scheduled question."""
        dialog = ScheduleDialog(self._session.schedules, self._tasks, self, schedule=schedule)
        dialog.kept.connect(
            lambda kept: self.toast.show_message(tr("Next: {0}").format(labels.next_time(kept)))
        )
        dialog.open()
        return dialog

    def act(self, *names: str, task: Task | None = None) -> None:
        """Perform the first of the actions that is possible for a task, by default the current."""
        task = task or self.view.current
        if isinstance(task, RunRecord):
            task = self._runs.get(task.run_id) or task
        possible = [each.name for each in possible_actions(task, self._runs.all)]
        name = next((each for each in names if each in possible), "")
        if name and isinstance(task, RunRecord):
            self._act_on_run(name, task)
        elif name and isinstance(task, ScheduleRow):
            self._act_on_schedule(name, task.schedule)

    def _act_on_run(self, name: str, run: RunRecord) -> None:
        manager = self._session.runs
        by_id: dict[str, Callable[[str], object]] = {
            "pause": manager.pause,
            "resume": manager.resume,
            "stop": lambda run_id: self._do(manager.stop(run_id)),
            "replay": self.replay_wanted.emit,
            "export": self.export_wanted.emit,
            "remove": self._runs.forget,
        }
        before = previous_answer(run, self._runs.all)
        if name == "open":
            self.opened.emit(run.conversation_id, run.turn_id)
        elif name == "again":
            said = tr("Asked again in the background")
            self._do(self._enqueue(run), lambda _run: self.toast.show_message(said))
        elif name == "compare" and before is not None:
            self.compare_wanted.emit(before.run_id, run.run_id)
        elif name in by_id:
            by_id[name](run.run_id)

    def _act_on_schedule(self, name: str, schedule: Schedule) -> None:
        schedules, question = self._session.schedules, one_line(schedule.question)
        match name:
            case "open":
                self.opened.emit(schedule.conversation_id, 0)
            case "ask":
                said = tr("Asking “{0}”").format(question)
                asked = schedules.run_now(schedule.id)
                self._do(asked, lambda _run: self.toast.show_message(said))
            case "pause" | "resume":
                self._do(schedules.enable(schedule.id, on=name == "resume"))
            case "edit":
                self.schedule(schedule=schedule)
            case "remove":
                self._do(schedules.remove(schedule.id), self._removed)

    async def _enqueue(self, run: RunRecord) -> RunRecord:
        """Enqueue a run's question again; if it is not stored, rebuild it from the run's record."""
        manager, place = self._session.runs, run.conversation_id
        known = Question(run.question, run.strategy, model=run.model, conversation_id=place)
        return await manager.enqueue(await manager.question(run.run_id) or known, "person")

    def _removed(self, kept: Schedule | None) -> None:
        if kept is not None:
            text = tr("Removed “{0}”").format(one_line(kept.question))
            put_back = self._session.schedules.put_back
            self.toast.show_message(text, tr("Undo"), lambda: self._do(put_back(kept)))

    def _do(self, work: Coroutine[Any, Any, Any], done: Callable[[Any], object] = ignore) -> None:
        self._tasks.start(work, done, self.failed.emit)

    def _menu(self, at: QPoint) -> None:
        task = self.view.current
        if task is None:
            return
        menu = context_menu(self.view)
        for each in possible_actions(task, self._runs.all):
            if each.name in ("replay", "remove"):
                menu.addSeparator()
            icon = icons.icon(each.icon, self._theme.colours.muted)
            action = menu.addAction(icon, each.title, partial(self.act, each.name, task=task))
            action.setShortcut(each.keys)
            action.setShortcutVisibleInContextMenu(True)
        popup_at_row(self.view, menu, at)

    def _pressed(self, name: str) -> None:
        if name == MORE:
            box = self.view.delegate.button_box(self.view.currentIndex(), MORE)
            self._menu(box.bottomLeft())
        else:
            self.act(name)

    # --- Construction

    def _make_empty(self, theme: Theme) -> EmptyState:
        hint = tr(
            "Ask questions that take a while in the background, and recurring ones on a schedule."
        )
        self.first = push_button(tr("Schedule a question…"), self.schedule, name="primary")
        texts = [(tr("No tasks yet"), "heading"), (hint, "muted")]
        row = hbox(STRETCH, self.first, STRETCH, spacing=8)
        return EmptyState(theme, "runs", texts, row, width=42)

    def _add_keys(self) -> None:
        titles = {each.keys: each.title for each in reversed(task_actions()[1:])}
        for keys, title in titles.items():  # the list itself handles the key of the first
            own_action(self.view, title, keys, partial(self._press, keys))

    def _press(self, keys: str, *_checked: bool) -> None:
        self.act(*(each.name for each in task_actions() if each.keys == keys))

    def _connect(self) -> None:
        runs, view = self._runs, self.view
        self.destroyed.connect(self._session.schedules.watch(self.refresh_schedules))
        runs.listed.connect(self.show_tasks)
        runs.changed.connect(lambda _ids: self.show_tasks())
        runs.failed.connect(self._could_not)
        self.search.wanted.connect(lambda _words: self.show_tasks())
        self.search.left_downwards.connect(view.enter)
        view.left_upwards.connect(self.search.setFocus)
        view.chosen.connect(lambda task: self.act("open", "edit", task=task))
        view.customContextMenuRequested.connect(self._menu)
        view.delegate.wanted.connect(self._pressed)
