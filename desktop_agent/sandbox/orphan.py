"""A worker whose program was killed: nobody is left to stop the code that it runs."""

import os
import signal
import sys
import threading


def end_with_the_program() -> None:
    """Has this worker, with all that it started, end as soon as the program does (not on Windows).

    A worker that waits sees that by itself; one that is running code looks at nothing else. To be
    called first, while standard input still is the program's pipe.
    """
    if sys.platform == "win32" or os.getpgrp() != os.getpid():  # not started as a worker
        return
    source = os.dup(0)
    threading.Thread(target=_wait, args=(source,), daemon=True).start()


def _wait(source: int) -> None:
    import select

    waiting = select.poll()
    waiting.register(source, 0)  # no data: only that the other end is gone
    waiting.poll()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
