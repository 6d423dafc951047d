"""What a run has slept, as its recording tells it."""

from collections.abc import Iterable

from desktop_agent.core.events import Event, SleepEnded, SleepStarted
from desktop_agent.core.runs import Sleeping
from desktop_agent.tools.sleep import STOPPED, WakeUp


def slept(events: Iterable[Event]) -> tuple[Sleeping | None, tuple[WakeUp, ...]]:
    """Gives the sleep that is not over, if any, and those that are; for `RunSleep.restore`.

    A sleep that was left because the part that slept was stopped is not over.
    """
    sleeping: Sleeping | None = None
    past: list[WakeUp] = []
    for event in events:
        match event:
            case SleepStarted():
                sleeping = Sleeping(
                    event.sleep_id,
                    event.mode,
                    event.until - event.seconds,
                    event.until,
                    event.reason,
                    event.task_id,
                    event.by_person,
                )
            case SleepEnded() if event.reason != STOPPED:
                past.append(WakeUp(event.sleep_id, event.reason, event.slept_s))
                sleeping = None
    return sleeping, tuple(past)
