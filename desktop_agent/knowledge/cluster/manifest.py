"""Which shards of a build are finished; kept in the target, beside the tables."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.cluster.shard_work import ShardDone
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_filters import one_of
from desktop_agent.knowledge.index.lance_reading import ASKED_AT_ONCE, rows_of
from desktop_agent.knowledge.index.lance_schema import CHUNKS, DOCUMENTS
from desktop_agent.knowledge.index.lance_state import vectors_of
from desktop_agent.knowledge.index.lance_upkeep import index_column
from desktop_agent.knowledge.index.lance_writing import remove_orphans

if TYPE_CHECKING:
    import pyarrow as pa

_SHARDS = "shards"
_WAY = "build"
_INDEXED_EVERY = 64
"""Shards: without an index of keys, to find out what is replaced takes all of them each time."""


class Manifest:
    """The finished shards of a target. All methods block; `LanceDatabase.told` is around them.

    Only one process may have it, the one that hands out the shards. It alone writes documents: what
    the workers write belongs to none before.
    """

    def __init__(self, database: LanceDatabase) -> None:
        self._database = database
        self._replaced = False
        self._count = 0

    def open(self, way: str) -> dict[str, str]:
        """Gives the sources of the finished shards, by name, and removes what was left half done.

        ``way`` is how the documents are cut and embedded: what was built in another way is built
        anew.

        Raises:
            StorageError: the target holds the documents of a person.
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
        # its row is written last, so these documents belong to a shard that was cut off
        documents = database.table(DOCUMENTS)
        _remove(documents, _stamps(documents) - stamps)
        self._sweep(stamps)
        return {name: row["source"] for name, row in kept.items()}

    def finish(self, done: ShardDone) -> None:
        """Makes the documents of a shard valid, and the shard finished."""
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
        """Removes the shards whose files are not there any more, and all that belongs to nothing."""
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
        """Removes chunks and vectors of attempts that came to nothing."""
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
