"""Cool-downs for engines that returned a CAPTCHA.

Such an engine keeps challenging the user's IP address for some time, and further requests prolong
this, so it is not queried again until its cool-down ends. The cool-down doubles with each new
challenge until the engine returns results again. Cool-downs are stored as wall-clock times, so that
they survive a restart.
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.settings import SearchSettings

_log = logging.getLogger(__name__)

LONGEST_S = 86_400.0  # the maximum cool-down, regardless of the settings or a damaged file
_ROUNDING_S = 1.0


@dataclass(frozen=True, slots=True)
class _Rest:
    until: float  # wall clock, seconds
    length_s: float


_Rests = dict[str, _Rest]


class Cooldowns:
    """The cool-downs of all engines; ``clock`` returns the time as a Unix timestamp.

    ``load`` and ``save`` read and write a JSON object that maps each engine name to {"until",
    "length_s"}. Storage errors are only logged: at worst, they lead to one more challenge.
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
        self._rests: _Rests | None = None

    def left(self, engine: str) -> float:
        """Return the remaining cool-down in seconds, or 0 if the engine may be queried."""
        rests = self._read()
        rest = rests.get(engine)
        if rest is None:
            return 0.0
        left = max(0.0, rest.until - self._clock())
        # beyond the limits, or the clock was set back
        if not 0 < rest.length_s <= self._most_s or left > rest.length_s + _ROUNDING_S:
            del rests[engine]
            return 0.0
        return left

    def resting(self) -> dict[str, float]:
        """Return the remaining seconds of each engine's cool-down."""
        return {name: left for name in tuple(self._read()) if (left := self.left(name)) > 0}

    def challenged(self, engine: str) -> float:
        """Start a cool-down and return its length in seconds.

        The first cool-down lasts ``cooldown_s``, and each further one lasts twice as long as the
        previous one, up to ``cooldown_max_s``. If a cool-down is already in progress, the request
        was sent before it began, and the remaining time is returned instead.
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
        """Forget an engine's past cool-downs, so that the next cool-down is short again."""
        rests = self._read()
        if rests.pop(engine, None) is not None:
            self._write(rests)

    def _read(self) -> _Rests:
        if self._rests is None:
            try:
                self._rests = from_json(_Rests, self._load())
            except StorageError as error:
                _log.warning("the engines' rests cannot be read: %s", error)
                self._rests = {}
        return self._rests

    def _write(self, rests: _Rests) -> None:
        try:
            self._save(to_json(_Rests, rests))
        except StorageError as error:
            _log.warning("the engines' rests cannot be saved: %s", error)
