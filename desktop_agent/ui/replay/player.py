"""Where a recorded run stands while it is played again. Nothing here knows Qt."""

import math
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, math.inf)
"""How many recorded seconds pass in one; at the last, as many as the window can show."""
LONG_PAUSE_S: Final = 4.0
"""A longer wait between two events is a pause that nobody needs to see whole."""
PAUSE_SHOWN_S: Final = 1.0
"""What is left of such a pause."""
AT_ONCE: Final = 400
"""Events of one `advance` at the highest speed."""
_LATE_S = 0.25
"""Seconds that count at most between two calls of `advance`: the machine may have slept."""


class Timeline:
    """When the events of a run happen. It takes a while to make of a long one, and can be made in any thread.

    ``recorded`` are seconds since the beginning, an event each; in ``shortened`` no wait is longer
    than `LONG_PAUSE_S`. ``stops`` are positions, ascending.
    """

    def __init__(self, times: Iterable[float] = (), stops: Iterable[int] = ()) -> None:
        self.recorded = list(accumulate(times, max))  # a clock that went back does not matter
        gaps = [b - a for a, b in pairwise([0.0, *self.recorded])]
        self.has_pauses = any(gap > LONG_PAUSE_S for gap in gaps)
        """Whether there is a long pause in it."""
        self.shortened = self.recorded
        if self.has_pauses:
            shown = (gap if gap <= LONG_PAUSE_S else PAUSE_SHOWN_S for gap in gaps)
            self.shortened = list(accumulate(shown))
        self.stops = sorted({0, *stops, len(self.recorded)})


class Player:
    """Goes through events by their times, on a clock that is given.

    A position is the number of events that have happened: from 0 to ``count``. Times are seconds
    since the beginning as they are played, in which long pauses are short unless `show_pauses`.
    Stops are the positions that `step` goes to.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen = 0.0
        self._line = Timeline()
        self._times: Sequence[float] = ()
        self._pauses = False
        self.position = 0
        self.at = 0.0
        """Seconds since the beginning."""
        self.speed = SPEEDS[0]
        self.playing = False

    def load(self, line: Timeline) -> None:
        """Takes another run, and stands at its beginning."""
        self._line = line
        self._times = self._timeline()
        self.playing = False
        self.go_to(0)

    @property
    def count(self) -> int:
        """How many events there are."""
        return len(self._times)

    @property
    def duration(self) -> float:
        """Seconds from the beginning to the last event, as they are played."""
        return self._times[-1] if self._times else 0.0

    @property
    def at_end(self) -> bool:
        """Whether everything has happened."""
        return self.position == self.count

    def time_of(self, position: int) -> float:
        """Gives the time at which the last of so many events happens."""
        return self._times[position - 1] if position else 0.0

    # --- playing

    def play(self) -> None:
        """Goes on from here; from the beginning where everything has happened."""
        if self.at_end:
            self.go_to(0)
        self.playing = bool(self.count)
        self._seen = self._clock()

    def pause(self) -> None:
        """Stays where it is."""
        self.playing = False

    def advance(self) -> bool:
        """Moves as far as the clock has; to be called some 30 times a second. True where it is elsewhere now."""
        now = self._clock()
        passed, self._seen = min(now - self._seen, _LATE_S), now
        if not self.playing:
            return False
        before = self.position
        if math.isinf(self.speed):
            self.position = min(before + AT_ONCE, self.count)
            self.at = self.time_of(self.position)
        else:
            self.at = min(self.at + passed * self.speed, self.duration)
            self.position = max(before, bisect_right(self._times, self.at))
        self.playing = not self.at_end
        return self.position != before

    def faster(self, by: int) -> float:
        """Takes a speed further up or down in `SPEEDS`, and gives it."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        return self.speed

    def show_pauses(self, shown: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Has long pauses last as long as they did, or a second; the position stays."""
        self._pauses = shown
        self._times = self._timeline()
        self.at = self.time_of(self.position)

    # --- going elsewhere

    def go_to(self, position: int) -> None:
        """Goes to where so many events have happened, or as many as there are."""
        self.position = max(0, min(position, self.count))
        self.at = self.time_of(self.position)

    def go_to_time(self, seconds: float) -> None:
        """Goes to a moment."""
        self.at = max(0.0, min(seconds, self.duration))
        self.position = bisect_right(self._times, self.at)

    def step(self, by: int) -> None:
        """Goes to the next stop (1) or the one before (-1)."""
        stops = self._line.stops
        if by > 0:
            place = bisect_right(stops, self.position)
        else:
            place = bisect_left(stops, self.position) - 1
        self.go_to(stops[max(0, min(place, len(stops) - 1))])

    def _timeline(self) -> Sequence[float]:
        return self._line.recorded if self._pauses else self._line.shortened
