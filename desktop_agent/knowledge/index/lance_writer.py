"""Writes to a LanceDB index, and the maintenance of its word, id and vector indexes."""

import logging
import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta
from time import monotonic
from typing import Any

import numpy as np

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.index.base import ChunkId, NewDocument, Vectors
from desktop_agent.knowledge.index.lance_database import (
    CHUNKS,
    DOCUMENTS,
    ROUNDED_FROM,
    VECTOR_INDEX,
    WORDS_INDEX,
    LanceDatabase,
    embedding_name,
    indexed_vectors,
    tell_indexed,
    vectors_of,
    vectors_table,
)
from desktop_agent.knowledge.index.lance_reader import ASKED_AT_ONCE, rows_with, stamps_of
from desktop_agent.knowledge.index.lance_rows import (
    VECTOR_FIELDS,
    chunk_rows,
    chunks_table,
    document_row,
    documents_table,
    from_lance,
    one_of,
    to_matrix,
    vectors_rows,
)

# --- Writes, in an order that stays valid if the process is killed at any moment
#
# LanceDB has no transaction over two tables. A document's vectors and chunks are added under a new
# stamp; then its row replaces the old one, which validates them and invalidates the old ones at
# once; then the old ones are removed. Leftovers of a kill belong to no document and are removed
# before the next write.


def put_documents(database: LanceDatabase, documents: Sequence[NewDocument]) -> None:
    """Add documents, or replace those with the same key."""
    latest = {document.record.key: document for document in documents}
    if not latest:
        return
    stamp = secrets.randbits(62) + 1
    rows = [row for each in latest.values() for row in chunk_rows(each, stamp)]
    replaced = stamps_of(database, latest)
    vectors = vectors_of(database)
    if vectors is not None:
        _keep_known(vectors, rows)
    if rows:
        database.table(CHUNKS).add(chunks_table(rows))
    merge = database.table(DOCUMENTS).merge_insert("key")
    merge.when_matched_update_all().when_not_matched_insert_all().execute(
        documents_table(document_row(each, stamp) for each in latest.values())
    )
    _delete(database, replaced, f" AND stamp <> {stamp}")


def remove_documents(database: LanceDatabase, keys: Collection[str]) -> None:
    """Remove documents with their chunks and vectors."""
    held = stamps_of(database, keys)
    if held:
        for part in _parts(held):
            database.table(DOCUMENTS).delete(one_of("key", part))
        _delete(database, held)


def keep_vectors(
    database: LanceDatabase, name: str, ids: Sequence[ChunkId], vectors: Vectors
) -> None:
    """Save the vectors of chunks that still exist.

    Raises:
        StorageError: their model or length differs from that of the stored vectors.
    """
    held = embedding_name(database)
    if held != name:
        told = f"those of {held}" if held else "none yet"
        raise StorageError(f"Vectors of {name} do not fit into the index: it holds {told}.")
    if len(ids) != len(vectors):
        raise StorageError(f"{len(ids)} passages were embedded, and gave {len(vectors)} vectors.")
    if not ids:
        return
    table = vectors_of(database)
    if table is not None and database.dimensions(table) != vectors.shape[1]:
        raise StorageError(
            f"{name} gave vectors of {vectors.shape[1]} dimensions, and of {database.dimensions(table)} "
            "before.",
            "Rebuild the index.",
        )
    rows = _valid_chunks(database, ids)
    if not rows:
        return
    at = {chunk: row for row, chunk in enumerate(ids)}
    new = vectors_rows(rows, vectors[[at[row["id"]] for row in rows]])
    if table is None:
        database.create_vectors(vectors_table(name), new)
        return
    old = [row["id"] for row in rows_with(table, "id", [row["id"] for row in rows], ["id"])]
    for part in _parts(old):
        table.delete(one_of("id", part))
    table.add(new)


