"""A plan that waits for the person: looked over, changed, run; it stands above the composer."""

from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.plan import Plan
from desktop_agent.ui.localized import localized
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.plan.plan_editor import LEAST, PlanEditor
from desktop_agent.ui.theme import Theme

_SHARE = 0.45
"""Of the height of the window, that the card takes at most."""
_AROUND = 120
"""Pixels of the card around the parts."""
_ROOMY = 560
"""Height of the window from which on there is room for more than what is needed."""


class PlanReview(QFrame):
    """``accepted`` brings the plan that is to run, ``stopped`` the wish to end the run.

    ``left`` is sent where it went while the keyboard was in it.
    """

    accepted = Signal(object)
    stopped = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(self.tr("Plan to look over"))
        self._title = QLabel()
        self._title.setObjectName("section")
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
        self.run = QPushButton(self.tr("Run this plan"))
        self.run.setObjectName("primary")
        self.run.setToolTip(self.tr("Run this plan (Ctrl+Enter)"))
        self.run.clicked.connect(self._run)
        self.run_original = QPushButton(self.tr("Run as it was"))
        self.run_original.setToolTip(self.tr("Run the plan as it was made, without your changes"))
        self.run_original.clicked.connect(lambda: self.accepted.emit(self.editor.draft.original))
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setToolTip(self.tr("End the run without an answer from the plan"))
        self.stop.clicked.connect(self.stopped)
        self._lay_out()
        self.hide()

    def show_plan(self, plan: Plan, template: str = "") -> None:
        """Takes a plan; ``template`` is the title of the one that it comes from, or empty."""
        told = self.tr("This is the plan. Shall it run?")
        named = self.tr("This is the plan, from the template “{0}”. Shall it run?")
        self._title.setText(named.format(template) if template else told)
        waits = self.tr("The run waits for you; its time stands still.")
        self._note.setText(" ".join(part for part in (waits, localized(plan.note)) if part))
        self.editor.show_plan(plan)
        self._look()

    def announce(self) -> None:
        """Tells a screen reader that there is something to look over."""
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def refuse(self, reason: str) -> None:
        """Says why the plan was not taken."""
        self._say(reason)

    def _look(self) -> None:
        draft = self.editor.draft
        self._say(draft.fault)
        self.run.setEnabled(self.editor.whole and not draft.fault)
        self.run_original.setEnabled(draft.changed)
        self.add.setEnabled(self.editor.whole and not draft.full)
        self.editor.updateGeometry()
        self._fit()

    def _say(self, fault: str) -> None:
        text = localized(fault)
        text = f"{text[:1].upper()}{text[1:]}." if text else ""
        if text != self.fault.text():
            self.fault.setText(text)
            self.fault.setAccessibleName(text)
            self.fault.setVisible(bool(text))
            if text:
                event = QAccessibleEvent(self.fault, QAccessible.Event.Alert)
                QAccessible.updateAccessibility(event)

    def _order_tabs(self) -> None:
        """What is made last would be come to last."""
        stops = (self.add, *self.editor.stops(), self.run, self.run_original, self.stop)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _run(self) -> None:
        draft = self.editor.draft
        if self.editor.whole and not draft.fault:
            self.accepted.emit(draft.plan)

    def _fit(self) -> None:
        room = self.window().height()
        self._note.setVisible(room >= _ROOMY)
        most = max(LEAST, round(room * _SHARE) - _AROUND)
        self.editor.setFixedHeight(min(self.editor.wanted_height, most))

    def put_away(self) -> None:
        """Hides the card."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.hide()
        if had_focus:
            self.left.emit()

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._run()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(0, hint.height())

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.run, self.run_original, self.stop):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addWidget(self.fault, 100)
        buttons.addStretch(1)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.add)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 12, 12, 12)
        lines.setSpacing(6)
        lines.addLayout(head)
        lines.addWidget(self._note)
        lines.addWidget(self.editor)
        lines.addLayout(buttons)
