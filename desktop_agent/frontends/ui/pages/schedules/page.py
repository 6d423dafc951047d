"""The list of scheduled questions and the actions on them, and the offer to ask missed ones."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.answers import RepeatedAnswer, last_answer
from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import MissedSchedule, Schedule, StoredSchedule
from desktop_agent.frontends.ui.pages.schedules import labels
from desktop_agent.frontends.ui.pages.schedules.labels import tr
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.row_delegate import TextLine, paint_ground
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording import answer_changes
from desktop_agent.frontends.ui.wording.strategies import strategies

if TYPE_CHECKING:
    from desktop_agent.app.session import ConversationStore, Session
    from desktop_agent.frontends.ui.pages.schedules.schedule_dialog import ScheduleDialog, Wanted

# --- Rows: schedules with their latest results

_TURNS = 12
"""Number of newest turns that are searched for an answer and its predecessor."""


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A row of the list; ``result`` is the latest answer.

    ``note`` explains why nothing was asked the last time.
    """

    schedule: Schedule
    note: str = ""
    result: RepeatedAnswer | None = None

    @property
    def how(self) -> str:
        """The rule, the strategy and the model."""
        names = {each.name: each.title for each in strategies()}
        name = self.schedule.strategy
        strategy = names.get(name, name) if name != "auto" else ""
        parts = (labels.rule(self.schedule.rule), strategy, labels.line(self.schedule.model))
        return " · ".join(part for part in parts if part)

    @property
    def outcome(self) -> str:
        """The latest result."""
        if self.note:
            return localized(self.note)
        if self.result is None:
            return labels.tr("No answer yet")
        if self.result.changes is None:
            return labels.tr("First answer: {0}").format(answer_changes.day(self.result.asked))
        return answer_changes.since(self.result.since, self.result.changes)

    @property
    def spoken(self) -> str:
        """The text of the row for screen readers."""
        asked = labels.next_time(self.schedule)
        return ". ".join((labels.line(self.schedule.question), self.how, asked, self.outcome))


async def read_rows(session: "Session") -> tuple[ScheduleRow, ...]:
    """Read all schedules with their latest answers. Answers that cannot be read are left out.

    Raises:
        AgentError: the schedules cannot be read.
    """
    every: Sequence[Schedule] = await session.schedules.list()
    return tuple(
        [
            ScheduleRow(
                each, session.schedules.note(each.id), await _last(session.conversations, each)
            )
            for each in every
        ]
    )


async def _last(conversations: "ConversationStore", schedule: Schedule) -> RepeatedAnswer | None:
    if not schedule.conversation_id:
        return None
    try:
        outline = await conversations.outline(schedule.conversation_id)
        turns = await conversations.turns([each.id for each in outline[-_TURNS:]])
    except AgentError:  # it was deleted: the schedule goes on without it
        return None
    return last_answer(turns)


# --- The list model; the check box turns a schedule on

ROW = Qt.ItemDataRole.UserRole.value
"""Item data role of the `ScheduleRow`."""
_NOWHERE = QModelIndex()


