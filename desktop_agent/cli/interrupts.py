"""Ctrl-C while a question is carried out."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from desktop_agent.cli.exit_status import Exit

_SHOW_CURSOR = b"\x1b[?25h\n"


@contextmanager
def interrupts(stop: Callable[[], None]) -> Iterator[None]:
    """Has the first Ctrl-C call ``stop`` in the running loop, and the second end the program at once.

    A plain signal handler, not one of the loop: it works on every system, and also when the loop is
    busy and would not come to it.
    """
    loop = asyncio.get_running_loop()
    pressed = False

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            if sys.stderr.isatty():
                os.write(sys.stderr.fileno(), _SHOW_CURSOR)
            os._exit(Exit.INTERRUPTED)  # waits for no thread; what was recorded is on the disk
        pressed = True
        loop.call_soon_threadsafe(stop)

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
