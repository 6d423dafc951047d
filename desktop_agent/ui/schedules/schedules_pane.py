"""The list of scheduled questions, and what can be done with them."""

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.kept_schedule import KeptSchedule
from desktop_agent.core.schedule import Schedule
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.delegate import SchedulesDelegate, turn
from desktop_agent.ui.schedules.model import ROW, SchedulesModel
from desktop_agent.ui.schedules.row import ScheduleRow, read_rows
from desktop_agent.ui.schedules.scheduling import Scheduling
from desktop_agent.ui.schedules.session import ScheduleSession
from desktop_agent.ui.schedules.words import tr
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast


class SchedulesPane(QWidget):
    """Follows the schedules as long as it is there.

    ``failed`` brings an `AgentError`, ``conversation_wanted`` the id of the conversation with a
    schedule's answers. What is removed can be put back for a while.
    """

    failed = Signal(object)
    conversation_wanted = Signal(str)

    def __init__(
        self, theme: Theme, session: ScheduleSession, tasks: Tasks, toast: Toast | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.toast = toast or Toast(self, theme)
        self.scheduling = Scheduling(session, tasks, self)
        self.rows = SchedulesModel(self)
        self.view = self._make_view()
        self.note = QLabel(tr("Looking for scheduled questions…"))
        self.new = QPushButton(tr("New…"))
        self.run = self._button(tr("Ask now"), "Ctrl+Return")
        self.edit = self._button(tr("Change…"), "F2")
        self.remove = self._button(tr("Remove"), "Del")
        self._body = QStackedWidget()
        self._lay_out()
        self._connect()
        self.destroyed.connect(session.schedules.watch(self.refresh))
        self.refresh()

    @property
    def current(self) -> ScheduleRow | None:
        """The schedule that the keyboard is at."""
        found = self.view.currentIndex().data(ROW)
        return found if isinstance(found, ScheduleRow) else None

    def refresh(self) -> None:
        """Reads the schedules anew."""
        self._tasks.start(read_rows(self._session), self._show, self._could_not)

    def enter(self) -> None:
        """Takes the keyboard."""
        if self.rows.rowCount():
            self.view.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.new.setFocus(Qt.FocusReason.TabFocusReason)

    # --- what is shown

    def _show(self, rows: tuple[ScheduleRow, ...]) -> None:
        current, place = self.current, self.view.currentIndex().row()
        self.rows.show(rows)
        at = self.rows.place_of(current.schedule.id) if current is not None else -1
        if rows:
            at = at if at >= 0 else min(max(place, 0), len(rows) - 1)
            self.view.setCurrentIndex(self.rows.index(at, 0))
        self.note.setText(
            tr("No question is scheduled.\nOne can be asked once at a time, or again and again.")
        )
        self._body.setCurrentWidget(self.view if rows else self.note)
        self._moved()

    def _could_not(self, error: AgentError) -> None:
        if not self.rows.rowCount():
            self.note.setText(localized_error(error))
            self._body.setCurrentWidget(self.note)
        else:
            self.failed.emit(error)

    def _moved(self) -> None:
        for button in (self.run, self.edit, self.remove):
            button.setEnabled(self.current is not None)

    # --- what is done

    def open_current(self) -> None:
        """Opens the answers of the current schedule; one without any is opened to be changed."""
        row = self.current
        if row is not None and row.schedule.conversation_id:
            self.conversation_wanted.emit(row.schedule.conversation_id)
        else:
            self.change_current()

    def make_new(self) -> None:
        """Opens the dialog for a new schedule."""
        self.scheduling.ask_regularly()

    def change_current(self) -> None:
        """Opens the dialog of the current schedule."""
        if self.current is not None:
            self.scheduling.change(self.current.schedule)

    def run_current(self) -> None:
        """Asks the current question now."""
        if self.current is not None:
            question = words.line(self.current.schedule.question)
            asked = tr("“{0}” is being asked").format(question)
            work = self._session.schedules.run_now(self.current.schedule.id)
            self._do(work, lambda _run: self.toast.show_message(asked))

    def remove_current(self) -> None:
        """Removes the current schedule; that can be taken back."""
        if self.current is not None:
            self._do(self._session.schedules.remove(self.current.schedule.id), self._removed)

    def _removed(self, kept: KeptSchedule | None) -> None:
        if kept is None:
            return
        text = tr("Removed “{0}”").format(words.line(kept.schedule.question))
        put_back = self._session.schedules.put_back
        self.toast.show_message(
            text, tr("Undo"), lambda: self._do(put_back(kept), lambda _none: None)
        )

    def _switch(self, schedule_id: str, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._do(self._session.schedules.enable(schedule_id, on=on), lambda _schedule: None)

    def _do(self, work: Coroutine[Any, Any, Any], done: Callable[[Any], object]) -> None:
        self._tasks.start(work, done, self.failed.emit)

    def _menu(self, at: QPoint) -> None:
        row = self.current
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        opened = menu.addAction(tr("Open the answers"), self.open_current)
        opened.setEnabled(bool(row.schedule.conversation_id))
        menu.addActions(self.view.actions())
        index = self.view.currentIndex()
        if self.view.indexAt(at) != index:
            at = self.view.visualRect(index).center()
        menu.popup(self.view.viewport().mapToGlobal(at))

    # --- building

    def _make_view(self) -> QListView:
        view = QListView()
        view.setObjectName("schedulesView")
        view.setModel(self.rows)
        delegate = SchedulesDelegate(self._theme, view)
        view.setItemDelegate(delegate)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setMouseTracking(True)
        view.setAccessibleName(tr("Scheduled questions"))
        view.setAccessibleDescription(
            tr("Enter opens the answers, Space turns a question on or off, Delete removes it")
        )
        for text, keys, act in (
            (tr("Turn on or off"), Qt.Key.Key_Space, lambda: turn(self.rows, view.currentIndex())),
            (tr("Ask now"), "Ctrl+Return", self.run_current),
            (tr("Change…"), "F2", self.change_current),
            (tr("Remove"), Qt.Key.Key_Delete, self.remove_current),
        ):
            own_action(view, text, keys, act)

        def restyle() -> None:
            delegate.read_fonts()
            view.doItemsLayout()
            view.viewport().update()

        self._theme.changed.connect(restyle)
        return view

    def _button(self, text: str, keys: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tr("{0} ({1})").format(text.rstrip("…"), keys))
        return button

    def _connect(self) -> None:
        self.new.clicked.connect(self.make_new)
        self.run.clicked.connect(self.run_current)
        self.edit.clicked.connect(self.change_current)
        self.remove.clicked.connect(self.remove_current)
        self.rows.switched.connect(self._switch)
        self.view.activated.connect(lambda _index: self.open_current())
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._moved())
        self.view.customContextMenuRequested.connect(self._menu)
        self.scheduling.kept.connect(self._kept)

    def _kept(self, schedule: Schedule) -> None:
        """Has the new one be the current one when it is listed."""
        self.toast.show_message(tr("Next: {0}").format(words.next_time(schedule)))

    def _lay_out(self) -> None:
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body.addWidget(self.note)
        self._body.addWidget(self.view)
        self.new.setObjectName("primary")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.new)
        row.addStretch(1)
        for button in (self.run, self.edit, self.remove):
            row.addWidget(button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(self._body, 1)
        lines.addLayout(row)
