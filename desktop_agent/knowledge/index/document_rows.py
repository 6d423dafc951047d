"""Documents and their chunks in the tables of the SQLite engine."""

import json
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b
from itertools import count
from typing import Any

import apsw
import numpy as np

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.knowledge.embedding_text import embedding_text
from desktop_agent.knowledge.index.base import (
    ChunkId,
    Counts,
    NewChunk,
    NewDocument,
    Pending,
    StoredChunk,
)
from desktop_agent.knowledge.index.stored import from_sql, titles_in, to_sql
from desktop_agent.knowledge.index.words import index_text

_GONE_KEPT = 20_000
"""A process that has missed more reads all vectors anew."""

_RECORD = (
    "key, collection, source, path, url, title, media_type, size, modified_ns, sha256, date, note, "
    "chunks, chars"
)
_OF_DOCUMENT = ", ".join(f"documents.{each}" for each in _RECORD.split(", "))
_CHUNK = f"""
    SELECT chunks.id, chunks.ordinal, chunks.begins, chunks.ends, chunks.place, texts.text,
        {_OF_DOCUMENT}
    FROM chunks JOIN texts ON texts.chunk = chunks.id
        JOIN documents ON documents.id = chunks.document
"""  # noqa: S608 - of names of columns


def put_documents(connection: apsw.Connection, documents: Iterable[NewDocument]) -> None:
    """Adds documents, or replaces those of the same key."""
    for document in documents:
        hashes = [_hash(document.record.title, chunk) for chunk in document.chunks]
        kept = _vectors_of(connection, hashes)  # before those it replaces are gone
        remove_documents(connection, (document.record.key,))
        _add(connection, document, hashes, kept)


def remove_documents(connection: apsw.Connection, keys: Collection[str]) -> None:
    """Removes documents with all that is kept of them."""
    before = connection.total_changes()
    connection.executemany("DELETE FROM documents WHERE key = ?", ((to_sql(key),) for key in keys))
    if connection.total_changes() > before:
        connection.execute(
            "DELETE FROM gone WHERE seq <= (SELECT max(seq) FROM gone) - ?", (_GONE_KEPT,)
        )


def _hash(title: str, chunk: NewChunk) -> bytes:
    text = embedding_text(title, chunk.place.titles, chunk.text)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _vectors_of(connection: apsw.Connection, hashes: Iterable[bytes]) -> dict[bytes, bytes]:
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM vectors)").get:
        return {}
    find = (
        "SELECT vectors.data FROM chunks JOIN vectors ON vectors.chunk = chunks.id "
        "WHERE chunks.hash = ? LIMIT 1"
    )
    found = ((each, connection.execute(find, (each,)).get) for each in dict.fromkeys(hashes))
    return {each: data for each, data in found if data is not None}


def _add(
    connection: apsw.Connection,
    document: NewDocument,
    hashes: Sequence[bytes],
    kept: dict[bytes, bytes],
) -> None:
    record, chunks = document.record, document.chunks
    connection.execute(
        f"INSERT INTO documents ({_RECORD}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608 - of names of columns
        [
            *(
                to_sql(value) if isinstance(value, str) else value
                for value in (getattr(record, name) for name in _RECORD.split(", ")[:-2])
            ),
            len(chunks),
            len(document.text),
        ],
    )
    row = connection.last_insert_rowid()
    last = connection.execute(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'chunks'), 0)"
    ).get
    ids = range(last + 1, last + 1 + len(chunks))
    connection.executemany(
        "INSERT INTO chunks (id, document, ordinal, begins, ends, place, hash) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (chunk_id, row, ordinal, each.place.start, each.place.end, _place(each.place), digest)
            for chunk_id, ordinal, each, digest in zip(ids, count(), chunks, hashes, strict=False)
        ),
    )
    connection.executemany(
        "INSERT INTO texts (chunk, text) VALUES (?, ?)",
        ((chunk_id, to_sql(each.text)) for chunk_id, each in zip(ids, chunks, strict=True)),
    )
    title = index_text(record.title)
    connection.executemany(
        "INSERT INTO words (rowid, title, headings, text) VALUES (?, ?, ?, ?)",
        (
            (chunk_id, title, index_text("\n".join(each.place.titles)), index_text(each.text))
            for chunk_id, each in zip(ids, chunks, strict=True)
        ),
    )
    known = [(chunk_id, kept.get(digest)) for chunk_id, digest in zip(ids, hashes, strict=True)]
    connection.executemany(
        "INSERT INTO vectors (chunk, data) VALUES (?, ?)", [pair for pair in known if pair[1]]
    )
    connection.executemany(
        "INSERT INTO waiting (chunk, document) VALUES (?, ?)",
        [(chunk_id, row) for chunk_id, data in known if not data],
    )


