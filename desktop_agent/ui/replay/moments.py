"""The moments of a run that one looks for when it is played again. Nothing here knows Qt."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    PageRead,
    RunFinished,
    SearchFailed,
    StepStarted,
    TextDelta,
    Verdict,
)
from desktop_agent.core.waiting_events import SleepStarted

MomentKind = Literal["step", "page", "draft", "critique", "answer", "sleep", "fault", "end"]


ORDER: tuple[MomentKind, ...] = (
    "step", "end", "page", "sleep", "draft", "critique", "answer", "fault",
)  # fmt: skip
"""Of two in the same place the later one here is seen."""
_MOST_PLACES = 800
"""Places on a line for which there are marks: it has hardly more pixels."""


@dataclass(frozen=True, slots=True)
class Moment:
    """``position`` is how many events have happened then; ``event`` is the last of them."""

    position: int
    kind: MomentKind
    event: Event


class Mark(NamedTuple):
    """A moment on the line of time, in seconds from the beginning."""

    at: float
    moment: Moment


def moments(events: Iterable[Event]) -> Iterator[Moment]:
    """Yields the moments of a run, in order."""
    drafting = ""
    for position, event in enumerate(events, start=1):
        if isinstance(event, TextDelta):
            if event.channel == "draft" and event.step_id != drafting:
                drafting = event.step_id
                yield Moment(position, "draft", event)
            continue
        kind = _kind(event)
        if kind is not None:
            yield Moment(position, kind, event)


def marks(found: Iterable[Moment], times: Sequence[float]) -> tuple[Mark, ...]:
    """Gives moments with their times; one of all that would be seen in the same place."""
    width = (times[-1] if times else 0.0) / _MOST_PLACES or 1.0
    seen: dict[int, Mark] = {}
    for moment in found:
        mark = Mark(times[moment.position - 1], moment)
        before = seen.get(place := int(mark.at / width))
        if before is None or ORDER.index(before.moment.kind) <= ORDER.index(moment.kind):
            seen[place] = mark
    return tuple(seen.values())


def _kind(event: Event) -> MomentKind | None:
    match event:
        case StepStarted():
            return "step"
        case PageRead():
            return "page"
        case Verdict(by="consulter"):
            return "critique"
        case AnswerGiven():
            return "answer"
        case SleepStarted():
            return "sleep"
        case SearchFailed() | RunFinished(status="failed"):
            return "fault"
        case RunFinished():
            return "end"
    return None
