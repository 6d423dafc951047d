"""Opening the dialog of a schedule, and keeping what it brings."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.schedule import Schedule
from desktop_agent.ui.schedules.session import ScheduleSession
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.while_alive import while_alive

if TYPE_CHECKING:
    from desktop_agent.ui.schedules.schedule_dialog import ScheduleDialog, Wanted


class Scheduling(QObject):
    """``kept`` brings a schedule when it is on the disk."""

    kept = Signal(object)

    def __init__(self, session: ScheduleSession, tasks: Tasks, over: QWidget) -> None:
        super().__init__(over)
        self._session = session
        self._tasks = tasks
        self._over = over

    def ask_regularly(self, question: str = "") -> "ScheduleDialog":
        """Opens the dialog for a new schedule."""
        return self._open(None, question)

    def change(self, schedule: Schedule) -> "ScheduleDialog":
        """Opens the dialog for one that there is."""
        return self._open(schedule, "")

    def _open(self, schedule: Schedule | None, question: str) -> "ScheduleDialog":
        from desktop_agent.ui.schedules.schedule_dialog import ScheduleDialog

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
