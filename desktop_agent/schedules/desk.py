"""Where the runs of scheduled questions are handed in; `run_desk.RunDesk` is one."""

from collections.abc import Callable
from typing import Protocol

from desktop_agent.core.background import KnownRun, RunOrigin
from desktop_agent.core.research import Question


class Desk(Protocol):
    """As much of the desk as schedules need."""

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> KnownRun:
        """Puts a run into the queue; raises `AgentError` where it cannot."""
        ...

    async def get(self, run_id: str) -> KnownRun | None:
        """Gives a run; None where it is not known."""
        ...

    def watch(self, watcher: Callable[[KnownRun], None]) -> Callable[[], None]:
        """Tells of every run that changes; gives what ends that."""
        ...
