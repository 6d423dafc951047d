"""Worker processes, from the program's side: one process, and a pool of them.

The methods of one process block: call them from a thread.
"""

import asyncio
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.system.worker_protocol import OUT_OF_MEMORY, read_frame, write_frame

_MOST_REPLY_BYTES = 256 * 1024 * 1024
_MOST_LAST_WORDS = 4000
_LAST_WORDS_S = 1.0
_OUT_OF_TIME = -signal.SIGPROF if sys.platform != "win32" else None
# needed by Python and the loader; no other variable is passed on, least of all an API key
_INHERITED = frozenset(
    (
        "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR",
        "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "LANG", "LC_ALL",
    )
)  # fmt: skip
# One document is read at a time; each thread of a numeric library would take 40 MiB of address
# space.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class WorkerProgram:
    """A worker's program, and its name in messages.

    ``module`` is run with the memory limit as its argument, and ``options`` after it; a frozen
    program starts itself with ``argument`` before them instead (see ``__main__``). ``name`` is as
    in "the page reader"; ``remedy`` is what to do about a document that ends it.
    """

    module: str
    argument: str
    name: str
    remedy: str = ""
    options: tuple[str, ...] = ()


class WorkerDied(Exception):
    """The process ended before it answered; ``status`` is negative for a signal."""

    def __init__(self, status: int, last_words: str) -> None:
        super().__init__(f"the worker process ended with status {status}")
        self.status = status
        self.last_words = last_words

    @property
    def reason(self) -> str:
        """The cause, for display."""
        if self.status < 0:
            return f"signal {-self.status}"
        return f"exit status {self.status}"

    @property
    def out_of_time(self) -> bool:
        """True if the document's processor time was used up."""
        return self.status == _OUT_OF_TIME

    @property
    def out_of_memory(self) -> bool:
        """True if the worker reports that it got no memory."""
        return self.status == OUT_OF_MEMORY


class WorkerProcess:
    """One worker process; it runs between `launch` and `end`.

    Not `multiprocessing`: that passes on the whole environment, imports the parent's main module
    again, leaves a resource tracker running, and uses pickle.
    """

    def __init__(self, program: WorkerProgram, memory_mb: int) -> None:
        self._command = _command(program, memory_mb)
        self._lock = threading.Lock()  # between launching in a thread and killing from another
        self._killed = False
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id; None before the start."""
        return None if self._running is None else self._running.pid

    @property
    def alive(self) -> bool:
        """False before it starts and after it has ended."""
        return self._running is not None and self._running.poll() is None

    def launch(self) -> None:
        """Start the process and return when it has loaded its libraries.

        Raises:
            WorkerDied: it ended, or was killed, before that.
            OSError: it cannot be started.
        """
        with self._lock:
            if self._killed:
                raise WorkerDied(0, "")
            self._running = subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
                self._command,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **_apart_from_terminal(),
            )
        self._receive(self._running)

    def ask(
        self, request: Mapping[str, Any], body: bytes, *, cpu_s: float, wall_s: float
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Return the reply to a request and its parts; see `worker_protocol.Reply`.

        The process ends itself after ``cpu_s`` seconds of processor time on the request (not on
        Windows), or after ``wall_s`` seconds.

        Raises:
            WorkerDied: it ended before it answered.
        """
        limits = {"cpu_s": cpu_s, "wall_s": wall_s}
        process = self._running
        assert process is not None
        assert process.stdin is not None
        try:
            write_frame(process.stdin, json.dumps({**request, **limits}).encode("ascii"))
            write_frame(process.stdin, body)
        except (OSError, ValueError):  # its end of the pipe is closed, or ours by `end`
            raise _death(process) from None
        reply = json.loads(self._receive(process))
        assert isinstance(reply, dict)
        return reply, [self._receive(process) for _ in range(reply["parts"])]

    def kill(self) -> None:
        """Kill the process and its children at once; do not wait."""
        with self._lock:
            self._killed = True
            process = self._running
            if process is None or process.returncode is not None:
                return
            if sys.platform == "win32":
                process.kill()
            else:
                with contextlib.suppress(ProcessLookupError, PermissionError):  # it ended by itself
                    os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own

    def end(self) -> None:
        """Kill the process if it still runs, wait for it and close its pipes."""
        self.kill()
        process = self._running
        if process is None:
            return
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):  # bytes were left that nobody takes any more
                pipe.close()

    @staticmethod
    def _receive(process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout is not None
        try:
            return read_frame(process.stdout, _MOST_REPLY_BYTES)
        except (EOFError, OSError, ValueError):
            raise _death(process) from None


def _death(process: subprocess.Popen[bytes]) -> WorkerDied:
    try:
        # it may have closed its pipe and not ended yet: its own exit status says more than a kill's
        status = process.wait(_LAST_WORDS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    assert process.stderr is not None
    last_words = process.stderr.read(_MOST_LAST_WORDS).decode("utf-8", "replace")
    return WorkerDied(status, last_words.strip())


def _command(program: WorkerProgram, memory_mb: int) -> list[str]:
    arguments = (str(memory_mb), *program.options)
    if getattr(sys, "frozen", False):
        return [sys.executable, program.argument, *arguments]
    # -P: never import from the user's current folder
    return [sys.executable, "-P", "-m", program.module, *arguments]


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.startswith("_PYI_")
    }
    here = str(Path(__file__).parents[2])
    paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return (
        kept
        | _ONE_THREAD
        | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)), "PYTHONUTF8": "1"}
    )


