"""Full Python behind bubblewrap: namespaces, a filter of system calls, and limits (Linux)."""

import asyncio
import json
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.sandbox.base import Execution
from desktop_agent.sandbox.bubblewrap_command import (
    bubblewrap_command,
    find_bubblewrap,
    installed_packages,
)
from desktop_agent.sandbox.ending import (
    does_not_work,
    ended_itself,
    execution_of,
    out_of_time,
    read_record,
    shown_output,
    too_much_output,
)
from desktop_agent.sandbox.jailed_process import Ended, JailedProcess
from desktop_agent.sandbox.limits import MOST_OUTPUT

LAYER = "bubblewrap"

# Address space of Python with numpy, before the code has asked for any.
_OWN_MEMORY = 192 * 1024 * 1024
_AT_A_TIME = 2
_PROBE_S = 10.0

_T = TypeVar("_T")

_proven: set[str] = set()  # where bubblewrap works, of which there is one on a machine


class BubblewrapLayer:
    """Runs each piece of code in a process of its own, which sees nothing of this machine."""

    name = LAYER

    def __init__(self, settings: SandboxSettings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="jail")
        self._running: set[JailedProcess] = set()
        self._probing = asyncio.Lock()
        self._fault: str | None = None
        self._command: list[str] = []

    async def fault(self) -> str:
        """Why this cannot be used here, or an empty text; tried once, by running something."""
        async with self._probing:
            if self._fault is None:
                self._fault = await self._probe()
        return self._fault

    async def packages(self) -> tuple[str, ...]:
        """The packages that code can import here beside the standard library."""
        return await asyncio.to_thread(installed_packages)

    async def run(self, code: str, timeout_s: float) -> Execution:
        """Runs code; `fault` must have been asked before. Cancelling ends the code at once."""
        memory_mb = self._settings.memory_mb
        request = {
            "code": code,
            "lock_down": True,
            "memory_bytes": _OWN_MEMORY + memory_mb * 1024 * 1024,
            "cpu_s": int(timeout_s) + 2,  # for when nobody is left to look at the clock
            "most_output": MOST_OUTPUT,
        }
        try:
            ended = await self._ended(json.dumps(request).encode("ascii"), timeout_s)
        except OSError as error:
            return Execution("refused", error=f"{LAYER} cannot be started: {error}.", layer=LAYER)
        return _execution(ended, timeout_s, memory_mb)

    async def aclose(self) -> None:
        """Ends all that runs."""
        for process in self._running:
            process.kill()
        await asyncio.to_thread(self._threads.shutdown)

    async def _probe(self) -> str:
        path = find_bubblewrap()
        if path is None:
            return "it is not installed"
        self._command = await asyncio.to_thread(bubblewrap_command, path)
        if path in _proven:
            return ""
        ended = await self.run("6 * 7", _PROBE_S)
        if ended.ok and ended.value == "42":
            _proven.add(path)
            return ""
        return does_not_work(ended.error)

    async def _ended(self, request: bytes, timeout_s: float) -> Ended:
        process = JailedProcess(self._command)
        self._running.add(process)
        try:
            return await self._in_thread(lambda: process.run(request, timeout_s))
        finally:
            self._running.discard(process)
            process.kill()

    def _in_thread(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work)


def _execution(ended: Ended, timeout_s: float, memory_mb: int) -> Execution:
    output = shown_output(ended.output)
    if ended.cut_short == "time":
        return Execution("timeout", output, error=out_of_time(timeout_s), layer=LAYER)
    if ended.cut_short == "output":
        return Execution("output", output, error=too_much_output(), layer=LAYER)
    record = read_record(ended.stderr)
    if record is not None:
        return execution_of(record, ended.output, LAYER, memory_mb)
    said = ended.stderr.decode("utf-8", "replace").strip().splitlines()
    error = ended_itself(_how(ended.status))
    if said and ended.status == 1:  # bubblewrap itself, or Python before it reached the code
        error = f"{error}\n{said[-1]}"
    return Execution("error", output, error=error, layer=LAYER)


def _how(status: int) -> str:
    """Tells what an exit status means; bubblewrap gives 128 and the signal."""
    number = status - 128 if status > 128 else -status
    if number <= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(number).name}"
    except ValueError:
        return f"exit status {status}"
