"""A server that speaks HTTP/1.1 by hand, so that it can speak it wrongly."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Behaviour = Callable[[asyncio.StreamWriter], Awaitable[None]]
"""Answers a request; the connection is closed when it returns."""

NORMAL = "/normal"
NORMAL_TEXT = "High water is at six."
_NORMAL_PAGE = f"<!doctype html><title>Tides</title><main><p>{NORMAL_TEXT}</main>".encode()


@dataclass
class HostileServer:
    """What each path does; ``url`` is without a trailing slash."""

    url: str
    behaviours: dict[str, Behaviour] = field(default_factory=dict)

    def serve_page(self, path: str, body: bytes, content_type: str = "text/html") -> str:
        """Answers ``path`` with a correct response; gives the whole address."""

        async def answer(writer: asyncio.StreamWriter) -> None:
            writer.write(head(len(body), f"Content-Type: {content_type}") + body)
            await writer.drain()

        return self.serve(path, answer)

    def serve(self, path: str, behaviour: Behaviour) -> str:
        """Answers ``path`` as ``behaviour`` does; gives the whole address."""
        self.behaviours[path] = behaviour
        return self.url + path

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            # cancelled when the server stops, which is no error
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                request = await reader.readuntil(b"\r\n\r\n")
                path = request.split(b" ", 2)[1].decode()
                await self.behaviours[path](writer)
                writer.close()
                await writer.wait_closed()
        finally:
            writer.transport.abort()


def head(length: int | None, *headers: str, status: str = "200 OK") -> bytes:
    """Gives the head of a response; ``length`` None leaves its length to the end of the stream."""
    lines = [f"HTTP/1.1 {status}", "Connection: close", *headers]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


@contextmanager
def serve_hostile() -> Iterator[HostileServer]:
    """Yields the server; it runs in a thread of its own, so that a blocked client is seen as such."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="hostile server")
    thread.start()
    server = HostileServer("")

    async def start() -> asyncio.Server:
        return await asyncio.start_server(server.handle, "127.0.0.1", 0)

    async def stop() -> None:
        listening.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.01)  # the ends of the connections are told a turn later

    try:
        listening = asyncio.run_coroutine_threadsafe(start(), loop).result(10)
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        server.serve_page(NORMAL, _NORMAL_PAGE)
        yield server
        asyncio.run_coroutine_threadsafe(stop(), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
