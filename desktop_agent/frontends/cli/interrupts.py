"""Ctrl-C handling during a command."""

import asyncio
import math
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from desktop_agent.frontends.cli.output import Exit, note

T = TypeVar("T")
_SHOW_CURSOR = b"\x1b[?25h\n"


@contextmanager
def interrupts(
    stop: Callable[[], object], *others: int, grace_s: float = math.inf
) -> Iterator[list[int]]:
    """Call ``stop`` on the event loop at the first Ctrl-C; exit the process at the second.

    Yield the list of received signals. ``others`` are signals that count as Ctrl-C. The process
    also exits ``grace_s`` seconds after the first signal; recordings are already on disk by then.
    Unlike `loop.add_signal_handler`, this works on every system, even while the loop is busy.
    """
    loop = asyncio.get_running_loop()
    seen: list[int] = []

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if seen:
            if sys.stderr.isatty():
                os.write(sys.stderr.fileno(), _SHOW_CURSOR)
            os._exit(Exit.INTERRUPTED)  # does not wait for threads
        seen.append(number)
        loop.call_soon_threadsafe(stop)
        if grace_s < math.inf:
            last = threading.Timer(grace_s, os._exit, [Exit.FAILED])
            last.daemon = True
            last.start()

    before = {each: signal.signal(each, on_signal) for each in (signal.SIGINT, *others)}
    try:
        yield seen
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


async def until_interrupted(work: Coroutine[Any, Any, T], told: str = "") -> asyncio.Task[T]:
    """Run ``work`` until it ends or is cancelled by Ctrl-C; return its finished task.

    On cancellation, ``told`` is printed.
    """
    task = asyncio.ensure_future(work)

    def stop() -> None:
        if told:
            note(told)
        task.cancel()

    with interrupts(stop):
        await asyncio.wait([task])
    return task


@contextmanager
def wake_loop_on_signals() -> Iterator[None]:
    """Wake the running event loop on every signal, no matter which thread receives it.

    Python handles signals between bytecode instructions, so a signal that arrives just before the
    loop starts to wait would otherwise be handled only after the next event, which may never come.
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
