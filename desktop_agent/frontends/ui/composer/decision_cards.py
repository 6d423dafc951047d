"""The cards above the composer that ask the user for a decision: tool calls and plans."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QScrollArea, QWidget

from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, Event, PlanMade, RunFinished
from desktop_agent.core.plan import SUBTASK_KINDS, Plan, Subtask, SubtaskKind
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets import appearance
from desktop_agent.frontends.ui.widgets.accessibility import alert
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import (
    Banner,
    ElidedLabel,
    IconLabel,
    heading,
    wrapped,
)
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, readable, visible
from desktop_agent.frontends.ui.wording import reasoning

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.runs.approvals import Answer


class DecisionCard(QFrame):
    """A card that asks the user for a decision on the run in the open conversation.

    It is visible while a decision is pending and this conversation is being answered. Ctrl+Enter
    calls `accept`. ``happened`` is the signal that carries the run's events, and ``left`` is
    emitted if the card has the keyboard focus when it closes.
    """

    left = Signal()

    def __init__(self, happened: SignalInstance, conversation: OpenConversation) -> None:
        super().__init__()
        self.setObjectName("card")
        self.hide()
        self._conversation = conversation
        happened.connect(self.show_event)
        conversation.shown.connect(lambda _conversation: self.appear())

    @property
    def is_waiting(self) -> bool:
        """True while a decision is pending."""
        raise NotImplementedError

    def show_event(self, event: Event) -> None:
        raise NotImplementedError

    def accept(self) -> None:
        raise NotImplementedError

    def appear(self) -> None:
        """Show the card if a decision is pending in this conversation; otherwise hide it."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.setVisible(self.is_waiting and self._conversation.is_answering)
        if had_focus and self.isHidden():
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())


# --- Approval of a tool call

_MOST = (100_000, 5000)
"""Maximum number of characters and of lines of the arguments."""
_MOST_WORDS = (2000, 30)
_CALL_SHARE = 0.5
"""Maximum height of the card as a fraction of the window's height."""
_CALL_AROUND, _CALL_LEAST = 70, 56
"""Height in pixels of the card around its buttons and texts, and minimum height of the texts."""
_FIELD, _FRAME = 14, 6
"""Pixels that the style adds around the text of a field, and around the scroll area."""
_SETTLE_MS = 400
"""Milliseconds during which a new card accepts only a refusal, because a key pressed this soon was
meant for the previously focused widget.
"""
_LEAVES = ("once", "always")


