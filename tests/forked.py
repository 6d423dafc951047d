"""The program's own processes as forks of one that has loaded it: a start costs a hundredth.

Whoever starts one of `MODULES` by `subprocess` (a test, or the program that starts a page reader)
gets a fork of a loader: a process with the same interpreter, options, module and Python's variables
of the environment. The fork has the streams, the environment, the folder, the session and the group
that were asked for. It is a child of whoever started it, and ends as an interpreter ends.
"""

import ctypes
import gc
import json
import os
import pkgutil
import random
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import psutil
import pytest

_READERS = ("desktop_agent.web.extract.worker_main", "desktop_agent.knowledge.worker_main")
MODULES = ("desktop_agent", *_READERS)
_LOADED = (
    *("desktop_agent.frontends.cli", "desktop_agent.frontends.mcp_server", "desktop_agent.app"),
    *("desktop_agent.runs", "desktop_agent.storage", "desktop_agent.llm.providers"),
    *("desktop_agent.tools", "desktop_agent.web.fetch", "desktop_agent.web.search"),
)
"""The packages that the terminal needs, whole."""
_LIBRARIES = (
    *("anyio._backends._asyncio", "bs4", "httpx", "httpcore", "h2.connection", "ollama", "tavily"),
    *("keyring.backends.null", "keyring.core", "pydantic.dataclasses", "pythonjsonlogger.json"),
    *("rich.live", "snowballstemmer", "uvicorn.protocols.http.h11_impl", "mcp.server.stdio"),
)
_PYTHONS = ("PYTHON", "TESTS_KNOW_")
"""Beginnings of the variables that a process reads as it starts: a loader has its own."""
CLOSED = "TESTS_CLOSED_STREAMS"
"""A variable of the environment: the numbers of standard streams that a fork does not have."""
_MOST = 4
_LONGEST = 1 << 17
_SUBREAPER = 36  # see prctl(2)
_execute_child = getattr(subprocess.Popen, "_execute_child", None)

# --- Whoever starts a process

_Kind = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
_lock = threading.Lock()
_loaders: dict[_Kind, tuple[subprocess.Popen[bytes], socket.socket]] = {}


@contextmanager
def forking() -> Iterator[None]:
    """Forks what can be forked, where the system is Linux; hides the loaders from who counts."""
    if sys.platform != "linux":
        yield
        return
    children = psutil.Process.children

    def others(process: psutil.Process, recursive: bool = False) -> list[psutil.Process]:
        with _lock:  # while it forks, a loader has a child for a moment
            hidden = {loader.pid for loader, _ in _loaders.values()}
            return [each for each in children(process, recursive) if each.pid not in hidden]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "_execute_child", _started)
        patch.setattr(psutil.Process, "children", others)
        yield
    for kind in list(_loaders):
        _end(kind)


@contextmanager
def anew() -> Iterator[None]:
    """Starts every process as users do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "_execute_child", _execute_child)
        yield


def sockets_of_loaders() -> set[str]:
    """Numbers of the descriptors that belong to the tests."""
    return {str(connection.fileno()) for _, connection in _loaders.values()}


def _started(process: Any, args: Any, *how: Any) -> None:
    """Stands in for `subprocess.Popen._execute_child`; ``how`` is the rest of its parameters."""
    executable, preexec, _, passed, folder, environ, _, _, shell, *ends = how
    streams, (session, group) = ends[:6], ends[-2:]
    kind = None if executable or preexec or passed or shell else _kind(args, environ)
    if kind is None:
        _execute_child(process, args, *how)
        return
    call = {
        "arguments": args[args.index("-m") + 2 :],
        "environ": dict(os.environ if environ is None else environ),
        "folder": os.fspath(folder or Path.cwd()),
        "session": session,
        "group": os.getpgid(0) if group == -1 else group,
    }
    wanted = [streams[0], streams[3], streams[5]]
    wanted = [end if end != -1 else number for number, end in enumerate(wanted)]
    process.pid = _fork(kind, call, wanted)
    process._child_created = True
    process._close_pipe_fds(*streams)


def _kind(args: Any, environ: Mapping[str, str] | None) -> _Kind | None:
    if not isinstance(args, list | tuple) or args[0] != sys.executable or "-m" not in args:
        return None
    command = tuple(args[: args.index("-m") + 2])
    there = os.environ if environ is None else environ
    read = sorted((name, value) for name, value in there.items() if name.startswith(_PYTHONS))
    return (command, tuple(read)) if command[-1] in MODULES else None


def _fork(kind: _Kind, call: dict[str, Any], streams: Sequence[int]) -> int:
    prctl = ctypes.CDLL(None).prctl
    with _lock:
        if kind not in _loaders:
            while len(_loaders) >= _MOST:
                _end(next(iter(_loaders)))
            _loaders[kind] = _load(kind)
        _, connection = _loaders[kind]
        # whose parent has ended is a child of the nearest process above that takes it
        prctl(_SUBREAPER, 1)
        try:
            socket.send_fds(connection, [json.dumps(call).encode()], streams)
            return int(connection.recv(20))
        finally:
            prctl(_SUBREAPER, 0)


def _load(kind: _Kind) -> tuple[subprocess.Popen[bytes], socket.socket]:
    (*command, module), environ = kind
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        loader = subprocess.Popen(
            [*command, "tests.forked", module, str(theirs.fileno())],
            cwd=Path(__file__).parents[1],
            env={"PATH": os.environ["PATH"], "OPENBLAS_NUM_THREADS": "1", **dict(environ)},
            pass_fds=[theirs.fileno()],
            process_group=0,
        )
    assert ours.recv(20), f"{module} cannot be loaded"
    return loader, ours


def _end(kind: _Kind) -> None:
    loader, connection = _loaders.pop(kind)
    connection.close()
    loader.kill()
    loader.wait()


# --- The loader, and its forks


def _load_all(module: str) -> None:
    if module == "desktop_agent":
        for name in _LOADED:
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
    sys.argv = [module, *call["arguments"]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
