"""Page readers that outlive the test that started them: a start costs a second of the processor.

They are the program's own processes, lent from one pool to the next as the program lends one from
run to run. Only what is idle and well is kept; what a test kills, or a page has swollen, is gone.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from desktop_agent.system.workers import WorkerPool, WorkerProcess, _environment

_MODULES = ("desktop_agent.web.extract.worker_main", "desktop_agent.knowledge.worker_main")
_MOST = 2

_Kind = tuple[object, ...]
_kept: defaultdict[_Kind, list[WorkerProcess]] = defaultdict(list)


def _kind(pool: WorkerPool) -> _Kind:
    return (pool._program, pool._memory_mb, *sorted(_environment().items()))


@contextmanager
def workers_kept() -> Iterator[None]:
    """Pools take from what is kept, and give back to it when they close."""
    start, close = WorkerPool._start, WorkerPool.aclose

    async def take(pool: WorkerPool) -> WorkerProcess:
        there = [] if pool._closed else _kept[_kind(pool)]
        while there:
            process = there.pop()
            if process.alive:
                pool._busy.add(process)
                return process
            process.end()
        return await start(pool)

    async def give_back(pool: WorkerPool) -> None:
        there = _kept[_kind(pool)]
        if pool._program.module in _MODULES and pool._idle and len(there) < _MOST:
            there.append(pool._idle.pop())
        await close(pool)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerPool, "_start", take)
        patch.setattr(WorkerPool, "aclose", give_back)
        yield


def pids_of_kept_workers() -> set[int | None]:
    return {process.pid for there in _kept.values() for process in there}


def end_kept_workers() -> None:
    """Before a test that counts processes, and when all have run."""
    while _kept:
        _, processes = _kept.popitem()
        for process in processes:
            process.end()
