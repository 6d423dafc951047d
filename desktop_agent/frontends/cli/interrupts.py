"""Ctrl-C handling during a command."""

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
def interrupts(stop: Callable[[], object]) -> Iterator[None]:
    """Call ``stop`` on the event loop at the first Ctrl-C; exit the process at the second.

    Unlike `loop.add_signal_handler`, this works on every system, even while the loop is busy.
    """
    loop = asyncio.get_running_loop()
    pressed = False

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            if sys.stderr.isatty():
                os.write(sys.stderr.fileno(), _SHOW_CURSOR)
            os._exit(Exit.INTERRUPTED)  # does not wait for threads; recordings are already on disk
        pressed = True
        loop.call_soon_threadsafe(stop)

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def wake_loop_on_signals() -> Iterator[None]:
    """Wake the running event loop on every signal, no matter which thread receives it.

    Python handles signals between bytecode instructions. A signal that arrives just before the loop
    starts to wait would otherwise be handled only after the next event, which may never come.
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
