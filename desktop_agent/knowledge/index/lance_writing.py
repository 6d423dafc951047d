"""What is written to a LanceDB index, in an order that a kill at any moment leaves valid.

LanceDB has no transaction over two tables. A document's vectors and chunks are added under a stamp
of their own, then its row is put in the place of the old one, which makes them valid and the old
ones not, at once; then the old ones are removed. What a kill leaves behind belongs to no document
and is removed before the next thing is written.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.index.base import ChunkId, NewDocument, Vectors
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_filters import one_of
from desktop_agent.knowledge.index.lance_reading import (
    ASKED_AT_ONCE,
    rows_with,
    stamps_of,
)
from desktop_agent.knowledge.index.lance_rows import (
    VECTOR_FIELDS,
    chunk_rows,
    chunks_table,
    document_row,
    documents_table,
    to_matrix,
    vectors_rows,
)
from desktop_agent.knowledge.index.lance_schema import CHUNKS, DOCUMENTS, vectors_table
from desktop_agent.knowledge.index.lance_state import embedding_name, vectors_of
from desktop_agent.knowledge.index.lance_text import from_lance


def put_documents(database: LanceDatabase, documents: Sequence[NewDocument]) -> None:
    """Adds documents, or replaces those of the same key."""
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
    """Removes documents with their chunks and vectors."""
    held = stamps_of(database, keys)
    if held:
        for part in _parts(held):
            database.table(DOCUMENTS).delete(one_of("key", part))
        _delete(database, held)


def keep_vectors(
    database: LanceDatabase, name: str, ids: Sequence[ChunkId], vectors: Vectors
) -> None:
    """Keeps the vectors of chunks, but of those that are gone since.

    Raises:
        StorageError: they are of another model, or of another length than those that are kept.
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
    """Removes what belongs to no document, as a kill leaves it."""
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
    """Gives chunks the vectors of those with the same words, in whatever document."""
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
