"""Finds out what an update has to do."""

import asyncio
import gc
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from desktop_agent.core.file_names import shown_name
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.catalogue_rows import Source
from desktop_agent.knowledge.file_paths import document_key, readable
from desktop_agent.knowledge.ingest.compare import Comparison, Plan, Problems
from desktop_agent.knowledge.ingest.look import Look, Looker
from desktop_agent.knowledge.ingest.parts import Parts
from desktop_agent.knowledge.ingest.request import Request
from desktop_agent.knowledge.loaders.suffixes import SUFFIXES

_MOST_PATHS = 500
"""Changed files up to which each is looked up by itself."""
_TOLD_EVERY_S = 0.2


async def plan_update(parts: Parts, request: Request, sources: Sequence[Source]) -> Plan:
    """Compares sources with the index, in a thread.

    Raises:
        StorageError: the index or the catalogue cannot be read.
    """
    stopped = threading.Event()
    looker = Looker(parts.pages, SUFFIXES, parts.leave_out, stopped.is_set, _Teller(parts))
    try:
        if request.whole:
            return await _plan_whole(parts, request, sources, looker)
        return await _plan_some(parts, request, sources, looker)
    finally:
        stopped.set()


async def _plan_whole(
    parts: Parts, request: Request, sources: Sequence[Source], looker: Looker
) -> Plan:
    with _without_full_collection():
        records = await parts.index.records()
        problems = await parts.catalogue.fingerprints()

        def plan() -> Plan:
            by_key = {record.key: record for record in records}
            comparison = _comparison(parts, request, sources, by_key, problems)
            return comparison.plan(map(looker.look, sources))

        return await asyncio.to_thread(plan)


async def _plan_some(
    parts: Parts, request: Request, sources: Sequence[Source], looker: Looker
) -> Plan:
    chosen = [source for source in sources if source.id in request.paths]
    looks = await asyncio.to_thread(
        lambda: [looker.look_again(each, request.paths[each.id]) for each in chosen]
    )
    records: dict[str, DocumentRecord] = {}
    for look in looks:
        records |= await _records_of(parts, look)
    problems = await parts.catalogue.fingerprints()
    near = {key: mark for key, mark in problems.items() if _is_near(key, looks)}
    return await asyncio.to_thread(
        lambda: _comparison(parts, request, sources, records, near).plan(looks)
    )


def _comparison(
    parts: Parts,
    request: Request,
    sources: Sequence[Source],
    records: Mapping[str, DocumentRecord],
    problems: Problems,
) -> Comparison:
    live = {source.id for source in sources}
    limit = parts.settings().max_file_mb
    return Comparison(records, problems, live, limit, again=request.again)


async def _records_of(parts: Parts, look: Look) -> dict[str, DocumentRecord]:
    """Gives the records of what was looked at, and of what is gone; of a whole look, of all."""
    source = look.source
    if not look.partial:
        return {record.key: record for record in await parts.index.records(source.id)}
    keys = {document_key(source.collection, path) for path in look.paths}
    records: dict[str, DocumentRecord] = {}
    if len(keys) <= _MOST_PATHS:
        for key in keys:
            for chunk in await parts.index.neighbours(key, 0, 0):
                records[key] = chunk.document
    if len(keys) > _MOST_PATHS or (look.gone and len(records) < len(keys)):
        for record in await parts.index.records(source.id):
            if record.key in keys or look.was_below(record.path):
                records[record.key] = record
    return records


def _is_near(problem: tuple[int, str], looks: Sequence[Look]) -> bool:
    """Tells whether a problem is of something that was looked at."""
    source, path = problem
    for look in looks:
        if look.source.id == source:
            return not look.partial or path in look.paths or look.was_below(readable(path))
    return False


@contextmanager
def _without_full_collection() -> Iterator[None]:
    """Has Python's garbage collector leave what is old alone.

    The records of a hundred thousand files live for a second, and are no garbage meanwhile; going
    through all objects for them would hold the window up for a tenth of a second.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)


def _tell_folder(parts: Parts, folder: str) -> None:
    parts.meter.change(current=shown_name(folder))


class _Teller:
    """Tells the loop, now and then, which folder a thread is at."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._loop = asyncio.get_running_loop()
        self._next = 0.0

    def __call__(self, folder: str) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _TOLD_EVERY_S
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(_tell_folder, self._parts, folder)
