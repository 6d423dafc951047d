"""What a run has slept, as its recording tells it."""

from collections.abc import Iterable

from desktop_agent.core.background import Sleeping
from desktop_agent.core.events import Event
from desktop_agent.core.sleep import STOPPED
from desktop_agent.core.waiting_events import SleepEnded, SleepStarted
from desktop_agent.tools.woke import Woke


def slept(events: Iterable[Event]) -> tuple[Sleeping | None, tuple[Woke, ...]]:
    """Gives the sleep that is not over, if any, and those that are; for `RunSleep.restore`.

    A sleep that was left because the part that slept was stopped is not over.
    """
    sleeping: Sleeping | None = None
    past: list[Woke] = []
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
                past.append(Woke(event.sleep_id, event.reason, event.slept_s))
                sleeping = None
    return sleeping, tuple(past)
