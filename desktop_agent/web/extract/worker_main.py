"""The worker process's side: reads documents on standard input until it ends.

It holds what parses hostile bytes (lxml, pdfium), in a process with limits of its own, without the
program's environment, which can be killed at any time.

The clock of a document is processor time: on a busy machine seconds pass in which the worker was
not let run, and no page is to blame for that. What the first page would load from a cold disk is
loaded before, by reading a page and a PDF of its own. Memory is counted from what the worker holds
when all that is there.
"""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, BinaryIO

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_protocol import OUT_OF_MEMORY, read_frame, write_frame

_MOST_BYTES = 1 << 30  # of a request; the page reader's own limit is far below
# Of the memory limit. What a large page took is mostly not given back (a heap of small blocks has
# holes), so that the next would have less and an idle program would hold it: the worker is replaced.
_SWOLLEN = 0.25

# Its one byte that is no UTF-8 has the charset guessed, its table and list load the rest.
_PAGE = (
    b"<!doctype html><title>Page</title><script type='application/ld+json'>{}</script><main>"
    b"<h1>Caf\xe9</h1><p>A line of text, as pages have it.<ul><li>one<li>two</ul>"
    b"<table><tr><th>a<th>b<tr><td>1<td>2</table><pre>code</pre></main>"
)
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R"
    b"/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 27>>stream\nBT /F1 9 Tf 9 9 Td(a)Tj ET\nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF"
)


def main(memory_mb: int) -> None:
    """Serves one document after another; returns when standard input ends.

    ``memory_mb`` MiB are what a document may take beyond what the worker itself does. It is ready
    when it can read a page; what PDF needs is loaded right after, before the first request is
    looked at.
    """
    # Ctrl-C in the terminal is for the program; it ends this process by closing its input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _take_standard_streams()
    _rehearse(_PAGE, "text/html")
    write_frame(sink, b"ready")
    _rehearse(_PDF, "application/pdf")
    baseline, most = _address_space(), memory_mb * 1024 * 1024
    _limit_memory(baseline + most)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = json.loads(read_frame(source, _MOST_BYTES))
            body = read_frame(source, _MOST_BYTES)
            try:
                with _limited(request.pop("cpu_s"), request.pop("wall_s")):
                    reply = _answer(Document(body=body, **request))
                    reply["swollen"] = _address_space() - baseline > _SWOLLEN * most
                    # as UTF-8, because the program's one interpreter stands still while it reads
                    payload = json.dumps(reply, ensure_ascii=False).encode("utf-8", "surrogatepass")
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            write_frame(sink, payload)
            del body, reply, payload


def _answer(document: Document) -> dict[str, Any]:
    try:
        reply = asdict(extract(document))
    except Unreadable as error:
        return {"refused": [error.message, error.remedy]}
    reply["facts"] = [list(fact.values()) for fact in reply["facts"]]
    return reply


def _take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Keeps the pipes for messages alone: what a library prints must not get among them."""
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _rehearse(body: bytes, media_type: str) -> None:
    """Reads a document of our own, which loads whatever the first real one would wait for."""
    with contextlib.suppress(Exception):  # what is wrong is told of a document that somebody wants
        extract(Document(body, media_type, None, "https://example.org/"))


def _address_space() -> int:
    """Gives the bytes that count against the limit; 0 where the system has no such limit."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - read after every page
        pages = int(statm.read().split()[0])
    return pages * os.sysconf("SC_PAGESIZE")


def _limit_memory(limit: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(ValueError, OSError):  # macOS has the constant, and refuses
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextlib.contextmanager
def _limited(cpu_s: float, wall_s: float) -> Iterator[None]:
    """Ends this process when it works for too long (by SIGPROF), or is too long about it.

    Processor time is of all its threads, in the system too. The program kills a worker that only
    waits; the longer alarm is for when the program died and nobody is left to do so.
    """
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    signal.setitimer(signal.ITIMER_REAL, wall_s)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
