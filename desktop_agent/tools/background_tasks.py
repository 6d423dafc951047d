"""Background runs as a run sees those that it has begun, or that it waits for."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from desktop_agent.core.background import RunState
from desktop_agent.core.short_line import clipped

_MOST_RESULT: Final = 6_000
"""Characters of an answer that a model is given."""


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """How a background run has ended; ``answer`` is its text, ``error`` why there is none."""

    task_id: str
    state: RunState
    question: str = ""
    answer: str = ""
    error: str = ""

    @property
    def result(self) -> str:
        """The answer, cut where it is longer than a model is to be given."""
        return clipped(self.answer, _MOST_RESULT)


class Tasks(Protocol):
    """Begins background runs and tells of their end."""

    async def start(self, question: str, strategy: str) -> str:
        """Gives the task id at once; raises `core.errors.AgentError`, as where there are too many."""

    async def ended(self, task_id: str) -> TaskEnd:
        """Waits for the end, or gives it at once; raises `core.errors.AgentError` for unknown ids."""

    def state(self, task_id: str) -> TaskEnd | Literal["open"] | None:
        """Gives the end, "open" before it, or None for an id that is not known."""
