"""Watch sources while the program is open, and request updates when they change."""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from desktop_agent.core.errors import AgentError
from desktop_agent.knowledge.catalogue import Source
from desktop_agent.knowledge.ingest.job import Job
from desktop_agent.knowledge.ingest.sources import FolderScan
from desktop_agent.knowledge.ingest.update import Parts, Request

logger = logging.getLogger(__name__)

_GATHERED_MS = 400
_STEP_MS = 200  # timeout of each wait for changes, which delays stopping
_UNDECODABLE = "Unable to decode path"
"""The error that watchfiles raises if the name of a changed file is not UTF-8."""
_LOOK_EVERY_S = 5.0
_QUIET_S = 2.0
_LONGEST_S = 20.0  # seconds after which a file is indexed even though it keeps changing
_COMPARE_EVERY_S = 600.0
_NOT_WATCHED = (
    "Not all folders can be watched, so changes in them are looked for every ten minutes."
)

Identity = tuple[int, int]
"""Device and inode of a folder, since another disk may be mounted at the same path."""


class Watch:
    """Watches the sources of a catalogue, and requests updates when they change.

    Added and removed sources and disks are noticed within ``every_s`` seconds. Changes are
    processed after ``quiet_s`` seconds without further changes, but after at most 20 s.
    """

    def __init__(
        self, parts: Parts, job: Job, *, every_s: float = _LOOK_EVERY_S, quiet_s: float = _QUIET_S
    ) -> None:
        self._parts = parts
        self._job = job
        self._every_s = every_s
        self._quiet_s = quiet_s
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._watcher: asyncio.Task[None] | None = None
        self._stopped = threading.Event()
        self._watched: list[Source] = []
        self._there: Mapping[int, Identity] | None = None
        self._pages: object = None
        self._pages_changed = False
        self._changed: set[str] = set()
        self._first_change = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._compared = 0.0

    def start(self) -> None:
        if self._task is None and not self._closed:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def aclose(self) -> None:
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._stop()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            try:
                await self._look()
            except AgentError as error:
                logger.warning("watching failed", extra={"fault": str(error)})

    async def _look(self) -> None:
        """Check for changes to the list of sources and to sources that cannot be watched."""
        if not self._parts.settings().watch:
            await self._stop()
            return
        if self._job.is_running or await self._parts.catalogue.is_paused():
            return
        sources = (await self._parts.catalogue.sources()).values()
        files = [each for each in sources if each.kind in {"folder", "file"}]
        there = await asyncio.to_thread(_identities, files)
        late = time.monotonic() - self._compared >= _COMPARE_EVERY_S
        if there != self._there:
            await self._watch_anew(files, there)
        elif self._parts.meter.now.state == "paused" or (late and self._watcher is None):
            self._compare()
        else:
            await self._look_at_pages(sources)

    async def _watch_anew(self, files: Sequence[Source], there: Mapping[int, Identity]) -> None:
        await self._stop()
        self._there = there
        self._watched = [source for source in files if source.id in there]
        if self._watched:
            ready, self._stopped = asyncio.Event(), threading.Event()
            self._watcher = asyncio.create_task(self._collect(ready))
            await ready.wait()
        self._compare()  # changes since the last comparison were not watched

    async def _look_at_pages(self, sources: Iterable[Source]) -> None:
        """Request an update for new pages, once no more are being added."""
        before, self._pages = self._pages, await asyncio.to_thread(self._parts.pages.signature)
        if before is None or before != self._pages:
            self._pages_changed = before is not None
        elif self._pages_changed:
            self._pages_changed = False
            built_in = [source.id for source in sources if source.kind not in {"folder", "file"}]
            self._job.ask(Request(sources=frozenset(built_in)))

    def _compare(self) -> None:
        self._compared = time.monotonic()
        self._job.update()

    async def _stop(self) -> None:
        watcher, self._watcher = self._watcher, None
        self._there = None
        self._parts.meter.standing_note = ""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._changed.clear()
        self._stopped.set()
        if watcher is not None:
            await asyncio.wait({watcher})

    # --- Change notifications of the system, collected in a thread

    async def _collect(self, ready: asyncio.Event) -> None:
        """Note changes of the watched sources until `_stop` is called.

        If the name of a changed file is not UTF-8, all sources count as changed. ``ready`` is set
        once changes are noticed, or watching has turned out to be impossible.
        """
        roots, stopped = [source.path for source in self._watched], self._stopped
        call = asyncio.get_running_loop().call_soon_threadsafe

        def collect() -> None:
            from watchfiles import watch

            changes = watch(
                *roots,
                watch_filter=None,
                debounce=_GATHERED_MS,
                step=_STEP_MS,
                stop_event=stopped,
                rust_timeout=_STEP_MS,
                yield_on_timeout=True,
                ignore_permission_denied=True,
            )
            for gathered in changes:
                call(ready.set)
                if gathered:
                    call(self._note, {path for _, path in gathered})

        while not stopped.is_set():
            try:
                await asyncio.to_thread(collect)
            except (OSError, RuntimeError) as error:
                if _UNDECODABLE in str(error):
                    self._note(set(roots))
                    continue
                logger.warning("the folders cannot be watched", extra={"fault": str(error)})
                self._parts.meter.standing_note = _NOT_WATCHED
                self._watcher = None
                ready.set()
                return

    def _note(self, paths: set[str]) -> None:
        loop = asyncio.get_running_loop()
        if self._stopped.is_set():
            return
        if not self._changed:
            self._first_change = loop.time()
        self._changed |= paths
        if self._later is not None:
            self._later.cancel()
        when = min(loop.time() + self._quiet_s, self._first_change + _LONGEST_S)
        self._later = loop.call_at(when, self._ask)

    def _ask(self) -> None:
        self._later = None
        changed, self._changed = self._changed, set()
        near = set()
        for source in self._watched:
            scan = FolderScan(source.path, (), self._parts.leave_out)
            below = f"{source.path}{os.sep}"
            if source.path in changed or any(
                each.startswith(below) and not scan.passes_by(each) for each in changed
            ):
                near.add(source.id)
        if near:
            self._job.ask(Request(sources=frozenset(near)))


def _identities(sources: Iterable[Source]) -> dict[int, Identity]:
    """Map the id of each existing source to its identity, which is (0, 0) for files."""
    found: dict[int, Identity] = {}
    for source in sources:
        try:
            state = Path(source.path).stat()
        except OSError:
            continue
        found[source.id] = (state.st_dev, state.st_ino) if source.kind == "folder" else (0, 0)
    return found
