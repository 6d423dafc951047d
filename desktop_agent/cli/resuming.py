"""Enter in the terminal lets a run go on that sleeps."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOOK_S = 0.2


def can_resume() -> bool:
    """True where somebody is at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


@contextmanager
def resumes(resume: Callable[[], object]) -> Iterator[None]:
    """Calls ``resume`` in the running loop whenever Enter is pressed."""
    if not can_resume():
        yield
        return
    end = _listen(asyncio.get_running_loop(), resume)
    try:
        yield
    finally:
        end()


def _listen(loop: asyncio.AbstractEventLoop, resume: Callable[[], object]) -> Callable[[], object]:
    """Gives what ends the listening."""
    if sys.platform == "win32":
        task = loop.create_task(_keys(resume))
        return task.cancel
    return listen_to(loop, sys.stdin.fileno(), resume)


def listen_to(
    loop: asyncio.AbstractEventLoop, terminal: int, resume: Callable[[], object]
) -> Callable[[], object]:
    """Listens to a file descriptor, which gives whole lines; gives what ends the listening."""

    def read() -> None:
        typed = os.read(terminal, 4096)
        if b"\n" in typed:
            resume()
        elif not typed:
            loop.remove_reader(terminal)  # it was closed

    loop.add_reader(terminal, read)
    return lambda: loop.remove_reader(terminal)


if sys.platform == "win32":

    async def _keys(resume: Callable[[], object]) -> None:
        """The loop of Windows cannot wait for a console: it is looked at now and then."""
        import msvcrt

        while True:
            await asyncio.sleep(_LOOK_S)
            while msvcrt.kbhit():
                if msvcrt.getwch() in "\r\n":
                    resume()
