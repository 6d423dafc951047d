"""Which parts of a run were given how much of its time, and what they have taken."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import BudgetSpent, Event, RunStarted, StepFinished, StepStarted
from desktop_agent.core.short_line import clipped
from desktop_agent.ui.step_titles import step_title
from desktop_agent.ui.words import ms

_MOST_LINES = 24
_MOST_TITLE = 60


@dataclass(slots=True)
class _Part:
    """A part: seconds that it was given, when it began, and when it ended."""

    title: str
    given_s: float
    began: float
    ended: float | None = None

    def line(self, now: float) -> str:
        tr = QCoreApplication.translate
        title = clipped(step_title(self.title), _MOST_TITLE)
        took = ms(1000 * ((now if self.ended is None else self.ended) - self.began))
        form = tr("Budget", "{0}: {1} of {2}")
        if self.ended is None:
            form = tr("Budget", "▸ {0}: {1} of {2}")
        return form.format(title, took, ms(1000 * self.given_s))


class BudgetParts:
    """Follows a run; a part is told by `BudgetSpent` right behind the step that carries it out."""

    def __init__(self) -> None:
        self._begun: dict[str, str] = {}
        self._parts: dict[str, _Part] = {}

    def apply(self, event: Event) -> None:
        """Takes the next event."""
        match event:
            case RunStarted():
                self._begun, self._parts = {}, {}
            case StepStarted():
                self._begun[event.title] = event.step_id
            case BudgetSpent(part=part) if part:
                step = self._begun.pop(part, part)
                self._parts[step] = _Part(part, event.part_s, event.t)
            case StepFinished(step_id=step) if step in self._parts:
                self._parts[step].ended = event.t

    @property
    def running(self) -> tuple[str, ...]:
        """The titles of the parts that go on, the newest last."""
        going = (part for part in self._parts.values() if part.ended is None)
        return tuple(step_title(part.title) for part in going)

    def lines(self, now: float) -> list[str]:
        """Gives a line a part, the newest last; ``now`` is seconds since the run began."""
        return [part.line(now) for part in list(self._parts.values())[-_MOST_LINES:]]
