"""Runs ASGI apps on loopback addresses, all in one thread beside the tests', so that a blocked client is seen as such."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Literal

import uvicorn
from starlette.types import ASGIApp


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop of all servers, in a thread that ends with the process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="loopback servers", daemon=True).start()
    return loop


class _Uvicorn(uvicorn.Server):
    """Ends as soon as `stop` is called and its connections are closed, with none of uvicorn's pauses."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stopped = asyncio.Event()

    async def main_loop(self) -> None:
        ticks = 0
        while not await self.on_tick(ticks):
            ticks += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), 0.1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        state, until = self.server_state, time.monotonic() + 1
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in tuple(state.connections):
            connection.shutdown()
        while (state.connections or state.tasks) and not self.force_exit:
            if time.monotonic() > until:
                break
            await asyncio.sleep(0.005)
        for task in tuple(state.tasks):
            task.cancel()
        if not self.force_exit:
            await self.lifespan.shutdown()

    def stop(self) -> None:
        self.should_exit = True
        _loop().call_soon_threadsafe(self._stopped.set)


class _Server:
    """One app on a port of its own; `stop` asks, `join` waits."""

    def __init__(
        self,
        app: ASGIApp,
        certificate: tuple[str, str] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        lifespan: Literal["on", "off"] = "off",
    ) -> None:
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((host, port))
        port = self._listener.getsockname()[1]
        self.url = f"{'https' if certificate else 'http'}://{host}:{port}"
        config = uvicorn.Config(
            app,
            log_level="error",
            log_config=None,
            lifespan=lifespan,
            ssl_certfile=certificate[0] if certificate else None,
            ssl_keyfile=certificate[1] if certificate else None,
        )
        self._server = _Uvicorn(config)
        serving = self._server.serve(sockets=[self._listener])
        self._end = asyncio.run_coroutine_threadsafe(serving, _loop())

    def wait_until_started(self) -> None:
        deadline = time.monotonic() + 60
        while not self._server.started:
            if self._end.done() or time.monotonic() > deadline:
                raise TimeoutError("the loopback server did not start")
            time.sleep(0.001)

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        _loop().call_soon_threadsafe(self._break)
        self._server.force_exit = True
        self._server.stop()
        self.join()

    def _break(self) -> None:
        for listening in self._server.servers:
            listening.close()
        for connection in tuple(self._server.server_state.connections):
            connection.transport.abort()

    def join(self) -> None:
        if not wait([self._end], 5).done:
            self._server.force_exit = True
        self._end.result(5)
        self._listener.close()


@contextmanager
def serve_all(*apps: ASGIApp, **how: Any) -> Iterator[list[str]]:
    """Yields a base URL for each app, without a trailing slash; all stop together."""
    servers = [_Server(app, **how) for app in apps]
    try:
        for server in servers:
            server.wait_until_started()
        yield [server.url for server in servers]
    finally:
        for server in servers:
            server.stop()
        for server in servers:
            server.join()


@contextmanager
def serve(app: ASGIApp, **how: Any) -> Iterator[str]:
    """Yields the base URL, without a trailing slash; ``certificate`` is (cert file, key file)."""
    with serve_all(app, **how) as (url,):
        yield url


def free_port() -> int:
    """Gives a port on which nothing listens, for 'connection refused'."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Mortal:
    """One app on a loopback address that can be killed, and comes back at the same address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._server = _Server(app)
        self._server.wait_until_started()
        self.alive = True
        self.url = self._server.url

    def kill(self) -> None:
        if self.alive:
            self.alive = False
            self._server.kill()
            # no other test's server may get the port, and nobody listens at it
            self._port = socket.socket()
            self._port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._port.bind(("127.0.0.1", int(self.url.rsplit(":", 1)[1])))

    def close(self) -> None:
        self.kill()
        self._port.close()

    def revive(self) -> None:
        self._port.close()
        self._server = _Server(self._app, port=int(self.url.rsplit(":", 1)[1]))
        self._server.wait_until_started()
        self.alive = True


@contextmanager
def mortal(app: ASGIApp) -> Iterator[Mortal]:
    """Yields a server that may be killed."""
    server = Mortal(app)
    try:
        yield server
    finally:
        server.close()
