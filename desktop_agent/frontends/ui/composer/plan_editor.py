"""The plan editor, and the card above the composer for reviewing a plan before it runs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop_agent.core.plan import SUBTASK_KINDS, Plan, Subtask, SubtaskKind
from desktop_agent.frontends.ui.composer.decision_card import DecisionCard
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import StayingMenu, icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Gradual
from desktop_agent.frontends.ui.widgets.text_fields import QuestionField
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import reasoning as words

# --- Plan draft

MOST_PARTS = 20


class PlanDraft:
    """An editable plan, independent of Qt. Parts are identified by zero-based index."""

    def __init__(self, plan: Plan) -> None:
        self.original = plan
        self._parts = list(plan.subtasks)

    @property
    def parts(self) -> tuple[Subtask, ...]:
        return tuple(self._parts)

    @property
    def changed(self) -> bool:
        """True if the parts differ from the proposed ones."""
        return self.parts != self.original.subtasks

    @property
    def full(self) -> bool:
        return len(self._parts) >= MOST_PARTS

    @property
    def plan(self) -> Plan:
        """The current plan. If it was changed, its origin is the user."""
        return Plan(self.parts, "person") if self.changed else self.original

    @property
    def fault(self) -> str:
        """The reason the plan cannot run, or "" if it can."""
        try:
            self.plan.check()
        except ValueError as fault:
            return str(fault)
        return ""

    def ask(self, place: int, question: str) -> None:
        self._parts[place] = replace(self._parts[place], question=" ".join(question.split()))

    def work_by(self, place: int, kind: SubtaskKind) -> None:
        self._parts[place] = replace(self._parts[place], kind=kind)

    def need(self, place: int, name: str, *, needed: bool) -> None:
        part = self._parts[place]
        wanted = {*part.needs, name} if needed else {*part.needs} - {name}
        order = [each.id for each in self._parts if each.id in wanted]
        self._parts[place] = replace(part, needs=tuple(order))

    def add(self) -> int:
        names = {each.id for each in self._parts}
        number = next(n for n in range(len(names) + 1, 10_000) if str(n) not in names)
        self._parts.append(Subtask(str(number), ""))
        return len(self._parts) - 1

    def remove(self, place: int) -> None:
        gone = self._parts.pop(place).id
        self._parts = [
            replace(each, needs=tuple(name for name in each.needs if name != gone))
            for each in self._parts
        ]

    def move(self, place: int, step: int) -> int:
        """Move a part by ``step`` positions, but not beyond either end; return its new index."""
        to = max(0, min(place + step, len(self._parts) - 1))
        self._parts.insert(to, self._parts.pop(place))
        return to


# --- Dependencies of a part

_TITLE_MOST = 60


class NeedsButton(QToolButton):
    """A menu button that shows a part's dependencies and lets the user choose them.

    ``chosen`` is emitted with the id of another part and whether it is now a dependency.
    """

    chosen = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("needs")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(self.tr("Choose the parts that must finish first"))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # shows the arrow after the text
        theme.bind_icon(self, "down", "muted", side=12)
        keys = Qt.Key
        self._menu = StayingMenu(self, keys.Key_Space, keys.Key_Return, keys.Key_Enter)
        self._menu.setAccessibleName(self.tr("Dependencies"))
        self.setMenu(self._menu)

    def show_choice(self, part: Subtask, others: Sequence[Subtask]) -> None:
        """List all other parts as possible dependencies."""
        self._menu.clear()
        for each in others:
            more = "…" if len(each.question) > _TITLE_MOST else ""
            title = each.question[:_TITLE_MOST] + more
            action = self._menu.addAction(f"{each.id} · {title}".replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(each.id in part.needs)
            action.toggled.connect(lambda on, name=each.id: self.chosen.emit(name, on))

    def show_needs(self, part: Subtask) -> None:
        after = words.after(part.needs)
        self.setText(after or self.tr("right away"))
        self.setAccessibleName(self.tr("Part {0} runs {1}").format(part.id, self.text()))


# --- Row of a part


class PartRow(QFrame):
    """An editor row for one part of a plan. User actions are forwarded to ``editor``."""

    def __init__(self, theme: Theme, part: Subtask, editor: "PlanEditor") -> None:
        super().__init__()
        self._theme = theme
        self.name = heading(part.id, "sourceNumber")
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name.setMinimumSize(24, 24)
        self.question = QuestionField(part.question)
        self.question.setPlaceholderText(self.tr("What to find out"))
        self.question.setAccessibleName(self.tr("Question for part {0}").format(part.id))
        self.question.changed.connect(partial(editor.ask, self))
        self.question.entered.connect(partial(editor.go_on, self))
        self.kind = self._kinds(part)
        self.kind.activated.connect(lambda _index: editor.choose_kind(self))
        self.needs = NeedsButton(theme)
        self.needs.menu().aboutToShow.connect(partial(editor.list_needs, self))
        self.needs.chosen.connect(partial(editor.need, self))
        up = self.tr("Move part {0} up (Alt+Up)").format(part.id)
        self.up = icon_button(theme, "up", up, lambda: editor.move_row(self, -1), side=14)
        down = self.tr("Move part {0} down (Alt+Down)").format(part.id)
        self.down = icon_button(theme, "down", down, lambda: editor.move_row(self, 1), side=14)
        remove = self.tr("Remove part {0}").format(part.id)
        self.remove = icon_button(theme, "cross", remove, lambda: editor.remove_row(self), side=14)
        for button in (self.up, self.down, self.remove):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        below = hbox(self.kind, self.needs, STRETCH, self.up, self.down, self.remove, spacing=4)
        right = vbox(self.question, below, spacing=2)
        name = (self.name, 0, Qt.AlignmentFlag.AlignTop)
        hbox(name, (right, 1), parent=self, margins=(0, 2, 0, 2), spacing=8)

    def show_part(self, part: Subtask, place: int, count: int) -> None:
        """Update the dependencies and the buttons, but not the fields that the user types in."""
        self.needs.show_needs(part)
        self.needs.setEnabled(count > 1)
        self.up.setEnabled(place > 0)
        self.down.setEnabled(place < count - 1)
        self.remove.setEnabled(count > 1)

    def _kinds(self, part: Subtask) -> "_KindPicker":
        box = _KindPicker(self._theme, part.kind)
        box.setAccessibleName(self.tr("Method for part {0}").format(part.id))
        return box


class _KindPicker(QComboBox):
    """A choice of how a part is worked on; the tooltip explains the current one."""

    def __init__(self, theme: Theme, kind: str) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("picker")
        for each in SUBTASK_KINDS:
            self.addItem(words.kind(each), each)
            self.setItemData(self.count() - 1, words.kind_tip(each), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(SUBTASK_KINDS.index(kind))
        self.currentIndexChanged.connect(self._explain)
        theme.changed.connect(self._explain)
        self._explain()

    def _explain(self) -> None:
        self.setToolTip(words.kind_tip(self.currentData()))
        for row, each in enumerate(SUBTASK_KINDS):
            icon = icons.icon(words.KIND_ICONS[each], self._theme.colours.muted)
            self.setItemIcon(row, icon)


LEAST = 76
"""Minimum height of a part in pixels."""


class PlanEditor(QScrollArea):
    """A scrollable editor for ``draft``. Its rows are created gradually.

    ``changed`` is emitted after every change. If rows were added, removed or reordered,
    ``rearranged`` is emitted first.
    """

    changed = Signal()
    rearranged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.draft = PlanDraft(Plan(()))
        self.rows: list[PartRow] = []
        self._making: Gradual | None = None
        self._page = QWidget()
        self._lines = vbox(STRETCH, parent=self._page, margins=(0, 0, 6, 0), spacing=2)
        self.setWidget(self._page)
        self.setWidgetResizable(True)
        for widget in (self._page, self.viewport()):
            widget.setAutoFillBackground(False)  # shows the background of the card
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Parts of the plan"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(LEAST)
        self.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._reveal())
        self._page.installEventFilter(self)

    @property
    def whole(self) -> bool:
        """True if every part has a row."""
        return len(self.rows) == len(self.draft.parts)

    @property
    def wanted_height(self) -> int:
        return max(LEAST, self._page.sizeHint().height())

    def show_plan(self, plan: Plan) -> None:
        if self._making is not None:
            self._making.deleteLater()
        while self.rows:
            self._let_go(self.rows.pop())
        self.draft = PlanDraft(plan)
        self._making = Gradual((self._make_row for _part in plan.subtasks), self)
        self._making.done.connect(self._made)

    def add(self) -> None:
        if self.whole and not self.draft.full:
            self.draft.add()
            self._make_row()
            self._changed()
            self.rows[-1].question.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- Row events

    def remove_row(self, row: PartRow) -> None:
        if not self.whole or len(self.rows) == 1:
            return
        place = self.rows.index(row)
        self.draft.remove(place)
        self._let_go(self.rows.pop(place))
        self._changed()
        self.rows[min(place, len(self.rows) - 1)].question.setFocus()

    def move_row(self, row: PartRow, step: int) -> None:
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

    def ask(self, row: PartRow, text: str) -> None:
        self.draft.ask(self.rows.index(row), text)
        self.changed.emit()

    def list_needs(self, row: PartRow) -> None:
        parts, place = self.draft.parts, self.rows.index(row)
        row.needs.show_choice(parts[place], parts[:place] + parts[place + 1 :])

    def need(self, row: PartRow, name: str, needed: bool) -> None:  # noqa: FBT001 - Qt's signal
        place = self.rows.index(row)
        self.draft.need(place, name, needed=needed)
        row.needs.show_needs(self.draft.parts[place])
        self.changed.emit()

    def choose_kind(self, row: PartRow) -> None:
        self.draft.work_by(self.rows.index(row), row.kind.currentData())
        self.changed.emit()

    def go_on(self, row: PartRow) -> None:
        """Focus the question in the row below ``row``, or in the first row after the last."""
        place = self.rows.index(row)
        self.rows[(place + 1) % len(self.rows)].question.setFocus(Qt.FocusReason.TabFocusReason)

    def _changed(self) -> None:
        parts = self.draft.parts
        for place, row in enumerate(self.rows):
            row.show_part(parts[place], place, len(parts))
        self.rearranged.emit()
        self.changed.emit()

    def _reveal(self) -> None:
        """Scroll to the row that has the keyboard focus."""
        row = self._row_at_hand()
        if row is not None:
            self.ensureWidgetVisible(row, 0, 4)

    def _row_at_hand(self) -> PartRow | None:
        focus = QApplication.focusWidget()
        if focus is None:
            return None
        return next((row for row in self.rows if row.isAncestorOf(focus)), None)

    # --- Building

    def _make_row(self) -> None:
        row = PartRow(self._theme, self.draft.parts[len(self.rows)], self)
        self.rows.append(row)
        self._lines.insertWidget(len(self.rows) - 1, row)

    def _made(self) -> None:
        self._making = None
        self._changed()

    def stops(self) -> Iterator[QWidget]:
        """Yield the focusable widgets in tab order."""
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
            self.move_row(row, step)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


# --- Review card

_SHARE = 0.45
"""Maximum height of the card as a fraction of the window's height."""
_AROUND = 120
"""Height of the card in pixels, not counting the parts."""
_ROOMY = 560
"""Minimum height of the window in pixels at which the card shows its note."""


