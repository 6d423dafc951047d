"""Builds an index with many workers; an interrupted build can be resumed."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_agent.core.errors import AgentError, Offline, SettingsError, StorageError
from desktop_agent.core.knowledge import BuildOrder, BuildProgress, BuildSummary, WorkerRate
from desktop_agent.core.network import is_loopback
from desktop_agent.knowledge.cluster.shards import (
    Shard,
    ShardDone,
    embedder_of,
    plan_shards,
    process_shard,
)
from desktop_agent.knowledge.index.base import Vectors
from desktop_agent.knowledge.index.lance_database import (
    CHUNKS,
    DOCUMENTS,
    LanceDatabase,
    host_of,
    name_embedding,
    vectors_of,
    vectors_table,
)
from desktop_agent.knowledge.index.lance_reader import ASKED_AT_ONCE, rows_of
from desktop_agent.knowledge.index.lance_rows import one_of, vectors_rows
from desktop_agent.knowledge.index.lance_writer import Upkeep, index_column, remove_orphans
from desktop_agent.web.ledger import is_offline, note_refusal

if TYPE_CHECKING:
    import pyarrow as pa

# --- Network access of a build


def refuse_if_offline(order: BuildOrder) -> None:
    """Raise `Offline` if the network is switched off and the build would use it."""
    if not is_offline():
        return
    for place in (order.scheduler, order.target, order.embedding_url):
        host = host_of(place, os.environ)
        if host and not is_loopback(host):
            note_refusal("documents", host)
            raise Offline(
                f"The network is switched off, and the build would use {place}.",
                "Switch it on, or name places on this machine.",
            )


# --- Workers: a Dask cluster, or processes on this machine

_INSTALL = "Install it with: pip install 'desktop-agent[cluster]'"
_ELSEWHERE = (
    "It is not in the installed program; in a Python environment: "
    "pip install 'desktop-agent[cluster]'"
)
_CONNECT_S = 15


@contextmanager
def workers(order: BuildOrder) -> Iterator[Any]:
    """Yield a client of the scheduler; on exit, stop whatever it has started.

    Raises:
        StorageError: Dask is not installed, or no scheduler answers at the address.
        SettingsError: the address is invalid.
    """
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError as error:
        remedy = _ELSEWHERE if getattr(sys, "frozen", False) else _INSTALL
        raise StorageError("The build needs Dask, which is not installed.", remedy) from error
    if order.scheduler == "local":
        # a task that has killed its worker three times has failed; no dashboard, no telemetry
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 3}),
            distributed.LocalCluster(
                n_workers=order.workers or os.cpu_count() or 1,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=0,
                silence_logs=40,
            ) as cluster,
            distributed.Client(cluster) as client,
            _lost("this machine"),
        ):
            yield client
        return
    try:
        client = distributed.Client(order.scheduler, timeout=_CONNECT_S)
    except OSError as error:
        raise StorageError(
            f"No scheduler answers at {order.scheduler}.",
            "Start one with: dask scheduler, and workers with: dask worker ADDRESS",
        ) from error
    except ValueError as error:
        raise SettingsError(
            f"{order.scheduler!r} is no address of a scheduler.", "One is tcp://host:8786."
        ) from error
    with client, _lost(order.scheduler):
        yield client


@contextmanager
def _lost(address: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"The scheduler at {address} was lost.", "Build again: it goes on where it was."
        ) from error


# --- The manifest of finished shards, stored in the target beside the tables

_SHARDS = "shards"
_WAY = "build"
_INDEXED_EVERY = 64
"""Shards between index updates: without a key index, each replacement scans all of them."""


class Manifest:
    """The finished shards of a target. All methods block; call them within `LanceDatabase.told`.

    Only one process may use it, the one that distributes the shards. It alone writes documents:
    chunks written by workers belong to no document until then.
    """

    def __init__(self, database: LanceDatabase) -> None:
        self._database = database
        self._replaced = False
        self._count = 0

    def open(self, way: str) -> dict[str, str]:
        """Return the sources of the finished shards by name, and remove half-written ones.

        ``way`` describes how documents are chunked and embedded: a target built in another way is
        rebuilt.

        Raises:
            StorageError: the target holds a user's documents.
        """
        database = self._database
        built = database.state().get(_WAY)
        if built is None and database.table(DOCUMENTS).count_rows():
            raise StorageError(
                f"{database.uri} holds an index that was not built this way.",
                "Name another target: the documents in it would be lost.",
            )
        if built not in {None, way}:
            self._forget()
        database.set_state(_WAY, way)
        kept = {row["name"]: row for row in rows_of(self._table())}
        stamps = {row["stamp"] for row in kept.values()}
        # its row is written last, so these documents belong to an interrupted shard
        documents = database.table(DOCUMENTS)
        _remove(documents, _stamps(documents) - stamps)
        self._sweep(stamps)
        return {name: row["source"] for name, row in kept.items()}

    def finish(self, done: ShardDone) -> None:
        """Commit the documents of a shard and mark it as finished."""
        import pyarrow as pa

        if done.documents.num_rows:
            merge = self._database.table(DOCUMENTS).merge_insert("key")
            result = (
                merge.when_matched_update_all()
                .when_not_matched_insert_all()
                .execute(done.documents)
            )
            self._replaced = self._replaced or result.num_updated_rows > 0
            self._count += 1
            if self._count % _INDEXED_EVERY == 0:
                index_column(self._database.table(DOCUMENTS), "key")
                self._database.table(DOCUMENTS).optimize()
        row = {"name": done.name, "source": done.source, "stamp": done.stamp}
        self._table().add(pa.Table.from_pylist([row], schema=_schema()))

    def close(self, vanished: Collection[str]) -> None:
        """Remove shards whose files no longer exist, and all orphaned rows."""
        table = self._table()
        for part in _parts(list(vanished)):
            stamps = {row["stamp"] for row in rows_of(table, one_of("name", part), ["stamp"])}
            _remove(self._database.table(DOCUMENTS), stamps)
            table.delete(one_of("name", part))
        self._sweep({row["stamp"] for row in rows_of(table, "", ["stamp"])})
        if self._replaced:
            remove_orphans(self._database)  # by document: it takes all keys into memory
        table.optimize()

    def _sweep(self, stamps: set[int]) -> None:
        """Remove chunks and vectors of failed attempts."""
        for table in (self._database.table(CHUNKS), vectors_of(self._database)):
            if table is not None:
                _remove(table, _stamps(table) - stamps)

    def _forget(self) -> None:
        table = self._table()
        if table.count_rows():
            table.delete("true")

    def _table(self) -> Any:
        return self._database.further(_SHARDS, _schema())


def _schema() -> "pa.Schema":
    import pyarrow as pa

    return pa.schema([("name", pa.string()), ("source", pa.string()), ("stamp", pa.int64())])


def _stamps(table: Any) -> set[int]:
    found = table.search().select(["stamp"]).limit(None).to_arrow()["stamp"].to_numpy()
    return set(np.unique(found).tolist())


def _remove(table: Any, stamps: Collection[int]) -> None:
    for part in _parts(list(stamps)):
        table.delete(one_of("stamp", part))


def _parts(values: list[Any]) -> list[list[Any]]:
    return [values[at : at + ASKED_AT_ONCE] for at in range(0, len(values), ASKED_AT_ONCE)]


Told = Callable[[BuildProgress], None]

_AHEAD = 3
"""Shards queued per worker: one is in progress, the others keep it from waiting."""

_RETRIES = 2
_LOOKED_S = 0.5
_TOLD_MOST = 20


def build(order: BuildOrder, told: Told, stopped: Callable[[], bool] = bool) -> BuildSummary:
    """Build an index; block until it is done or ``stopped`` returns True.

    A shard is in the target completely or not at all. Documents whose files have changed since an
    earlier build of the same target are replaced.

    Raises:
        Offline: the network is switched off, and the build would use it.
        AgentError: a source, the target, the embedding model or the scheduler cannot be reached.
            Finished shards stay.
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
        """Embed a sample to learn the vector length; None without a model."""
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
        """Create the vector table that the workers append to; return the vector length."""
        name = self._order.embedding_model
        name_embedding(self._database, name)
        table = vectors_table(name)
        if self._database.vectors(table) is None:
            self._database.create_vectors(table, vectors_rows([], first[:0]))
        return int(first.shape[1])

    def _hand_out(self, client: Any, shards: list[Shard], manifest: Manifest) -> None:
        """Keep every worker busy until no shard is left; failed shards wait for another build."""
        numbers = {source: n for n, source in enumerate(dict.fromkeys(s.source for s in shards), 1)}
        waiting = iter(shards)
        under_way: dict[Any, Shard] = {}

        def more(count: int) -> None:
            for shard in islice(waiting, max(count, 0)):
                future = client.submit(
                    process_shard,
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
    """Return the finished futures, possibly none after half a second."""
    with suppress(TimeoutError):
        import_module("distributed").wait(
            list(futures), timeout=_LOOKED_S, return_when="FIRST_COMPLETED"
        )
    return iter([future for future in futures if future.done()])
