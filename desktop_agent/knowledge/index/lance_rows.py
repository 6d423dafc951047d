"""Rows of the tables to values, and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.knowledge.embedding_text import embedding_text
from desktop_agent.knowledge.index.base import ChunkId, NewDocument, StoredChunk, Vectors
from desktop_agent.knowledge.index.lance_filters import last_day
from desktop_agent.knowledge.index.lance_schema import (
    chunks_schema,
    documents_schema,
    vectors_schema,
)
from desktop_agent.knowledge.index.lance_text import from_lance, to_lance

if TYPE_CHECKING:
    import pyarrow as pa

RECORD_FIELDS = tuple(field.name for field in fields(DocumentRecord))
VECTOR_FIELDS = (
    "id", "source", "stamp", "digest", "key", "collection", "path", "first_day", "last_day",
)  # fmt: skip
"""What a vector's row has of its chunk's."""

_POSITIVE = (1 << 63) - 1


def _number(*parts: str | int) -> int:
    """Gives 63 bits that are those of no other parts: among 30 million, once in 20,000 indexes."""
    said = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big") & _POSITIVE or 1


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: to_lance(value) if isinstance(value, str) else value for name, value in row.items()
    }


def document_row(document: NewDocument, stamp: int) -> dict[str, Any]:
    """Gives a document's row; its chunks and characters are counted here."""
    row = asdict(document.record) | {
        "chunks": len(document.chunks),
        "chars": len(document.text),
        "stamp": stamp,
    }
    return _kept(row)


def chunk_rows(document: NewDocument, stamp: int) -> list[dict[str, Any]]:
    """Gives the rows of a document's chunks."""
    record = document.record
    shared = _kept(
        {
            "key": record.key,
            "collection": record.collection,
            "path": record.path,
            "source": record.source,
            "first_day": record.date[:10],
            "last_day": last_day(record.date),
            "stamp": stamp,
        }
    )
    rows = []
    for ordinal, chunk in enumerate(document.chunks):
        place = chunk.place
        words = embedding_text(record.title, place.titles, chunk.text)
        rows.append(
            shared
            | {
                "id": _number(record.key, ordinal, words),
                "digest": _number(words),
                "words": to_lance(words),
                "skip": len(words) - len(chunk.text),
                "ordinal": ordinal,
                "start": place.start,
                "end": place.end,
                "page": place.page,
                "first_line": place.first_line,
                "last_line": place.last_line,
                "label": to_lance(place.label),
                "headings": [to_lance(each) for each in place.headings],
            }
        )
    return rows


def documents_table(rows: Iterable[Mapping[str, Any]]) -> "pa.Table":
    """Gives rows of documents for Arrow."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=documents_schema())


def chunks_table(rows: Sequence[Mapping[str, Any]]) -> "pa.Table":
    """Gives rows of chunks for Arrow."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=chunks_schema())


def vectors_rows(rows: Sequence[Mapping[str, Any]], vectors: Vectors) -> "pa.Table":
    """Gives the vectors of chunks, of which the rows need `VECTOR_FIELDS` alone, for Arrow."""
    import pyarrow as pa

    schema = vectors_schema(vectors.shape[1])
    flat = np.ascontiguousarray(vectors, np.float32).ravel()
    columns = [
        pa.array([row[name] for row in rows], schema.field(name).type) for name in VECTOR_FIELDS
    ]
    column = pa.FixedSizeListArray.from_arrays(pa.array(flat), vectors.shape[1])
    names = [*VECTOR_FIELDS, "vector"]
    return pa.Table.from_arrays([*columns, column], names=names).select(schema.names).cast(schema)


def to_matrix(column: "pa.ChunkedArray") -> Vectors:
    """Gives a column of vectors as rows."""
    whole = column.combine_chunks()
    flat = whole.flatten().to_numpy(zero_copy_only=False)
    return np.asarray(flat, np.float32).reshape(len(whole), column.type.list_size)


def to_record(row: Mapping[str, Any]) -> DocumentRecord:
    """Gives a document as it was put in."""
    told: dict[str, Any] = {
        name: from_lance(row[name]) if isinstance(row[name], str) else row[name]
        for name in RECORD_FIELDS
    }
    return DocumentRecord(**told)


def chunk_text(row: Mapping[str, Any]) -> str:
    """Gives a chunk's text without the titles above it."""
    return from_lance(row["words"])[row["skip"] :]


def to_chunk(row: Mapping[str, Any], record: DocumentRecord) -> StoredChunk:
    """Gives a chunk as it was put in."""
    place = Place(
        row["start"],
        row["end"],
        row["page"],
        from_lance(row["label"]),
        tuple(map(from_lance, row["headings"])),
        row["first_line"],
        row["last_line"],
    )
    chunk: ChunkId = row["id"]
    return StoredChunk(chunk, record, row["ordinal"], chunk_text(row), place)
