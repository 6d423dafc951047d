"""What the program of a server writes to stderr: its last lines, for the person who looks why."""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TextIO

LINES = 50
_LONGEST = 500
_CHUNK = 64 * 1024
_BREATH_S = 0.02
"""Seconds between two full chunks: a program that floods waits for us, not we for it."""


class ErrorOutput:
    """A pipe whose last lines are kept; ``redact`` takes secrets out of them.

    It is read in a thread, as a pipe can be waited for on every system in this way alone; the
    thread ends when every process that writes to it has ended.
    """

    def __init__(self, name: str, redact: Callable[[str], str]) -> None:
        self._redact = redact
        self._lines: deque[str] = deque(maxlen=LINES)
        reading, writing = os.pipe()
        self.file: TextIO = os.fdopen(writing, "w", encoding="utf-8")
        """For the program; to be closed here once it has been started."""
        thread = threading.Thread(
            target=self._read, args=(reading,), name=f"stderr of {name}", daemon=True
        )
        thread.start()

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the oldest first."""
        return tuple(map(self._redact, tuple(self._lines)))

    def _read(self, reading: int) -> None:
        rest = b""
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            while chunk := pipe.read(_CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                self._lines.extend(map(_shown, whole[-LINES:]))
                rest = rest[:_LONGEST]
                if len(chunk) == _CHUNK:
                    time.sleep(_BREATH_S)
        if rest:
            self._lines.append(_shown(rest))


def _shown(line: bytes) -> str:
    text = line[:_LONGEST].decode("utf-8", "replace")
    return "".join(each if each.isprintable() else " " for each in text).rstrip()
