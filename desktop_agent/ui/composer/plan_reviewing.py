"""Lets the person look plans over: from the run to the card above the composer, and back."""

from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance

from desktop_agent.core.events import Event, PlanMade, RunFinished
from desktop_agent.core.plan import Plan
from desktop_agent.core.settings import Settings
from desktop_agent.ui.composer.composer_row import ComposerRow


class Plans(Protocol):
    """Where a plan that was looked over is handed back; see `plan_reviews.PlanReviews`."""

    def answer(self, run_id: str, plan: Plan) -> None: ...


class ReviewSession(Protocol):
    """The session as far as plans go."""

    @property
    def plans(self) -> Plans: ...

    @property
    def settings(self) -> Settings: ...


class Here(Protocol):
    """The conversation on the screen, which may be another than the one in which a run goes on.

    ``shown`` is sent when it is another.
    """

    @property
    def shown(self) -> SignalInstance: ...

    @property
    def is_answering(self) -> bool: ...


class PlanReviewing(QObject):
    """Shows the card while the run of the open conversation waits; hands back what comes of it.

    ``happened`` brings the events of the run.
    """

    def __init__(
        self, row: ComposerRow, session: ReviewSession, happened: SignalInstance, here: Here
    ) -> None:
        super().__init__(row)
        self._card = row.plan
        self._switch = row.composer.review
        self._session = session
        self._here = here
        self._run_id = ""
        self._usual = False
        happened.connect(self._happened)
        here.shown.connect(lambda _conversation: self._show())
        self._card.accepted.connect(self._accepted)
        self.follow_settings()

    def follow_settings(self) -> None:
        """Takes the usual choice of the settings, where that is another than it was."""
        usual = self._session.settings.agent.review_plan
        if usual != self._usual:
            self._usual = usual
            self._switch.setChecked(usual)

    def begin_chat(self) -> None:
        """Take the usual choice: what was chosen in another chat is that chat's."""
        self._switch.setChecked(self._usual)

    def _happened(self, event: Event) -> None:
        match event:
            case PlanMade(proposed=True):
                self._run_id = event.run_id
                self._card.show_plan(event.plan, event.title)
                self._show()
                self._card.announce()
            case PlanMade() | RunFinished() if self._run_id:
                self._run_id = ""
                self._show()

    def _accepted(self, plan: Plan) -> None:
        try:
            self._session.plans.answer(self._run_id, plan)
        except ValueError as fault:
            self._card.refuse(str(fault))
            return
        self._run_id = ""
        self._show()

    def _show(self) -> None:
        if self._run_id and self._here.is_answering:
            self._card.show()
        else:
            self._card.put_away()
