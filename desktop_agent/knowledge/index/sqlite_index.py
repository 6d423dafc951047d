"""The default engine: a single SQLite file, with vectors loaded into memory on demand."""

import asyncio
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.knowledge.index.base import (
    ChunkId,
    Counts,
    EmbeddingModel,
    NewDocument,
    Pending,
    Scored,
    StoredChunk,
    Vectors,
    check_vectors,
    embedding_text,
)
from desktop_agent.knowledge.index.sqlite_schema import FORM, place_in
from desktop_agent.knowledge.index.vector_search import VectorSearch, to_blobs
from desktop_agent.knowledge.index.word_search import WordSearch, index_text
from desktop_agent.storage.database import Database
from desktop_agent.storage.transactions import reads, writes

_GONE_KEPT = 20_000  # number of removals to remember; processes that missed more reload all vectors
_RECORD = ", ".join(DocumentRecord.__slots__)
_OF_DOCUMENT = ", ".join(f"documents.{each}" for each in DocumentRecord.__slots__)
_CHUNK = f"""
    SELECT chunks.id, chunks.ordinal, chunks.begins, chunks.ends, chunks.place, texts.text,
        {_OF_DOCUMENT}
    FROM chunks JOIN texts ON texts.chunk = chunks.id
        JOIN documents ON documents.id = chunks.document
"""  # noqa: S608 - of names of columns

# pages of the word index to merge at once: tens of milliseconds, so that other work can run in
# between
_MERGED_AT_ONCE = 500

_FREED_AT_ONCE = 1_000
_IDLE_S = 600.0  # seconds without a search after which the vectors are unloaded

_Result = TypeVar("_Result")


