"""The default engine: a single SQLite file, with the vectors loaded into memory while in use."""

import asyncio
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.knowledge.index import vector_search
from desktop_agent.knowledge.index.base import (
    ChunkId,
    Counts,
    EmbeddingModel,
    NewChunk,
    NewDocument,
    Pending,
    Scored,
    StoredChunk,
    Vectors,
    embedding_text,
)
from desktop_agent.knowledge.index.sqlite_schema import FORM, from_sql, titles_in, to_sql
from desktop_agent.knowledge.index.vector_search import VectorSearch
from desktop_agent.knowledge.index.word_search import WordSearch, index_text
from desktop_agent.storage.database import Database

# --- Document filters

_PATTERN_MOST = 4_096
"""Maximum pattern length in bytes; no path is longer."""

_FIRST_DAY = "substr(date, 1, 10)"
_LAST_DAY = (
    "substr(date, 1, 10) || CASE length(date) WHEN 4 THEN '-12-31' WHEN 7 THEN '-31' ELSE '' END"
)


def select_documents(
    connection: apsw.Connection, only: KnowledgeFilter | None
) -> NDArray[np.int64] | None:
    """Return the ids of the documents that match a filter, or None if all do."""
    if only is None or only == KnowledgeFilter():
        return None
    terms: list[str] = []
    bound: list[Any] = []
    if only.collections:
        terms.append(f"collection IN ({', '.join('?' * len(only.collections))})")
        bound += map(to_sql, only.collections)
    if only.path:
        _limit_path(only.path, terms, bound)
    if only.suffixes:
        ends = "lower(substr(CAST(path AS TEXT), -length(?))) = ?"
        terms.append(f"({' OR '.join([ends] * len(only.suffixes))})")
        bound += [to_sql(each.lower()) for each in only.suffixes for _ in range(2)]
    if only.since:
        terms.append(f"date != '' AND {_LAST_DAY} >= ?")
        bound.append(to_sql(only.since))
    if only.until:
        terms.append(f"date != '' AND {_FIRST_DAY} <= ?")
        bound.append(to_sql(_last_day(only.until)))
    rows = connection.execute(f"SELECT id FROM documents WHERE {' AND '.join(terms)}", bound)  # noqa: S608 - the terms are ours, what is asked for is bound
    return np.fromiter((row[0] for row in rows), np.int64)


def _limit_path(path: str, terms: list[str], bound: list[Any]) -> None:
    if len(path.encode("utf-8", "surrogatepass")) > _PATTERN_MOST:
        terms.append("0")
        return
    folder = path.rstrip("/\\")
    terms.append(
        "(CAST(path AS TEXT) GLOB CAST(? AS TEXT) OR path = ?"
        " OR substr(CAST(path AS TEXT), 1, length(CAST(? AS TEXT))) IN (CAST(? AS TEXT), CAST(? AS TEXT)))"
    )
    bound += [to_sql(each) for each in (path, path, f"{folder}/", f"{folder}/", f"{folder}\\")]


def _last_day(day: str) -> str:
    """Return the last day of a year or month; return a full date unchanged."""
    return day + {4: "-12-31", 7: "-31"}.get(len(day), "")


# --- Documents and chunks

_GONE_KEPT = 20_000
"""Number of removals to remember. A process that missed more than this reloads all vectors."""

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
    """Add documents, or replace those with the same key."""
    for document in documents:
        hashes = [_hash(document.record.title, chunk) for chunk in document.chunks]
        kept = _vectors_of(connection, hashes)  # before those it replaces are gone
        remove_documents(connection, (document.record.key,))
        _add(connection, document, hashes, kept)


def remove_documents(connection: apsw.Connection, keys: Collection[str]) -> None:
    """Remove documents with their chunks and vectors."""
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
    """Return a place without its span as JSON, in ASCII so that it can represent any text."""
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
    """Return the documents of one source, or of all sources, sorted by path."""
    sql = f"SELECT {_RECORD} FROM documents"  # noqa: S608 - of names of columns
    if source is None:
        rows = connection.execute(f"{sql} ORDER BY path")
    else:
        rows = connection.execute(f"{sql} WHERE source = ? ORDER BY path", (source,))
    return tuple(map(_record_of, rows))


def count_sources(connection: apsw.Connection) -> tuple[Counts, ...]:
    """Return the indexed amounts of each source."""
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
    """Return the whole text of a document, or "" if it is not indexed."""
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
    """Return chunks in the order of ``ids``; removed ones are left out."""
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
    """Return the chunks of a document between two ordinals, both inclusive."""
    rows = connection.execute(
        f"{_CHUNK} WHERE documents.key = ? AND chunks.ordinal BETWEEN ? AND ? "
        "ORDER BY chunks.ordinal",
        (to_sql(key), first, last),
    )
    return tuple(map(_chunk_of, rows))


def list_waiting(connection: apsw.Connection, most: int, after: ChunkId) -> tuple[Pending, ...]:
    """Return chunks that have no vector, sorted by id, with the text to embed."""
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


_MERGED_AT_ONCE = 500
"""Pages of the word index to merge at once. This takes tens of milliseconds, so other work can run
in
between.
"""

_FREED_AT_ONCE = 1_000
_IDLE_S = 600.0
"""Seconds without a search after which the vectors are unloaded."""


