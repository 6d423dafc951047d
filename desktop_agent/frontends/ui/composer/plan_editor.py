"""The card above the composer for reviewing a plan before it runs, with the plan as text."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from desktop_agent.core.events import Event, PlanMade, RunFinished
from desktop_agent.core.plan import SUBTASK_KINDS, Plan, Subtask, SubtaskKind
from desktop_agent.frontends.ui.composer.decision_card import DecisionCard
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import reasoning as words

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- A plan as text, one part per line: ``3. Which is cheaper? [Compute: 1, 2]``

_LINE = re.compile(r"(?:(?P<name>[\w-]+)\.\s+)?(?P<question>.*?)\s*(?:\[(?P<how>[^\[\]]*)\])?")
_NUMBERED = re.compile(r"[a-z]?\d{1,4}")


def plan_text(plan: Plan) -> str:
    """Return a plan as text, with one part per line."""
    return "\n".join(map(_line, plan.subtasks))


def _line(part: Subtask) -> str:
    question, needs = " ".join(part.question.split()), ", ".join(part.needs)
    how = f"{words.kind(part.kind)}: {needs}" if needs else words.kind(part.kind)
    return f"{part.id}. {question} [{how}]"


def plan_of(text: str, original: Plan) -> Plan:
    """Parse a plan that the user may have edited.

    A line without a name gets the next free number, and one without a method uses reasoning.
    Unchanged text yields the original plan.

    Raises:
        ValueError: the plan cannot run; the message is for the user.
    """
    if text == plan_text(original):
        return original
    known = {part.id for part in original.subtasks}
    parts: list[Subtask] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        parts.append(_part(line, known, parts))
    plan = Plan(tuple(parts), "person")
    plan.check()
    return plan


def _part(line: str, known: Iterable[str], before: Iterable[Subtask]) -> Subtask:
    found = _LINE.fullmatch(line)
    assert found is not None
    name, question = found["name"] or "", found["question"]
    if name not in known and not _NUMBERED.fullmatch(name):  # an abbreviation, or no name
        question = f"{name}. {question}" if name else question
        taken = {*known, *(part.id for part in before)}
        name = next(str(n) for n in range(1, 10_000) if str(n) not in taken)
    method, _, needs = (found["how"] or "").partition(":")
    wanted = tuple(filter(None, (each.strip() for each in needs.split(","))))
    return Subtask(name, question, _kind(name, method.strip()), wanted)


def _kind(name: str, method: str) -> SubtaskKind:
    for each in SUBTASK_KINDS:
        if method.casefold() in (each, words.kind(each).casefold()):
            return each
    if method:
        text = QCoreApplication.translate("PlanReview", "part {0} has an unknown method: {1}")
        raise ValueError(text.format(name, method))
    return "reason"


# --- Review card

_SHARE = 0.45
"""Maximum height of the card as a fraction of the window's height."""
_AROUND = 120
"""Height of the card in pixels, not counting the parts."""
_LEAST = 76
"""Minimum height of the parts in pixels."""
_ROOMY = 560
"""Minimum height of the window in pixels at which the card shows its note."""


class PlanReview(DecisionCard):
    """A card for editing and approving a proposed plan.

    ``stopped`` is emitted when the user ends the run.
    """

    stopped = Signal()

    def __init__(
        self, session: "Session", happened: SignalInstance, conversation: OpenConversation
    ) -> None:
        super().__init__(happened, conversation)
        self._session = session
        self._run_id = ""
        self.setAccessibleName(self.tr("Plan ready for review"))
        self._original = Plan(())
        self._title = heading("", "section")
        self._note = wrapped("", "hint")
        self.fault = wrapped("", "hint")
        self.fault.setProperty("tone", "warn")
        self.fault.hide()
        self.editor = QPlainTextEdit()
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(self.tr("Parts of the plan"))
        self.editor.setAccessibleDescription(self._syntax())
        self.editor.textChanged.connect(self._look)
        name, tip = self.tr("Run this plan"), self.tr("Run this plan (Ctrl+Enter)")
        self.run = push_button(name, self.accept, name="primary", tip=tip)
        tip = self.tr("Run the plan without your changes")
        self.run_original = push_button(self.tr("Run original"), self._accept_original, tip=tip)
        tip = self.tr("Stop without an answer")
        self.stop = push_button(self.tr("Stop"), self.stopped, tip=tip)
        buttons = (self.run, self.run_original, self.stop)
        foot = hbox(*buttons, (self.fault, 100), STRETCH, spacing=8)
        parts = (self._title, self._note, self.editor, foot)
        vbox(*parts, parent=self, margins=(16, 12, 12, 12), spacing=6)

    @property
    def is_waiting(self) -> bool:
        return bool(self._run_id)

    def show_event(self, event: Event) -> None:
        match event:
            case PlanMade(proposed=True):
                self._run_id = event.run_id
                self._show_plan(event.plan, event.title)
                self.appear()
                alert(self)
            case PlanMade() | RunFinished() if self._run_id:
                self._run_id = ""
                self.appear()

    def _show_plan(self, plan: Plan, template: str) -> None:
        """Show a plan; ``template`` is the title of the template that it is based on, or ""."""
        plain = self.tr("Review the plan")
        named = self.tr("Review the plan (template “{0}”)")
        self._title.setText(named.format(template) if template else plain)
        waits = self.tr("Paused until you decide. The timer is stopped.")
        told = (waits, localized(plan.note), self._syntax())
        self._note.setText(" ".join(filter(None, told)))
        self._original = plan
        self.editor.setPlainText(plan_text(plan))

    def accept(self) -> None:
        self._accept(self.editor.toPlainText())

    def _accept(self, text: str) -> None:
        try:
            self._session.plans.answer(self._run_id, plan_of(text, self._original))
        except ValueError as fault:
            self._show_fault(str(fault))
            return
        self._run_id = ""
        self.appear()

    def _show_fault(self, fault: str) -> None:
        """Show why the plan cannot run or was rejected; "" hides the message."""
        text = localized(fault)
        text = f"{text[:1].upper()}{text[1:]}." if text else ""
        if text != self.fault.text():
            self.fault.setText(text)
            self.fault.setAccessibleName(text)
            self.fault.setVisible(bool(text))
            if text:
                alert(self.fault)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _accept_original(self) -> None:
        self._accept(plan_text(self._original))

    def _look(self) -> None:
        fault, text = "", self.editor.toPlainText()
        try:
            plan_of(text, self._original)
        except ValueError as error:
            fault = str(error)
        self._show_fault(fault)
        self.run.setEnabled(not fault)
        self.run_original.setEnabled(text != plan_text(self._original))
        self._fit()

    def _syntax(self) -> str:
        kinds = ", ".join(map(words.kind, SUBTASK_KINDS))
        text = self.tr(
            "One part per line, with its method ({0}) and the parts it needs in brackets."
        )
        return text.format(kinds)

    def _fit(self) -> None:
        room, lines = self.window().height(), round(self.editor.document().size().height())
        self._note.setVisible(room >= _ROOMY)
        wanted = lines * self.editor.fontMetrics().lineSpacing() + 36
        most = max(_LEAST, round(room * _SHARE) - _AROUND)
        self.editor.setFixedHeight(min(max(wanted, _LEAST), most))
