"""What is known of the runs in the background: their list, their files, and who watches them."""

import asyncio
import logging
from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Question
from desktop_agent.desk.kept_run import LeftRun, asked_line, read_kept
from desktop_agent.desk.known_state import now
from desktop_agent.desk.task_ends import TaskEnds
from desktop_agent.storage.run_list import RunList
from desktop_agent.storage.runs import find_run
from desktop_agent.storage.unfinished import UnfinishedFile, UnfinishedRuns

logger = logging.getLogger(__name__)

Watcher = Callable[[KnownRun], object]

_MOST = 200
_LOST = "The program ended before the run could be kept."


@dataclass(slots=True)
class Left:
    """What was left: questions that wait for their turn, and runs that go on."""

    queued: list[tuple[KnownRun, Question]] = field(default_factory=list)
    runs: list[tuple[KnownRun, LeftRun, UnfinishedFile]] = field(default_factory=list)


class RunBook:
    """Keeps the list of runs; ``runs`` is the folder of recordings.

    Where a method is said to raise nothing, what cannot be written goes into the log: a full disk
    costs the list, not the answer.
    """

    def __init__(self, store: RunList, unfinished: UnfinishedRuns, runs: Path) -> None:
        self._store = store
        self._unfinished = unfinished
        self._runs = runs
        self._watchers: list[Watcher] = []
        self._claimed: dict[str, ExitStack] = {}
        self.ends = TaskEnds()

    async def get(self, run_id: str) -> KnownRun | None:
        """Gives what is known of a run; raises `StorageError`."""
        found = await self._store.get(run_id)
        return found[0] if found is not None else None

    async def question(self, run_id: str) -> Question | None:
        """Gives what was asked by a run of the list; raises `StorageError`."""
        found = await self._store.get(run_id)
        return found[1] if found is not None else None

    async def list(self, most: int = _MOST) -> tuple[KnownRun, ...]:
        """Gives the newest runs of the background, and all that are not over; the newest first.

        Raises:
            StorageError: the list cannot be read.
        """
        return await self._store.list(most)

    def events_file(self, run_id: str) -> Path | None:
        """Gives the recording of a run; None where there is none. Raises `StorageError`."""
        return find_run(self._runs, run_id)

    async def forget(self, run_id: str) -> None:
        """Takes a run that is over out of the list; raises `StorageError`."""
        known = await self.get(run_id)
        if known is not None and known.state in ENDED:
            await self._store.forget((run_id,))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tells of every change of a run in the background; gives what ends the watching."""
        self._watchers.append(watcher)

        def stop() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return stop

    def tell(self, known: KnownRun) -> None:
        """Tells those who watch."""
        for watcher in tuple(self._watchers):
            watcher(known)

    async def add(self, known: KnownRun, question: Question) -> None:
        """Puts a run into the list; raises `StorageError`."""
        await self._store.add(known, question)

    async def claim(self, run_id: str) -> bool:
        """Takes a run out of the queue; False where another was quicker. Raises `StorageError`."""
        held = await asyncio.to_thread(self._unfinished.hold, run_id)
        if held is None:
            return False
        self._claimed[run_id] = held
        mine = False
        try:
            mine = await self._store.claim(run_id, again=True)
        finally:
            if not mine:
                self.let_go(run_id)
        return mine

    def let_go(self, run_id: str) -> None:
        """Lets others have a run that was claimed and has no file."""
        held = self._claimed.pop(run_id, None)
        if held is not None:
            self._unfinished.let_go(run_id, held)

    async def update(self, known: KnownRun) -> None:
        """Keeps what a run has come to."""
        with told("the list of runs was not written"):
            await self._store.update(known)

    async def keep_end(self, known: KnownRun) -> None:
        """Keeps how a run has ended, and tells those who wait for it."""
        await self.update(known)
        self.ends.ended(known)
        self.tell(known)

    async def make_file(self, known: KnownRun, question: Question) -> UnfinishedFile:
        """Makes the file by which a run goes on later; raises `StorageError`."""
        line = asked_line(known, question)
        held = self._claimed.pop(known.run_id, None)
        return await asyncio.to_thread(self._unfinished.begin, known.run_id, line, held)

    async def left(self, here: Container[str]) -> Left:
        """Gives what was left, but for the runs that are ``here`` already.

        What another process carries out is its own; what was lost without a trace has failed.

        Raises:
            StorageError: the list or the folder cannot be read.
        """
        left = Left()
        listed = {each.run_id: each for each in await self._store.list(_MOST)}
        unfinished = await asyncio.to_thread(self._unfinished.run_ids)
        for known in reversed(listed.values()):
            if known.state in ENDED:
                self.ends.ended(known)
            elif known.run_id not in here and known.run_id not in unfinished:
                await self._take_up(known, left)
        for run_id in unfinished:
            if run_id not in here:
                await self._take(run_id, listed.get(run_id), left)
        return left

    async def _take_up(self, known: KnownRun, left: Left) -> None:
        if known.state != "queued":
            await self.keep_end(replace(known, state="failed", error=_LOST, ended=now()))
        elif (question := await self.question(known.run_id)) is not None:
            left.queued.append((known, question))

    async def _take(self, run_id: str, known: KnownRun | None, left: Left) -> None:
        with told("a run cannot go on", run_id=run_id):
            taken = await asyncio.to_thread(self._unfinished.take, run_id)
            if taken is None:
                if known is not None and not self._unfinished.holds(run_id):
                    await self._take_up(known, left)  # the program ended as it made the file
                return
            run = await asyncio.to_thread(read_kept, taken[0], self._runs)
            known = known or run.known
            if run.finished is not None:  # only its file was left
                await asyncio.to_thread(taken[1].remove)
                await self.keep_end(replace(known, state=run.finished.status, ended=now()))
                return
            self.ends.began(run_id)
            known = replace(known, state="running", sleeping=None, ended="")
            left.runs.append((known, run, taken[1]))

    async def close_list(self) -> None:
        """Closes the list."""
        await self._store.aclose()


@contextmanager
def told(what: str, **more: str) -> Iterator[None]:
    """Puts a fault of the disk into the log instead of raising it."""
    try:
        yield
    except StorageError as fault:
        logger.warning(what, extra={"fault": str(fault), **more})
