"""The parts of a plan below each other, each of which can be changed."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop_agent.core.plan import Plan
from desktop_agent.ui.gradual import Gradual
from desktop_agent.ui.plan.part_row import PartRow
from desktop_agent.ui.plan.plan_draft import PlanDraft
from desktop_agent.ui.theme import Theme

LEAST = 76
"""Pixels that one part takes."""


class PlanEditor(QScrollArea):
    """Changes its `draft`; the rows are made in steps.

    ``changed`` is sent after every change, ``rearranged`` before it where the rows are others, or
    stand in another order.
    """

    changed = Signal()
    rearranged = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.draft = PlanDraft(Plan(()))
        self.rows: list[PartRow] = []
        self._making: Gradual | None = None
        self._page = QWidget()
        self._lines = QVBoxLayout(self._page)
        self._lines.setContentsMargins(0, 0, 6, 0)
        self._lines.setSpacing(2)
        self._lines.addStretch(1)
        self.setWidget(self._page)
        self.setWidgetResizable(True)
        for ground in (self._page, self.viewport()):
            ground.setAutoFillBackground(False)  # the card's own is to be seen
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Parts of the plan"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(LEAST)
        self.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._reveal())
        self._page.installEventFilter(self)

    @property
    def whole(self) -> bool:
        """True when every part has its row."""
        return len(self.rows) == len(self.draft.parts)

    @property
    def wanted_height(self) -> int:
        """Pixels that all parts take."""
        return max(LEAST, self._page.sizeHint().height())

    def show_plan(self, plan: Plan) -> None:
        """Takes another plan."""
        if self._making is not None:
            self._making.deleteLater()
        for row in self.rows:
            self._let_go(row)
        self.rows = []
        self.draft = PlanDraft(plan)
        self._making = Gradual((self._make_row for _part in plan.subtasks), self)
        self._making.done.connect(self._made)

    def add(self) -> None:
        """Adds an empty part and goes to it."""
        if self.whole and not self.draft.full:
            self.draft.add()
            self._make_row()
            self._changed()
            self.rows[-1].question.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what happens to a row

    def _remove(self, row: PartRow) -> None:
        if not self.whole or len(self.rows) == 1:
            return
        place = self.rows.index(row)
        self.draft.remove(place)
        self._let_go(self.rows.pop(place))
        self._changed()
        self.rows[min(place, len(self.rows) - 1)].question.setFocus()

    def _move(self, row: PartRow, step: int) -> None:
        if not self.whole:
            return
        place = self.rows.index(row)
        to = self.draft.move(place, step)
        self.rows.insert(to, self.rows.pop(place))
        focus = QApplication.focusWidget()
        self._lines.removeWidget(row)
        self._lines.insertWidget(to, row)
        self._changed()
        if focus is not None:
            (focus if focus.isEnabled() else row.question).setFocus()
        self.ensureWidgetVisible(row)

    def _asked(self, row: PartRow, text: str) -> None:
        self.draft.ask(self.rows.index(row), text)
        self.changed.emit()

    def _choosing(self, row: PartRow) -> None:
        parts, place = self.draft.parts, self.rows.index(row)
        row.needs.show_choice(parts[place], parts[:place] + parts[place + 1 :])

    def _need(self, row: PartRow, name: str, needed: bool) -> None:  # noqa: FBT001 - Qt's signal
        place = self.rows.index(row)
        self.draft.need(place, name, needed=needed)
        row.needs.show_needs(self.draft.parts[place])
        self.changed.emit()

    def _kind_chosen(self, row: PartRow, kind: str) -> None:
        place = self.rows.index(row)
        self.draft.work_by(place, kind)  # type: ignore[arg-type]  # the box holds no other
        self.changed.emit()

    def _entered(self, row: PartRow) -> None:
        place = self.rows.index(row)
        self.rows[(place + 1) % len(self.rows)].question.setFocus(Qt.FocusReason.TabFocusReason)

    def _changed(self) -> None:
        self._show_around()
        self.rearranged.emit()
        self.changed.emit()

    def _reveal(self) -> None:
        """Shows the row that the keyboard is in."""
        row = self._row_at_hand()
        if row is not None:
            self.ensureWidgetVisible(row, 0, 4)

    def _row_at_hand(self) -> PartRow | None:
        focus = QApplication.focusWidget()
        return next(
            (row for row in self.rows if focus is not None and row.isAncestorOf(focus)), None
        )

    # --- building

    def _make_row(self) -> None:
        row = PartRow(self._theme, self.draft.parts[len(self.rows)])
        row.asked.connect(partial(self._asked, row))
        row.kind_chosen.connect(partial(self._kind_chosen, row))
        row.choosing.connect(partial(self._choosing, row))
        row.needed.connect(partial(self._need, row))
        row.moved.connect(partial(self._move, row))
        row.removed.connect(partial(self._remove, row))
        row.entered.connect(partial(self._entered, row))
        self.rows.append(row)
        self._lines.insertWidget(len(self.rows) - 1, row)

    def _made(self) -> None:
        self._making = None
        self._changed()

    def _show_around(self) -> None:
        parts = self.draft.parts
        for place, row in enumerate(self.rows):
            row.show_part(parts[place], place, len(parts))

    def stops(self) -> Iterator[QWidget]:
        """Gives what the keyboard goes to, in its order."""
        for row in self.rows:
            yield from (row.question, row.kind, row.needs, row.up, row.down, row.remove)

    def _let_go(self, row: PartRow) -> None:
        self._lines.removeWidget(row)
        row.hide()
        row.deleteLater()

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step, row = steps.get(Qt.Key(event.key())), self._row_at_hand()
        if step and row is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._move(row, step)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
