"""A line between the program and a server that can be cut, held up and mended at any moment."""

import asyncio
import socket
import struct
import threading
from collections.abc import Coroutine
from typing import Any, Literal, Self
from urllib.parse import urlsplit

Mood = Literal["open", "reset", "half", "stall", "refuse"]
FAULTS: tuple[Mood, ...] = ("reset", "half", "stall", "refuse")


class Wire:
    """A proxy of TCP to the server at ``target``; `url` leads through it.

    ``reset`` breaks connections, those that are there and those to come; ``half`` ends what the
    server says and lets the client talk on; ``stall`` holds every byte until the mood changes;
    ``refuse`` does not listen. A change of mood is for all connections, at once.
    """

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wire", daemon=True)
        self._mood: Mood = "open"
        self._changed = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._to_client: set[asyncio.StreamWriter] = set()
        self._port = 0
        self._server: asyncio.Server | None = None
        self._path = parts.path

    @property
    def url(self) -> str:
        """Where the server is to be found through the wire."""
        return f"http://127.0.0.1:{self._port}{self._path}"

    def set(self, mood: Mood) -> None:
        """Changes the mood; what it does is done when this returns."""
        self._do(self._set(mood))

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _set(self, mood: Mood) -> None:
        self._mood = mood
        self._changed.set()
        self._changed = asyncio.Event()
        if mood in ("reset", "refuse"):
            for writer in list(self._writers):
                _break(writer)
        if mood == "half":
            for writer in list(self._to_client):
                if writer.can_write_eof() and not writer.is_closing():
                    writer.write_eof()
        if mood == "refuse" and self._server is not None:
            self._server.close()
            self._server = None
        elif mood != "refuse" and self._server is None:
            await self._listen()

    async def _close(self) -> None:
        await self._set("reset")
        if self._server is not None:
            self._server.close()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self._to_client.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            if self._mood == "reset":
                _break(writer)
                return
            answers, there = await asyncio.open_connection(*self._target)
            self._writers.add(there)
            await asyncio.gather(self._pump(reader, there), self._pump(answers, writer))
        except OSError:
            pass
        finally:
            for each in (writer, there):
                if each is not None:
                    self._writers.discard(each)
                    self._to_client.discard(each)
                    each.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            while self._mood == "stall":
                await self._changed.wait()
            if self._mood == "half" and writer in self._to_client:
                continue
            if writer.is_closing():
                return
            try:
                writer.write(data)
                await writer.drain()
            except (OSError, RuntimeError):
                return
        if not writer.is_closing() and writer.can_write_eof():
            writer.write_eof()


def _break(writer: asyncio.StreamWriter) -> None:
    """Ends a connection by a reset, not by a farewell."""
    sock: socket.socket | None = writer.get_extra_info("socket")
    if sock is not None and sock.fileno() >= 0:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
