"""The worker process: answers requests on standard input until it ends.

It runs what parses hostile bytes (lxml, pdfium) in a process with its own limits and without the
program's environment, which can be killed at any time.

A document is timed by processor time: on a busy machine the worker may not be scheduled for
seconds, which is no document's fault. Memory is counted from what the worker holds once everything
is loaded.
"""

import contextlib
import json
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from desktop_agent.core.errors import Unreadable

# --- Messages between the program and its worker: a length of 8 bytes, then the bytes
#
# Neither side unpickles what the other sends. The worker handles hostile pages, and a pickle from
# it could run code in the program.

OUT_OF_MEMORY = 77
"""The worker's exit status when it is out of memory."""

_LENGTH = struct.Struct(">Q")


class Reader(Protocol):
    """A binary stream whose ``read(n)`` waits for all ``n`` bytes."""

    def read(self, size: int, /) -> bytes: ...


class Writer(Protocol):
    """A buffered binary stream."""

    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


def write_frame(stream: Writer, payload: bytes) -> None:
    """Send one message."""
    stream.write(_LENGTH.pack(len(payload)))
    stream.write(payload)
    stream.flush()


def read_frame(stream: Reader, most: int) -> bytes:
    """Return the next message.

    Raises:
        EOFError: the other side is gone, or the message is longer than ``most`` bytes.
    """
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


_MOST_BYTES = 1 << 30  # of a request; what sends it has limits far below
# Share of the memory limit. Memory taken by a large document is mostly not returned (a fragmented
# heap), so that the next one would have less and an idle program would hold it: the worker is
# replaced.
_SWOLLEN = 0.25


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: a JSON object, and raw ``parts`` that follow it.

    A long text goes as a part: parsing JSON blocks the program's interpreter.
    """

    head: dict[str, Any]
    parts: Sequence[bytes] = ()


Answer = Callable[[dict[str, Any], bytes], Reply]
"""Handles a request, which is an object and a body; may raise `Unreadable`."""


def serve(
    memory_mb: int,
    answer: Answer,
    *,
    load: Callable[[], object] = bool,
    load_more: Callable[[], object] = bool,
) -> None:
    """Serve requests one by one until standard input ends.

    A request may take ``memory_mb`` MiB beyond what the worker itself holds. The worker is ready
    once ``load`` has run; ``load_more`` runs right after, before the first request is read. Errors
    in either are reported with a document that needs them.
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
    """Reserve the pipes for messages: output printed by a library must not mix with them."""
    source, sink = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _address_space() -> int:
    """Return the bytes that count against the limit; 0 if the system has no such limit."""
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
    """End this process when it uses too much processor time (SIGPROF) or takes too long.

    Processor time includes all threads and system time. The program kills a worker that only waits;
    the longer alarm is for when the program died and nobody is left to do so.
    """
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    signal.setitimer(signal.ITIMER_REAL, wall_s)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
