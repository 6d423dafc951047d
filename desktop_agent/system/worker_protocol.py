"""The protocol of worker processes, which read requests from standard input until it closes.

A worker runs the code that parses hostile bytes (lxml, pdfium) in a process that has its own
limits, does not inherit the program's environment, and can be killed at any time.

Documents are limited by CPU time, because on a busy machine, a worker may wait seconds for the CPU
through no fault of the document. The memory limit does not include what the worker uses when idle.
"""

import contextlib
import json
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, BinaryIO

from desktop_agent.core.errors import Unreadable

# --- Messages between the program and its worker: a length of 8 bytes, then the bytes
#
# Neither side unpickles what the other sends. The worker handles hostile pages, and a pickle from
# it could run code in the program.

OUT_OF_MEMORY = 77
"""Exit status of a worker that ran out of memory."""

_LENGTH = struct.Struct(">Q")


def write_frame(stream: IO[bytes], payload: bytes) -> None:
    """Write a message, preceded by its length."""
    stream.write(_LENGTH.pack(len(payload)))
    stream.write(payload)
    stream.flush()


def read_frame(stream: IO[bytes], most: int) -> bytes:
    """Read a message; raise `EOFError` if the stream ends or the size exceeds ``most`` bytes."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError("the stream ended")
    (length,) = _LENGTH.unpack(head)
    if length > most:
        raise EOFError("the message is too long")
    payload = stream.read(length)
    if len(payload) < length:
        raise EOFError("the stream ended within a message")
    return payload


_MOST_BYTES = 1 << 30  # of a request; senders have much lower limits
# Share of the memory limit from which a worker is replaced after a document: a fragmented heap
# returns little of its memory, so the next document would have less.
_SWOLLEN = 0.25


@dataclass(frozen=True, slots=True)
class Reply:
    """A worker's reply: a JSON object followed by raw ``parts``.

    Long strings are sent as parts, because parsing them as JSON would block the program's threads.
    """

    head: dict[str, Any]
    parts: Sequence[bytes] = ()


Answer = Callable[[dict[str, Any], bytes], Reply]
"""Handles a request, given as a JSON object and a body; may raise `Unreadable`."""


def serve(
    memory_mb: int,
    answer: Answer,
    *,
    load: Callable[[], object] = bool,
    load_more: Callable[[], object] = bool,
) -> None:
    """Serve requests one at a time until standard input is closed.

    A request may use ``memory_mb`` MiB in addition to what the worker uses when idle. The worker is
    ready once ``load`` has returned. ``load_more`` runs right after that, before the first request.
    Errors in either function are ignored here; they recur when a document needs the code that
    failed to load.
    """
    # Ctrl-C in the terminal is for the program; it ends this process by closing its input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _take_standard_streams()
    with contextlib.suppress(Exception):
        load()
    write_frame(sink, b"ready")
    with contextlib.suppress(Exception):
        load_more()
    baseline, most = _address_space(), memory_mb * 1024 * 1024
    _limit_memory(baseline + most)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = json.loads(read_frame(source, _MOST_BYTES))
            body = read_frame(source, _MOST_BYTES)
            try:
                with _limited(request.pop("cpu_s"), request.pop("wall_s")):
                    reply = _answered(answer, request, body)
                    head = reply.head | {
                        "parts": len(reply.parts),
                        "swollen": _address_space() - baseline > _SWOLLEN * most,
                    }
                    # as UTF-8: takes half as long to parse as ASCII with escapes
                    payload = json.dumps(head, ensure_ascii=False).encode("utf-8", "surrogatepass")
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            write_frame(sink, payload)
            for part in reply.parts:
                write_frame(sink, part)
            del body, reply, payload


def _answered(answer: Answer, request: dict[str, Any], body: bytes) -> Reply:
    try:
        return answer(request, body)
    except Unreadable as error:
        return Reply({"refused": [error.message, error.remedy]})


def _take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Reserve the standard streams for messages, so that libraries cannot print to them."""
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _address_space() -> int:
    """Return the process's virtual memory size in bytes on Linux, or 0 on other systems."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - read after every document
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
    """Kill this process if it exceeds its CPU time limit (SIGPROF) or its wall time limit.

    CPU time includes all threads and system time. The wall time limit catches a worker that only
    waits when the program, which would normally kill it, has died.
    """
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    signal.setitimer(signal.ITIMER_REAL, wall_s)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
