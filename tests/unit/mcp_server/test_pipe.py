"""Lines from a pipe, whatever arrives on it."""

import asyncio
import os
import threading
from collections.abc import Iterator

import pytest

from desktop_agent.frontends.mcp_server.stdio import PipeLines


class Pipe:
    def __init__(self) -> None:
        self.reader, self._writer = os.pipe()
        self._open = True

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._writer, data) :]

    def end(self) -> None:
        if self._open:
            os.close(self._writer)
            self._open = False


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.end()
    os.close(pipe.reader)


async def lines_of(pipe: Pipe, *pieces: bytes) -> list[str]:
    def write() -> None:
        for piece in pieces:
            pipe.write(piece)
        pipe.end()

    writing = threading.Thread(target=write)
    writing.start()
    lines = [line async for line in PipeLines(pipe.reader)]
    await asyncio.to_thread(writing.join)
    return lines


async def test_lines_come_whole_however_they_are_cut(pipe: Pipe):
    text = "größe".encode()
    assert await lines_of(pipe, b"a\nb", b"c\n\n", text[:3], text[3:], b"\nlast") == [
        *("a", "bc", "", "größe"),
        "last",
    ]


async def test_waiting_for_a_line_can_be_cancelled_at_once(pipe: Pipe):
    waiting = asyncio.ensure_future(anext(PipeLines(pipe.reader)))
    await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=1)
    assert waiting.cancelled()
    pipe.end()