def _apart_from_terminal() -> dict[str, Any]:
    """Keep Ctrl-C away from the process, and a console window from flashing up."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"process_group": 0}


# --- Worker pool

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

# A worker uses up its processor time long before, unless it waits or is not scheduled. Windows has
# no alarm on processor time: there the limit is wall time.
_PATIENCE = 1 if sys.platform == "win32" else 4


class WorkerPool:
    """Read documents in at most ``processes`` worker processes; further documents are queued.

    A process is started on first need and reused. It is killed when a document takes more than
    ``timeout_s`` of processor time, or four times as long in all (on Windows ``timeout_s`` in all),
    or more than ``memory_mb`` MiB beyond what it holds itself (if the system can limit that). Its
    successor, and that of one swollen by a large page, is started at once, so that the next
    document does not wait. A pipe is waited on in a thread, because not every event loop in use
    (Qt's, Windows') can watch one.
    """

    def __init__(
        self,
        program: WorkerProgram,
        *,
        processes: int,
        timeout_s: float,
        memory_mb: int,
        start_timeout_s: float = 30.0,
    ) -> None:
        self._program = program
        self._timeout_s = timeout_s
        self._start_timeout_s = start_timeout_s
        self._memory_mb = memory_mb
        self._slots = asyncio.Semaphore(processes)
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._ending: set[Future[None]] = set()
        self._successors: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="worker")
        self._closed = False

    async def start(self) -> None:
        """Start a process now, so that the first page need not wait for it."""
        async with self._slots:
            if not self._idle:
                process = await self._start()
                self._busy.discard(process)
                self._idle.append(process)

    async def ask(
        self, request: Mapping[str, Any], body: bytes, name: str
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Return the reply to a request and its parts; ``name`` is the document in messages.

        Raises:
            Unreadable: as the worker says; or it took too long, too much memory, or ended the
                worker.
            FetchError: the worker is closed, or cannot be started.
        """
        try:
            reply, parts = await self.converse(request, body)
        except (TimeoutError, WorkerDied) as end:
            raise self._unreadable(name, end) from None
        if "refused" in reply:
            raise Unreadable(*reply["refused"])
        return reply, parts

    async def converse(
        self, request: Mapping[str, Any], body: bytes, *, wall_s: float | None = None
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Return the raw reply to a request that belongs to no document.

        ``wall_s`` is the time limit in all; by default four times the processor time.

        Raises:
            TimeoutError: it took longer, and the worker was killed.
            WorkerDied: the worker ended, or was killed by `aclose`.
            FetchError: the worker is closed, or cannot be started.
        """
        async with self._slots:
            process = self._take_idle() or await self._start()
            self._busy.add(process)
            fit = False
            try:
                reply, parts = await self._ask(process, request, body, wall_s)
                fit = not reply["swollen"]
            finally:
                self._busy.discard(process)
                if fit and not self._closed:
                    self._idle.append(process)
                else:
                    self._end(process)
                    self._start_successor()
        return reply, parts

    async def aclose(self) -> None:
        """Stop all processes and threads; documents in progress fail."""
        self._closed = True
        for task in self._successors:
            task.cancel()
        await asyncio.gather(*self._successors, return_exceptions=True)
        for process in [*self._busy, *self._idle]:
            process.kill()
        while self._idle:
            self._end(self._idle.pop())
        while self._busy or self._ending:
            for future in list(self._ending):
                await asyncio.wrap_future(future)
            await asyncio.sleep(0.002)  # until those who wait for a killed one have seen it
        self._threads.shutdown()

    def _take_idle(self) -> WorkerProcess | None:
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            self._end(process)  # killed from outside, as systems short of memory do
        return None

    async def _start(self) -> WorkerProcess:
        if self._closed:
            raise FetchError(f"The {self._program.name} is closed.")
        process = WorkerProcess(self._program, self._memory_mb)
        self._busy.add(process)
        ready, name = False, self._program.name
        try:
            async with asyncio.timeout(self._start_timeout_s):
                await self._in_thread(process.launch)
            ready = True
        except TimeoutError:
            raise FetchError(
                f"The {name}'s process did not start within {self._start_timeout_s:g} s."
            ) from None
        except OSError as error:
            raise FetchError(f"The {name}'s process cannot be started: {error}.") from None
        except WorkerDied as death:
            _log.warning("worker process did not start: %s", death.last_words)
            raise FetchError(f"The {name}'s process cannot be started ({death.reason}).") from None
        finally:
            if not ready:
                self._busy.discard(process)
                self._end(process)
        return process

    async def _ask(
        self, process: WorkerProcess, request: Mapping[str, Any], body: bytes, wall_s: float | None
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        wall_s = wall_s or _PATIENCE * self._timeout_s
        async with asyncio.timeout(wall_s):
            # twice, because the process's own alarm is for when nobody is left to kill it
            return await self._in_thread(
                lambda: process.ask(request, body, cpu_s=self._timeout_s, wall_s=2 * wall_s)
            )

    def _start_successor(self) -> None:
        cancelling = asyncio.current_task()
        if self._closed or (cancelling is not None and cancelling.cancelling()):
            return  # the loop may be about to end
        task = asyncio.create_task(self._start_quietly())
        self._successors.add(task)
        task.add_done_callback(self._successors.discard)

    async def _start_quietly(self) -> None:
        with contextlib.suppress(FetchError):  # the next document tries again, and tells
            await self.start()

    def _in_thread(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _end(self, process: WorkerProcess) -> None:
        """Kill a process now and leave waiting for it to the thread that used it."""
        process.kill()
        future = self._threads.submit(process.end)
        self._ending.add(future)
        future.add_done_callback(self._ending.discard)

    def _unreadable(self, name: str, end: TimeoutError | WorkerDied) -> Unreadable:
        remedy = self._program.remedy
        if self._closed:
            return Unreadable(f"Reading {name} was stopped.")
        if isinstance(end, TimeoutError) or end.out_of_time:
            return Unreadable(
                f"Reading {name} took more than {self._timeout_s:g} s and was stopped.", remedy
            )
        if end.out_of_memory:
            return Unreadable(
                f"Reading {name} took more than {self._memory_mb} MiB of memory and was stopped.",
                remedy,
            )
        _log.warning("worker process died (%s) reading %s: %s", end.reason, name, end.last_words)
        return Unreadable(f"{name} crashed the {self._program.name} ({end.reason}).", remedy)
