"""The lines that arrive on a pipe, without a read that nobody can end."""

import asyncio
import os
import re
import threading
from collections.abc import Iterator

_PIECE = 65_536
MOST_BYTES = 4 * 1024 * 1024
"""The longest line that is taken; of a longer one nothing is."""
_AHEAD = 16
"""Lines that are read before they are asked for."""


_ESCAPES = re.compile(
    r"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|(\\.)"
)


def with_whole_characters(line: str) -> str:
    """Return a line of JSON in which no escape spells half a surrogate pair.

    The SDK drops a message with one unread; its sender would wait for an answer for ever.
    """
    return _ESCAPES.sub(lambda found: found[1] or found[2] or r"\ufffd", line)


class PipeLines:
    """Gives the lines of a file descriptor as they come; ends with it.

    A thread reads, because no system can wait for every kind of pipe in an event loop. It is a
    daemon: a read that waits for a client that says nothing does not keep the program alive.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._arrived: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(_AHEAD)
        threading.Thread(target=self._read, name="mcp stdin", daemon=True).start()

    def __aiter__(self) -> "PipeLines":
        return self

    async def __anext__(self) -> str:
        line = await self._arrived.get()
        if line is None:
            raise StopAsyncIteration
        self._room.release()
        return line

    def _read(self) -> None:
        for line in self._lines():
            self._room.acquire()
            if not self._hand_over(line):
                return
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> bool:
        try:
            self._loop.call_soon_threadsafe(self._arrived.put_nowait, line)
        except RuntimeError:  # the loop is closed: nobody reads any more
            return False
        return True

    def _lines(self) -> Iterator[str]:
        held = bytearray()
        too_long = False
        while piece := self._piece():
            *ends, rest = piece.split(b"\n")
            for end in ends:
                held += end
                yield "" if too_long or len(held) > MOST_BYTES else _decoded(held)
                held.clear()
                too_long = False
            held += rest
            if len(held) > MOST_BYTES:
                held.clear()
                too_long = True
        if held and not too_long:
            yield _decoded(held)

    def _piece(self) -> bytes:
        try:
            return os.read(self._descriptor, _PIECE)
        except OSError:  # it was closed, or is no longer there
            return b""


def _decoded(line: bytearray) -> str:
    return with_whole_characters(line.decode("utf-8", "replace"))
