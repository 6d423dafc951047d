"""Builds an index with many workers; what was cut off goes on where it was."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import islice
from typing import Any

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.knowledge_build import BuildOrder, BuildProgress, BuildSummary, WorkerRate
from desktop_agent.knowledge.cluster.manifest import Manifest
from desktop_agent.knowledge.cluster.reach import refuse_if_offline
from desktop_agent.knowledge.cluster.scheduler import workers
from desktop_agent.knowledge.cluster.shard_work import ShardDone, do_shard, embedder_of
from desktop_agent.knowledge.cluster.shards import Shard, plan_shards
from desktop_agent.knowledge.index.base import Vectors
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_rows import vectors_rows
from desktop_agent.knowledge.index.lance_schema import vectors_table
from desktop_agent.knowledge.index.lance_state import name_embedding
from desktop_agent.knowledge.index.lance_upkeep import Upkeep

Told = Callable[[BuildProgress], None]

_AHEAD = 3
"""Shards a worker that are handed out: one is at work, the others keep it from waiting."""

_RETRIES = 2
_LOOKED_S = 0.5
_TOLD_MOST = 20


def build(order: BuildOrder, told: Told, stopped: Callable[[], bool] = bool) -> BuildSummary:
    """Builds what is ordered; blocks until it is done or ``stopped`` says that it is to end.

    A shard is in the target whole or not at all. Documents whose files have changed since an
    earlier build of the same target take the place of the old ones.

    Raises:
        Offline: the network is switched off, and the build would use it.
        AgentError: a source or the target cannot be reached, the embedding model does not answer,
            or no scheduler does. What was finished stays.
    """
    refuse_if_offline(order)
    return _Build(order, told, stopped).run()


class _Build:
    def __init__(self, order: BuildOrder, told: Told, stopped: Callable[[], bool]) -> None:
        self._order = order
        self._tell = told
        self._stopped = stopped
        self._began = time.monotonic()
        self._progress = BuildProgress(note="looking for documents")
        self._rates: dict[str, WorkerRate] = {}
        self._failures: list[str] = []
        self._unread: list[str] = []
        self._database = LanceDatabase(order.target)

    def run(self) -> BuildSummary:
        self._told()
        order = self._order
        shards = list(plan_shards(order.sources, order.shard_size, self._stopped))
        if not shards:
            raise StorageError("There is nothing in the sources that can be indexed.")
        try:
            self._work(shards)
        finally:
            self._database.close()
        return BuildSummary(
            progress=self._progress,
            seconds=time.monotonic() - self._began,
            rates=tuple(sorted(self._rates.values(), key=lambda each: each.worker)),
            failures=tuple(self._failures),
            unread=tuple(self._unread),
            stopped=self._stopped(),
        )

    def _work(self, shards: list[Shard]) -> None:
        manifest = Manifest(self._database)
        first = self._first_vectors()
        with self._database.told():
            dimensions = self._prepare_vectors(first) if first is not None else 0
            kept = manifest.open(self._way(dimensions))
        waiting = [shard for shard in shards if shard.name not in kept]
        self._progress = BuildProgress(total=len(shards), kept=len(shards) - len(waiting))
        self._told(done=self._progress.kept)
        if waiting:
            with workers(self._order) as client:
                self._hand_out(client, waiting, manifest)
        if self._stopped():
            return
        self._told(note="tidying up")
        sources = {shard.source for shard in shards}
        there = {shard.name for shard in shards}
        failed = bool(self._failures)  # then what they are to replace stays until they succeed
        vanished = [] if failed else [n for n, s in kept.items() if s in sources and n not in there]
        with self._database.told():
            manifest.close(vanished)
            self._told(note="indexing words and vectors")
            Upkeep().renew(self._database, everything=True)
        self._told(note="")

    def _way(self, dimensions: int) -> str:
        order = self._order
        cut = f"{order.chunk_tokens}/{order.chunk_overlap}"
        return f"{cut} {order.embedding_model} {dimensions} {order.collection}"

    def _first_vectors(self) -> Vectors | None:
        """Asks the model for a vector, to know how long they are; None where there is no model."""
        embedder = embedder_of(self._order)
        if embedder is None:
            return None

        async def first() -> Vectors:
            try:
                return await embedder.embed(["length"], "document")
            finally:
                await embedder.aclose()

        return asyncio.run(first())

    def _prepare_vectors(self, first: Vectors) -> int:
        """Makes the table of vectors, which the workers add to; gives their length."""
        name = self._order.embedding_model
        name_embedding(self._database, name)
        table = vectors_table(name)
        if self._database.vectors(table) is None:
            self._database.create_vectors(table, vectors_rows([], first[:0]))
        return int(first.shape[1])

    def _hand_out(self, client: Any, shards: list[Shard], manifest: Manifest) -> None:
        """Keeps every worker busy until nothing waits; shards that fail are left for another time."""
        numbers = {source: n for n, source in enumerate(dict.fromkeys(s.source for s in shards), 1)}
        waiting = iter(shards)
        under_way: dict[Any, Shard] = {}

        def more(count: int) -> None:
            for shard in islice(waiting, max(count, 0)):
                future = client.submit(
                    do_shard,
                    shard,
                    self._order,
                    numbers[shard.source],
                    retries=_RETRIES,
                    pure=False,
                )
                under_way[future] = shard

        while True:
            if not self._stopped():
                more(_AHEAD * max(len(client.nthreads()), 1) - len(under_way))
            if not under_way or self._stopped():
                client.cancel(list(under_way))
                return
            for future in _finished(under_way):
                self._take(future, under_way.pop(future), manifest)

    def _take(self, future: Any, shard: Shard, manifest: Manifest) -> None:
        if future.status != "finished":
            error = future.exception() if future.status == "error" else None
            what = shard.lines.path if shard.lines else shard.files[0]
            told = (
                error.message
                if isinstance(error, AgentError)
                else f"{type(error).__name__}: {error}"
            )
            self._failures.append(f"{what} and what follows it: {told}")
        else:
            done: ShardDone = future.result()
            with self._database.told():
                manifest.finish(done)
            self._count(done)
        self._told(done=self._progress.done + 1)

    def _count(self, done: ShardDone) -> None:
        now, rate = self._progress, self._rates.get(done.worker, WorkerRate(done.worker))
        self._progress = replace(
            now,
            documents=now.documents + done.count,
            chunks=now.chunks + done.chunks,
            embedded=now.embedded + done.embedded,
            problems=now.problems + done.problems,
        )
        self._rates[done.worker] = replace(
            rate,
            documents=rate.documents + done.count,
            chunks=rate.chunks + done.chunks,
            embedded=rate.embedded + done.embedded,
            seconds=rate.seconds + done.seconds,
        )
        self._unread += done.unread[: _TOLD_MOST - len(self._unread)]

    def _told(self, done: int | None = None, note: str | None = None) -> None:
        now = self._progress
        if done is not None:
            made, left = done - now.kept, now.total - done
            spent = time.monotonic() - self._began
            now = replace(now, done=done, eta_s=spent / made * left if made else None)
        self._progress = now if note is None else replace(now, note=note)
        self._tell(self._progress)


def _finished(futures: dict[Any, Shard]) -> Iterator[Any]:
    """Gives those that have ended, of which there may be none after half a second."""
    with suppress(TimeoutError):
        import_module("distributed").wait(
            list(futures), timeout=_LOOKED_S, return_when="FIRST_COMPLETED"
        )
    return iter([future for future in futures if future.done()])
