"""Exact semantic search over all vectors of an index, in memory.

The first search loads the vectors; later searches read only the changes that any process has made
since. Everything runs in the thread that owns the connection.
"""

from collections.abc import Sequence
from itertools import islice

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.knowledge.index.base import Scored, Vectors, searchable

_READ_AT_ONCE = 2_000
# fraction of all rows up to which the rows that match a filter are copied before multiplying
_FEW_PART = 0.1

_POSITION = """
    SELECT coalesce((SELECT epoch FROM embedding), 0),
        coalesce((SELECT dimensions FROM embedding), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vectors'), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'gone'), 0),
        coalesce((SELECT min(seq) FROM gone), 0)
"""
_NEWER = """
    SELECT vectors.chunk, chunks.document, vectors.data
    FROM vectors JOIN chunks ON chunks.id = vectors.chunk
    WHERE vectors.seq > ? ORDER BY vectors.seq
"""
_GONE = "SELECT chunk FROM gone WHERE seq > ?"


class VectorSearch:
    """Searches the vectors of an index in memory, loading them on demand."""

    def __init__(self) -> None:
        self._connection: apsw.Connection | None = None
        self.release()

    def release(self) -> None:
        """Free the memory; the next search loads the vectors again."""
        self._matrix: Vectors = np.empty((0, 0), np.float32)
        self._chunks: NDArray[np.int64] = np.empty(0, np.int64)
        self._documents: NDArray[np.int64] = np.empty(0, np.int64)
        self._epoch = -1
        self._last_vector = self._last_gone = 0

    def search(
        self,
        connection: apsw.Connection,
        vector: NDArray[np.float32],
        limit: int,
        documents: NDArray[np.int64] | None = None,
    ) -> tuple[Scored, ...]:
        """Return the nearest chunks, nearest first, within ``documents`` (row ids) if given.

        Raises:
            StorageError: the vector differs in length from the stored vectors.
        """
        self._refresh(connection)
        chunks, matrix = self._chunks, self._matrix
        row = searchable(vector, limit, matrix.shape[1] if len(chunks) else 0)
        if row is None:
            return ()
        if documents is None:
            return _best(chunks, matrix, _products(matrix, row), limit)
        wanted = np.flatnonzero(np.isin(self._documents, documents))
        if len(wanted) <= _FEW_PART * len(chunks):
            products = _products(matrix[wanted], row)
        else:
            products = _products(matrix, row)[wanted]
        return _best(chunks, matrix, products, limit, wanted)

    def _refresh(self, connection: apsw.Connection) -> None:
        if self._connection is not connection:  # a damaged file may have been set aside
            self._connection, self._epoch = connection, -1
        epoch, dimensions, last_vector, last_gone, first_gone = connection.execute(_POSITION).get
        missed = last_gone > self._last_gone and first_gone > self._last_gone + 1
        if epoch != self._epoch or missed:
            self.release()
            self._epoch = epoch
        elif last_gone > self._last_gone:
            gone = connection.execute(_GONE, (self._last_gone,))
            self._drop(np.fromiter((chunk for (chunk,) in gone), np.int64))
        self._last_gone = last_gone
        if last_vector > self._last_vector and dimensions:
            self._read(connection, dimensions)
            self._last_vector = last_vector

    def _read(self, connection: apsw.Connection, dimensions: int) -> None:
        count = connection.execute(
            "SELECT count(*) FROM vectors WHERE seq > ?", (self._last_vector,)
        ).get
        matrix = np.empty((count, dimensions), np.float32)
        chunks, documents = np.empty(count, np.int64), np.empty(count, np.int64)
        rows, at = connection.execute(_NEWER, (self._last_vector,)), 0
        while batch := list(islice(rows, _READ_AT_ONCE)):
            end = at + len(batch)
            chunks[at:end], documents[at:end], data = zip(*batch, strict=True)
            matrix[at:end] = np.frombuffer(b"".join(data), "<f2").reshape(-1, dimensions)
            at = end
        matrix, chunks, documents = matrix[:at], chunks[:at], documents[:at]
        if len(self._chunks):
            self._drop(chunks)  # a chunk may have been given another vector
            matrix = np.concatenate((self._matrix, matrix))
            chunks = np.concatenate((self._chunks, chunks))
            documents = np.concatenate((self._documents, documents))
        self._matrix, self._chunks, self._documents = matrix, chunks, documents

    def _drop(self, chunks: NDArray[np.int64]) -> None:
        kept = ~np.isin(self._chunks, chunks)
        if not kept.all():
            self._matrix, self._chunks = self._matrix[kept], self._chunks[kept]
            self._documents = self._documents[kept]


def _products(matrix: Vectors, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return each row's dot product with the vector, without BLAS.

    BLAS threads keep spinning and slow down the word search, and memory bandwidth is the limit
    anyway.
    """
    products: NDArray[np.float32] = np.einsum("ij,j->i", matrix, vector)
    return products


def _best(
    chunks: NDArray[np.int64],
    matrix: Vectors,
    scores: NDArray[np.float32],
    limit: int,
    rows: NDArray[np.int64] | None = None,
) -> tuple[Scored, ...]:
    """Return the rows with the highest scores; ``rows`` are the scored rows, by default all."""
    best = np.arange(len(scores))
    if len(scores) > limit:
        best = np.argpartition(scores, len(scores) - limit)[-limit:]
    scores, rows = scores[best], best if rows is None else rows[best]
    order = np.lexsort((chunks[rows], -scores))
    found = zip(
        chunks[rows][order].tolist(), scores[order].tolist(), matrix[rows[order]], strict=True
    )
    return tuple(Scored(chunk, score, vector) for chunk, score, vector in found)


def to_blobs(vectors: Vectors) -> Sequence[bytes]:
    """Encode each row as little-endian float16, with non-finite numbers as 0."""
    clean = np.nan_to_num(vectors, nan=0.0, posinf=0.0, neginf=0.0).astype("<f2")
    return [row.tobytes() for row in clean]
