"""Messages between the program and its worker process: a length of 8 bytes, then the bytes.

Neither side unpickles what the other sends. The worker handles hostile pages, and a pickle from it
could run code in the program.
"""

import struct
from typing import Protocol

OUT_OF_MEMORY = 77
"""The worker's exit status that says so."""

_LENGTH = struct.Struct(">Q")


class Reader(Protocol):
    """A binary stream whose ``read(n)`` waits for all ``n`` bytes."""

    def read(self, size: int, /) -> bytes: ...


class Writer(Protocol):
    """A buffered binary stream."""

    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


def write_frame(stream: Writer, payload: bytes) -> None:
    """Sends one message."""
    stream.write(_LENGTH.pack(len(payload)))
    stream.write(payload)
    stream.flush()


def read_frame(stream: Reader, most: int) -> bytes:
    """Gives the next message.

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