def remove_orphans(database: LanceDatabase) -> None:
    """Remove rows without a document, which a kill leaves behind."""
    pair = ["key", "stamp"]
    valid = database.table(DOCUMENTS).search().select(pair).limit(None).to_arrow()
    for table in (database.table(CHUNKS), vectors_of(database)):
        if table is None:
            continue
        found = table.search().select(pair).limit(None).to_arrow().group_by(pair).aggregate([])
        orphans = found.join(valid, pair, join_type="left anti").to_pylist()
        for stamp in {row["stamp"] for row in orphans}:
            keys = [from_lance(row["key"]) for row in orphans if row["stamp"] == stamp]
            for part in _parts(keys):
                table.delete(f"stamp = {stamp} AND {one_of('key', part)}")
    name = embedding_name(database)
    if name:
        database.drop_other_vectors(vectors_table(name))


def _keep_known(vectors: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Reuse the vectors of chunks with the same words in any document."""
    wanted = list({row["digest"] for row in rows})
    known: dict[int, Any] = {}
    for part in _parts(wanted):
        search = vectors.search().where(one_of("digest", part)).select(["digest", "vector"])
        found = search.limit(None).to_arrow()
        known |= zip(found["digest"].to_pylist(), to_matrix(found["vector"]), strict=True)
    kept = [row for row in rows if row["digest"] in known]
    if kept:
        vectors.add(vectors_rows(kept, np.stack([known[row["digest"]] for row in kept])))


def _valid_chunks(database: LanceDatabase, ids: Sequence[ChunkId]) -> list[dict[str, Any]]:
    rows = list(rows_with(database.table(CHUNKS), "id", ids, VECTOR_FIELDS))
    stamps = stamps_of(database, {from_lance(row["key"]) for row in rows})
    return [row for row in rows if stamps.get(from_lance(row["key"])) == row["stamp"]]


def _delete(database: LanceDatabase, keys: Collection[str], where: str = "") -> None:
    vectors = vectors_of(database)
    for part in _parts(keys):
        database.table(CHUNKS).delete(one_of("key", part) + where)
        if vectors is not None:
            vectors.delete(one_of("key", part) + where)


def _parts(values: Collection[Any]) -> list[list[Any]]:
    listed = list(values)
    return [listed[at : at + ASKED_AT_ONCE] for at in range(0, len(listed), ASKED_AT_ONCE)]


_log = logging.getLogger(__name__)

_FLAT_VECTORS = 5_000
"""Number of vectors from which they are indexed: an exhaustive search over 10,000 took 17 ms."""

_PARTITION = 1.3
"""Factor of the square root of the number of vectors that gives the partition size: 411 at 100,000,
which makes 243 partitions, of which a search probes 48.
"""

_PARTITION_LEAST = 400
"""So that a small table is searched completely: half of 10,000 gave a recall@10 of 0.88."""

_PARTS_MOST = 8
"""Each update adds a part to the vector index; with more parts it is rebuilt."""

_GROWN = 4
"""Growth of the number of vectors after which the partitions are computed again."""

_LATE_WORDS = 400
"""Unindexed chunks that a search may have to scan: 1,000 take 27 ms."""

_LATE_VECTORS = 400
"""Unindexed vectors: 1,000 of them double the time of a search."""

_LATE_PART = 200
"""Divisor for indexes so large that updates take seconds: this fraction may stay unindexed."""

_REST = 4
"""Writing time between updates in a long ingest, as a multiple of the last update's duration."""

_KEPT = timedelta(seconds=30)
"""How long old versions stay for active readers: every search takes the newest one."""

_WARMED_MOST = 1_000_000
"""Largest table, in rows, whose indexes are loaded into memory ahead of searches."""


class Upkeep:
    """Updates the indexes of words, ids and vectors; not thread-safe."""

    def __init__(self) -> None:
        self._ended = 0.0
        self._took = 0.0

    def late(self, database: LanceDatabase) -> bool:
        """Return whether unindexed rows have made searches slow."""
        return _late_words(database) > 0 or _late_vectors(database) > 0

    def catch_up(self, database: LanceDatabase) -> None:
        """Update overdue indexes, but only now and then in a long ingest."""
        if monotonic() - self._ended >= _REST * self._took and self.late(database):
            self.renew(database)

    def renew(self, database: LanceDatabase, *, everything: bool = False) -> None:
        """Index all new rows and remove versions that nobody reads any more."""
        began = monotonic()
        if everything or _late_words(database):
            index_column(database.table(CHUNKS), "id")
            index_column(database.table(CHUNKS), "key")
            database.table(CHUNKS).optimize(cleanup_older_than=_KEPT)
        vectors = vectors_of(database)
        if vectors is not None and (everything or _late_vectors(database)):
            for column in ("id", "digest", "key"):
                index_column(vectors, column)
            vectors.optimize(cleanup_older_than=_KEPT)
            _index_vectors(database, vectors, 1 if everything else _PARTS_MOST)
        if everything or database.table(DOCUMENTS).version % 64 == 0:
            index_column(database.table(DOCUMENTS), "key")
            database.table(DOCUMENTS).optimize(cleanup_older_than=_KEPT)
        warm_up(database)
        self._ended = monotonic()
        self._took = self._ended - began
        _log.debug("indexes renewed in %.1f s", self._took)


def warm_up(database: LanceDatabase) -> None:
    """Load the indexes into memory, unless they are large or remote.

    Otherwise each search that touches a new part of the words or vectors reads it from the disk:
    some hundred searches would be ten times as slow.
    """
    if database.folder is None:
        return
    for table, index in (
        (database.table(CHUNKS), WORDS_INDEX),
        (vectors_of(database), VECTOR_INDEX),
    ):
        if (
            table is not None
            and table.index_stats(index) is not None
            and table.count_rows() <= _WARMED_MOST
        ):
            table.prewarm_index(index)


def _late_words(database: LanceDatabase) -> int:
    stats: Any = database.table(CHUNKS).index_stats(WORDS_INDEX)
    if stats is None:
        return 0
    allowed: int = max(_LATE_WORDS, stats.num_indexed_rows // _LATE_PART)
    return max(int(stats.num_unindexed_rows) - allowed, 0)


def _late_vectors(database: LanceDatabase) -> int:
    table = vectors_of(database)
    if table is None:
        return 0
    stats = table.index_stats(VECTOR_INDEX)
    if stats is None:
        return max(int(table.count_rows()) - _FLAT_VECTORS, 0)
    allowed: int = max(_LATE_VECTORS, stats.num_indexed_rows // _LATE_PART)
    return max(int(stats.num_unindexed_rows) - allowed, 0)


def index_column(table: Any, column: str) -> None:
    """Create the index of a column, if missing."""
    from lancedb.index import BTree

    if table.index_stats(f"{column}_idx") is None and table.count_rows():
        table.create_index(column, config=BTree())


def _index_vectors(database: LanceDatabase, table: Any, parts_most: int) -> None:
    """Create the vector index, or rebuild it if it has too few partitions or too many parts."""
    count = table.count_rows()
    if count < _FLAT_VECTORS:
        return
    before = indexed_vectors(database, table)
    stats = table.index_stats(VECTOR_INDEX)
    if stats is None or stats.num_indices > parts_most or count > _GROWN * before:
        _build_vector_index(table, count)
        tell_indexed(database, table, count)


def _build_vector_index(table: Any, count: int) -> None:
    """Build the index; a sample of 64 a partition and ten rounds do as well as 256 and 50.

    The partition size is given instead of their number, which would apply to the first part alone,
    and `optimize` would merge the others into a few large ones.
    """
    from lancedb.index import IvfFlat, IvfSq

    config = (IvfFlat if count < ROUNDED_FROM else IvfSq)(
        distance_type="dot",
        target_partition_size=max(_PARTITION_LEAST, int(_PARTITION * count**0.5)),
        sample_rate=64,
        max_iterations=10,
    )
    table.create_index("vector", config=config, replace=True, name=VECTOR_INDEX)
