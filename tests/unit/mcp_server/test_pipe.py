"""Lines from a pipe, whatever arrives on it."""

import asyncio
import io
import os
import threading
from collections.abc import Iterator

import pytest

from desktop_agent.frontends.mcp_server.stdio import pipe_lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, io.FileIO]]:
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb", buffering=0) as written:
        yield reader, written
    os.close(reader)


async def lines_of(pipe: tuple[int, io.FileIO], *pieces: bytes) -> list[str]:
    reader, written = pipe

    def write() -> None:
        with written:
            for piece in pieces:
                written.write(piece)

    writing = threading.Thread(target=write)
    writing.start()
    lines = [line async for line in pipe_lines(reader)]
    await asyncio.to_thread(writing.join)
    return lines


async def test_lines_come_whole_however_they_are_cut(pipe: tuple[int, io.FileIO]):
    text = "größe".encode()
    assert await lines_of(pipe, b"a\nb", b"c\n\n", text[:3], text[3:], b"\nlast") == [
        *("a", "bc", "", "größe"),
        "last",
    ]


async def test_waiting_for_a_line_can_be_cancelled_at_once(pipe: tuple[int, io.FileIO]):
    waiting = asyncio.ensure_future(anext(pipe_lines(pipe[0])))
    await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=1)
    assert waiting.cancelled()
