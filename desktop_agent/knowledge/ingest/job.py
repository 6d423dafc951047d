"""The background job that keeps the index up to date, one update at a time."""

import asyncio
import logging
import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.knowledge.ingest.update import Parts, Paused, Request, Update
from desktop_agent.storage.files import locked

logger = logging.getLogger(__name__)

_EVERY_S = 0.5
_TIDY_FROM = 200  # changed documents after which the index is optimized
_WAITING = "Another copy of Desktop Agent is indexing. This one will continue when it finishes."


def try_indexing_lock(path: Path) -> ExitStack | None:
    """Acquire the indexing lock, which the caller must release; return None if it is taken."""
    held = ExitStack()
    try:
        held.enter_context(locked(path, timeout_s=0))  # not waiting: a few system calls
    except StorageError:
        if not os.access(path.with_name(f"{path.name}.lock"), os.R_OK | os.W_OK):
            raise
        return None
    return held


class Job:
    """The indexing job of this process. Use it from a single event loop."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._wanted: Request | None = None
        self._current: Request | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._one_at_a_time = asyncio.Lock()
        self._untidy = 0
        self._closed = False

    @property
    def is_running(self) -> bool:
        return any(not task.done() for task in self._tasks)

    def ask(self, request: Request) -> None:
        """Request an update, which runs after the current one."""
        if self._closed:
            return
        self._wanted = request.merged(self._wanted)
        if not self.is_running:
            self._begin()

    def update(self, *, again: bool = False) -> None:
        """Compare all sources with the index, unless such an update is already running."""
        current = self._current
        if current is None or current.sources is not None or (again and not current.again):
            self.ask(Request(again=again))

    def pause(self) -> None:
        """Stop the current update and start no others until `resume`, even after a restart."""
        if self._closed:
            return
        self._parts.catalogue.set_paused(paused=True)
        self._parts.meter.change(state="paused", eta_s=None, current="")
        for task in self._tasks:
            task.cancel()

    def resume(self) -> None:
        if not self._closed:
            self._parts.catalogue.set_paused(paused=False)
            self._wanted = Request().merged(self._wanted)
            self._begin()

    async def wait(self) -> IngestProgress:
        while self.is_running:
            await asyncio.wait(self._tasks)
        return self._parts.meter.now

    async def aclose(self) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await self.wait()

    def _begin(self) -> None:
        before = [task for task in self._tasks if not task.done()]
        self._tasks = [*before, asyncio.get_running_loop().create_task(self._run())]

    async def _run(self) -> None:
        async with self._one_at_a_time:  # a pause may still be stopping the task before
            await self._carry_out_all()

    async def _carry_out_all(self) -> None:
        change = self._parts.meter.change
        try:
            while self._wanted is not None:
                await self._carry_out(self._wanted)
            change(state="idle")
        except (Paused, asyncio.CancelledError):
            change(state="idle" if self._closed else "paused")
        except AgentError as error:
            logger.warning("indexing failed", extra={"fault": str(error)})
            change(state="idle", note=str(error))
        except Exception:
            logger.exception("indexing failed")
            change(state="idle", note="Indexing failed for an unexpected reason; see the log.")
        finally:
            change(eta_s=None, current="")

    async def _carry_out(self, request: Request) -> None:
        self._current, self._wanted = request, None
        update = Update(self._parts, request)
        try:
            await update.check()
            while (held := try_indexing_lock(self._parts.lock)) is None:
                self._parts.meter.change(state="waiting", note=_WAITING)
                await asyncio.sleep(_EVERY_S)
            with held:
                await update.run()
                await self._tidy_up(update.changed)
        except (Paused, asyncio.CancelledError):
            left = replace(request, rebuild=request.rebuild and not update.has_forgotten)
            self._wanted = left.merged(self._wanted)  # to resume later
            raise
        finally:
            self._current = None
        if (await self._parts.catalogue.sources()).keys() != update.sources.keys():
            self._wanted = Request().merged(self._wanted)  # a folder was added meanwhile

    async def _tidy_up(self, changed: int) -> None:
        """Optimize the index after enough changes; this is slow, but speeds up searches."""
        self._untidy += changed
        if self._untidy >= _TIDY_FROM:
            await self._parts.index.optimize()
            self._untidy = 0
