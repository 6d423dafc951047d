"""Keeps the indexes of a LanceDB table up with what was written."""

import logging
from datetime import timedelta
from time import monotonic
from typing import Any

from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_schema import CHUNKS, DOCUMENTS, VECTOR_INDEX, WORDS_INDEX
from desktop_agent.knowledge.index.lance_state import vectors_of

_log = logging.getLogger(__name__)

_FLAT_VECTORS = 5_000
"""From there on vectors have an index: to compare 10,000 with a question took 17 ms, all of them."""

_PER_PARTITION = 400
"""Vectors: 256 partitions at 100,000, of which a search looks into 64."""

_ROUNDED_FROM = 1_000_000
"""Vectors: from there on the index keeps a byte a number instead of four."""

_GROWN = 4
"""How many times as many vectors there must be for the partitions to be found anew."""

_LATE_WORDS = 400
"""Chunks outside the words' index that a search may have to read: it takes 27 ms for 1,000."""

_LATE_VECTORS = 2_000
"""Vectors outside their index: 1,000 take 2 ms."""

_LATE_PART = 200
"""Where the index is so large that it takes seconds to renew: this part of it may be outside."""

_REST = 4
"""How many times as long as the last renewal took is written before the next, in a long ingest."""

_KEPT = timedelta(minutes=2)
"""How long old versions stay for those who are reading them."""


class Upkeep:
    """Renews the indexes of words, ids and vectors; not to be called by two threads at a time."""

    def __init__(self) -> None:
        self._ended = 0.0
        self._took = 0.0

    def late(self, database: LanceDatabase) -> bool:
        """True where searches have become slow by what is outside the indexes."""
        return _late_words(database) > 0 or _late_vectors(database) > 0

    def catch_up(self, database: LanceDatabase) -> None:
        """Renews the indexes if they are late, but in a long ingest only now and then."""
        if monotonic() - self._ended >= _REST * self._took and self.late(database):
            self.renew(database)

    def renew(self, database: LanceDatabase, *, everything: bool = False) -> None:
        """Takes all that was written into the indexes and removes what nobody reads any more."""
        began = monotonic()
        if everything or _late_words(database):
            _index_column(database.table(CHUNKS), "id")
            _index_column(database.table(CHUNKS), "key")
            database.table(CHUNKS).optimize(cleanup_older_than=_KEPT)
        vectors = vectors_of(database)
        if vectors is not None and (everything or _late_vectors(database)):
            for column in ("id", "digest", "key"):
                _index_column(vectors, column)
            vectors.optimize(cleanup_older_than=_KEPT)
            _index_vectors(vectors)
        if everything or database.table(DOCUMENTS).version % 64 == 0:
            _index_column(database.table(DOCUMENTS), "key")
            database.table(DOCUMENTS).optimize(cleanup_older_than=_KEPT)
        self._ended = monotonic()
        self._took = self._ended - began
        _log.debug("indexes renewed in %.1f s", self._took)


def _late_words(database: LanceDatabase) -> int:
    stats = database.table(CHUNKS).index_stats(WORDS_INDEX)
    if stats is None:
        return 0
    allowed = max(_LATE_WORDS, stats.num_indexed_rows // _LATE_PART)
    return max(stats.num_unindexed_rows - allowed, 0)


def _late_vectors(database: LanceDatabase) -> int:
    table = vectors_of(database)
    if table is None:
        return 0
    stats = table.index_stats(VECTOR_INDEX)
    if stats is None:
        return max(table.count_rows() - _FLAT_VECTORS, 0)
    allowed = max(_LATE_VECTORS, stats.num_indexed_rows // _LATE_PART)
    return max(stats.num_unindexed_rows - allowed, 0)


def _index_column(table: Any, column: str) -> None:
    """Makes the index by which rows are found by a value, where it is not there."""
    from lancedb.index import BTree

    if table.index_stats(f"{column}_idx") is None and table.count_rows():
        table.create_index(column, config=BTree())


def _index_vectors(table: Any) -> None:
    """Makes the index of vectors, anew where it has too few partitions by now."""
    count = table.count_rows()
    if count < _FLAT_VECTORS:
        return
    stats = table.index_stats(VECTOR_INDEX)
    if stats is not None and stats.num_indices == 1 and not _outgrown(table, count):
        return
    build_vector_index(table, count)


def build_vector_index(table: Any, count: int) -> None:
    """Makes the index of vectors for so many of them."""
    from lancedb.index import IvfFlat, IvfSq

    kind = IvfFlat if count < _ROUNDED_FROM else IvfSq
    # a sample of 64 a partition and ten rounds find partitions as good as 256 and 50 do
    partitions = max(count // _PER_PARTITION, 1)
    config = kind(distance_type="dot", num_partitions=partitions, sample_rate=64, max_iterations=10)
    table.create_index("vector", config=config, replace=True, name=VECTOR_INDEX)


def _outgrown(table: Any, count: int) -> bool:
    for index in table.list_indices():
        if index.name == VECTOR_INDEX:
            partitions = (index.index_details or {}).get("num_partitions")
            return bool(partitions) and count > _GROWN * _PER_PARTITION * int(partitions)
    return False
