"""Run full Python inside bubblewrap, with namespaces, a system call filter and limits (Linux)."""

import asyncio
import contextlib
import importlib.util
import json
import os
import platform
import shutil
import signal
import sys
import sysconfig
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.resources import toml_resource
from desktop_agent.tools.sandbox.base import (
    MOST_OUTPUT,
    MOST_TEXT,
    TEST_CODE,
    Execution,
    execution_of,
    fault_of_test,
    read_record,
)

# --- One jailed process for one piece of code

_MOST_STDERR = 16 * MOST_TEXT  # a JSON record, in which a character may take six
_PIECE = 64 * 1024
_LAST_MOMENTS_S = 0.5


@dataclass(slots=True)
class Ended:
    """A finished process.

    ``cut_short`` is the reason why the process was killed, or "" if it exited on its own.
    """

    output: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    cut_short: Literal["", "timeout", "output"] = ""
    status: int = 0


async def run_jailed(
    command: Sequence[str], request: bytes, timeout_s: float, running: set[Process]
) -> Ended:
    """Run a process with an empty environment, and ``request`` on its standard input.

    The process and its child processes are killed after ``timeout_s`` seconds, when the caller is
    cancelled, or if the process writes too much. While it is running, the process is in the set
    ``running``. Raise `OSError` if it cannot be started.
    """
    # an in-memory file: a process that does not read it cannot block us
    source = os.memfd_create("request", os.MFD_CLOEXEC)
    try:
        os.write(source, request)
        os.lseek(source, 0, os.SEEK_SET)
        process = await asyncio.create_subprocess_exec(
            *command, env={}, stdin=source, stdout=PIPE, stderr=PIPE, process_group=0
        )
    finally:
        os.close(source)
    assert process.stdout is not None
    assert process.stderr is not None
    ended = Ended()
    running.add(process)
    reading = [
        asyncio.ensure_future(_read(pipe, kept, most, partial(_flooded, process, ended)))
        for pipe, kept, most in (
            (process.stdout, ended.output, MOST_OUTPUT),
            (process.stderr, ended.stderr, _MOST_STDERR),
        )
    ]
    try:
        _, late = await asyncio.wait(reading, timeout=timeout_s)
        if not late:  # it may have closed its pipes and still be running
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _LAST_MOMENTS_S)
        if process.returncode is None and not ended.cut_short:
            ended.cut_short = "timeout"
    finally:
        kill(process)
        await asyncio.wait(reading)
        ended.status = await process.wait()
        running.discard(process)
    return ended


def _flooded(process: Process, ended: Ended) -> None:
    ended.cut_short = "output"
    kill(process)


def kill(process: Process) -> None:
    """Kill a process and its child processes."""
    with contextlib.suppress(ProcessLookupError):  # it ended by itself
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)


async def _read(
    pipe: asyncio.StreamReader, kept: bytearray, most: int, flooded: Callable[[], None]
) -> None:
    while piece := await pipe.read(_PIECE):  # to its end, or it stays open
        if len(kept) <= most:
            kept += piece
        if len(kept) > most:
            flooded()


# --- The bubblewrap command
#
# Inside, code sees the interpreter with its standard library, the system's shared libraries and a
# few packages for mathematics, all read-only. There is no home, no ``/etc``, no ``/proc``, no
# ``/sys``, no ``/tmp``, no socket of any service, and of ``/dev`` only ``null``.

PACKAGES = ("numpy", "scipy", "sympy", "mpmath", "networkx")
"""Packages outside the standard library that code may import if they are installed."""

JAIL_ARGUMENT = "--code-runner"
"""Command-line argument that makes a frozen build act as the process that runs code."""

_SYSTEM_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/lib32", "/lib", "/lib64")
_SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_WALLS = (
    "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
    "--uid", "65534", "--gid", "65534", "--hostname", "sandbox",
)  # fmt: skip
_START = (
    "import sys; sys.path[:0] = ['/sandbox', '/packages']; "
    "from desktop_agent.tools.sandbox.jail.runner import main; main()"
)


def find_bubblewrap() -> str | None:
    """Return the path of bubblewrap, or None if it is not installed or this is not Linux."""
    return shutil.which("bwrap") if sys.platform == "linux" else None


def bubblewrap_command(bubblewrap: str) -> list[str]:
    """Return the bubblewrap command that runs the code in a request read from stdin."""
    command = [bubblewrap, *_WALLS]
    for name, value in _ENVIRONMENT.items():
        command += ["--setenv", name, value]
    for path in _SYSTEM_LIBRARIES:
        command += _system_library(Path(path))
    frozen = bool(getattr(sys, "frozen", False))
    if frozen:
        folder = str(_python().parent)
        command += ["--ro-bind", folder, folder]
    else:
        command += _python_places()
    command += ["--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"]
    command += ["--remount-ro", "/", "--chdir", "/", "--"]
    if frozen:
        return [*command, sys.executable, JAIL_ARGUMENT]
    return [*command, str(_python()), "-I", "-S", "-B", "-X", "utf8", "-c", _START]


