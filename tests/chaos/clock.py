"""A wall clock that can be put forward and back; the monotonic one goes on as it does."""

import sys
import time
from datetime import datetime, timedelta
from typing import Any

import pytest

_time = time.time
_shift = [0.0]


class _Kind(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


class _ShiftedDatetime(datetime, metaclass=_Kind):
    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) + timedelta(seconds=_shift[0])

    @classmethod
    def fromtimestamp(cls, at: float, tz: Any = None) -> Any:
        return datetime.fromtimestamp(at, tz)


class WallClock:
    """The clock of the whole program, as far as it is loaded when `put` is called."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.put(0.0)
        patch.setattr(time, "time", lambda: _time() + _shift[0])

    def put(self, seconds: float) -> None:
        """Sets how far the clock is from the right time."""
        _shift[0] = seconds
        for name, module in list(sys.modules.items()):
            if name.startswith("desktop_agent.") and vars(module).get("datetime") is datetime:
                self._patch.setattr(module, "datetime", _ShiftedDatetime)
