"""The list of scheduled questions and the bar for missed ones."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QStyleOptionViewItem, QWidget

from desktop_agent.core.answers import RepeatedAnswer, last_answer
from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import MissedSchedule, Schedule, StoredSchedule
from desktop_agent.frontends.ui.pages.schedules import labels
from desktop_agent.frontends.ui.pages.schedules.labels import tr
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    GroupedModel,
    GroupedView,
    Index,
    context_menu,
    own_action,
    popup_at_row,
)
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.row_delegate import RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording import answer_changes
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.pages.schedules.schedule_dialog import ScheduleDialog
    from desktop_agent.runs.recurrence import When
    from desktop_agent.runs.schedules import ScheduleOptions

# --- Rows: schedules with their latest results

_TURNS = 12
"""Maximum number of turns searched for the latest two answers."""


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A schedule and its latest answer.

    If the question was not asked when it was last due, ``note`` says why.
    """

    schedule: Schedule
    note: str = ""
    result: RepeatedAnswer | None = None

    @property
    def how(self) -> str:
        name = self.schedule.strategy
        strategy = strategy_name(name) if name != "auto" else ""
        parts = (labels.rule(self.schedule.rule), strategy, one_line(self.schedule.model))
        return " · ".join(part for part in parts if part)

    @property
    def outcome(self) -> str:
        if self.note:
            return localized(self.note)
        if self.result is None:
            return tr("No answer yet")
        if self.result.changes is None:
            return tr("First answer: {0}").format(answer_changes.day(self.result.asked))
        return answer_changes.since(self.result.since, self.result.changes)

    @property
    def spoken(self) -> str:
        asked = labels.next_time(self.schedule)
        return ". ".join((one_line(self.schedule.question), self.how, asked, self.outcome))


async def read_rows(session: "Session") -> tuple[ScheduleRow, ...]:
    """Read all schedules and their latest answers; ``result`` is None if an answer cannot be read.

    Raises:
        AgentError: the schedules cannot be read.
    """
    every: Sequence[Schedule] = await session.schedules.list()
    note = session.schedules.note
    return tuple([ScheduleRow(each, note(each.id), await _last(session, each)) for each in every])


async def _last(session: "Session", schedule: Schedule) -> RepeatedAnswer | None:
    conversations = session.conversations
    if not schedule.conversation_id:
        return None
    try:
        outline = await conversations.outline(schedule.conversation_id)
        turns = await conversations.turns([each.id for each in outline[-_TURNS:]])
    except AgentError:  # the conversation was deleted
        return None
    return last_answer(turns)


# --- The list; the check box turns a schedule on


