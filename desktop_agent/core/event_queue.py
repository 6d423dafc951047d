"""Events that wait to be shown, with pieces of one text joined while they wait."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from desktop_agent.core.events import Event, TextDelta, ThinkingDelta


class EventQueue:
    """First in, first out; pieces of one text that follow each other come out as one event."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Event]:
        """Gives all that wait, and leaves them there."""
        return (each.event for each in self._waiting)

    def add(self, event: Event) -> None:
        """Puts an event at the end."""
        if not (self._waiting and self._waiting[-1].join(event)):
            self._waiting.append(_Waiting(event))

    def take(self) -> Event:
        """Takes the first one; of joined pieces it has the number and the time of the last."""
        return self._waiting.popleft().event

    def clear(self) -> None:
        """Forgets what waits."""
        self._waiting.clear()


class _Waiting:
    """An event, or several deltas that are one by now."""

    __slots__ = ("_event", "_pieces")

    def __init__(self, event: Event) -> None:
        self._event = event
        self._pieces = [event.text] if isinstance(event, TextDelta | ThinkingDelta) else []

    def join(self, event: Event) -> bool:
        """Takes a delta that goes on where this one ends; gives whether it does."""
        mine = self._event
        if (
            not isinstance(event, TextDelta | ThinkingDelta)
            or not isinstance(mine, TextDelta | ThinkingDelta)
            or type(event) is not type(mine)
            or (event.step_id, event.channel) != (mine.step_id, mine.channel)
        ):
            return False
        self._event = event
        self._pieces.append(event.text)
        return True

    @property
    def event(self) -> Event:
        """The event, with all of its text."""
        if len(self._pieces) > 1:
            assert isinstance(self._event, TextDelta | ThinkingDelta)
            return replace(self._event, text="".join(self._pieces))
        return self._event
