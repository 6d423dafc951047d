"""The page of tasks: runs in progress, scheduled questions and finished runs."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyleOptionViewItem, QToolTip

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord, Schedule
from desktop_agent.frontends.ui.conversation.known_runs import KnownRuns
from desktop_agent.frontends.ui.pages.tasks.schedules import ScheduleDialog, next_time, rule
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    GroupedModel,
    GroupedView,
    Index,
    context_menu,
    own_action,
    popup_at_row,
)
from desktop_agent.frontends.ui.widgets.page import EmptyState, ListPage, back_button
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.row_delegate import RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording import runs as wording
from desktop_agent.frontends.ui.wording.reasoning import strategy_name
from desktop_agent.frontends.ui.wording.runs import TitleOf, tr

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Rows: runs and schedules under headings


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A schedule; ``note`` says why its question was not asked when last due, or is ""."""

    schedule: Schedule
    note: str = ""

    @property
    def about(self) -> str:
        name, note = self.schedule.strategy, localized(self.note)
        mode = strategy_name(name) if name != "auto" else ""
        parts = (rule(self.schedule.rule), mode, one_line(self.schedule.model), note)
        return " · ".join(part for part in parts if part)


Task = RunRecord | ScheduleRow
Row = Task | str
"""A task, or the heading of a group."""


async def read_schedules(session: "Session") -> tuple[ScheduleRow, ...]:
    """Read all schedules; raise `AgentError` if they cannot be read."""
    note = session.schedules.note
    return tuple([ScheduleRow(each, note(each.id)) for each in await session.schedules.list()])


def grouped(runs: Iterable[RunRecord], schedules: Iterable[ScheduleRow], words: str) -> list[Row]:
    """Return the tasks that contain all ``words``, grouped under headings.

    Within a group, runs waiting for the user come first, then the newest runs. Schedules are sorted
    by due time, with those that will never be due at the end.
    """
    wanted = words.casefold().split()
    found = [run for run in runs if _holds(wanted, run.question, run.answer, run.error, run.model)]
    found.sort(key=_newest, reverse=True)
    found.sort(key=lambda run: run.state != "asking")
    due = [each for each in schedules if _holds(wanted, each.schedule.question, each.about)]
    due.sort(key=lambda each: (not each.schedule.enabled, each.schedule.next_at or "~"))
    groups: tuple[tuple[str, Sequence[Task]], ...] = (
        (tr("In progress"), [run for run in found if run.state not in ENDED]),
        (tr("Scheduled"), due),
        (tr("Finished"), [run for run in found if run.state in ENDED]),
    )
    rows: list[Row] = []
    for title, tasks in groups:
        rows += [f"{title} · {len(tasks):,}", *tasks] if tasks else []
    return rows


def _newest(run: RunRecord) -> tuple[str, str]:
    # active runs are sorted by an unchanging time, because moving rows are hard to click
    return run.ended if run.state in ENDED and run.ended else run.asked, run.run_id


def _holds(words: Sequence[str], *texts: str) -> bool:
    text = "\n".join(texts).casefold() if words else ""
    return all(word in text for word in words)


def previous_answer(run: RunRecord, runs: Iterable[RunRecord]) -> RunRecord | None:
    """Return the previous run of the same question or schedule that was answered, or None."""
    before = (
        each
        for each in runs
        if each.state == "answered"
        and each.asked < run.asked
        and (
            each.question == run.question
            or (run.schedule_id and each.schedule_id == run.schedule_id)
        )
    )
    return max(before, key=lambda each: each.asked, default=None)


# --- Actions on a row


@dataclass(frozen=True, slots=True)
class TaskAction:
    """An action on a task, with its shortcut in the list; ``on_row`` adds a button to the row."""

    name: str
    title: str
    icon: str
    keys: str
    on_row: bool = False


