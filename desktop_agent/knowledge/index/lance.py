"""The LanceDB engine, for large indexes and indexes in object storage.

Each row of ``chunks`` contains a chunk and its document's record, so that one query reads a passage
and one commit replaces a document. Vectors are in a separate table. LanceDB has no transactions
across tables, so a killed process may leave behind vectors without a chunk, which
`LanceIndex.optimize` removes. Ids are hashes of the content, so such a vector never matches another
chunk.
"""

import asyncio
import logging
import os
import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import asdict, fields, replace
from datetime import timedelta
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place
from desktop_agent.core.network import is_loopback
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
    searchable,
)
from desktop_agent.storage.files import locked
from desktop_agent.storage.transactions import reads, writes

if TYPE_CHECKING:
    import pyarrow as pa

_log = logging.getLogger(__name__)

_Result = TypeVar("_Result")

# --- Where an index is, and which host it leads to

_REMOTE = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_CLOUD = re.compile(r"(AWS|AZURE|GOOGLE)_[A-Z0-9_]+")
# URL schemes that name the host itself; those of object storage name a bucket
_NAMED_HOST = frozenset(("http", "https", "tcp", "tls", "ws", "wss", "ucx"))


def storage_options(environ: Mapping[str, str]) -> dict[str, str]:
    """Return object storage options from environment variables such as ``AWS_ENDPOINT_URL``."""
    options = {
        name.lower(): value for name, value in environ.items() if _CLOUD.fullmatch(name) and value
    }
    general = options.pop("aws_endpoint_url", "")
    if endpoint := options.pop("aws_endpoint_url_s3", general):
        options["aws_endpoint"] = endpoint
        if endpoint.startswith("http://"):
            options["allow_http"] = "true"
    return options


def host_of(place: str, environ: Mapping[str, str]) -> str:
    """Return the host of a URI, or "" for a local folder.

    A cloud bucket is returned as ``s3://bucket``, because a bucket may be named ``localhost``. For
    self-hosted object storage, the host is that of ``AWS_ENDPOINT_URL``.
    """
    scheme, separator, _ = place.strip().lower().partition("://")
    if not separator or scheme == "file":
        return ""
    parts, options = urlsplit(place.strip()), storage_options(environ)
    if scheme in _NAMED_HOST:
        return parts.hostname or place
    host = urlsplit(options.get("aws_endpoint", "")).hostname if scheme == "s3" else ""
    has_keys = {"aws_access_key_id", "aws_secret_access_key"} <= options.keys()
    # without keys the client asks the cloud's own address for them first
    return host if host and (has_keys or not is_loopback(host)) else f"{scheme}://{parts.netloc}"


# --- Rows of the tables

_FORM: Final = "2"  # version of the tables; programs with another version must not write to them
_STATE: Final = "state"
_CHUNKS: Final = "chunks"
_VECTORS: Final = "vectors_"  # name prefix of the vector tables, one for each model
_EMBEDDING: Final = "embedding"
_RECORD_FIELDS = tuple(field.name for field in fields(DocumentRecord))
_PLACE_FIELDS = tuple(field.name for field in fields(Place))
_CHUNK_FIELDS = (*_RECORD_FIELDS, *_PLACE_FIELDS, "id", "ordinal", "words", "skip")
_VECTOR_FIELDS = ("id", "collection", "source", "digest")
_DOCUMENTS: Final = "ordinal < 1"  # selects one row of each document

_COLUMNS = {
    _STATE: ("name value",),
    _CHUNKS: (
        "key collection path url title media_type sha256 date note words label",
        "id source digest size modified_ns chars",
        "chunks skip ordinal start end page first_line last_line",
        "headings",
    ),
    _VECTORS: ("collection", "id source digest"),
}
"""Columns of text, of 64-bit and 32-bit integers, and of lists of text; ``vector`` is added later.

The first ``skip`` characters of a chunk's ``words`` are its titles. The only row of a document
without chunks has the ordinal -1.
"""

_POSITIVE = (1 << 63) - 1
_ASKED_AT_ONCE = 500  # keys or ids in one predicate


def _arrow(name: str, rows: Sequence[Mapping[str, Any]]) -> "pa.Table":
    import pyarrow as pa

    kinds = (pa.string(), pa.int64(), pa.int32(), pa.list_(pa.string()))
    groups = zip(_COLUMNS[name], kinds, strict=False)
    schema = pa.schema([(each, kind) for names, kind in groups for each in names.split()])
    return pa.Table.from_pylist(rows, schema=schema)


