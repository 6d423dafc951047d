"""The ``start_research`` tool, and the interface for starting and awaiting background runs."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from pydantic import Field

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import TaskStarted
from desktop_agent.core.runs import RunState
from desktop_agent.core.text import clipped
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult

# --- Background runs started or awaited by a run

_MOST_RESULT: Final = 6_000
"""Maximum number of characters of an answer that are passed to a model."""


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """The outcome of a background run: its answer, or the ``error`` that prevented one."""

    task_id: str
    state: RunState
    question: str = ""
    answer: str = ""
    error: str = ""

    @property
    def result(self) -> str:
        return clipped(self.answer, _MOST_RESULT)


class Tasks(Protocol):
    """Interface for starting background runs and waiting for them."""

    async def start(self, question: str, strategy: str) -> str:
        """Start a background run and return its id; raise `AgentError` if there are too many."""

    async def ended(self, task_id: str) -> TaskEnd:
        """Wait for a background run and return its outcome; raise `AgentError` if it is unknown."""

    def state(self, task_id: str) -> TaskEnd | Literal["open"] | None:
        """Return the outcome of a run, "open" if it has not ended, or None if the id is unknown."""


class StartResearchArguments(Arguments):
    """A whole question: who works on it knows nothing of the conversation."""

    question: str = Field(
        min_length=1,
        max_length=4000,
        description="for example: How did the harvest of 2025 change the price of olive oil in Spain?",
    )
    strategy: Literal["auto", "evidence", "quick", "verified", "team", "deep"] = Field("auto")


class StartResearch(Tool[StartResearchArguments]):
    """A tool that starts a background run and returns its id.

    It can be used at most ``most`` times per run.
    """

    name = "start_research"
    description = (
        "Let another question, which must make sense on its own, be researched in the background. "
        "Returns a task_id at once; call sleep with mode event and that task_id for the result."
    )
    takes = StartResearchArguments

    def __init__(self, tasks: Tasks, emit: Emit, most: int) -> None:
        self._tasks = tasks
        self._emit = emit
        self._left = self._most = most

    def has_side_effect(self, _arguments: StartResearchArguments) -> bool:
        return True

    async def run(self, arguments: StartResearchArguments) -> ToolResult:
        if self._left <= 0:
            raise AgentError(
                f"This task has already started all {self._most} background tasks it is allowed.",
                "Work on the question here.",
            )
        self._left -= 1  # before waiting, because the calls of a round run in parallel
        try:
            task_id = await self._tasks.start(arguments.question, arguments.strategy)
        except AgentError:
            self._left += 1
            raise
        self._emit(
            TaskStarted(task_id=task_id, question=arguments.question, strategy=arguments.strategy)
        )
        how = f'To wait for its result, call sleep with mode "event" and task_id "{task_id}".'
        return ToolResult({"task_id": task_id, "note": how}, f"{task_id} is begun")
