"""Keeps the indexes of a LanceDB table up with what was written."""

import logging
from datetime import timedelta
from time import monotonic
from typing import Any

from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_schema import (
    CHUNKS,
    DOCUMENTS,
    ROUNDED_FROM,
    VECTOR_INDEX,
    WORDS_INDEX,
)
from desktop_agent.knowledge.index.lance_state import indexed_vectors, tell_indexed, vectors_of

_log = logging.getLogger(__name__)

_FLAT_VECTORS = 5_000
"""From there on vectors have an index: to compare 10,000 with a question took 17 ms, all of them."""

_PARTITION = 1.3
"""Times the square root of how many vectors there are: how many a partition holds. 411 at 100,000,
which makes 243 partitions, of which a search looks into 48."""

_PARTITION_LEAST = 400
"""So that all of a small table is looked into: half of 10,000 gave a recall@10 of 0.88."""

_PARTS_MOST = 8
"""Each renewal adds a part to the index of vectors; with more of them it is made anew."""

_GROWN = 4
"""How many times as many vectors there must be for the partitions to be found anew."""

_LATE_WORDS = 400
"""Chunks outside the words' index that a search may have to read: it takes 27 ms for 1,000."""

_LATE_VECTORS = 400
"""Vectors outside their index: 1,000 of them double what a search takes."""

_LATE_PART = 200
"""Where the index is so large that it takes seconds to renew: this part of it may be outside."""

_REST = 4
"""How many times as long as the last renewal took is written before the next, in a long ingest."""

_KEPT = timedelta(seconds=30)
"""How long old versions stay for those who are reading them: every search takes the newest one."""

_WARMED_MOST = 1_000_000
"""Rows of a table whose indexes are read into memory before somebody searches them."""


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
    """Reads the indexes into memory, where they are not large or far away.

    Otherwise each search that comes upon a part of the words or vectors that none has come upon
    before reads it from the disk: for some hundred searches, ten times as slow.
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
    """Makes the index by which rows are found by a value, where it is not there."""
    from lancedb.index import BTree

    if table.index_stats(f"{column}_idx") is None and table.count_rows():
        table.create_index(column, config=BTree())


def _index_vectors(database: LanceDatabase, table: Any, parts_most: int) -> None:
    """Makes the index of vectors, anew where it has too few partitions by now."""
    count = table.count_rows()
    if count < _FLAT_VECTORS:
        return
    before = indexed_vectors(database, table)
    stats = table.index_stats(VECTOR_INDEX)
    if stats is None or stats.num_indices > parts_most or count > _GROWN * before:
        _build_vector_index(table, count)
        tell_indexed(database, table, count)


def _build_vector_index(table: Any, count: int) -> None:
    """Makes the index; a sample of 64 a partition and ten rounds do as well as 256 and 50.

    It is told the size of a partition and not their number: that would be kept in the first part
    alone, and `optimize` would make of them a few large ones.
    """
    from lancedb.index import IvfFlat, IvfSq

    config = (IvfFlat if count < ROUNDED_FROM else IvfSq)(
        distance_type="dot",
        target_partition_size=max(_PARTITION_LEAST, int(_PARTITION * count**0.5)),
        sample_rate=64,
        max_iterations=10,
    )
    table.create_index("vector", config=config, replace=True, name=VECTOR_INDEX)
