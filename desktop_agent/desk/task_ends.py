"""How background runs have ended, for those who wait for one, and the way of a model to begin some."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Literal

from desktop_agent.core.background import KnownRun
from desktop_agent.core.errors import AgentError
from desktop_agent.tools.background_tasks import TaskEnd
from desktop_agent.tools.run_memory import RunMemory

_KEPT_MOST = 500
"""Ends that are remembered, the newest: who waits for an older one has long been told."""


class TaskEnds:
    """The ends that are known, and those that are waited for."""

    def __init__(self) -> None:
        self._ends: dict[str, TaskEnd] = {}
        self._open: set[str] = set()
        self._waiting: defaultdict[str, list[asyncio.Future[TaskEnd]]] = defaultdict(list)

    def began(self, run_id: str) -> None:
        """Knows of a run that has not ended."""
        if run_id not in self._ends:
            self._open.add(run_id)

    def ended(self, known: KnownRun) -> None:
        """Keeps how a run has ended, and tells those who wait."""
        end = TaskEnd(known.run_id, known.state, known.question, known.answer, known.error)
        self._ends[known.run_id] = end
        self._open.discard(known.run_id)
        if len(self._ends) > _KEPT_MOST:
            del self._ends[next(iter(self._ends))]
        for waiting in self._waiting.pop(known.run_id, ()):
            if not waiting.done():
                waiting.set_result(end)

    def state(self, run_id: str) -> TaskEnd | Literal["open"] | None:
        """Gives the end, "open" before it, None for a run that is not known."""
        return self._ends.get(run_id) or ("open" if run_id in self._open else None)

    async def wait(self, run_id: str) -> TaskEnd:
        """Waits for an end; raises `AgentError` for a run that is not known."""
        state = self.state(run_id)
        if state is None:
            raise AgentError(f"There is no background run {run_id!r}.")
        if state != "open":
            return state
        waiting: asyncio.Future[TaskEnd] = asyncio.get_running_loop().create_future()
        self._waiting[run_id].append(waiting)
        return await waiting


class OwnTasks:
    """The background runs of one run; a run that goes on does not begin them a second time.

    ``begin`` gives the id of a new one for a question and a strategy.
    """

    def __init__(
        self,
        ends: TaskEnds,
        memory: RunMemory,
        begin: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._ends = ends
        self._memory = memory
        self._begin = begin

    async def start(self, question: str, strategy: str) -> str:
        """Gives the id of a new background run; raises `AgentError` where there are too many."""
        return await self._memory.once(
            "task", (question, strategy), str, lambda: self._begin(question, strategy), _cut
        )

    async def ended(self, task_id: str) -> TaskEnd:
        """Waits for the end of one."""
        return await self._ends.wait(task_id)

    def state(self, task_id: str) -> TaskEnd | Literal["open"] | None:
        """Gives how it stands with one."""
        return self._ends.state(task_id)


def _cut() -> str:
    raise AgentError("The background run was not begun: the program was being closed.")
