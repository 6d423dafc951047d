"""Asks the person about tools of servers: from the run to the card above the composer, and back."""

from typing import Literal, Protocol, cast

from PySide6.QtCore import QObject, SignalInstance

from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.waiting_events import ApprovalAsked, ApprovalGiven
from desktop_agent.ui.composer.composer_row import ComposerRow
from desktop_agent.ui.composer.plan_reviewing import Here

Answer = Literal["once", "always", "never", "declined"]


class Approvals(Protocol):
    """Where the person's answers go; see `approvals.Approvals`."""

    def answer(self, run_id: str, call_id: str, decision: Answer) -> object: ...


class ApprovalSession(Protocol):
    """The session as far as approvals go."""

    @property
    def approvals(self) -> Approvals: ...


class Approving(QObject):
    """Shows the card while calls of the open conversation's run wait, the first one first.

    ``happened`` brings the events of the run. The card is made when the first call waits.
    """

    def __init__(
        self, row: ComposerRow, session: ApprovalSession, happened: SignalInstance, here: Here
    ) -> None:
        super().__init__(row)
        self._row = row
        self._session = session
        self._here = here
        self._waiting: dict[tuple[str, str], ApprovalAsked] = {}
        self._told = ("", "")
        happened.connect(self._happened)
        here.shown.connect(lambda _conversation: self._show())

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
        if answer in ("always", "never"):  # said of the tool, so it counts for all its calls here
            of = (call.run_id, call.server, call.tool, call.changed)
            every = self._waiting.values()
            meant = [
                each for each in every if (each.run_id, each.server, each.tool, each.changed) == of
            ]
        for each in meant:
            del self._waiting[each.run_id, each.call_id]
        for each in meant:
            self._session.approvals.answer(each.run_id, each.call_id, answer)
        self._show()

    def _show(self) -> None:
        if self._waiting and self._here.is_answering:
            if self._row.approval is None:
                self._row.make_approval().answered.connect(self._answered)
            card = self._row.approval
            assert card is not None
            key, call = next(iter(self._waiting.items()))
            card.show_call(call, len(self._waiting))
            card.show()
            if key != self._told:
                self._told = key
                card.announce()
        elif self._row.approval is not None:
            self._row.approval.put_away()