def task_actions() -> tuple[TaskAction, ...]:
    """Return all actions in menu order."""
    return (
        TaskAction("open", tr("Open chat"), "external", "Return"),
        TaskAction("ask", tr("Ask now"), "send", "Ctrl+Return", on_row=True),
        TaskAction("pause", tr("Pause"), "pause", "Space", on_row=True),
        TaskAction("resume", tr("Resume"), "play", "Space", on_row=True),
        TaskAction("stop", tr("Stop"), "stop", "Del", on_row=True),
        TaskAction("again", tr("Ask again"), "retry", "F5"),
        TaskAction("edit", tr("Edit schedule…"), "edit", "F2"),
        TaskAction("replay", tr("Replay"), "replay", "F6"),
        TaskAction("compare", tr("Compare with the previous answer"), "diff", "F7"),
        TaskAction("export", tr("Export task…"), "export", "Ctrl+E"),
        TaskAction("remove", tr("Remove"), "trash", "Del"),
    )


def possible_actions(task: Task | None, runs: Iterable[RunRecord] = ()) -> list[TaskAction]:
    """Return the actions currently possible for a task, in menu order."""
    if task is None:
        return []
    if isinstance(task, ScheduleRow):
        on = task.schedule.enabled
        possible = {"ask": True, "pause": on, "resume": not on, "edit": True, "remove": True}
        possible["open"] = bool(task.schedule.conversation_id)
    else:
        ended = task.state in ENDED
        recorded = ended and bool(task.began)
        possible = {
            "open": bool(task.conversation_id),
            "pause": task.state in ("running", "asking"),
            "resume": task.state == "asleep",
            "stop": not ended,
            "again": ended,
            "replay": recorded,
            "compare": recorded and previous_answer(task, runs) is not None,
            "export": recorded,
            "remove": ended,
        }
    return [each for each in task_actions() if possible.get(each.name)]


# --- The list model


class TasksModel(GroupedModel):
    """A Qt model of headings and tasks."""

    def __init__(self, runs: KnownRuns, title_of: TitleOf) -> None:
        super().__init__()
        self.runs = runs
        self._title_of = title_of

    @property
    def live(self) -> bool:
        """True if any listed task shows a time that keeps changing."""
        states = ("running", "asking", "asleep")
        return any(isinstance(row, RunRecord) and row.state in states for row in self._rows)

    def task(self, index: Index) -> Task | None:
        row = self.row_at(index)
        return None if isinstance(row, str) else row

    def id_of(self, row: object) -> str:
        if isinstance(row, ScheduleRow):
            return f"schedule {row.schedule.id}"
        return row.run_id if isinstance(row, RunRecord) else ""

    def title(self, row: Task) -> str:
        return one_line(_question(row))

    def spoken(self, row: Task) -> str:
        if isinstance(row, RunRecord):
            return wording.spoken(row, self.runs.spent(row.run_id), self._title_of)
        return ", ".join((one_line(row.schedule.question), next_time(row.schedule), row.about))

    def tip(self, row: Task) -> str:
        return f"<qt>{escape(self.spoken(row))}</qt>"

    def lines(self, row: Row) -> tuple[RowLine, RowLine]:
        if isinstance(row, str):
            return RowLine(""), RowLine(row, "muted", "heading")
        question = self.title(row)
        if isinstance(row, ScheduleRow):
            on = row.schedule.enabled
            tone: ColourName = "warn" if row.note else "muted"
            colour: ColourName = "text" if on else "muted"
            title = RowLine(question, colour, "title", right=next_time(row.schedule))
            return title, RowLine(row.about, tone)
        spent = self.runs.spent(row.run_id)
        _, tone = wording.state_icon(row)
        plain = row.state in ("answered", "running", "queued", "stopped", "asleep")
        late = row.state in ("running", "asking") and 0 < row.budget_s * _LATE <= spent
        shade: ColourName = "warn" if late else "muted"
        clock = wording.clock(row, spent)
        title = RowLine(question, "text", "title", right=clock, right_colour=shade)
        return title, RowLine(wording.doing(row), "muted" if plain else tone)


def _question(row: Task) -> str:
    return row.schedule.question if isinstance(row, ScheduleRow) else row.question


# --- Painting

_DOT = 9
_LATE = 0.85
"""Share of the time limit from which the time is shown as a warning."""
_BUTTON = 28
_BUTTONS_MOST = 3
MORE = "more"
"""The name of the button that opens a row's menu."""


