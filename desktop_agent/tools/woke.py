"""What is told of a sleep: that it was asked for, that it begins, and that it is over."""

from dataclasses import dataclass

from desktop_agent.core.background import Sleeping
from desktop_agent.core.waiting_events import SleepStarted
from desktop_agent.tools.background_tasks import TaskEnd


@dataclass(frozen=True, slots=True)
class Asked:
    """A sleep that begins at the next gate; ``seconds`` is the most that it can last."""

    sleep_id: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Woke:
    """A sleep that has ended; ``task`` is the background run that was waited for, where it ended it."""

    sleep_id: str
    reason: str
    slept_s: float
    task: TaskEnd | None = None

    @property
    def text(self) -> str:
        """What a model is told of it."""
        return f"Sleep ended: {self.reason}, slept {self.slept_s:.1f} s."


def started_event(sleeping: Sleeping) -> SleepStarted:
    """Tells that a sleep begins."""
    return SleepStarted(
        mode=sleeping.mode,
        seconds=round(sleeping.until - sleeping.since, 3),
        task_id=sleeping.task_id,
        sleep_id=sleeping.sleep_id,
        reason=sleeping.reason,
        until=sleeping.until,
        by_person=sleeping.by_person,
    )
