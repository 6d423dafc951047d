"""What happens in a run that waits."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop_agent.core.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepStarted(Event):
    """The run waits: for a timer, a task's end, or the user."""

    type: ClassVar[str] = "sleep_started"
    mode: Literal["timer", "event", "manual"]
    seconds: float = 0.0
    task_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepEnded(Event):
    """The run goes on."""

    type: ClassVar[str] = "sleep_ended"
    reason: str
    slept_s: float