class TasksDelegate(RowDelegate):
    """Paints headings, and two-line tasks with buttons on the right.

    ``wanted`` is emitted with the name of an action, or with `MORE`, when a button is clicked.
    """

    PAD = (12, 10)
    WEIGHT = QFont.Weight.Medium
    wanted = Signal(str)
    _view: "TasksView"

    def icon(self, index: Index) -> tuple[str, ColourName, int] | None:
        row: Row = index.data(ROW)
        if isinstance(row, str):
            return None
        if isinstance(row, ScheduleRow):
            return "clock", "accent" if row.schedule.enabled else "faint", self.ICON
        name, colour = wording.state_icon(row)
        return name, colour, _DOT if name == "dot" else self.ICON

    def lines(self, index: Index) -> Sequence[RowLine]:
        return self._view.rows.lines(index.data(ROW))

    def paint_lines(self, painter: QPainter, box: QRect, index: Index) -> None:
        super().paint_lines(painter, box.adjusted(0, 0, -_BUTTON * _BUTTONS_MOST - 4, 0), index)
        colours = self._theme.colours
        cursor = self._view.viewport().mapFromGlobal(QCursor.pos())
        seen = self._view.visualRect(index).contains(cursor) or index == self._view.currentIndex()
        for action, place in self._buttons(index):
            if place.contains(cursor):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.border))
                painter.drawRoundedRect(place, 6, 6)
            shade = colours.text if seen else colours.faint
            picture = icons.pixmap(action.icon, shade, 16, self._view.devicePixelRatioF())
            painter.drawPixmap(place.adjusted(6, 6, -6, -6), picture)

    def button_box(self, index: Index, name: str) -> QRect:
        """Return the area of an action's button, which is empty if the row has none."""
        return next((place for each, place in self._buttons(index) if each.name == name), QRect())

    def button_at(self, point: QPoint, index: Index) -> TaskAction | None:
        return next((each for each, place in self._buttons(index) if place.contains(point)), None)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return super().editorEvent(event, model, option, index)
        pressed = self.button_at(event.position().toPoint(), index)
        if pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit(pressed.name)
        return pressed is not None

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        button = self.button_at(event.pos(), index)
        if button is None:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), button.title, view)
        return True

    def _buttons(self, index: Index) -> list[tuple[TaskAction, QRect]]:
        """Return a row's buttons and their rectangles, from right to left."""
        task = self._view.rows.task(index)
        if task is None:
            return []
        on_row = [each for each in possible_actions(task) if each.on_row]
        row = self._view.visualRect(index)
        right, top = row.right() - self.PAD[0] + 6, row.center().y() - _BUTTON // 2
        return [
            (each, QRect(right - _BUTTON * at, top, _BUTTON, _BUTTON))
            for at, each in enumerate((TaskAction(MORE, tr("More"), "more", ""), *on_row[::-1]), 1)
        ]


# --- The list view

_TICK_MS = 1_000


