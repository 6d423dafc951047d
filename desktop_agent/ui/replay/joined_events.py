"""The events of a run with pieces of one text joined: what shows them has less to do."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from desktop_agent.core.events import Event, TextDelta, ThinkingDelta


class JoinedEvents:
    """Looks once through the events for pieces that follow each other."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self._events = events
        self._ends = [0] * len(events)
        for index in range(len(events) - 1, -1, -1):
            goes_on = index + 1 < len(events) and _joins(events[index], events[index + 1])
            self._ends[index] = self._ends[index + 1] if goes_on else index + 1

    def __len__(self) -> int:
        return len(self._events)

    def next(self, start: int, stop: int) -> tuple[int, Event]:
        """Gives the event at ``start``, joined with those that go on from it, none from ``stop`` on.

        The number is that of the first event behind them. A joined event has the number and the
        time of the last one in it.
        """
        end = min(self._ends[start], stop)
        if end - start == 1:
            return end, self._events[start]
        joined = cast("Sequence[TextDelta | ThinkingDelta]", self._events[start:end])
        return end, replace(joined[-1], text="".join([each.text for each in joined]))


def _joins(event: Event, after: Event) -> bool:
    return (
        isinstance(event, TextDelta | ThinkingDelta)
        and isinstance(after, TextDelta | ThinkingDelta)
        and type(event) is type(after)
        and (event.step_id, event.channel) == (after.step_id, after.channel)
    )
