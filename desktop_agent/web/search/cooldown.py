"""Cool-down for engines that returned a CAPTCHA.

A challenge applies to the IP address and lasts; asking again only prolongs it. So the engine is
left alone, twice as long each time, until it answers again. Cool-downs are stored as wall-clock
times, so that they survive a restart.
"""

import logging
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.errors import StorageError
from desktop_agent.core.settings import SearchSettings

_log = logging.getLogger(__name__)

LONGEST_S = 86_400.0
"""Maximum cool-down, whatever the settings or a damaged file say."""

_ROUNDING_S = 1.0


@dataclass(frozen=True, slots=True)
class _Rest:
    until: float  # wall clock, seconds
    length_s: float

    def left(self, now: float) -> float:
        return max(0.0, self.until - now)

    def possible(self, now: float, most_s: float) -> bool:
        """False if the clock was set back, or the settings rule out such a cool-down."""
        return 0 < self.length_s <= most_s and self.left(now) <= self.length_s + _ROUNDING_S


def _number(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    return math.nan


def _rest(entry: object) -> _Rest | None:
    if not isinstance(entry, Mapping):
        return None
    rest = _Rest(_number(entry.get("until")), _number(entry.get("length_s")))
    return rest if math.isfinite(rest.until) and math.isfinite(rest.length_s) else None


class Cooldowns:
    """The cool-downs of the engines; ``clock`` is wall time in seconds.

    ``load`` and ``save`` handle a JSON object, engine name -> {"until", "length_s"}. Storage errors
    are logged and cost at most one more challenge.
    """

    def __init__(
        self,
        settings: SearchSettings,
        *,
        load: Callable[[], Any] = dict,
        save: Callable[[Mapping[str, Any]], None] = lambda _rests: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._first_s = settings.cooldown_s
        self._most_s = min(settings.cooldown_max_s, LONGEST_S)
        self._load = load
        self._save = save
        self._clock = clock
        self._rests: dict[str, _Rest] | None = None

    def left(self, engine: str) -> float:
        """Return the seconds of cool-down left; 0 when the engine may be asked."""
        rests = self._read()
        rest = rests.get(engine)
        if rest is None:
            return 0.0
        now = self._clock()
        if not rest.possible(now, self._most_s):
            del rests[engine]
            return 0.0
        return rest.left(now)

    def resting(self) -> dict[str, float]:
        """Return the seconds left for each engine in cool-down."""
        return {name: left for name in tuple(self._read()) if (left := self.left(name)) > 0}

    def challenged(self, engine: str) -> float:
        """Start a cool-down and return its seconds: ``cooldown_s``, doubled each time.

        A challenge that arrives during a cool-down (from an earlier request) changes nothing.
        """
        left = self.left(engine)
        if left > 0:
            return left
        rests = self._read()
        last = rests.get(engine)
        length_s = min(self._first_s if last is None else last.length_s * 2, self._most_s)
        if length_s > 0:
            rests[engine] = _Rest(self._clock() + length_s, length_s)
            self._write(rests)
        return length_s

    def answered(self, engine: str) -> None:
        """Reset the engine after an answer: its next cool-down is short again."""
        rests = self._read()
        if rests.pop(engine, None) is not None:
            self._write(rests)

    def _read(self) -> dict[str, _Rest]:
        if self._rests is None:
            try:
                entries = self._load()
            except StorageError as error:
                _log.warning("the engines' rests cannot be read: %s", error)
                entries = {}
            if not isinstance(entries, Mapping):  # a damaged file
                entries = {}
            read = {str(name): _rest(entry) for name, entry in entries.items()}
            self._rests = {name: rest for name, rest in read.items() if rest is not None}
        return self._rests

    def _write(self, rests: Mapping[str, _Rest]) -> None:
        entries = {
            name: {"until": rest.until, "length_s": rest.length_s} for name, rest in rests.items()
        }
        try:
            self._save(entries)
        except StorageError as error:
            _log.warning("the engines' rests cannot be saved: %s", error)