class TasksView(GroupedView[TasksModel]):
    """A list of tasks; ``chosen`` is emitted on Enter or a double-click."""

    def __init__(self, theme: Theme, runs: KnownRuns, title_of: TitleOf) -> None:
        super().__init__(TasksModel(runs, title_of))
        self.setObjectName("tasksView")
        self.delegate = TasksDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName(tr("Tasks"))
        self.setAccessibleDescription(
            tr(
                "Enter opens the chat, Space pauses or resumes, Delete stops or removes, "
                "the Menu key shows more"
            )
        )
        self._tick = QTimer(self, singleShot=True, interval=_TICK_MS)
        self._tick.timeout.connect(self.viewport().update)

    @property
    def current(self) -> Task | None:
        return self.rows.task(self.currentIndex())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.update(self.indexAt(event.position().toPoint()))  # the button under the mouse

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.delegate.button_at(point, index) is None:
            self.choose(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.rows.live and not self._tick.isActive():
            self._tick.start()  # the times that are shown change


class TasksPage(ListPage):
    """The page of tasks.

    ``opened`` is emitted with the ids of a conversation and one of its turns (0 for the last).
    ``replay_wanted`` and ``export_wanted`` are emitted with the id of a run, and ``compare_wanted``
    with those of two runs, the earlier one first.
    """

    opened = Signal(str, int)
    replay_wanted = Signal(str)
    export_wanted = Signal(str)
    compare_wanted = Signal(str, str)

    def __init__(
        self, theme: Theme, session: "Session", runs: KnownRuns, title_of: TitleOf, tasks: Tasks
    ) -> None:
        super().__init__(theme, "tasksPage", tr("Search tasks"))
        self._session = session
        self._runs = runs
        self._tasks = tasks
        self._schedules: tuple[ScheduleRow, ...] | None = None
        self.search.setToolTip(tr("Search questions and answers"))
        self.view = TasksView(theme, runs, title_of)
        self.note.setText(tr("Loading tasks…"))
        self.empty = self._make_empty(theme)
        for page in (self.empty, self.view):
            self.body.addWidget(page)
        self.new = push_button(tr("Schedule a question…"), self.schedule)
        head = hbox(
            back_button(theme, self.left), (self.search, 1), self.new, (STRETCH, 0), spacing=8
        )
        self.lay_out(head, (self.body, 1))
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
            self.body.setCurrentWidget(self.view)
        elif runs or schedules:
            self.note.setText(tr("No results"))
            self.body.setCurrentWidget(self.note)
        elif loaded:
            self.body.setCurrentWidget(self.empty)
        lost = at_keys is not None and self.isAncestorOf(at_keys) and not at_keys.isVisible()
        if lost or at_keys is self:
            self.enter()  # what had the focus has been hidden, or nothing was there to focus

    def refresh_schedules(self) -> None:
        self._tasks.start(read_schedules(self._session), self._show_schedules, self._could_not)

    def enter(self) -> None:
        """Focus the list or, if it is empty, the search field or the first button."""
        shown = self.body.currentWidget()
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

    def _show_schedules(self, rows: tuple[ScheduleRow, ...]) -> None:
        self._schedules = rows
        self.show_tasks()

    def _could_not(self, error: AgentError) -> None:
        self.note.setText(localized_error(error))
        self._tasks.report(error)

    # --- Actions

    def schedule(self, schedule: Schedule | None = None) -> ScheduleDialog:
        """Open the dialog for a schedule, or for a new one if ``schedule`` is None."""
        dialog = ScheduleDialog(self._session.schedules, self._tasks, self, schedule=schedule)
        dialog.kept.connect(
            lambda kept: self.toast.show_message(tr("Next: {0}").format(next_time(kept)))
        )
        dialog.open()
        return dialog

    def act(self, *names: str, task: Task | None = None) -> None:
        """Perform the first of ``names`` that is possible for ``task``, or for the current task."""
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
                self.schedule(schedule)
            case "remove":
                self._do(schedules.remove(schedule.id), self._removed)

    async def _enqueue(self, run: RunRecord) -> RunRecord:
        """Enqueue a run's stored question again, or one rebuilt from the run's record."""
        manager, place = self._session.runs, run.conversation_id
        known = Question(run.question, run.strategy, model=run.model, conversation_id=place)
        return await manager.enqueue(await manager.question(run.run_id) or known, "person")

    def _removed(self, kept: Schedule | None) -> None:
        if kept is not None:
            text = tr("Removed “{0}”").format(one_line(kept.question))
            put_back = self._session.schedules.put_back
            self.toast.show_message(text, tr("Undo"), lambda: self._do(put_back(kept)))

    def _do(self, work: Coroutine[Any, Any, Any], done: Callable[[Any], object] = ignore) -> None:
        self._tasks.start(work, done, self._tasks.report)

    def _menu(self, at: QPoint) -> None:
        task = self.view.current
        if task is None:
            return
        menu = context_menu(self.view)
        for each in possible_actions(task, self._runs.all):
            if each.name in ("replay", "remove"):
                menu.addSeparator()
            icon = self._theme.icon(each.icon)
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
        hint = tr("Ask slow questions in the background, and recurring ones on a schedule.")
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
        runs.changed.connect(self.show_tasks)
        runs.failed.connect(self._could_not)
        self.search.wanted.connect(lambda _words: self.show_tasks())
        self.search.left_downwards.connect(view.enter)
        view.left_upwards.connect(self.search.setFocus)
        view.chosen.connect(lambda task: self.act("open", "edit", task=task))
        view.customContextMenuRequested.connect(self._menu)
        view.delegate.wanted.connect(self._pressed)
