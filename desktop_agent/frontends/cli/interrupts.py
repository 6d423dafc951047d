"""Ctrl-C while a question, or any other command, is carried out."""

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from desktop_agent.frontends.cli.output import Exit

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


@contextmanager
def wake_loop_on_signals() -> Iterator[None]:
    """Has the running loop notice a signal at once, whenever and in whichever thread it comes.

    Python's own handlers run between two of its instructions. A signal that comes after the last of
    them and before the loop begins to wait would be noticed only when something else happens, which
    may be never: a server that says nothing, and a Ctrl-C that seems to be ignored.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    read, written = socket.socketpair()
    read.setblocking(False)
    written.setblocking(False)
    loop.add_reader(read, read.recv, 4096)
    before = signal.set_wakeup_fd(written.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        loop.remove_reader(read)
        read.close()
        written.close()
