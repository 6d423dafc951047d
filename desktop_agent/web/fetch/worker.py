"""Extraction in a process that can be killed: what a page does to it is never the app's problem."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.core.research import PageFact
from desktop_agent.web.extract.document import Document, Extracted
from desktop_agent.web.fetch.worker_process import WorkerDied, WorkerProcess

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

# A worker has used up its processor time long before, unless it waits or is not let run. Windows
# has no alarm on processor time: there the limit is of the time that passes.
_PATIENCE = 1 if sys.platform == "win32" else 4


class ExtractionWorker:
    """Extracts documents in at most ``processes`` worker processes; more documents wait in a queue.

    A process is started when it is first needed and used again. One is killed that takes for a
    document more than ``timeout_s`` of processor time, or four times as long in all (on Windows
    ``timeout_s`` in all), or more than ``memory_mb`` MiB beyond what it holds itself (where the
    system can limit that). Its successor, and that of one which a large page has swollen, is
    started at once, so that the next document does not wait for it. A pipe is waited on in a
    thread, because not every event loop that this runs under (Qt's, Windows') can watch one.
    """

    def __init__(
        self,
        *,
        processes: int = 1,
        timeout_s: float = 5.0,
        memory_mb: int = 512,
        start_timeout_s: float = 30.0,
    ) -> None:
        self._timeout_s = timeout_s
        self._start_timeout_s = start_timeout_s
        self._memory_mb = memory_mb
        self._slots = asyncio.Semaphore(processes)
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._ending: set[Future[None]] = set()
        self._successors: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="extraction")
        self._closed = False

    async def start(self) -> None:
        """Starts a process now, so that the first page need not wait for it."""
        async with self._slots:
            if not self._idle:
                process = await self._start()
                self._busy.discard(process)
                self._idle.append(process)

    async def extract(self, document: Document) -> Extracted:
        """Gives what can be read of a document.

        Raises:
            Unreadable: as `extract.extract`; or it took too long, too much memory, or ended the
                worker.
            FetchError: the worker is closed, or cannot be started.
        """
        async with self._slots:
            process = self._take_idle() or await self._start()
            self._busy.add(process)
            fit = False
            try:
                reply = await self._ask(process, document)
                fit = not reply["swollen"]
            except (TimeoutError, WorkerDied) as end:
                raise self._unreadable(document.url, end) from None
            finally:
                self._busy.discard(process)
                if fit and not self._closed:
                    self._idle.append(process)
                else:
                    self._end(process)
                    self._start_successor()
        if "refused" in reply:
            raise Unreadable(*reply["refused"])
        return _extracted(reply)

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
            raise FetchError("The page reader is closed.")
        process = WorkerProcess(self._memory_mb)
        self._busy.add(process)
        ready = False
        try:
            async with asyncio.timeout(self._start_timeout_s):
                await self._in_thread(process.launch)
            ready = True
        except TimeoutError:
            raise FetchError(
                f"The page reader's process did not start within {self._start_timeout_s:g} s."
            ) from None
        except OSError as error:
            raise FetchError(f"The page reader's process cannot be started: {error}.") from None
        except WorkerDied as death:
            _log.warning("worker process did not start: %s", death.last_words)
            raise FetchError(
                f"The page reader's process cannot be started ({death.reason})."
            ) from None
        finally:
            if not ready:
                self._busy.discard(process)
                self._end(process)
        return process

    async def _ask(self, process: WorkerProcess, document: Document) -> Mapping[str, Any]:
        wall_s = _PATIENCE * self._timeout_s
        async with asyncio.timeout(wall_s):
            # twice, because the process's own alarm is for when nobody is left to kill it
            return await self._in_thread(
                lambda: process.ask(document, cpu_s=self._timeout_s, wall_s=2 * wall_s)
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

    def _unreadable(self, url: str, end: TimeoutError | WorkerDied) -> Unreadable:
        if self._closed:
            return Unreadable(f"Reading {url} was stopped.")
        if isinstance(end, TimeoutError) or end.out_of_time:
            return Unreadable(
                f"Reading {url} took more than {self._timeout_s:g} s and was stopped.", _OTHER_PAGE
            )
        if end.out_of_memory:
            return Unreadable(
                f"Reading {url} took more than {self._memory_mb} MiB of memory and was stopped.",
                _OTHER_PAGE,
            )
        _log.warning("worker process died (%s) reading %s: %s", end.reason, url, end.last_words)
        return Unreadable(f"{url} crashed the page reader ({end.reason}).", _OTHER_PAGE)


def _extracted(reply: Mapping[str, Any]) -> Extracted:
    """Reads what `worker_main` wrote."""
    return Extracted(
        title=reply["title"],
        text=reply["text"],
        media_type=reply["media_type"],
        links=tuple(reply["links"]),
        facts=tuple(PageFact(*fact) for fact in reply["facts"]),
        published=reply["published"],
        language=reply["language"],
        data=reply["data"],
        cut=reply["cut"],
        author=reply["author"],
        site=reply["site"],
        canonical=reply["canonical"],
        wall=reply["wall"],
    )


_OTHER_PAGE = "Look for another page that says the same."
