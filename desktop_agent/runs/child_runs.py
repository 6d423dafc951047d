"""Start background runs from within a run, and wait for their results."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Literal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import RunRecord
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.recorded_results import RecordedResults

_MOST = 500
"""Maximum number of results kept in memory; callers waiting for older ones have been notified."""


class RunResults:
    """Stores the results of background runs and lets callers wait for them."""

    def __init__(self) -> None:
        self._results: dict[str, TaskEnd] = {}
        self._open: set[str] = set()
        self._waiting: defaultdict[str, list[asyncio.Future[TaskEnd]]] = defaultdict(list)

    def began(self, run_id: str) -> None:
        if run_id not in self._results:
            self._open.add(run_id)

    def ended(self, record: RunRecord) -> None:
        end = TaskEnd(record.run_id, record.state, record.question, record.answer, record.error)
        self._results[record.run_id] = end
        self._open.discard(record.run_id)
        if len(self._results) > _MOST:
            del self._results[next(iter(self._results))]
        for waiting in self._waiting.pop(record.run_id, ()):
            if not waiting.done():
                waiting.set_result(end)

    def state(self, run_id: str) -> TaskEnd | Literal["open"] | None:
        return self._results.get(run_id) or ("open" if run_id in self._open else None)

    async def wait(self, run_id: str) -> TaskEnd:
        """Wait for a run to end and return its result; raise `AgentError` if the run is unknown."""
        state = self.state(run_id)
        if state is None:
            raise AgentError(f"There is no background run {run_id!r}.")
        if state != "open":
            return state
        waiting: asyncio.Future[TaskEnd] = asyncio.get_running_loop().create_future()
        self._waiting[run_id].append(waiting)
        return await waiting


class ChildRuns:
    """Starts background runs with ``begin``; a resumed run does not start the same ones again."""

    def __init__(
        self,
        results: RunResults,
        memory: RecordedResults,
        begin: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._memory = memory
        self._begin = begin
        self.ended = results.wait
        self.state = results.state

    async def start(self, question: str, strategy: str) -> str:
        not_begun = AgentError("The background task didn't start because the app was closing.")
        return await self._memory.once(
            "task", (question, strategy), str, lambda: self._begin(question, strategy), not_begun
        )