def _place(place: Place) -> str:
    """Gives what is kept beside the span; in ASCII, so that any text may stand in it."""
    return json.dumps(
        [place.page, place.label, place.headings, place.first_line, place.last_line],
        separators=(",", ":"),
    )


def _record_of(row: Sequence[Any]) -> DocumentRecord:
    values: list[Any] = [from_sql(each) if isinstance(each, bytes) else each for each in row]
    return DocumentRecord(*values)


def _chunk_of(row: Sequence[Any]) -> StoredChunk:
    chunk_id, ordinal, start, end, place, text, *record = row
    page, label, headings, first_line, last_line = json.loads(place)
    return StoredChunk(
        chunk_id,
        _record_of(record),
        ordinal,
        from_sql(text),
        Place(start, end, page, label, tuple(headings), first_line, last_line),
    )


def list_records(connection: apsw.Connection, source: int | None) -> tuple[DocumentRecord, ...]:
    """Gives the documents of a source, or all, by path."""
    sql = f"SELECT {_RECORD} FROM documents"  # noqa: S608 - of names of columns
    if source is None:
        rows = connection.execute(f"{sql} ORDER BY path")
    else:
        rows = connection.execute(f"{sql} WHERE source = ? ORDER BY path", (source,))
    return tuple(map(_record_of, rows))


def count_sources(connection: apsw.Connection) -> tuple[Counts, ...]:
    """Gives how much is indexed of each source."""
    waiting = {
        (collection, source): number
        for collection, source, number in connection.execute(
            "SELECT collection, source, count(*) FROM waiting "
            "JOIN documents ON documents.id = waiting.document GROUP BY collection, source"
        )
    }
    rows = connection.execute(
        "SELECT collection, source, count(*), sum(chunks), sum(size) FROM documents "
        "GROUP BY collection, source ORDER BY collection, source"
    )
    return tuple(
        Counts(
            from_sql(collection),
            source,
            documents,
            chunks,
            chunks - waiting.get((collection, source), 0),
            size,
        )
        for collection, source, documents, chunks, size in rows
    )


def read_text(connection: apsw.Connection, key: str) -> str:
    """Gives the whole text of a document, from its chunks; "" if there is none."""
    parts: list[str] = []
    length = 0
    for start, end, text in connection.execute(
        "SELECT chunks.begins, chunks.ends, texts.text FROM documents "
        "JOIN chunks ON chunks.document = documents.id JOIN texts ON texts.chunk = chunks.id "
        "WHERE documents.key = ? ORDER BY chunks.ordinal",
        (to_sql(key),),
    ):
        if end > length:
            parts.append(from_sql(text)[max(length - start, 0) :].rjust(end - length))
            length = end
    return "".join(parts)


def get_chunks(connection: apsw.Connection, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
    """Gives chunks in the order asked for, without those that are gone."""
    if not ids:
        return ()
    rows = connection.execute(
        f"{_CHUNK} WHERE chunks.id IN (SELECT value FROM carray(?))",  # noqa: S608 - of names of columns
        (apsw.carray(np.array(ids, np.int64)),),
    )
    found = {row[0]: _chunk_of(row) for row in rows}
    return tuple(found[each] for each in ids if each in found)


def get_neighbours(
    connection: apsw.Connection, key: str, first: int, last: int
) -> tuple[StoredChunk, ...]:
    """Gives the chunks of a document from one ordinal to another, both inclusive."""
    rows = connection.execute(
        f"{_CHUNK} WHERE documents.key = ? AND chunks.ordinal BETWEEN ? AND ? "
        "ORDER BY chunks.ordinal",
        (to_sql(key), first, last),
    )
    return tuple(map(_chunk_of, rows))


def list_waiting(connection: apsw.Connection, most: int, after: ChunkId) -> tuple[Pending, ...]:
    """Gives chunks without a vector, by id, with what is to be embedded of them."""
    rows = connection.execute(
        "SELECT chunks.id, documents.title, chunks.place, texts.text FROM waiting "
        "JOIN chunks ON chunks.id = waiting.chunk JOIN texts ON texts.chunk = waiting.chunk "
        "JOIN documents ON documents.id = waiting.document "
        "WHERE waiting.chunk > ? ORDER BY waiting.chunk LIMIT ?",
        (after, most),
    )
    return tuple(
        Pending(chunk_id, embedding_text(from_sql(title), titles_in(place), from_sql(text)))
        for chunk_id, title, place, text in rows
    )