class PlanReview(DecisionCard):
    """A card for editing and approving a proposed plan.

    ``accepted`` is emitted with the plan to run, and ``stopped`` when the user ends the run.
    """

    accepted = Signal(object)
    stopped = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Plan ready for review"))
        self._title = heading("", "section")
        self._note = wrapped("", "hint")
        self.fault = wrapped("", "hint")
        self.fault.setProperty("tone", "warn")
        self.fault.hide()
        self.editor = PlanEditor(theme)
        self.editor.changed.connect(self._look)
        self.editor.rearranged.connect(self._order_tabs)
        self.add = QToolButton()
        self.add.setText(self.tr("Add a part"))
        self.add.setAccessibleName(self.tr("Add a part"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.bind_icon(self.add, "plus", side=14)
        self.add.clicked.connect(self.editor.add)
        name, tip = self.tr("Run this plan"), self.tr("Run this plan (Ctrl+Enter)")
        self.run = push_button(name, self.accept, name="primary", tip=tip)
        tip = self.tr("Run the plan without your changes")
        self.run_original = push_button(self.tr("Run original"), self._accept_original, tip=tip)
        tip = self.tr("Stop without an answer")
        self.stop = push_button(self.tr("Stop"), self.stopped, tip=tip)
        self._lay_out()

    def show_plan(self, plan: Plan, template: str = "") -> None:
        """Show a plan; ``template`` is the title of the template that it is based on, or ""."""
        plain = self.tr("Review the plan")
        named = self.tr("Review the plan (template “{0}”)")
        self._title.setText(named.format(template) if template else plain)
        waits = self.tr("Paused until you decide. The timer is stopped.")
        self._note.setText(" ".join(part for part in (waits, localized(plan.note)) if part))
        self.editor.show_plan(plan)
        self._look()

    def accept(self) -> None:
        draft = self.editor.draft
        if self.editor.whole and not draft.fault:
            self.accepted.emit(draft.plan)

    def _accept_original(self) -> None:
        self.accepted.emit(self.editor.draft.original)

    def _look(self) -> None:
        draft = self.editor.draft
        self.show_fault(draft.fault)
        self.run.setEnabled(self.editor.whole and not draft.fault)
        self.run_original.setEnabled(draft.changed)
        self.add.setEnabled(self.editor.whole and not draft.full)
        self.editor.updateGeometry()
        self._fit()

    def show_fault(self, fault: str) -> None:
        """Show why the plan cannot run or was rejected; "" hides the message."""
        text = localized(fault)
        text = f"{text[:1].upper()}{text[1:]}." if text else ""
        if text != self.fault.text():
            self.fault.setText(text)
            self.fault.setAccessibleName(text)
            self.fault.setVisible(bool(text))
            if text:
                alert(self.fault)

    def _order_tabs(self) -> None:
        """Restore the tab order, because Qt puts new widgets last."""
        stops = (self.add, *self.editor.stops(), self.run, self.run_original, self.stop)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _fit(self) -> None:
        room = self.window().height()
        self._note.setVisible(room >= _ROOMY)
        most = max(LEAST, round(room * _SHARE) - _AROUND)
        self.editor.setFixedHeight(min(self.editor.wanted_height, most))

    def _lay_out(self) -> None:
        buttons = (self.run, self.run_original, self.stop)
        for button in buttons:
            button.setAutoDefault(False)
        head = hbox((self._title, 1), self.add)
        foot = hbox(*buttons, (self.fault, 100), STRETCH, spacing=8)
        parts = (head, self._note, self.editor, foot)
        vbox(*parts, parent=self, margins=(16, 12, 12, 12), spacing=6)