class SqliteIndex:
    """An `Index` in a single SQLite file.

    Writes, vector searches and all other reads each have their own thread and connection. Searches
    therefore do not wait for writes, and word and vector searches run in parallel.
    """

    engine = "sqlite"

    def __init__(
        self, path: Path, on_problem: Callable[[FileProblem], object] | None = None
    ) -> None:
        self.path = path
        self._writer = Database(path, FORM, on_problem=on_problem)
        self._reader = Database(path, FORM, on_problem=on_problem)
        self._meaning = Database(path, FORM, on_problem=on_problem)
        self._words: WordSearch | None = None
        self._vectors = VectorSearch()
        self._made = False
        self._making = asyncio.Lock()
        self._idle: asyncio.Task[None] | None = None

    async def read(self, work: Callable[[apsw.Connection], _Result]) -> _Result:
        await self._make()
        return await self._reader.read(work)

    async def write(self, work: Callable[[apsw.Connection], _Result]) -> _Result:
        await self._make()
        return await self._writer.write(work)

    async def _make(self) -> None:
        """Create the file through one connection before the others open it."""
        if not self._made:
            async with self._making:
                await self._writer.bare(lambda _: None)
                self._made = True

    # --- Contents

    @writes
    def put(self, connection: apsw.Connection, documents: Sequence[NewDocument]) -> None:
        for document in documents:
            title = document.record.title
            texts = (embedding_text(title, c.place.titles, c.text) for c in document.chunks)
            hashes = [blake2b(text.encode(), digest_size=16).digest() for text in texts]
            known = _vectors_of(connection, hashes)  # before those it replaces are gone
            _remove(connection, (document.record.key,))
            _add(connection, document, hashes, known)

    @writes
    def remove(self, connection: apsw.Connection, keys: Collection[str]) -> None:
        _remove(connection, keys)

    @reads
    def records(
        self, connection: apsw.Connection, source: int | None = None
    ) -> tuple[DocumentRecord, ...]:
        where, bound = ("", ()) if source is None else ("WHERE source = ?", (source,))
        sql = f"SELECT {_RECORD} FROM documents {where} ORDER BY path"  # noqa: S608 - of names of columns
        return tuple(DocumentRecord(*row) for row in connection.execute(sql, bound))

    @reads
    def counts(self, connection: apsw.Connection) -> tuple[Counts, ...]:
        rows = connection.execute(
            "SELECT collection, source, count(*), sum(documents.chunks), "
            "sum(documents.chunks) - coalesce(sum(unembedded.chunks), 0), sum(size) FROM documents "
            "LEFT JOIN (SELECT document, count(*) AS chunks FROM waiting GROUP BY document) "
            "AS unembedded ON unembedded.document = documents.id "
            "GROUP BY collection, source ORDER BY collection, source"
        )
        return tuple(Counts(*row) for row in rows)

    @reads
    def chunks(
        self, connection: apsw.Connection, ids: Sequence[ChunkId]
    ) -> tuple[StoredChunk, ...]:
        if not ids:
            return ()
        rows = connection.execute(
            f"{_CHUNK} WHERE chunks.id IN (SELECT value FROM carray(?))",  # noqa: S608 - of names of columns
            (apsw.carray(np.array(ids, np.int64)),),
        )
        found = {row[0]: _chunk_of(row) for row in rows}
        return tuple(found[each] for each in ids if each in found)

    @reads
    def neighbours(
        self, connection: apsw.Connection, key: str, first: int, last: int
    ) -> tuple[StoredChunk, ...]:
        rows = connection.execute(
            f"{_CHUNK} WHERE documents.key = ? AND chunks.ordinal BETWEEN ? AND ? "
            "ORDER BY chunks.ordinal",
            (key, first, last),
        )
        return tuple(map(_chunk_of, rows))

    # --- Vectors

    @reads
    def embedding(self, connection: apsw.Connection) -> EmbeddingModel | None:
        return _embedding(connection)

    @writes
    def use_embedding(self, connection: apsw.Connection, name: str) -> None:
        known = _embedding(connection)
        if known is not None and known.name == name:
            return
        connection.execute("DELETE FROM vectors")
        connection.execute("INSERT OR IGNORE INTO waiting SELECT id, document FROM chunks")
        connection.execute(
            "INSERT INTO embedding (one, model, dimensions, epoch) VALUES (1, ?, 0, 1) ON CONFLICT "
            "(one) DO UPDATE SET model = excluded.model, dimensions = 0, epoch = epoch + 1",
            (name,),
        )

    @reads
    def unembedded(
        self, connection: apsw.Connection, most: int, after: ChunkId = 0
    ) -> tuple[Pending, ...]:
        rows = connection.execute(
            "SELECT chunks.id, documents.title, chunks.place, texts.text FROM waiting "
            "JOIN chunks ON chunks.id = waiting.chunk JOIN texts ON texts.chunk = waiting.chunk "
            "JOIN documents ON documents.id = waiting.document "
            "WHERE waiting.chunk > ? ORDER BY waiting.chunk LIMIT ?",
            (after, most),
        )
        return tuple(
            Pending(chunk, embedding_text(title, place_in(place).titles, text))
            for chunk, title, place, text in rows
        )

    @reads
    def count_unembedded(self, connection: apsw.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM waiting").get)

    @writes
    def set_vectors(
        self, connection: apsw.Connection, name: str, ids: Sequence[ChunkId], vectors: Vectors
    ) -> None:
        check_vectors(name, _embedding(connection), ids, vectors)
        if not ids:
            return
        connection.execute("UPDATE embedding SET dimensions = ?", (int(vectors.shape[1]),))
        connection.executemany(
            "INSERT OR REPLACE INTO vectors (chunk, data) "
            "SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM chunks WHERE id = ?1)",
            zip(ids, to_blobs(vectors), strict=True),
        )
        connection.executemany("DELETE FROM waiting WHERE chunk = ?", ((each,) for each in ids))

    @reads
    def vectors(
        self, connection: apsw.Connection, ids: Sequence[ChunkId]
    ) -> Mapping[ChunkId, NDArray[np.float32]]:
        rows = connection.execute(
            "SELECT chunk, data FROM vectors WHERE chunk IN (SELECT value FROM carray(?))",
            (apsw.carray(np.array(ids, np.int64)),),
        )
        return {chunk: np.frombuffer(data, "<f2").astype(np.float32) for chunk, data in rows}

    async def release(self, idle_s: float = 0) -> None:
        """Unload the vectors after ``idle_s`` seconds; the next search loads them again."""
        await asyncio.sleep(idle_s)
        await self._meaning.bare(lambda _: self._vectors.release())

    # --- Search

    @reads
    def search_words(
        self,
        connection: apsw.Connection,
        query: str,
        limit: int,
        only: KnowledgeFilter | None = None,
    ) -> tuple[Scored, ...]:
        if self._words is None or self._words.connection is not connection:
            # first search, or a damaged file was set aside: what is cached belongs to another file
            self._words = WordSearch(connection)
        return self._words.search(query, limit, _documents_in(connection, only))

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        def work(connection: apsw.Connection) -> tuple[Scored, ...]:
            documents = _documents_in(connection, only)
            return self._vectors.search(connection, vector, limit, documents)

        await self._make()
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.create_task(self.release(_IDLE_S))
        return await self._meaning.read(work)

    # --- File

    async def disk_bytes(self) -> int:
        files = [self.path.with_name(self.path.name + end) for end in ("", "-wal", "-shm")]
        return await asyncio.to_thread(lambda: sum(f.stat().st_size for f in files if f.exists()))

    async def optimize(self) -> None:
        # a negative number starts a merge of the whole word index, later calls continue it
        await self.write(lambda c: _merge(c, -_MERGED_AT_ONCE))
        while await self.write(lambda c: _merge(c, _MERGED_AT_ONCE)):
            pass
        while await self._writer.bare(_free):
            pass
        await self._writer.bare(_tidy)

    async def aclose(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            await asyncio.wait([self._idle])
        databases = (self._writer, self._reader, self._meaning)
        await asyncio.gather(*(each.aclose() for each in databases))


# --- Writing


def _vectors_of(connection: apsw.Connection, hashes: Iterable[bytes]) -> dict[bytes, bytes]:
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM vectors)").get:
        return {}
    find = (
        "SELECT vectors.data FROM chunks JOIN vectors ON vectors.chunk = chunks.id "
        "WHERE chunks.hash = ? LIMIT 1"
    )
    found = ((each, connection.execute(find, (each,)).get) for each in dict.fromkeys(hashes))
    return {each: data for each, data in found if data is not None}


def _remove(connection: apsw.Connection, keys: Collection[str]) -> None:
    before = connection.total_changes()
    connection.executemany("DELETE FROM documents WHERE key = ?", ((key,) for key in keys))
    if connection.total_changes() > before:
        connection.execute(
            "DELETE FROM gone WHERE seq <= (SELECT max(seq) FROM gone) - ?", (_GONE_KEPT,)
        )


def _add(
    connection: apsw.Connection,
    document: NewDocument,
    hashes: Sequence[bytes],
    known: Mapping[bytes, bytes],
) -> None:
    record, chunks = document.record, document.chunks
    values = astuple(replace(record, chunks=len(chunks), chars=len(document.text)))
    connection.execute(
        f"INSERT INTO documents ({_RECORD}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608 - of names of columns
        values,
    )
    row = connection.last_insert_rowid()
    last = connection.execute(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'chunks'), 0)"
    ).get
    numbered = list(zip(range(last + 1, last + 1 + len(chunks)), chunks, hashes, strict=True))
    connection.executemany(
        "INSERT INTO chunks (id, document, ordinal, begins, ends, place, hash) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (chunk, row, chunk - last - 1, *_place(new.place), digest)
            for chunk, new, digest in numbered
        ),
    )
    connection.executemany(
        "INSERT INTO texts (chunk, text) VALUES (?, ?)",
        ((chunk, new.text) for chunk, new, _ in numbered),
    )
    title = index_text(record.title)
    connection.executemany(
        "INSERT INTO words (rowid, title, headings, text) VALUES (?, ?, ?, ?)",
        (
            (chunk, title, index_text("\n".join(new.place.titles)), index_text(new.text))
            for chunk, new, _ in numbered
        ),
    )
    connection.executemany(
        "INSERT INTO vectors (chunk, data) VALUES (?, ?)",
        [(chunk, known[digest]) for chunk, _, digest in numbered if digest in known],
    )
    connection.executemany(
        "INSERT INTO waiting (chunk, document) VALUES (?, ?)",
        [(chunk, row) for chunk, _, digest in numbered if digest not in known],
    )


