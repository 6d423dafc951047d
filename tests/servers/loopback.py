"""Runs an ASGI app on 127.0.0.1 in a thread of its own, so that a blocked client is seen as such."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp


@contextmanager
def serve(app: ASGIApp, *, certificate: tuple[str, str] | None = None) -> Iterator[str]:
    """Yields the base URL, without a trailing slash; ``certificate`` is (cert file, key file)."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        app,
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=1,
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started:
        if time.monotonic() > deadline:
            raise TimeoutError("the loopback server did not start")
        time.sleep(0.005)
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(5)
        if thread.is_alive():
            server.force_exit = True
            thread.join(5)
        listener.close()
        assert not thread.is_alive(), "the loopback server did not stop"


def free_port() -> int:
    """Gives a port on which nothing listens, for 'connection refused'."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
