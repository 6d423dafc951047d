"""Controllers that connect a run's plan reviews and tool approvals to their cards."""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, SignalInstance

from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, Event, PlanMade, RunFinished
from desktop_agent.core.plan import Plan
from desktop_agent.frontends.ui.composer.composer import ComposerRow
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.widgets.accessibility import alert

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.runs.approvals import Answer

# --- Plan reviews


class PlanReviewController(QObject):
    """Shows the plan review card while a plan in the open conversation awaits review.

    ``happened`` is the signal that carries the events of the run.
    """

    def __init__(
        self,
        row: ComposerRow,
        session: "Session",
        happened: SignalInstance,
        conversation: OpenConversation,
    ) -> None:
        super().__init__(row)
        self._card = row.plan
        self._switch = row.composer.options.review
        self._session = session
        self._conversation = conversation
        self._run_id = ""
        self._usual = False
        happened.connect(self._happened)
        conversation.shown.connect(lambda _conversation: self._show())
        self._card.accepted.connect(self._accepted)
        self.follow_settings()

    def follow_settings(self) -> None:
        """Set the review switch to its default if the default in the settings has changed."""
        usual = self._session.settings.agent.review_plan
        if usual != self._usual:
            self._usual = usual
            self._switch.setChecked(usual)

    def begin_chat(self) -> None:
        """Set the review switch to its default at the start of a chat."""
        self._switch.setChecked(self._usual)

    def _happened(self, event: Event) -> None:
        match event:
            case PlanMade(proposed=True):
                self._run_id = event.run_id
                self._card.show_plan(event.plan, event.title)
                self._show()
                alert(self._card)
            case PlanMade() | RunFinished() if self._run_id:
                self._run_id = ""
                self._show()

    def _accepted(self, plan: Plan) -> None:
        try:
            self._session.plans.answer(self._run_id, plan)
        except ValueError as fault:
            self._card.show_fault(str(fault))
            return
        self._run_id = ""
        self._show()

    def _show(self) -> None:
        if self._run_id and self._conversation.is_answering:
            self._card.show()
        else:
            self._card.put_away()


# --- Tool approvals


class ApprovalController(QObject):
    """Shows the approval card while tool calls in the open conversation await approval.

    The oldest call is shown first. The card is created when it is first needed. ``happened`` is the
    signal that carries the events of the run.
    """

    def __init__(
        self,
        row: ComposerRow,
        session: "Session",
        happened: SignalInstance,
        conversation: OpenConversation,
    ) -> None:
        super().__init__(row)
        self._row = row
        self._session = session
        self._conversation = conversation
        self._waiting: dict[tuple[str, str], ApprovalAsked] = {}
        self._announced = ("", "")
        happened.connect(self._happened)
        conversation.shown.connect(lambda _conversation: self._show())

    def _happened(self, event: Event) -> None:
        match event:
            case ApprovalAsked():
                self._waiting[event.run_id, event.call_id] = event
                self._show()
            case ApprovalGiven() if self._waiting:
                self._waiting.pop((event.run_id, event.call_id), None)
                self._show()
            case RunFinished() if self._waiting:
                self._waiting = {
                    key: call for key, call in self._waiting.items() if key[0] != event.run_id
                }
                self._show()

    def _answered(self, text: str) -> None:
        answer = cast("Answer", text)
        call = next(iter(self._waiting.values()), None)
        if call is None:
            return
        meant = [call]
        if answer in ("always", "never"):  # applies to all waiting calls of the same tool
            meant = [each for each in self._waiting.values() if _tool(each) == _tool(call)]
        for each in meant:
            del self._waiting[each.run_id, each.call_id]
        for each in meant:
            self._session.approvals.answer(each.run_id, each.call_id, answer)
        self._show()

    def _show(self) -> None:
        if self._waiting and self._conversation.is_answering:
            if self._row.approval is None:
                self._row.make_approval().answered.connect(self._answered)
            card = self._row.approval
            assert card is not None
            key, call = next(iter(self._waiting.items()))
            card.show_call(call, len(self._waiting))
            card.show()
            if key != self._announced:
                self._announced = key
                alert(card)
        elif self._row.approval is not None:
            self._row.approval.put_away()


def _tool(call: ApprovalAsked) -> tuple[str, str, str, bool]:
    return call.run_id, call.server, call.tool, call.changed
