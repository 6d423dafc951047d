"""Whose vectors the SQLite engine holds, and the vectors themselves."""

from collections.abc import Mapping, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.index.base import ChunkId, EmbeddingModel, Vectors
from desktop_agent.knowledge.index.stored import from_sql, to_sql
from desktop_agent.knowledge.index.vectors import to_blobs


def get_embedding(connection: apsw.Connection) -> EmbeddingModel | None:
    """Gives the model of the vectors, if one was named."""
    row = connection.execute("SELECT model, dimensions FROM embedding").fetchone()
    return EmbeddingModel(from_sql(row[0]), row[1]) if row else None


def name_embedding(connection: apsw.Connection, name: str) -> None:
    """Names the model of all vectors to come, and forgets those of another."""
    known = get_embedding(connection)
    if known is not None and known.name == name:
        return
    connection.execute("DELETE FROM vectors")
    connection.execute("INSERT OR IGNORE INTO waiting SELECT id, document FROM chunks")
    connection.execute(
        "INSERT INTO embedding (one, model, dimensions, epoch) VALUES (1, ?, 0, 1) "
        "ON CONFLICT (one) DO UPDATE SET model = excluded.model, dimensions = 0, epoch = epoch + 1",
        (to_sql(name),),
    )


def keep_vectors(
    connection: apsw.Connection, name: str, ids: Sequence[ChunkId], vectors: Vectors
) -> None:
    """Keeps the vectors of those chunks that are still there.

    Raises:
        StorageError: they are of another model, or of another length than those that are kept.
    """
    model = get_embedding(connection)
    if model is None or model.name != name:
        held = f"those of {model.name}" if model else "none yet"
        raise StorageError(f"Vectors of {name} do not fit into the index: it holds {held}.")
    if len(ids) != len(vectors):
        raise StorageError(f"{len(ids)} passages were embedded, and gave {len(vectors)} vectors.")
    if not ids:
        return
    dimensions = int(vectors.shape[1])
    if not model.dimensions:
        connection.execute("UPDATE embedding SET dimensions = ?", (dimensions,))
    elif model.dimensions != dimensions:
        raise StorageError(
            f"{name} gave vectors of {dimensions} numbers; those of the index have "
            f"{model.dimensions}.",
            "Rebuild the index of your documents.",
        )
    connection.executemany(
        "INSERT OR REPLACE INTO vectors (chunk, data) "
        "SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM chunks WHERE id = ?1)",
        zip(ids, to_blobs(vectors), strict=True),
    )
    connection.executemany("DELETE FROM waiting WHERE chunk = ?", ((each,) for each in ids))


def get_vectors(
    connection: apsw.Connection, ids: Sequence[ChunkId]
) -> Mapping[ChunkId, NDArray[np.float32]]:
    """Gives the vectors of chunks; those without one are left out."""
    rows = connection.execute(
        "SELECT chunk, data FROM vectors WHERE chunk IN (SELECT value FROM carray(?))",
        (apsw.carray(np.array(ids, np.int64)),),
    )
    return {chunk: np.frombuffer(data, "<f2").astype(np.float32) for chunk, data in rows}