def _vector_rows(rows: Sequence[Mapping[str, Any]], vectors: Vectors) -> "pa.Table":
    """Add a column of 32-bit vectors to the rows; searching 16-bit vectors takes twice as long."""
    import pyarrow as pa

    flat = pa.array(np.ascontiguousarray(vectors, np.float32).ravel())
    column = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
    return _arrow(_VECTORS, rows).append_column("vector", column)


def _number(*parts: str | int) -> int:
    """Hash the parts to 63 bits; with 30 million ids, one index in 20,000 has a collision."""
    exact = "\0".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(exact, digest_size=8).digest(), "big") & _POSITIVE or 1


def _rows_of(document: NewDocument) -> Iterator[dict[str, Any]]:
    record = replace(document.record, chunks=len(document.chunks), chars=len(document.text))
    told = asdict(record)
    if not document.chunks:
        identity = {"id": _number(record.key), "digest": 0, "words": "", "skip": 0, "ordinal": -1}
        yield told | asdict(Place(0, 0)) | identity
    for ordinal, chunk in enumerate(document.chunks):
        words = embedding_text(record.title, chunk.place.titles, chunk.text)
        yield (
            told
            | asdict(chunk.place)
            | {
                "id": _number(record.key, ordinal, words),
                "digest": _number(words),
                "words": words,
                "skip": len(words) - len(chunk.text),
                "ordinal": ordinal,
            }
        )


def _quoted(text: str) -> str:
    doubled = text.encode("utf-8", "replace").decode().replace("'", "''")
    return f"'{doubled}'"


def _one_of(column: str, values: Collection[Any]) -> Iterator[str]:
    """Yield ``IN`` predicates, in batches, that together match the values."""
    shown = [_quoted(value) if isinstance(value, str) else str(int(value)) for value in values]
    for at in range(0, len(shown), _ASKED_AT_ONCE):
        yield f"{column} IN ({', '.join(shown[at : at + _ASKED_AT_ONCE])})"


def _columns(table: Any, columns: Sequence[str], where: str = "") -> "pa.Table":
    search = table.search().select(list(columns))
    return (search.where(where) if where else search).limit(None).to_arrow()


def _rows(
    table: Any, columns: Sequence[str], column: str, values: Collection[Any]
) -> list[dict[str, Any]]:
    predicates = _one_of(column, values)
    return [row for each in predicates for row in _columns(table, columns, each).to_pylist()]


def _delete(table: Any, ids: Collection[int]) -> None:
    for each in _one_of("id", ids):
        table.delete(each)


def _upsert(table: Any, by: str, rows: "pa.Table", *, instead_of: Collection[str] = ()) -> None:
    """Insert rows in one commit, replacing those with the same value in column ``by``.

    All other rows of the documents with the keys ``instead_of`` are deleted.
    """
    merge = table.merge_insert(by).when_matched_update_all().when_not_matched_insert_all()
    if instead_of:
        keys = ", ".join(map(_quoted, instead_of))
        merge = merge.when_not_matched_by_source_delete(f"key IN ({keys})")
    merge.execute(rows)


# --- The tables of one index

_INDEXES_MOST = 2 << 30  # bytes cached in memory
_TABLES_MOST = 256 << 20  # bytes of table metadata cached in memory
_FRESH_S = 5.0  # maximum age of a remote table's cached state, because each check takes a request
_HINT = (
    "It isn't included in the installed app. Choose SQLite to store the index, "
    "or in a Python environment run: pip install 'desktop-agent[lancedb]'"
)