def _system_calls() -> dict[str, int]:
    """Map allowed system calls to their numbers; return {} for an unknown machine type."""
    calls: dict[str, int] = toml_resource("system_calls.toml").get(platform.machine(), {})
    return calls


def _installed_packages() -> tuple[str, ...]:
    return tuple(name for name in PACKAGES if importlib.util.find_spec(name) is not None)


def _python() -> Path:
    return Path(sys.executable).resolve()


def _system_library(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind-try", str(path), str(path)]


def _python_places() -> list[str]:
    places = [_python()]
    base = Path(sys.base_prefix).resolve()
    if base != Path("/usr"):
        places.append(base / "lib")
    installed = {"platbase": sys.base_exec_prefix, "installed_platbase": sys.base_exec_prefix}
    names = ("stdlib", "platstdlib")
    places += [Path(sysconfig.get_path(name, vars=installed)).resolve() for name in names]
    command = list[str]()
    for place in dict.fromkeys(places):
        command += ["--ro-bind-try", str(place), str(place)]
    # hide other installed packages from the code
    beside = [place / "site-packages" for place in places]
    for hidden in dict.fromkeys((*beside, _SYSTEM_PACKAGES)):
        if hidden.is_dir():
            command += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    jail = Path(__file__).with_name("jail")
    command += ["--ro-bind", str(jail), "/sandbox/desktop_agent/tools/sandbox/jail"]
    for folder in _package_folders():
        command += ["--ro-bind", str(folder), f"/packages/{folder.name}"]
    return command


def _package_folders() -> Iterator[Path]:
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        for place in (found.submodule_search_locations or ()) if found is not None else ():
            folder = Path(place)
            yield folder
            libraries = folder.with_name(f"{name}.libs")  # shipped with the wheels
            if libraries.is_dir():
                yield libraries


# Address space of Python with numpy, before the code allocates any.
_OWN_MEMORY = 192 * 1024 * 1024
_AT_A_TIME = 2
_PROBE_S = 10.0

_proven: set[str] = set()  # paths at which bubblewrap has passed the test


class BubblewrapLayer:
    """A layer that runs each program in a new process isolated by bubblewrap."""

    name = "bubblewrap"

    def __init__(self, settings: SandboxSettings) -> None:
        self._settings = settings
        self._room = asyncio.Semaphore(_AT_A_TIME)
        self._running: set[Process] = set()
        self._probing = asyncio.Lock()
        self._fault: str | None = None
        self._command: list[str] = []

    async def fault(self) -> str:
        """Return why this layer is unavailable, or "" if it works; the first call tests it."""
        async with self._probing:
            if self._fault is None:
                self._fault = await self._probe()
        return self._fault

    async def packages(self) -> tuple[str, ...]:
        return await asyncio.to_thread(_installed_packages)

    async def run(self, code: str, timeout_s: float) -> Execution:
        """Run code; call `fault` first. Cancelling stops the code immediately."""
        memory_mb = self._settings.memory_mb
        request = {
            "code": code,
            "lock_down": True,
            "system_calls": list(_system_calls().values()),
            "memory_bytes": _OWN_MEMORY + memory_mb * 1024 * 1024,
            "cpu_s": int(timeout_s) + 2,  # in case nobody watches the clock
            "most_output": MOST_OUTPUT,
        }
        try:
            async with self._room:
                asked = json.dumps(request).encode("ascii")
                ended = await run_jailed(self._command, asked, timeout_s, self._running)
        except OSError as error:
            fault = f"{self.name} cannot be started: {error}."
            return Execution("refused", error=fault, layer=self.name)
        record = _record(ended)
        execution = execution_of(
            record, bytes(ended.output), self.name, timeout_s=timeout_s, memory_mb=memory_mb
        )
        said = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        if record["status"] == "ended" and said and ended.status == 1:
            # from bubblewrap itself, or from Python before it reached the code
            return replace(execution, error=f"{execution.error}\n{said[-1]}")
        return execution

    async def aclose(self) -> None:
        for process in self._running:
            kill(process)

    async def _probe(self) -> str:
        path = find_bubblewrap()
        if path is None:
            return "it is not installed"
        self._command = await asyncio.to_thread(bubblewrap_command, path)
        if path in _proven:
            return ""
        fault = fault_of_test(await self.run(TEST_CODE, _PROBE_S))
        if not fault:
            _proven.add(path)
        return fault


def _record(ended: Ended) -> Mapping[str, str]:
    if ended.cut_short:
        return {"status": ended.cut_short}
    if (record := read_record(bytes(ended.stderr))) is not None:
        return record
    return {"status": "ended", "error": _how(ended.status)}


def _how(status: int) -> str:
    """Describe an exit status; bubblewrap reports a signal as 128 plus its number."""
    with contextlib.suppress(ValueError):  # not a signal
        return f"signal {signal.Signals(status - 128 if status > 128 else -status).name}"
    return f"exit status {status}"
