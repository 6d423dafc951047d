"""What is told of a sleep: that it was asked for, and that it is over."""

from dataclasses import dataclass

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
