"""Start worker processes, individually or in a pool, and send them requests.

The methods of `WorkerProcess` block, so call them in a thread.
"""

import asyncio
import contextlib
import json
import logging
import math
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
    """A program that runs in worker processes.

    ``module`` is run with the memory limit as its first argument, followed by ``options``. A frozen
    build runs itself, with ``argument`` before these (see ``__main__``). ``name`` is a noun for
    messages, such as "page reader". ``remedy`` tells the user what to do about a document that
    crashes the worker or exceeds its limits.
    """

    module: str
    argument: str
    name: str
    remedy: str = ""
    options: tuple[str, ...] = ()


class WorkerDied(Exception):
    """Raised when a process ends without replying; ``status`` is negative if a signal killed it."""

    def __init__(self, status: int, last_words: str) -> None:
        super().__init__(f"the worker process ended with status {status}")
        self.status = status
        self.last_words = last_words

    @property
    def reason(self) -> str:
        if self.status < 0:
            return f"signal {-self.status}"
        return f"exit status {self.status}"

    @property
    def out_of_memory(self) -> bool:
        return self.status == OUT_OF_MEMORY


class WorkerProcess:
    """A single worker process, which runs from `launch` to `end`.

    It does not use `multiprocessing`, which passes on the entire environment, imports the parent's
    main module again, leaves a resource tracker running, and relies on pickle.
    """

    def __init__(self, program: WorkerProgram, memory_mb: int) -> None:
        self._command = _command(program, memory_mb)
        self._lock = threading.Lock()  # between launching in a thread and killing from another
        self._killed = False
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._running is None else self._running.pid

    @property
    def alive(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def launch(self) -> None:
        """Start the process and wait until it is ready.

        Raise `WorkerDied` or `OSError` if it does not start.
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
        """Send a request and return the reply with its parts; see `worker_protocol.Reply`.

        The process ends itself if the request takes more than ``cpu_s`` seconds of CPU time or
        ``wall_s`` seconds of wall time (not on Windows). Raise `WorkerDied` if it ends before it
        replies.
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
        """Kill the process and its children immediately, without waiting."""
        with self._lock:
            self._killed = True
            process = self._running
            if process is None or process.returncode is not None:
                return
            if sys.platform == "win32":
                process.kill()
            else:
                with contextlib.suppress(ProcessLookupError, PermissionError):  # it ended by itself
                    os.killpg(process.pid, signal.SIGKILL)  # it is a group leader

    def end(self) -> None:
        """Kill the process if it is still running, wait for it, and close its pipes."""
        self.kill()
        process = self._running
        if process is None:
            return
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):  # unread bytes are left
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
        # it may not have ended yet, and its own exit status says more than that of a kill
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
    path = os.pathsep.join(dict.fromkeys(paths))
    return kept | _ONE_THREAD | {"PYTHONPATH": path, "PYTHONUTF8": "1"}


def _apart_from_terminal() -> dict[str, Any]:
    """Return `Popen` options that block Ctrl-C and hide the console window."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"process_group": 0}


# --- Worker pool

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

# A worker reaches its limit of processor time much earlier, unless it waits or is not scheduled.
# Windows has no alarm on processor time, so there the limit is wall time.
_PATIENCE = 1 if sys.platform == "win32" else 4


class WorkerPool:
    """A pool of up to ``processes`` worker processes; further documents wait until one is free.

    Processes are started on first use and then reused, until they have been idle for ``idle_s``
    seconds. A process is killed if a document takes more than ``timeout_s`` of CPU time or four
    times as much wall time (on Windows, ``timeout_s`` of wall time), or if it uses more than
    ``memory_mb`` MiB of additional memory (on systems that support such a limit). A process that
    was killed, or that has grown because of a large page, is replaced immediately, so that the next
    document does not have to wait. Pipes are read in threads, because some event loops (Qt's, and
    those on Windows) cannot watch pipes.
    """

    def __init__(
        self,
        program: WorkerProgram,
        *,
        processes: int,
        timeout_s: float,
        memory_mb: int,
        start_timeout_s: float = 30.0,
        idle_s: float = math.inf,
    ) -> None:
        self._program = program
        self._timeout_s = timeout_s
        self._start_timeout_s = start_timeout_s
        self._memory_mb = memory_mb
        self._idle_s = idle_s
        self._end_later: asyncio.TimerHandle | None = None
        self._slots = asyncio.Semaphore(processes)
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._ending: set[Future[None]] = set()
        self._successors: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="worker")
        self._closed = False

    async def start(self) -> None:
        """Start a process in advance, so that the first document does not have to wait for it."""
        async with self._slots:
            if not self._idle:
                process = await self._start()
                self._busy.discard(process)
                self._put_back(process)

    async def ask(
        self, request: Mapping[str, Any], body: bytes, name: str
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Send a request about a document, and return the reply and its parts.

        Error messages refer to the document as ``name``. Raise `Unreadable` if the worker refuses
        the document, exceeds the time or memory limit, or crashes, and `FetchError` if the worker
        is closed or cannot be started.
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
        """Send a request, with or without a document, and return the unchecked reply and its parts.

        ``wall_s`` is the time limit, which defaults to the limit for a document (see the class).
        Raise `TimeoutError` if the request takes longer, `WorkerDied` if the worker ends, and
        `FetchError` if the worker is closed or cannot be started.
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
                    self._put_back(process)
                else:
                    self._end(process)
                    self._start_successor()
        return reply, parts

    def _put_back(self, process: WorkerProcess) -> None:
        self._idle.append(process)
        self._stop_timer()
        if self._idle_s < math.inf:
            loop = asyncio.get_running_loop()
            self._end_later = loop.call_later(self._idle_s, self._end_idle)

    def _stop_timer(self) -> None:
        if self._end_later is not None:
            self._end_later.cancel()

    def _end_idle(self) -> None:
        while self._idle:
            self._end(self._idle.pop())

    async def aclose(self) -> None:
        """Stop all processes and threads. Requests in progress fail."""
        self._closed = True
        for task in self._successors:
            task.cancel()
        await asyncio.gather(*self._successors, return_exceptions=True)
        for process in [*self._busy, *self._idle]:
            process.kill()
        self._stop_timer()
        self._end_idle()
        while self._busy or self._ending:
            for future in list(self._ending):
                await asyncio.wrap_future(future)
            # until the callers waiting for killed processes have noticed
            await asyncio.sleep(0.002)
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
            # twice: the worker's own alarm is only for the case that the program has died
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
        # the next document tries again, and reports the error
        with contextlib.suppress(FetchError):
            await self.start()

    def _in_thread(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _end(self, process: WorkerProcess) -> None:
        """Kill a process immediately, and wait for its exit in a thread."""
        process.kill()
        future = self._threads.submit(process.end)
        self._ending.add(future)
        future.add_done_callback(self._ending.discard)

    def _unreadable(self, name: str, end: TimeoutError | WorkerDied) -> Unreadable:
        remedy = self._program.remedy
        if self._closed:
            return Unreadable(f"Reading {name} was stopped.")
        if isinstance(end, TimeoutError) or end.status == _OUT_OF_TIME:
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
