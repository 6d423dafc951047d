"""The worker process's side: reads documents on standard input until it ends.

It holds what parses hostile bytes (lxml, pdfium), in a process with a memory limit, without the
program's environment, which can be killed at any time.
"""

import contextlib
import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Any, BinaryIO

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_protocol import OUT_OF_MEMORY, read_frame, write_frame

_MOST_BYTES = 1 << 30  # of a request; the page reader's own limit is far below


def main(memory_mb: int) -> None:
    """Serves one document after another; returns when standard input ends."""
    # Ctrl-C in the terminal is for the program; it ends this process by closing its input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _take_standard_streams()
    _load()
    _limit_memory(memory_mb)
    write_frame(sink, b"ready")
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = json.loads(read_frame(source, _MOST_BYTES))
            body = read_frame(source, _MOST_BYTES)
            _set_alarm(request.pop("limit_s"))
            try:
                reply = _answer(Document(body=body, **request))
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            _set_alarm(0)
            write_frame(sink, reply)


def _answer(document: Document) -> bytes:
    reply: dict[str, Any]
    try:
        reply = asdict(extract(document))
        reply["facts"] = [list(fact.values()) for fact in reply["facts"]]
    except Unreadable as error:
        reply = {"refused": [error.message, error.remedy]}
    return json.dumps(reply).encode("ascii")


def _take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Keeps the pipes for messages alone: what a library prints must not get among them."""
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _load() -> None:
    """Imports what the first page would otherwise wait for."""
    import cchardet
    import webencodings
    from lxml import etree

    del cchardet, webencodings, etree


def _limit_memory(memory_mb: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    limit = memory_mb * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):  # macOS has the constant, and refuses
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _set_alarm(seconds: float) -> None:
    """Ends this process when the program died and nobody is left to kill it."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]))