class Tables:
    """The tables of one index; all methods block and are thread-safe.

    Object storage credentials come from the usual environment variables.
    """

    def __init__(self, uri: str, *, read_only: bool) -> None:
        self.uri = uri
        self.read_only = read_only
        self.folder = None if _REMOTE.match(uri) else Path(uri).expanduser()
        self._connection: Any = None
        self._opened: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._state: tuple[int, dict[str, str]] = (-1, {})

    def run(self, work: Callable[["Tables"], _Result]) -> _Result:
        """Call ``work`` with the tables, converting LanceDB's errors to `StorageError`."""
        try:
            return work(self)
        except AgentError:
            raise
        except (OSError, RuntimeError, ValueError, KeyError, MemoryError) as error:
            with self._lock:
                self._opened.clear()  # one may have been replaced: all are opened again
            line = (str(error).strip() or type(error).__name__).splitlines()[0]
            line = re.sub(r",?\s*(location:)?\s*\S*\.rs:\d+(:\d+)?.*$", "", line)[:300]
            raise StorageError(
                f"The index {self.uri} cannot be read or written: {line.rstrip('. ')}."
            ) from error

    @property
    def chunks(self) -> Any:
        return self._table(_CHUNKS)

    def vectors(self) -> Any | None:
        """Return the vector table of the current model, or None if it does not exist."""
        model = self.model()
        name = _vectors_name(model)
        with self._lock:
            if model and name not in self._opened and name in self._names():
                self._opened[name] = self._connection.open_table(name)
            return self._opened.get(name)

    def model(self) -> str:
        """Return the embedding model, reloading it if the table ``state`` has changed."""
        table = self._table(_STATE)
        version = int(table.version)
        if self._state[0] != version:
            rows = _columns(table, ["name", "value"]).to_pylist()
            self._state = version, {row["name"]: row["value"] for row in rows}
        return self._state[1].get(_EMBEDDING, "")

    def use_embedding(self, model: str) -> None:
        """Set the embedding model and drop all other models' vector tables."""
        if self.model() != model:
            rows = _arrow(_STATE, [{"name": _EMBEDDING, "value": model}])
            _upsert(self._table(_STATE), "name", rows)
        with self._lock:
            for each in self._names():
                if each.startswith(_VECTORS) and each != _vectors_name(model):
                    self._opened.pop(each, None)
                    self._connection.drop_table(each)

    def set_vectors(self, rows: Sequence[Mapping[str, Any]], vectors: Vectors) -> None:
        if not rows:
            return
        if (table := self.vectors()) is None:
            name = _vectors_name(self.model())
            self._connection.create_table(name, _vector_rows(rows, vectors))
            return
        _upsert(table, "id", _vector_rows(rows, vectors))

    def remove_orphans(self) -> None:
        """Remove vectors without a chunk, left behind by killed processes."""
        if (vectors := self.vectors()) is not None:
            _delete(vectors, np.setdiff1d(_ids(vectors), _ids(self.chunks)).tolist())
        if model := self.model():
            self.use_embedding(model)

    def close(self) -> None:
        with self._lock:
            self._opened.clear()
            self._connection = None

    def _table(self, name: str) -> Any:
        with self._lock:
            if name not in self._opened:
                self._open()
            return self._opened[name]

    def _names(self) -> set[str]:
        return set(self._connection.list_tables(limit=1_000).tables)

    def _open(self) -> None:
        if self._connection is None:
            self._connection = self._connect()
        shared = None if self.read_only else self.folder
        # a table that another program is creating is listed before it can be opened
        with locked(shared / "opening", timeout_s=60) if shared else nullcontext():
            names, found = (_STATE, _CHUNKS), self._names()
            if self.read_only and not found.issuperset(names):
                raise StorageError(
                    f"There is no Desktop Agent index in {self.uri}.",
                    "Check knowledge.lancedb_uri in the settings.",
                )
            if not found.issuperset(names):
                self._make(found)
            opened = {name: self._connection.open_table(name) for name in names}
        forms = _columns(opened[_STATE], ["value"], "name = 'form'").to_pylist()
        if forms != [{"value": _FORM}]:
            raise StorageError(
                f"The index {self.uri} was made by another version of Desktop Agent.",
                "Delete it to rebuild it, or update Desktop Agent.",
            )
        self._state = -1, {}
        self._opened |= opened

    def _connect(self) -> Any:
        try:
            import lancedb
        except ImportError as error:
            if error.name != "lancedb":
                raise StorageError(f"LanceDB cannot be loaded: {error}.", _HINT) from error
            raise StorageError("The index needs LanceDB, which is not installed.", _HINT) from error
        folder = self.folder
        if folder is not None and not self.read_only:
            folder.mkdir(parents=True, exist_ok=True)
        elif folder is not None and not folder.is_dir():
            raise StorageError(f"There is no folder {folder}.", "Check that its disk is connected.")
        return lancedb.connect(
            str(folder or self.uri),
            read_consistency_interval=timedelta(seconds=0 if folder else _FRESH_S),
            storage_options=None if folder else storage_options(os.environ),
            session=lancedb.Session(_INDEXES_MOST, _TABLES_MOST),
        )

    def _make(self, found: set[str]) -> None:
        """Create missing tables; ``state`` comes last, as a sign that ``chunks`` is complete."""
        from lancedb.index import FTS

        made = self._connection
        if _CHUNKS not in found:
            made.create_table(_CHUNKS, schema=_arrow(_CHUNKS, ()).schema, exist_ok=True)
        chunks = made.open_table(_CHUNKS)
        if not chunks.list_indices():
            # Chinese and Japanese have no spaces between words: ICU splits them by dictionary
            chunks.create_index("words", config=FTS(base_tokenizer="icu/split", stem=True))
        made.create_table(_STATE, _arrow(_STATE, [{"name": "form", "value": _FORM}]), exist_ok=True)


