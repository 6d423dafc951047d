"""A process that has loaded a program, and forks for each call that arrives; see `tests.forked`.

python -m tests.loader MODULE SOCKET
"""

import gc
import json
import os
import pkgutil
import random
import runpy
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

PROGRAM = "desktop_agent"
MCP = "desktop_agent mcp"
READERS = ("desktop_agent.web.extract.worker_main", "desktop_agent.knowledge.worker_main")
_LOADED = (
    *("desktop_agent.frontends.cli", "desktop_agent.app", "desktop_agent.runs"),
    *("desktop_agent.storage", "desktop_agent.llm.providers", "desktop_agent.tools"),
    *("desktop_agent.web.fetch", "desktop_agent.web.search"),
)
"""The packages that the terminal needs, whole."""
_LIBRARIES = (
    *("anyio._backends._asyncio", "bs4", "httpx", "httpcore", "h2.connection", "ollama", "tavily"),
    *("keyring.backends.null", "keyring.core", "pydantic.dataclasses", "pythonjsonlogger.json"),
    *("rich.live", "snowballstemmer"),
)
CLOSED = "TESTS_CLOSED_STREAMS"
"""A variable of the environment: the numbers of standard streams that a fork does not have."""
_LONGEST = 1 << 17


def _load_all(module: str) -> None:
    if module not in READERS:
        served = ("desktop_agent.frontends.mcp_server",) if module == MCP else ()
        for name in (*_LOADED, *served):
            package = import_module(name)
            for each in pkgutil.walk_packages(package.__path__, f"{name}."):
                import_module(each.name)
        for name in _LIBRARIES:
            import_module(name)
        today = import_module("desktop_agent.runs.dispatch").today
        import_module("desktop_agent.evidence.pack_assembly").warm_up(today())
    else:
        worker = import_module(module)
        for load in ("load_html", "load_pdf"):
            getattr(worker, load, bool)()
        del sys.modules[module]  # it is the main module of the fork


def _become(call: dict[str, Any], streams: Sequence[int]) -> None:
    if call["session"]:
        os.setsid()
    else:
        os.setpgid(0, call["group"])
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["environ"])
    time.tzset()
    random.seed()
    closed = os.environ.pop(CLOSED, "").split()
    opened: list[Any] = []
    for number, (stream, mode) in enumerate(zip(streams, "rww", strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        if str(number) in closed:
            os.close(number)
        opened.append(None if str(number) in closed else _text(number, mode))
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = opened  # type: ignore[misc]


def _text(number: int, mode: str) -> Any:
    errors = "backslashreplace" if number == 2 else "surrogateescape"
    stream = os.fdopen(number, mode, encoding="utf-8", errors=errors, closefd=False)
    stream.reconfigure(line_buffering=number == 2 or stream.isatty())  # type: ignore[union-attr]
    return stream


def main(module: str, connection: socket.socket) -> None:
    _load_all(module)
    gc.collect()
    gc.freeze()  # no fork looks through what all share
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert len([*Path("/proc/self/task").iterdir()]) == 1, "a fork has no other threads"
    connection.send(b"loaded")
    while True:
        message, streams, _, _ = socket.recv_fds(connection, _LONGEST, 3)
        if not message:
            return
        begin, go = os.pipe()
        told, tell = os.pipe()
        between = os.fork()
        if not between:
            child = os.fork()
            if child:
                os.write(tell, str(child).encode())
                os._exit(0)
            for end in (go, told, tell):
                os.close(end)
            connection.close()
            os.read(begin, 1)  # ends when the parent is the one who asked
            os.close(begin)
            break
        os.waitpid(between, 0)
        connection.send(os.read(told, 20))
        for end in (begin, go, told, tell, *streams):
            os.close(end)
    call = json.loads(message)
    _become(call, streams)
    module = PROGRAM if module == MCP else module
    sys.argv = [module, *call["arguments"]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