def _place(place: Place) -> tuple[int, int, str]:
    """Return a place's span, and its other fields as ASCII JSON, which can represent any text."""
    rest = [place.page, place.label, place.headings, place.first_line, place.last_line]
    return place.start, place.end, json.dumps(rest, separators=(",", ":"))


# --- Reading


def _chunk_of(row: Sequence[Any]) -> StoredChunk:
    chunk, ordinal, start, end, place, text, *record = row
    where = place_in(place, start, end)
    return StoredChunk(chunk, DocumentRecord(*record), ordinal, text, where)


def _embedding(connection: apsw.Connection) -> EmbeddingModel | None:
    row = connection.execute("SELECT model, dimensions FROM embedding").fetchone()
    return EmbeddingModel(*row) if row else None


def _documents_in(
    connection: apsw.Connection, only: KnowledgeFilter | None
) -> NDArray[np.int64] | None:
    """Return the ids of the matching documents, or None if there is no filter."""
    if only is None or not only.collections:
        return None
    marks = ", ".join("?" * len(only.collections))
    query = f"SELECT id FROM documents WHERE collection IN ({marks})"  # noqa: S608 - bound below
    rows = connection.execute(query, only.collections)
    return np.fromiter((row[0] for row in rows), np.int64)


# --- Maintenance


def _merge(connection: apsw.Connection, pages: int) -> bool:
    """Merge part of the word index; return False if nothing was left to merge."""
    before = connection.total_changes()
    connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
    return connection.total_changes() - before >= 2


def _free(connection: apsw.Connection) -> bool:
    """Release some free pages to the operating system; return False if none are left."""
    connection.execute(f"PRAGMA incremental_vacuum({_FREED_AT_ONCE})").fetchall()
    return bool(connection.execute("PRAGMA freelist_count").get)


def _tidy(connection: apsw.Connection) -> None:
    connection.execute("PRAGMA optimize").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
