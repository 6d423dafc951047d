"""The program's own processes as forks of one that has loaded it: a start costs a hundredth.

Whoever starts the program or a page reader by `subprocess` (a test, or the program itself) gets a
fork of a loader: a process with the same interpreter, options, module and Python's variables of the
environment (see `tests.loader`). The fork has the streams, the environment, the folder, the session
and the group that were asked for. It is a child of whoever started it, and ends as an interpreter
ends. The first process of a kind is started as users do; `anew` is for tests of what a process has
from its start: its memory, its own environment.
"""

import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.loader import MCP, PROGRAM, READERS

_PYTHONS = ("PYTHON", "TESTS_KNOW_")
"""Beginnings of the variables that a process reads as it starts: a loader has its own."""
_MOST = 4
_SUBREAPER = 36  # see prctl(2)
_execute_child = getattr(subprocess.Popen, "_execute_child", None)

# --- Whoever starts a process

_Kind = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
_lock = threading.Lock()
_met: set[_Kind | None] = set()
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
    if kind is None or kind not in _met:  # a loader is worth it from the second process on
        _met.add(kind)
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
    at = args.index("-m") + 2
    command = [*args[:at]]
    if command[-1] == PROGRAM and args[at : at + 1] == ["mcp"]:
        command[-1] = MCP
    there = os.environ if environ is None else environ
    read = sorted((name, value) for name, value in there.items() if name.startswith(_PYTHONS))
    return (tuple(command), tuple(read)) if command[-1] in (PROGRAM, MCP, *READERS) else None


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
            [*command, "tests.loader", module, str(theirs.fileno())],
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