class SchedulesModel(QAbstractListModel):
    """A model of the rows in the order given.

    ``switched`` is emitted with the id of a schedule and whether to turn it on.
    """

    switched = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[ScheduleRow] = ()

    def show(self, rows: Sequence[ScheduleRow]) -> None:
        """Show these rows, keeping selection and position if the schedules are the same."""
        same = [each.schedule.id for each in rows] == [each.schedule.id for each in self._rows]
        if same:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def place_of(self, schedule_id: str) -> int:
        """Return the row of a schedule, or -1."""
        found = (at for at, each in enumerate(self._rows) if each.schedule.id == schedule_id)
        return next(found, -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return labels.line(row.schedule.question)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.CheckStateRole:
                on = row.schedule.enabled
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return row if role == ROW else None

    def setData(
        self,
        index: QModelIndex | QPersistentModelIndex,
        value: object,
        role: int = Qt.ItemDataRole.EditRole,
    ) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        on = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        self.switched.emit(self._rows[index.row()].schedule.id, on)
        return True


# --- Painting: switch, question, time and latest result

_PAD = 10
_INSET = 12
_GAP = 3
_SWITCH = QSize(30, 16)


class SchedulesDelegate(QStyledItemDelegate):
    """Paints rows. Clicking the switch turns a schedule on or off."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Adopt the current fonts of the theme."""
        title, small = self._theme.font, self._theme.font
        title.setWeight(QFont.Weight.Medium)
        small.setPointSizeF(small.pointSizeF() * 0.9)
        self._title, self._small = TextLine(title), TextLine(small)

    def switch_box(self, row: QRect) -> QRect:
        """Return the rectangle of a row's switch."""
        top = row.top() + _PAD + (self._title.height - _SWITCH.height()) // 2 + 1
        return QRect(row.left() + _INSET, top, _SWITCH.width(), _SWITCH.height())

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        return QSize(80, 2 * _PAD + self._title.height + 2 * (_GAP + self._small.height) + 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row: ScheduleRow = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRect(option.rect).adjusted(0, 1, -1, -1)
        paint_ground(painter, self._theme, self._view, box, option)
        self._paint_switch(painter, self.switch_box(option.rect), on=row.schedule.enabled)
        left = _INSET + _SWITCH.width() + 12
        self._paint_row(painter, box.adjusted(left, _PAD, -_INSET, -_PAD), row)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        room = self.switch_box(option.rect).adjusted(-6, -6, 6, 6)
        if event.button() != Qt.MouseButton.LeftButton or not room.contains(
            event.position().toPoint()
        ):
            return False
        return turn(model, index)

    def _paint_switch(self, painter: QPainter, box: QRect, *, on: bool) -> None:
        colours = self._theme.colours
        painter.setPen(QColor(colours.accent if on else colours.muted))
        painter.setBrush(QColor(colours.accent) if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        knob = QRectF(box.left() + 3, box.top() + 3, box.height() - 6, box.height() - 6)
        knob.translate(box.width() - box.height() if on else 0, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if on else colours.muted))
        painter.drawEllipse(knob)

    def _paint_row(self, painter: QPainter, box: QRect, row: ScheduleRow) -> None:
        colours = self._theme.colours
        on = row.schedule.enabled
        when = labels.next_time(row.schedule)
        painter.setPen(QColor(colours.muted))
        at = QRect(box.left(), box.top(), box.width(), self._title.height)
        at.setRight(self._small.draw_at_right(painter, at, when) - 16)
        painter.setPen(QColor(colours.text if on else colours.muted))
        self._title.draw(painter, at, labels.line(row.schedule.question))
        below = QRect(box.left(), at.bottom() + 1 + _GAP, box.width(), self._small.height)
        painter.setPen(QColor(colours.muted))
        self._small.draw(painter, below, row.how)
        below.translate(0, self._small.height + _GAP)
        found = row.result.changes if row.result is not None else None
        new = found is not None and not found.nothing_new
        tone = colours.warn if row.note else colours.ok if new else colours.faint
        painter.setPen(QColor(tone))
        self._small.draw(painter, below, row.outcome)


def turn(model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex) -> bool:
    """Turn a schedule on or off."""
    was = index.data(Qt.ItemDataRole.CheckStateRole)
    now = Qt.CheckState.Unchecked if was == Qt.CheckState.Checked else Qt.CheckState.Checked
    return model.setData(index, now, Qt.ItemDataRole.CheckStateRole)


# --- The dialog of a schedule, and saving it


class ScheduleController(QObject):
    """Opens the dialogs for schedules; ``kept`` is emitted with a schedule once it is saved."""

    kept = Signal(object)

    def __init__(self, session: "Session", tasks: Tasks, over: QWidget) -> None:
        super().__init__(over)
        self._session = session
        self._tasks = tasks
        self._over = over

    def ask_regularly(self, question: str = "") -> "ScheduleDialog":
        """Open the dialog for creating a schedule."""
        return self._open(None, question)

    def change(self, schedule: Schedule) -> "ScheduleDialog":
        """Open the dialog for editing a schedule."""
        return self._open(schedule, "")

    def _open(self, schedule: Schedule | None, question: str) -> "ScheduleDialog":
        from desktop_agent.frontends.ui.pages.schedules.schedule_dialog import ScheduleDialog

        dialog = ScheduleDialog(
            self._session.schedules, self._over, schedule=schedule, question=question
        )
        dialog.wanted.connect(lambda wanted: self._keep(dialog, schedule, wanted))
        dialog.open()
        self._tasks.start(self._offer_models(dialog), lambda _none: None, lambda _error: None)
        return dialog

    async def _offer_models(self, dialog: "ScheduleDialog") -> None:
        state = await self._session.models.state()
        models = await self._session.models.list() if state.ok else ()
        while_alive(dialog, lambda _none: dialog.show_models(state, models))(None)

    def _keep(self, dialog: "ScheduleDialog", schedule: Schedule | None, wanted: "Wanted") -> None:
        def done(kept: Schedule) -> None:
            self.kept.emit(kept)
            while_alive(dialog, type(dialog).accept)(dialog)

        refuse = while_alive(dialog, dialog.refuse)

        def failed(error: AgentError) -> None:
            refuse(error)

        self._tasks.start(self._kept(schedule, wanted), done, failed)

    async def _kept(self, schedule: Schedule | None, wanted: "Wanted") -> Schedule:
        schedules = self._session.schedules
        if schedule is not None:
            return await schedules.change(
                schedule.id,
                wanted.when,
                question=wanted.question,
                strategy=wanted.strategy,
                model=wanted.model,
                budget_s=wanted.budget_s,
            )
        assert wanted.when is not None
        return await schedules.add(
            wanted.question,
            wanted.when,
            strategy=wanted.strategy,
            model=wanted.model,
            budget_s=wanted.budget_s,
        )


class SchedulesPane(QWidget):
    """Lists the schedules and follows them as long as it exists.

    ``failed`` is emitted with an `AgentError`, and ``conversation_wanted`` with the id of the
    conversation that contains the answers of a schedule. Removals can be undone for a while.
    """

    failed = Signal(object)
    conversation_wanted = Signal(str)

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, toast: Toast | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.toast = toast or Toast(self, theme)
        self.scheduling = ScheduleController(session, tasks, self)
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
        """The current schedule."""
        found = self.view.currentIndex().data(ROW)
        return found if isinstance(found, ScheduleRow) else None

    def refresh(self) -> None:
        """Reload the schedules."""
        self._tasks.start(read_rows(self._session), self._show, self._could_not)

    def enter(self) -> None:
        """Focus the list, or the button for creating a schedule if the list is empty."""
        if self.rows.rowCount():
            self.view.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.new.setFocus(Qt.FocusReason.TabFocusReason)

    # --- State

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

    # --- Actions

    def open_current(self) -> None:
        """Open the answers of the current schedule, or edit it if it has none."""
        row = self.current
        if row is not None and row.schedule.conversation_id:
            self.conversation_wanted.emit(row.schedule.conversation_id)
        else:
            self.change_current()

    def make_new(self) -> None:
        self.scheduling.ask_regularly()

    def change_current(self) -> None:
        """Edit the current schedule."""
        if self.current is not None:
            self.scheduling.change(self.current.schedule)

    def run_current(self) -> None:
        """Ask the question of the current schedule now."""
        if self.current is not None:
            question = labels.line(self.current.schedule.question)
            asked = tr("“{0}” is being asked").format(question)
            work = self._session.schedules.run_now(self.current.schedule.id)
            self._do(work, lambda _run: self.toast.show_message(asked))

    def remove_current(self) -> None:
        """Remove the current schedule, and offer to undo this."""
        if self.current is not None:
            self._do(self._session.schedules.remove(self.current.schedule.id), self._removed)

    def _removed(self, kept: StoredSchedule | None) -> None:
        if kept is None:
            return
        text = tr("Removed “{0}”").format(labels.line(kept.schedule.question))
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

    # --- Construction

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
        """Make a saved schedule the current one once it is listed."""
        self.toast.show_message(tr("Next: {0}").format(labels.next_time(schedule)))

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


# --- Questions missed while the program was closed: ask now or skip

_MOST = 3
"""Maximum number of questions offered individually; if there are more, one choice applies to
all.
"""


class MissedBar(QFrame):
    """Offers to ask missed questions, and is visible only if there are any.

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
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "clock", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(self._lines, 1)
        self.hide()

    def look(self) -> None:
        """Show which questions were missed, if any."""
        self._tasks.start(self._session.schedules.missed(), self.show_missed, self.failed.emit)

    def show_missed(self, missed: tuple[MissedSchedule, ...]) -> None:
        """Offer these questions, or hide the bar if there are none."""
        self._missed = missed
        had_keys = self.focusWidget() is not None and self.isAncestorOf(self.focusWidget())
        while (item := self._lines.takeAt(0)) is not None:
            line = item.widget()
            if line is not None:
                line.hide()
                line.deleteLater()
        one_by_one = missed if len(missed) <= _MOST else ()
        for each in one_by_one:
            self._lines.addWidget(self._line(labels.missed(each), (each,)))
        if len(missed) > _MOST:
            text = tr("{0} questions were to be asked while the program was closed")
            self._lines.addWidget(self._line(text.format(len(missed)), missed))
        self.setVisible(bool(missed))
        if had_keys and missed:
            first = self.findChild(QPushButton)
            if first is not None:
                first.setFocus()

    def _line(self, text: str, missed: tuple[MissedSchedule, ...]) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(ElidedLabel(text), 1)
        many = len(missed) > 1
        for title, about, run in (
            (tr("Ask all now") if many else tr("Ask now"), tr("Ask now: {0}"), True),
            (tr("Skip all") if many else tr("Skip"), tr("Skip: {0}"), False),
        ):
            button = QPushButton(title)
            button.setObjectName("" if run else "flat")
            button.setAccessibleName(about.format(text))
            button.clicked.connect(partial(self._decide, missed, run=run))
            row.addWidget(button)
        return line

    def _decide(
        self,
        missed: tuple[MissedSchedule, ...],
        _checked: bool = False,  # noqa: FBT001, FBT002 - of `clicked`
        *,
        run: bool,
    ) -> None:
        left = tuple(each for each in self._missed if each not in missed)
        self.show_missed(left)
        self._tasks.start(self._decided(missed, run=run), lambda _none: None, self._failed)

    def _failed(self, error: object) -> None:
        self.failed.emit(error)
        self.look()  # what could not be done is offered again

    async def _decided(self, missed: tuple[MissedSchedule, ...], *, run: bool) -> None:
        schedules = self._session.schedules
        for each in missed:
            if run:
                await schedules.run_now(each.schedule.id)
            else:
                await schedules.skip(each.schedule.id)