def _vectors_name(model: str) -> str:
    return _VECTORS + blake2b(model.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _dimensions(vectors: Any) -> int:
    return int(vectors.schema.field("vector").type.list_size)


def _ids(table: Any, where: str = "") -> NDArray[np.int64]:
    """Return the sorted ids of a table's rows."""
    return np.unique(_columns(table, ["id"], where)["id"].to_numpy())


# --- Maintenance of the indexes of words, keys and vectors

_VECTOR_INDEX: Final = "vector_idx"
_ROUNDED_FROM: Final = 1_000_000  # vectors from which their index stores one byte per number
_FLAT_VECTORS = 5_000  # number of vectors from which they are indexed: scanning 10,000 took 17 ms
_PARTITION = 1.3  # partition size by the square root of the number of vectors: 411 at 100,000
# searches cover a small table completely: covering half of 10,000 gave a recall@10 of 0.88
_PARTITION_LEAST = 400
_LATE = 400  # unindexed rows that a search may have to scan: 1,000 chunks take 27 ms
# divisor: in an index so large that updates take seconds, this fraction may stay unindexed
_LATE_PART = 200
_WARMED_MOST = 1_000_000  # largest table, in rows, whose updated indexes are loaded into memory
_KEPT = timedelta(seconds=30)  # how long old versions stay for searches in progress


def _renew_indexes(tables: Tables, *, everything: bool = False) -> None:
    """Update the indexes with too many unindexed rows, or all of them if ``everything`` is True."""
    from lancedb.index import BTree

    for table, index, *columns in (
        (tables.chunks, "words_idx", "id", "key"),
        (tables.vectors(), _VECTOR_INDEX, "id", "digest"),
    ):
        if table is None or not (everything or _is_late(table, index)):
            continue
        for column in columns:
            if table.index_stats(f"{column}_idx") is None and table.count_rows():
                table.create_index(column, config=BTree())
        table.optimize(cleanup_older_than=_KEPT)
        if index == _VECTOR_INDEX:
            _index_vectors(table, anew=everything)
        small = tables.folder is not None and table.count_rows() <= _WARMED_MOST
        if small and table.index_stats(index) is not None:
            table.prewarm_index(index)  # otherwise the next searches read it part by part


def _is_late(table: Any, index: str) -> bool:
    if (stats := table.index_stats(index)) is None:
        return bool(table.count_rows() > _FLAT_VECTORS)
    return bool(stats.num_unindexed_rows > max(_LATE, stats.num_indexed_rows // _LATE_PART))


def _index_vectors(table: Any, *, anew: bool) -> None:
    """Create the vector index if there are enough vectors.

    If ``anew`` is True, a fragmented index is rebuilt. The partition size is set because a number
    of partitions would apply only to the first part of the index. A sample rate of 64 and ten
    iterations work as well as the defaults, 256 and 50.
    """
    from lancedb.index import IvfFlat, IvfSq

    count, stats = table.count_rows(), table.index_stats(_VECTOR_INDEX)
    if count < _FLAT_VECTORS or (stats is not None and not (anew and stats.num_indices > 1)):
        return
    config = (IvfFlat if count < _ROUNDED_FROM else IvfSq)(
        distance_type="dot",
        target_partition_size=max(_PARTITION_LEAST, int(_PARTITION * count**0.5)),
        sample_rate=64,
        max_iterations=10,
    )
    table.create_index("vector", config=config, replace=True, name=_VECTOR_INDEX)


# --- The engine

_READERS = 4
_REST = 4  # minimum writing time between index updates, as a multiple of the last update's duration

# partitions to search: of 256, at 100,000 clustered vectors of 384 numbers, 40 gave a recall@10 of
# 0.98, 64 of 0.99, and the default of 20 of 0.965
_PROBES = 48
_REFINED = 4  # multiple of the limit to compare at full precision, if the index rounds vectors
_QUERY_CHARS = 4_000  # longer queries are pasted text, of which the start is enough


class LanceIndex:
    """A `base.Index` in a folder, or at a URI such as ``s3://bucket/folder``.

    LanceDB's Python code runs in dedicated threads, and files are opened on first use.
    """

    engine = "lancedb"

    def __init__(self, uri: str, *, read_only: bool = False) -> None:
        self.uri = uri
        self._tables = Tables(uri, read_only=read_only)
        self._reader = ThreadPoolExecutor(_READERS, "lance-reader")
        self._writer = ThreadPoolExecutor(1, "lance-writer")
        self._closed = False
        self._renewable_at = 0.0

    # --- Contents

    @writes
    def put(
        self, tables: Tables, documents: Sequence[NewDocument], vectors: Vectors | None = None
    ) -> None:
        """Add or replace documents; ``vectors``, if given, has one row per chunk, in order."""
        latest = {document.record.key: document for document in documents}
        rows = [row for each in latest.values() for row in _rows_of(each)]
        if not rows:
            return
        replaced = _rows(tables.chunks, ["id", "key"], "key", latest)
        embedded = [row for row in rows if row["ordinal"] >= 0]
        # first, for a document that is there counts as embedded when a build is resumed
        if vectors is not None:
            tables.set_vectors(embedded, vectors)
        elif tables.vectors() is not None:
            _keep_known(tables, embedded)
        if replaced:
            keys = {row["key"] for row in replaced}
            _upsert(tables.chunks, "id", _arrow(_CHUNKS, rows), instead_of=keys)
        else:
            tables.chunks.add(_arrow(_CHUNKS, rows))
        self._forget(tables, {row["id"] for row in replaced} - {row["id"] for row in rows})

    @writes
    def remove(self, tables: Tables, keys: Collection[str]) -> None:
        held = _rows(tables.chunks, ["id", "key"], "key", keys)
        for each in _one_of("key", {row["key"] for row in held}):
            tables.chunks.delete(each)
        self._forget(tables, [row["id"] for row in held])

    def _forget(self, tables: Tables, ids: Collection[int]) -> None:
        if (table := tables.vectors()) is not None:
            _delete(table, ids)

    @reads
    def records(self, tables: Tables, source: int | None = None) -> tuple[DocumentRecord, ...]:
        where = _DOCUMENTS if source is None else f"{_DOCUMENTS} AND source = {int(source)}"
        rows = _columns(tables.chunks, _RECORD_FIELDS, where).to_pylist()
        return tuple(sorted(map(self._record, rows), key=lambda each: (each.path, each.key)))

    @reads
    def hashes(self, tables: Tables, keys: Collection[str] | None = None) -> dict[str, str]:
        """Map the keys of the given documents (by default, all) to their SHA-256."""
        columns = ["key", "sha256", "ordinal"]
        if keys is None:
            rows = _columns(tables.chunks, columns, _DOCUMENTS).to_pylist()
        else:
            rows = _rows(tables.chunks, columns, "key", keys)
        return {row["key"]: row["sha256"] for row in rows}

    @reads
    def counts(self, tables: Tables) -> tuple[Counts, ...]:
        by = ["collection", "source"]
        sums = [([], "count_all"), ("chunks", "sum"), ("size", "sum")]
        documents = _columns(tables.chunks, [*by, "chunks", "size"], _DOCUMENTS)
        vectors = tables.vectors()
        embedded: dict[tuple[str, int], int] = {}
        if vectors is not None:
            found = _columns(vectors, by).group_by(by).aggregate(sums[:1]).to_pylist()
            embedded = {(row["collection"], row["source"]): row["count_all"] for row in found}
        counts = []
        for row in documents.group_by(by).aggregate(sums).to_pylist():
            place, chunks = (row["collection"], row["source"]), row["chunks_sum"]
            most = min(embedded.get(place, 0), chunks)  # there may be vectors without a chunk
            counts.append(Counts(*place, row["count_all"], chunks, most, row["size_sum"]))
        return tuple(sorted(counts, key=lambda each: (each.collection, each.source)))

    @reads
    def chunks(self, tables: Tables, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        rows = _rows(tables.chunks, _CHUNK_FIELDS, "id", ids)
        found = {row["id"]: self._chunk(row) for row in rows if row["ordinal"] >= 0}
        return tuple(found[chunk] for chunk in ids if chunk in found)

    @reads
    def neighbours(
        self, tables: Tables, key: str, first: int, last: int
    ) -> tuple[StoredChunk, ...]:
        between = f"key = {_quoted(key)} AND ordinal BETWEEN {max(first, 0)} AND {int(last)}"
        rows = _columns(tables.chunks, _CHUNK_FIELDS, between).to_pylist()
        return tuple(sorted(map(self._chunk, rows), key=lambda each: each.ordinal))

    def _chunk(self, row: Mapping[str, Any]) -> StoredChunk:
        place = {name: row[name] for name in _PLACE_FIELDS} | {"headings": tuple(row["headings"])}
        text = row["words"][row["skip"] :]
        return StoredChunk(row["id"], self._record(row), row["ordinal"], text, Place(**place))

    def _record(self, row: Mapping[str, Any]) -> DocumentRecord:
        return DocumentRecord(**{name: row[name] for name in _RECORD_FIELDS})

    # --- Vectors

    @reads
    def embedding(self, tables: Tables) -> EmbeddingModel | None:
        return _embedding(tables)

    @writes
    def use_embedding(self, tables: Tables, name: str) -> None:
        tables.use_embedding(name)

    @reads
    def unembedded(self, tables: Tables, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        ids = _waiting(tables)
        first = int(np.searchsorted(ids, after, "right"))
        wanted = ids[first : first + max(most, 0)].tolist()
        rows = _rows(tables.chunks, ["id", "words"], "id", wanted)
        words = {row["id"]: row["words"] for row in rows}
        return tuple(Pending(chunk, words[chunk]) for chunk in wanted if chunk in words)

    @reads
    def count_unembedded(self, tables: Tables) -> int:
        return len(_waiting(tables))

    @writes
    def set_vectors(
        self, tables: Tables, name: str, ids: Sequence[ChunkId], vectors: Vectors
    ) -> None:
        check_vectors(name, _embedding(tables), ids, vectors)
        rows = _rows(tables.chunks, _VECTOR_FIELDS, "id", ids)
        at = {chunk: row for row, chunk in enumerate(ids)}
        tables.set_vectors(rows, vectors[[at[row["id"]] for row in rows]])

    @reads
    def vectors(
        self, tables: Tables, ids: Sequence[ChunkId]
    ) -> Mapping[ChunkId, NDArray[np.float32]]:
        table = tables.vectors()
        rows = _rows(table, ["id", "vector"], "id", ids) if table is not None else []
        return {row["id"]: np.array(row["vector"], np.float32) for row in rows}

    # --- Search

    @reads
    def search_words(
        self, tables: Tables, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        match = import_module("lancedb.query").MatchQuery
        words = query[:_QUERY_CHARS].encode("utf-8", "replace").decode().replace("\0", " ")
        if limit < 1 or not words.strip():
            return ()
        search = tables.chunks.search(match(words, "words"), query_type="fts")
        found = self._limited(search, only).select(["id", "_score"]).limit(limit).to_arrow()
        return _scored(found, found["_score"].to_numpy())

    @reads
    def search_vector(
        self,
        tables: Tables,
        vector: NDArray[np.float32],
        limit: int,
        only: KnowledgeFilter | None = None,
    ) -> tuple[Scored, ...]:
        table = tables.vectors()
        row = searchable(vector, limit, 0 if table is None else _dimensions(table))
        if table is None or row is None:
            return ()
        search = table.search(row).distance_type("dot").nprobes(_PROBES)
        if only is not None and only.collections:
            search = search.maximum_nprobes(0)  # a filter may leave little in these partitions
        if table.count_rows() >= _ROUNDED_FROM:
            search = search.refine_factor(_REFINED)
        columns = ["id", "_distance", "vector"]
        found = self._limited(search, only).select(columns).limit(limit).to_arrow()
        flat = found["vector"].combine_chunks().flatten().to_numpy()
        return _scored(found, 1 - found["_distance"].to_numpy(), flat.reshape(-1, len(row)))

    def _limited(self, search: Any, only: KnowledgeFilter | None) -> Any:
        if only is None or not only.collections:
            return search
        (where,) = _one_of("collection", only.collections)
        return search.where(where, prefilter=True)

    # --- Files

    @reads
    def disk_bytes(self, tables: Tables) -> int:
        folder, size = tables.folder, 0
        for path in folder.rglob("*") if folder is not None else ():
            with suppress(FileNotFoundError):  # tidied away meanwhile
                size += path.lstat().st_size
        return size

    @writes
    def optimize(self, tables: Tables) -> None:
        tables.remove_orphans()
        _renew_indexes(tables, everything=True)

    async def aclose(self) -> None:
        self._closed = True
        for threads in (self._writer, self._reader):
            await asyncio.to_thread(threads.shutdown)
        self._tables.close()

    # --- Threads

    async def read(self, work: Callable[[Tables], _Result]) -> _Result:
        """Run ``work`` in a reader thread, retrying once in case a table has been replaced."""
        try:
            return await self._run(self._reader, work)
        except StorageError as error:
            if self._closed or error.__cause__ is None:
                raise
        return await self._run(self._reader, work)

    async def write(self, work: Callable[[Tables], _Result]) -> _Result:
        """Run ``work`` in the writer thread, then update overdue indexes."""
        if self._tables.read_only:
            raise StorageError(
                f"The index {self.uri} was created elsewhere and is read-only here.",
                "Change its documents where it was created.",
            )

        def whole(tables: Tables) -> _Result:
            done = work(tables)
            self._renew_indexes()
            return done

        return await self._run(self._writer, whole)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[Tables], _Result]) -> _Result:
        if self._closed:
            raise StorageError(f"The index {self.uri} is closed.")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(threads, self._tables.run, work)

    def _renew_indexes(self) -> None:
        """Update overdue indexes; failures are only logged, since the data is already written."""
        began = monotonic()
        if began < self._renewable_at:
            return
        try:
            _renew_indexes(self._tables)
            self._renewable_at = monotonic() + _REST * (monotonic() - began)
        except (OSError, RuntimeError, ValueError) as error:
            _log.warning("the indexes of %s were not renewed: %s", self.uri, error)


def _embedding(tables: Tables) -> EmbeddingModel | None:
    name, table = tables.model(), tables.vectors()
    return EmbeddingModel(name, 0 if table is None else _dimensions(table)) if name else None


def _waiting(tables: Tables) -> NDArray[np.int64]:
    """Return the sorted ids of the chunks without a vector."""
    ids, vectors = _ids(tables.chunks, "ordinal >= 0"), tables.vectors()
    return ids if vectors is None else np.setdiff1d(ids, _ids(vectors), assume_unique=True)


def _keep_known(tables: Tables, rows: Sequence[Mapping[str, Any]]) -> None:
    """Reuse the stored vectors of identical chunks from any document."""
    digests = {row["digest"] for row in rows}
    held = _rows(tables.vectors(), ["digest", "vector"], "digest", digests)
    known = {each["digest"]: each["vector"] for each in held}
    kept = [row for row in rows if row["digest"] in known]
    tables.set_vectors(kept, np.array([known[row["digest"]] for row in kept], np.float32))


def _scored(
    found: "pa.Table", scores: NDArray[np.float32], vectors: Vectors | None = None
) -> tuple[Scored, ...]:
    rows = [None] * len(scores) if vectors is None else vectors
    triples = zip(found["id"].to_pylist(), scores.tolist(), rows, strict=True)
    return tuple(Scored(*each) for each in sorted(triples, key=lambda each: (-each[1], each[0])))


# --- External tables


class RemoteIndex(LanceIndex):
    """A read-only index whose documents all belong to the collection ``id``.

    ``reach`` is called before each request, and raises `Offline` if requests are not allowed.
    """

    def __init__(self, key: str, name: str, uri: str, reach: Callable[[], object] = bool) -> None:
        super().__init__(uri, read_only=True)
        self.id = key
        self.name = name
        self._reach = reach

    def _record(self, row: Mapping[str, Any]) -> DocumentRecord:
        return replace(super()._record(row), collection=self.id)

    def _limited(self, search: Any, only: KnowledgeFilter | None) -> Any:
        wanted = only is None or not only.collections or self.id in only.collections
        return search if wanted else search.where("false", prefilter=True)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[Tables], _Result]) -> _Result:
        self._reach()
        return await super()._run(threads, work)
