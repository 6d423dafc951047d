"""Worker processes that documents wait for, with what a person is told when one ends."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.workers.process import WorkerDied, WorkerProcess, WorkerProgram

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

# A worker has used up its processor time long before, unless it waits or is not let run. Windows
# has no alarm on processor time: there the limit is of the time that passes.
_PATIENCE = 1 if sys.platform == "win32" else 4


class WorkerPool:
    """Has documents read in at most ``processes`` worker processes; more of them wait in a queue.

    A process is started when it is first needed and used again. One is killed that takes for a
    document more than ``timeout_s`` of processor time, or four times as long in all (on Windows
    ``timeout_s`` in all), or more than ``memory_mb`` MiB beyond what it holds itself (where the
    system can limit that). Its successor, and that of one which a large page has swollen, is
    started at once, so that the next document does not wait for it. A pipe is waited on in a
    thread, because not every event loop that this runs under (Qt's, Windows') can watch one.
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
        """Starts a process now, so that the first page need not wait for it."""
        async with self._slots:
            if not self._idle:
                process = await self._start()
                self._busy.discard(process)
                self._idle.append(process)

    async def ask(
        self, request: Mapping[str, Any], body: bytes, name: str
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Gives the reply to a request and its parts; ``name`` is what people call the document.

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
        """Gives the reply to a request that is of no document, as the worker gives it.

        ``wall_s`` is how long it may take in all, where that is not four times the processor time.

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
        """Ends all processes and threads; documents that are being extracted fail."""
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
        """Kills a process now and leaves the waiting for it to the thread that spoke with it."""
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