class SqliteIndex:
    """An `Index` in a single SQLite file.

    It uses three threads, each with its own connection: one writes, one searches words and handles
    all other reads, and one holds the vectors. Therefore searches do not wait for writes, and the
    two halves of a search run in parallel.
    """

    engine = "sqlite"
    read_only = False

    def __init__(
        self, path: Path, on_problem: Callable[[FileProblem], object] | None = None
    ) -> None:
        self.path = path
        self._writer = Database(path, FORM, on_problem=on_problem)
        self._reader = Database(path, FORM, on_problem=on_problem)
        self._meaning = Database(path, FORM, on_problem=on_problem)
        self._words = WordSearch()
        self._vectors = VectorSearch()
        self._made = False
        self._making = asyncio.Lock()
        self._rest: asyncio.TimerHandle | None = None
        self._releasing: asyncio.Future[None] | None = None

    # --- Contents

    async def put(self, documents: Sequence[NewDocument]) -> None:
        await self._make()
        await self._writer.write(lambda c: put_documents(c, documents))

    async def remove(self, keys: Collection[str]) -> None:
        await self._make()
        await self._writer.write(lambda c: remove_documents(c, keys))

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        await self._make()
        return await self._reader.read(lambda c: list_records(c, source))

    async def counts(self) -> tuple[Counts, ...]:
        await self._make()
        return await self._reader.read(count_sources)

    async def text(self, key: str) -> str:
        await self._make()
        return await self._reader.read(lambda c: read_text(c, key))

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        await self._make()
        return await self._reader.read(lambda c: get_chunks(c, ids))

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        await self._make()
        return await self._reader.read(lambda c: get_neighbours(c, key, first, last))

    # --- Vectors

    async def embedding(self) -> EmbeddingModel | None:
        await self._make()
        return await self._reader.read(vector_search.get_embedding)

    async def use_embedding(self, name: str) -> None:
        await self._make()
        await self._writer.write(lambda c: vector_search.name_embedding(c, name))

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        await self._make()
        return await self._reader.read(lambda c: list_waiting(c, most, after))

    async def count_unembedded(self) -> int:
        await self._make()
        return await self._reader.read(lambda c: int(c.execute("SELECT count(*) FROM waiting").get))

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        await self._make()
        await self._writer.write(lambda c: vector_search.keep_vectors(c, name, ids, vectors))

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        await self._make()
        return await self._reader.read(lambda c: vector_search.get_vectors(c, ids))

    async def release(self, idle_s: float = 0) -> None:
        """Unload the vectors if no search has used them for ``idle_s`` seconds."""

        def work(_: apsw.Connection) -> None:
            if monotonic() - self._vectors.used >= idle_s:
                self._vectors.release()

        if self._made:
            await self._meaning.bare(work)

    # --- Search

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        def work(connection: apsw.Connection) -> tuple[Scored, ...]:
            documents = select_documents(connection, only)
            return self._words.search(connection, query, limit, documents)

        await self._make()
        return await self._reader.read(work)

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        def work(connection: apsw.Connection) -> tuple[Scored, ...]:
            documents = select_documents(connection, only)
            return self._vectors.search(connection, vector, limit, documents)

        await self._make()
        self._release_later()
        return await self._meaning.read(work)

    def _release_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._rest = asyncio.get_running_loop().call_later(_IDLE_S, self._begin_release)

    def _begin_release(self) -> None:
        self._releasing = asyncio.ensure_future(self.release(_IDLE_S))

    # --- File

    async def disk_bytes(self) -> int:
        return await asyncio.to_thread(_size, self.path)

    async def optimize(self) -> None:
        await self._make()
        # a negative number starts a merge of the whole word index, later calls continue it
        await self._writer.write(lambda c: _merge(c, -_MERGED_AT_ONCE))
        while await self._writer.write(lambda c: _merge(c, _MERGED_AT_ONCE)):
            pass
        while await self._writer.bare(_free):
            pass
        await self._writer.bare(_tidy)

    async def aclose(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if self._releasing is not None:
            await self._releasing
        await asyncio.gather(*(each.aclose() for each in self._databases))

    @property
    def _databases(self) -> tuple[Database, Database, Database]:
        return self._writer, self._reader, self._meaning

    async def _make(self) -> None:
        """Let one connection create the file before the others open it."""
        if not self._made:
            async with self._making:
                await self._writer.bare(lambda _: None)
                self._made = True


def _merge(connection: apsw.Connection, pages: int) -> bool:
    """Merge part of the word index; return False if nothing was left to merge."""
    before = connection.total_changes()
    connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
    return connection.total_changes() - before >= 2


def _free(connection: apsw.Connection) -> bool:
    """Return some free pages to the operating system; return False if none are left."""
    connection.execute(f"PRAGMA incremental_vacuum({_FREED_AT_ONCE})").fetchall()
    return bool(connection.execute("PRAGMA freelist_count").get)


def _tidy(connection: apsw.Connection) -> None:
    connection.execute("PRAGMA optimize").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _size(path: Path) -> int:
    files = (path.with_name(path.name + end) for end in ("", "-wal", "-shm"))
    return sum(each.stat().st_size for each in files if each.exists())