class SchedulesModel(GroupedModel):
    """Qt model of schedules.

    ``switched`` is emitted with the id of a schedule and whether it was switched on.
    """

    ROW_FLAGS = GroupedModel.ROW_FLAGS | Qt.ItemFlag.ItemIsUserCheckable
    switched = Signal(str, bool)

    def id_of(self, row: object) -> str:
        return row.schedule.id if isinstance(row, ScheduleRow) else ""

    def of_row(self, row: ScheduleRow, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(row.schedule.question)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.CheckStateRole:
                on = row.schedule.enabled
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        on = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        self.switched.emit(self.id_at(index), on)
        return True


_SWITCH = QSize(30, 16)


class SchedulesDelegate(RowDelegate):
    """Paints each row with a switch that the user can click."""

    PAD = (12, 11)
    ICON = _SWITCH.width()
    ICON_GAP = 12
    FONTS = ("title", "small", "small")
    WEIGHT = QFont.Weight.Medium

    def switch_box(self, row: QRect) -> QRect:
        side, above = self.PAD
        top = row.top() + above + (self.fonts["title"].height - _SWITCH.height()) // 2
        return QRect(row.left() + side, top, _SWITCH.width(), _SWITCH.height())

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        room = self.switch_box(option.rect).adjusted(-6, -6, 6, 6)
        hit = room.contains(event.position().toPoint())
        return event.button() == Qt.MouseButton.LeftButton and hit and turn(model, index)

    def paint_icon(self, painter: QPainter, box: QRect, index: Index) -> int:
        colours = self._theme.colours
        side, above = self.PAD
        switch = self.switch_box(box.adjusted(-side, -above, 0, 0))
        on = index.data(ROW).schedule.enabled
        painter.setPen(QColor(colours.accent if on else colours.muted))
        painter.setBrush(QColor(colours.accent) if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(switch).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        height = switch.height()
        knob = QRectF(switch.left() + 3, switch.top() + 3, height - 6, height - 6)
        knob.translate(switch.width() - height if on else 0, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if on else colours.muted))
        painter.drawEllipse(knob)
        return self.ICON + self.ICON_GAP

    def lines(self, index: Index) -> Sequence[RowLine]:
        row: ScheduleRow = index.data(ROW)
        changes = row.result.changes if row.result is not None else None
        new = changes is not None and not changes.nothing_new
        tone: ColourName = "warn" if row.note else "ok" if new else "faint"
        question = one_line(row.schedule.question)
        colour: ColourName = "text" if row.schedule.enabled else "muted"
        return (
            RowLine(question, colour, "title", right=labels.next_time(row.schedule)),
            RowLine(row.how),
            RowLine(row.outcome, tone),
        )


def turn(model: QAbstractItemModel, index: Index) -> bool:
    """Switch a schedule on or off, and return whether the model accepted the change."""
    on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    now = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
    return model.setData(index, now, Qt.ItemDataRole.CheckStateRole)


# --- The dialog of a schedule, and saving it


class ScheduleController(QObject):
    """Opens the schedule dialog and saves its result. Emits ``kept`` with the saved schedule."""

    kept = Signal(object)

    def __init__(self, session: "Session", tasks: Tasks, over: QWidget) -> None:
        super().__init__(over)
        self._session = session
        self._tasks = tasks
        self._over = over

    def open(self, question: str = "", schedule: Schedule | None = None) -> "ScheduleDialog":
        """Open the dialog to edit ``schedule`` or, if None, to create one with ``question``."""
        from desktop_agent.frontends.ui.pages.schedules.schedule_dialog import ScheduleDialog

        dialog = ScheduleDialog(
            self._session.schedules, self._over, schedule=schedule, question=question
        )
        dialog.wanted.connect(lambda *wanted: self._keep(dialog, self._kept(schedule, *wanted)))
        dialog.open()
        self._tasks.start(self._offer_models(dialog))
        return dialog

    async def _offer_models(self, dialog: "ScheduleDialog") -> None:
        state = await self._session.models.state()
        models = await self._session.models.list() if state.ok else ()
        while_alive(dialog, lambda _none: dialog.show_models(state, models))(None)

    def _keep(self, dialog: "ScheduleDialog", work: Coroutine[Any, Any, Schedule]) -> None:
        def done(kept: Schedule) -> None:
            self.kept.emit(kept)
            while_alive(dialog, type(dialog).accept)(dialog)

        self._tasks.start(work, done, dialog.refuse)

    async def _kept(
        self,
        schedule: Schedule | None,
        question: str,
        when: "When | None",
        options: "ScheduleOptions",
    ) -> Schedule:
        schedules = self._session.schedules
        if schedule is None:
            assert when is not None
            return await schedules.add(question, when, **options)
        return await schedules.change(schedule.id, when, question=question, **options)


class SchedulesPane(QWidget):
    """A live list of schedules, with a toast for undoing a removal.

    ``failed`` is emitted with an `AgentError`, and ``conversation_wanted`` with the id of the
    conversation that contains a schedule's answers.
    """

    failed = Signal(object)
    conversation_wanted = Signal(str)

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, toast: Toast | None = None
    ) -> None:
        super().__init__()
        self._session = session
        self._tasks = tasks
        self.toast = toast or Toast(self, theme)
        self.scheduling = ScheduleController(session, tasks, self)
        self.rows = SchedulesModel()
        self.view = GroupedView(self.rows)
        self._set_up_view(theme)
        self.note = label(
            tr("Looking for scheduled questions…"), "muted", Qt.AlignmentFlag.AlignCenter
        )
        self.new = push_button(tr("New…"), self.make_new, name="primary")
        self.run = self._button(tr("Ask now"), "Ctrl+Return", self.run_current)
        self.edit = self._button(tr("Change…"), "F2", self.change_current)
        self.remove = self._button(tr("Remove"), "Del", self.remove_current)
        self._body = QStackedWidget()
        self._body.addWidget(self.note)
        self._body.addWidget(self.view)
        buttons = hbox(self.new, STRETCH, self.run, self.edit, self.remove, spacing=6)
        vbox((self._body, 1), buttons, parent=self, spacing=8)
        self.rows.switched.connect(self._switch)
        self.scheduling.kept.connect(self._kept)
        self.destroyed.connect(session.schedules.watch(self.refresh))
        self.refresh()

    @property
    def current(self) -> ScheduleRow | None:
        found: ScheduleRow | None = self.rows.row_at(self.view.currentIndex())
        return found

    def refresh(self) -> None:
        self._tasks.start(read_rows(self._session), self._show, self._could_not)

    def enter(self) -> None:
        """Focus the list, or the button for a new schedule if the list is empty."""
        if not self.view.enter():
            self.new.setFocus(Qt.FocusReason.TabFocusReason)

    # --- State

    def _show(self, rows: tuple[ScheduleRow, ...]) -> None:
        self.view.show_rows(rows)
        if self.current is None:
            self.view.setCurrentIndex(self.rows.near(0))
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

    # --- Actions

    def open_current(self) -> None:
        """Open the answers to the current schedule, or edit the schedule if there are none."""
        row = self.current
        if row is not None and row.schedule.conversation_id:
            self.conversation_wanted.emit(row.schedule.conversation_id)
        else:
            self.change_current()

    def make_new(self) -> None:
        self.scheduling.open()

    def change_current(self) -> None:
        if self.current is not None:
            self.scheduling.open(schedule=self.current.schedule)

    def run_current(self) -> None:
        if self.current is not None:
            asked = tr("“{0}” is being asked").format(one_line(self.current.schedule.question))
            work = self._session.schedules.run_now(self.current.schedule.id)
            self._do(work, lambda _run: self.toast.show_message(asked))

    def remove_current(self) -> None:
        if self.current is not None:
            self._do(self._session.schedules.remove(self.current.schedule.id), self._removed)

    def _removed(self, kept: StoredSchedule | None) -> None:
        if kept is None:
            return
        text = tr("Removed “{0}”").format(one_line(kept.schedule.question))
        put_back = self._session.schedules.put_back
        self.toast.show_message(text, tr("Undo"), lambda: self._do(put_back(kept)))

    def _switch(self, schedule_id: str, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._do(self._session.schedules.enable(schedule_id, on=on))

    def _turn_current(self) -> None:
        turn(self.rows, self.view.currentIndex())

    def _do(self, work: Coroutine[Any, Any, Any], done: Callable[[Any], object] = ignore) -> None:
        self._tasks.start(work, done, self.failed.emit)

    def _kept(self, schedule: Schedule) -> None:
        self.toast.show_message(tr("Next: {0}").format(labels.next_time(schedule)))

    def _menu(self, at: QPoint) -> None:
        row = self.current
        if row is None:
            return
        menu = context_menu(self.view)
        opened = menu.addAction(tr("Open the answers"), self.open_current)
        opened.setEnabled(bool(row.schedule.conversation_id))
        menu.addActions(self.view.actions())
        popup_at_row(self.view, menu, at)

    # --- Construction

    def _set_up_view(self, theme: Theme) -> None:
        view = self.view
        view.setObjectName("schedulesView")
        view.setItemDelegate(SchedulesDelegate(theme, view))
        view.setAccessibleName(tr("Scheduled questions"))
        view.setAccessibleDescription(
            tr("Enter opens the answers, Space turns a question on or off, Delete removes it")
        )
        for text, keys, act in (
            (tr("Turn on or off"), Qt.Key.Key_Space, self._turn_current),
            (tr("Ask now"), "Ctrl+Return", self.run_current),
            (tr("Change…"), "F2", self.change_current),
            (tr("Remove"), Qt.Key.Key_Delete, self.remove_current),
        ):
            own_action(view, text, keys, act)
        view.chosen.connect(self.open_current)
        view.activated.connect(self.open_current)
        view.selectionModel().currentChanged.connect(self._moved)
        view.customContextMenuRequested.connect(self._menu)

    def _button(self, text: str, keys: str, act: Callable[[], None]) -> QPushButton:
        return push_button(text, act, tip=tr("{0} ({1})").format(text.rstrip("…"), keys))


# --- Questions missed while the program was closed: ask now or skip

_MOST = 3
"""Maximum number of missed questions that are offered one by one rather than together."""


class MissedBar(QFrame):
    """A bar that offers to ask missed questions, hidden if there are none.

    ``failed`` is emitted with an `AgentError`.
    """

    failed = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("banner")
        self.setAccessibleName(tr("Missed questions"))
        self._session = session
        self._tasks = tasks
        self._missed: tuple[MissedSchedule, ...] = ()
        self._lines = vbox(spacing=4)
        icon = (IconLabel(theme, "clock", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        hbox(icon, (self._lines, 1), parent=self, margins=(14, 8, 10, 8), spacing=10)
        self.hide()

    def look(self) -> None:
        self._tasks.start(self._session.schedules.missed(), self.show_missed, self.failed.emit)

    def show_missed(self, missed: tuple[MissedSchedule, ...]) -> None:
        """Offer to ask the missed questions, or hide the bar if there are none."""
        self._missed = missed
        had_keys = self.focusWidget() is not None and self.isAncestorOf(self.focusWidget())
        remove_all(self._lines)
        if len(missed) > _MOST:
            text = tr("{0} questions were to be asked while the program was closed")
            self._lines.addWidget(self._line(text.format(len(missed)), missed))
        else:
            for each in missed:
                self._lines.addWidget(self._line(labels.missed(each), (each,)))
        self.setVisible(bool(missed))
        if had_keys and missed:
            first = self.findChild(QPushButton)
            if first is not None:
                first.setFocus()

    def _line(self, text: str, missed: tuple[MissedSchedule, ...]) -> QWidget:
        line = QWidget()
        parts = hbox((ElidedLabel(text), 1), parent=line, spacing=6)
        many = len(missed) > 1
        for title, about, run in (
            (tr("Ask all now") if many else tr("Ask now"), tr("Ask now: {0}"), True),
            (tr("Skip all") if many else tr("Skip"), tr("Skip: {0}"), False),
        ):
            button = push_button(title, name="" if run else "flat")
            button.setAccessibleName(about.format(text))
            button.clicked.connect(lambda _checked, run=run: self._decide(missed, run=run))
            parts.addWidget(button)
        return line

    def _decide(self, missed: tuple[MissedSchedule, ...], *, run: bool) -> None:
        self.show_missed(tuple(each for each in self._missed if each not in missed))
        self._tasks.start(self._decided(missed, run=run), failed=self._failed)

    def _failed(self, error: object) -> None:
        self.failed.emit(error)
        self.look()  # offer it again

    async def _decided(self, missed: tuple[MissedSchedule, ...], *, run: bool) -> None:
        schedules = self._session.schedules
        for each in missed:
            if run:
                await schedules.run_now(each.schedule.id)
            else:
                await schedules.skip(each.schedule.id)