class ApprovalCard(DecisionCard):
    """A card that asks the user to approve the oldest pending tool call."""

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        happened: SignalInstance,
        conversation: OpenConversation,
    ) -> None:
        super().__init__(happened, conversation)
        self._theme = theme
        self._session = session
        self._waiting: dict[tuple[str, str], ApprovalAsked] = {}
        self._announced: ApprovalAsked | None = None
        self._call: ApprovalAsked | None = None
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)

    def _build(self) -> None:
        """Create the content on demand, because it is slow to build and rarely needed."""
        theme = self._theme
        self.title = ElidedLabel("", 2000)
        self.title.setObjectName("section")
        self.count = heading("", "hint")
        self.changed = Banner(
            theme, self.tr("This tool's description has changed since you allowed it.")
        )
        self.outside = Banner(
            theme,
            self.tr(
                "This task has read text from outside sources, which can trick a model into "
                "calls like this one. Allow it only if you expected it."
            ),
        )
        self.origin = wrapped("", "hint")
        self._says = heading(self.tr("Description from the server:"), "hint")
        self.words = wrapped("", "cardQuote")
        self._with = heading(self.tr("Arguments:"), "hint")
        self.arguments = self._make_arguments()
        self.body = self._make_body()
        self._make_buttons()
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting)

    def show_event(self, event: Event) -> None:
        waiting = self._waiting
        match event:
            case ApprovalAsked():
                waiting[event.run_id, event.call_id] = event
            case ApprovalGiven() if waiting:
                waiting.pop((event.run_id, event.call_id), None)
            case RunFinished() if waiting:
                for key in [key for key in waiting if key[0] == event.run_id]:
                    del waiting[key]
            case _:
                return
        self.appear()

    def appear(self) -> None:
        call = next(iter(self._waiting.values()), None)
        if call is not None and self._conversation.is_answering:
            self._show_call(call, len(self._waiting))
        else:
            self._call = None
        super().appear()
        if self._call not in (None, self._announced):
            self._announced = self._call
            alert(self)

    def _show_call(self, call: ApprovalAsked, waiting: int) -> None:
        if self.layout() is None:
            self._build()
        self.count.setText(self.tr("1 of {0}").format(waiting) if waiting > 1 else "")
        if call == self._call:
            return
        self._call = call
        tool, title = visible(call.tool), self._title_of(call)
        self.title.show_text(title)
        self.setAccessibleName(title)
        self.setToolTip(self.tr("Paused until you decide. The timer is stopped."))
        self.changed.setVisible(call.changed)
        for part in (self.outside, self.origin):
            part.setVisible(bool(call.outside))
        self.origin.setText(self.tr("Last read: {0}").format(visible(call.outside)))
        self.always.setVisible(bool(call.server) and not call.outside)
        self.never.setVisible(bool(call.server))
        self.always.setToolTip(self.tr("Don't ask again for “{0}”").format(tool))
        self.never.setToolTip(self.tr("Always refuse “{0}”").format(tool))
        self._show_texts(call)
        self._settling.start()

    def _title_of(self, call: ApprovalAsked) -> str:
        match call.server, call.tool:
            case "", "start_research":
                return self.tr("Start a background task?")
            case "", "sleep":
                return self.tr("Let this task pause for a while?")
        server, tool = visible(call.server), visible(call.tool)
        return self.tr("Allow “{0}” to run {1}?").format(server, tool)

    def accept(self) -> None:
        self._answer("once")

    # --- Behaviour

    def _answer(self, answer: "Answer") -> None:
        call = self._call
        if call is None or (self._settling.isActive() and answer in _LEAVES):
            return
        meant = [call]
        if answer in ("always", "never"):  # applies to all waiting calls of the same tool
            meant = [each for each in self._waiting.values() if _tool(each) == _tool(call)]
        for each in meant:
            del self._waiting[each.run_id, each.call_id]
        for each in meant:
            self._session.approvals.answer(each.run_id, each.call_id, answer)
        self.appear()

    def _show_texts(self, call: ApprovalAsked) -> None:
        text, words = readable(call.arguments), visible(call.description.strip())
        self.words.setText(clipped(words, *_MOST_WORDS))
        for part in (self._says, self.words):
            part.setVisible(bool(words))
        nothing = text.strip() in ("", "{}")
        bare = self.tr("No arguments")
        self._with.setText(bare if nothing else self.tr("Arguments:"))
        self.arguments.setVisible(not nothing)
        self.arguments.setPlainText(clipped(text, *_MOST))
        self._fit()

    def _fit(self) -> None:
        """Fit the text area to its content, limiting the card to half the window's height."""
        document = self.arguments.document()
        line = QFontMetrics(document.defaultFont()).lineSpacing()
        frame = 2 * round(document.documentMargin()) + _FIELD
        self.arguments.setFixedHeight(round(document.size().height()) * line + frame)
        wanted = self._inside.heightForWidth(self.body.width() - _FRAME) + _FRAME
        around = self._buttons.heightForWidth(self._buttons.width()) + _CALL_AROUND
        most = max(_CALL_LEAST, round(self.window().height() * _CALL_SHARE) - around)
        self.body.setFixedHeight(min(wanted, most))

    def _restyle(self) -> None:
        self.arguments.document().setDefaultFont(appearance.mono(self._theme.points * 0.95))
        self._fit()

    # --- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # `_fit` changes the height itself
        if self.layout() is not None and event.oldSize().width() != event.size().width():
            self._fit()

    def event(self, event: QEvent) -> bool:
        """Claim Esc for the card, because the window's shortcut would stop the run."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._answer("declined")
        else:
            super().keyPressEvent(event)

    # --- Building

    def _make_arguments(self) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setObjectName("toolArguments")
        field.setReadOnly(True)
        field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # so that keys scroll the area around it
        field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        field.setAccessibleName(self.tr("Tool arguments"))
        return field

    def _make_body(self) -> QScrollArea:
        inside = self._inside = QWidget()
        inside.setObjectName("approvalBody")
        texts = (self.changed, self.outside, self.origin, self._says, self.words)
        parts = (*texts, self._with, self.arguments)
        vbox(*parts, parent=inside, margins=(0, 0, 6, 0), spacing=6)
        area = QScrollArea()
        area.setObjectName("approvalBody")
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setAccessibleName(self.tr("Tool description and arguments"))
        area.setWidget(inside)
        return area

    def _make_buttons(self) -> None:
        once, tip = self.tr("Allow once"), self.tr("Allow this call only (Ctrl+Enter)")
        self.once = push_button(once, lambda: self._answer("once"), name="primary", tip=tip)
        always = self.tr("Always allow this tool")
        self.always = push_button(always, lambda: self._answer("always"))
        self.never = push_button(self.tr("Never"), lambda: self._answer("never"))
        decline, tip = self.tr("Don't allow"), self.tr("Continue without it (Esc)")
        self.decline = push_button(decline, lambda: self._answer("declined"), tip=tip)

    def _lay_out(self) -> None:
        icon = IconLabel(self._theme, "tool", "accent", 18)
        head = hbox(icon, (self.title, 1), self.count, spacing=8)
        self._buttons = QWidget()
        FlowLayout(self._buttons, self.once, self.always, self.never, self.decline, gap=8)
        parts = (head, self.body, 2, self._buttons)
        vbox(*parts, parent=self, margins=(16, 12, 12, 12), spacing=6)


def _tool(call: ApprovalAsked) -> tuple[str, str, str, bool]:
    return call.run_id, call.server, call.tool, call.changed


# --- A plan as text, one part per line: ``3. Which is cheaper? [Compute: 1, 2]``

_LINE = re.compile(r"(?:(?P<name>[\w-]+)\.\s+)?(?P<question>.*?)\s*(?:\[(?P<how>[^\[\]]*)\])?")
_NUMBERED = re.compile(r"[a-z]?\d{1,4}")


def plan_text(plan: Plan) -> str:
    """Return a plan as text, with one part per line."""
    return "\n".join(map(_line, plan.subtasks))


def _line(part: Subtask) -> str:
    question, needs = " ".join(part.question.split()), ", ".join(part.needs)
    how = f"{reasoning.part_kind(part.kind)}: {needs}" if needs else reasoning.part_kind(part.kind)
    return f"{part.id}. {question} [{how}]"


def plan_of(text: str, original: Plan) -> Plan:
    """Parse a plan that the user may have edited.

    A line without a name gets the next free number, and one without a method uses reasoning.
    Unchanged text yields the original plan.

    Raises:
        ValueError: the plan cannot run; the message is suitable for display.
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
        if method.casefold() in (each, reasoning.part_kind(each).casefold()):
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
    """A card for reviewing a proposed plan; ``stopped`` is emitted when the user ends the run."""

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
        self.run_original = push_button(
            self.tr("Run original"), lambda: self._approve(self._original), tip=tip
        )
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
        self._look()
        if self.run.isEnabled():
            self._approve(plan_of(self.editor.toPlainText(), self._original))

    def _approve(self, plan: Plan) -> None:
        self._session.plans.answer(self._run_id, plan)
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
        kinds = ", ".join(map(reasoning.part_kind, SUBTASK_KINDS))
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
