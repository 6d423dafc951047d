"""A LanceDB database: its schemas, the loading of LanceDB, its tables, and the embedding model."""

import importlib.util
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.network import is_loopback
from desktop_agent.knowledge.index.base import EmbeddingModel

if TYPE_CHECKING:
    import pyarrow as pa

# --- Schemas of the tables
#
# A chunk's words and its vector are in two tables, so that a later vector does not touch the word
# index, and a new embedding model drops a table instead of rewriting one. A document is valid by
# its row in ``documents``: rows of the other tables count only if they have its ``stamp``.

FORM: Final = "1"
"""Version of the tables; a program with another one must not write to them."""

STATE: Final = "state"
DOCUMENTS: Final = "documents"
CHUNKS: Final = "chunks"
VECTORS: Final = "vectors_"
"""Name prefix of the vector tables, one for each model."""

WORDS_INDEX: Final = "words_idx"
VECTOR_INDEX: Final = "vector_idx"
ROUNDED_FROM: Final = 1_000_000
"""Number of vectors from which their index stores one byte per number instead of four."""


def vectors_table(model: str) -> str:
    """Return the name of the table of a model's vectors."""
    return VECTORS + blake2b(model.encode("utf-8", "replace"), digest_size=8).hexdigest()


def state_schema() -> "pa.Schema":
    """Names and values: ``form``, ``embedding``."""
    import pyarrow as pa

    return pa.schema([("name", pa.string()), ("value", pa.string())])


def documents_schema() -> "pa.Schema":
    """The fields of `DocumentRecord`, and the stamp of the rows that belong to the document."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "url", "title", "media_type", "sha256", "date", "note")
    numbers = ("source", "size", "modified_ns", "chunks", "chars", "stamp")
    return pa.schema(
        [(name, pa.string()) for name in texts] + [(name, pa.int64()) for name in numbers]
    )


def _selected() -> "list[tuple[str, pa.DataType]]":
    """Columns that searches filter by, in both chunks and vectors."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "first_day", "last_day")
    numbers = ("id", "source", "stamp", "digest")
    return [(name, pa.int64()) for name in numbers] + [(name, pa.string()) for name in texts]


def chunks_schema() -> "pa.Schema":
    """A chunk: its words below their titles (the first ``skip`` characters), and its place."""
    import pyarrow as pa

    numbers = ("skip", "ordinal", "start", "end", "page", "first_line", "last_line")
    return pa.schema(
        [
            *_selected(),
            ("words", pa.string()),
            *((name, pa.int32()) for name in numbers),
            ("label", pa.string()),
            ("headings", pa.list_(pa.string())),
        ]
    )


def vectors_schema(dimensions: int) -> "pa.Schema":
    """A chunk's vector. 32 bits a number: with 16, searches take twice as long."""
    import pyarrow as pa

    return pa.schema([*_selected(), ("vector", pa.list_(pa.float32(), dimensions))])


# --- Loading LanceDB

_NAME = "lancedb"
_INSTALL = "Install it with: pip install 'desktop-agent[lancedb]'"
_ELSEWHERE = (
    "It is not in the installed program: choose SQLite as the store of the index, "
    "or in a Python environment: pip install 'desktop-agent[lancedb]'"
)


def load_lancedb() -> Any:
    """Load and return the module; afterwards the usual imports of it work.

    Every process that uses LanceDB, also in a cluster, must call this first.

    Raises:
        StorageError: it is missing or cannot be loaded.
    """
    remedy = _ELSEWHERE if getattr(sys, "frozen", False) else _INSTALL
    try:
        return import_module(_NAME)
    except ImportError as error:
        if importlib.util.find_spec(_NAME) is not None:
            raise StorageError(f"LanceDB cannot be loaded: {error}.", remedy) from error
        raise StorageError("The index needs LanceDB, which is not installed.", remedy) from error


_REMOTE = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_CLOUD = re.compile(r"(AWS|AZURE|GOOGLE)_[A-Z0-9_]+")
_INDEXES_MOST = 2 << 30
_TABLES_MOST = 256 << 20
"""Bytes of indexes and table metadata cached in memory."""

_FRESH_S = 5.0
"""Longest age of the cached state of a remote table, as each check takes a request."""


class LanceDatabase:
    """The tables of one index, in a folder or under a URI (``s3://bucket/folder``).

    All methods block and may be called from several threads; wrap them in `told` to convert errors.
    Object storage keys come from the environment variables of their own tools.
    """

    def __init__(self, uri: str, *, read_only: bool = False) -> None:
        self.uri = uri
        self.read_only = read_only
        self._connection: Any = None
        self._tables: dict[str, Any] = {}
        self._opening = threading.RLock()
        self._dimensions: dict[str, int] = {}
        self._state: tuple[int, dict[str, str]] = (-1, {})

    @property
    def folder(self) -> Path | None:
        """The folder on this machine; None for a remote database."""
        return None if _REMOTE.match(self.uri) else Path(self.uri).expanduser()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Convert errors that LanceDB raises within to `StorageError`."""
        try:
            yield
        except AgentError:
            raise
        except (OSError, RuntimeError, ValueError, KeyError, MemoryError) as error:
            self.forget()
            raise StorageError(
                f"The index {self.uri} cannot be read or written: {_first_line(error)}."
            ) from error

    def table(self, name: str) -> Any:
        """Return one of the tables that every index has."""
        with self._opening:
            if name not in self._tables:
                self._open()
            return self._tables[name]

    def state(self) -> dict[str, str]:
        """Return the contents of ``state``, read again when they have changed."""
        table = self.table(STATE)
        version = int(table.version)
        if self._state[0] != version:
            rows = table.search().limit(None).to_list()
            self._state = version, {row["name"]: row["value"] for row in rows}
        return self._state[1]

    def set_state(self, name: str, value: str) -> None:
        import pyarrow as pa

        row = pa.Table.from_pylist([{"name": name, "value": value}], schema=state_schema())
        merge = self.table(STATE).merge_insert("name")
        merge.when_matched_update_all().when_not_matched_insert_all().execute(row)

    def vectors(self, name: str) -> Any | None:
        """Return a vector table, or None if it does not exist."""
        with self._opening:
            self.table(STATE)
            if name not in self._tables and name in self.names():
                self._tables[name] = self._connection.open_table(name)
            return self._tables.get(name)

    def further(self, name: str, schema: "pa.Schema") -> Any:
        """Return an optional table, creating it if missing."""
        with self._opening:
            self.table(STATE)
            if name not in self._tables:
                made = self._connection.create_table(name, schema=schema, exist_ok=True)
                self._tables[name] = made
            return self._tables[name]

    def dimensions(self, vectors: Any) -> int:
        """Return the vector length of a table, cached."""
        name = str(vectors.name)
        if name not in self._dimensions:
            self._dimensions[name] = int(vectors.schema.field("vector").type.list_size)
        return self._dimensions[name]

    def create_vectors(self, name: str, rows: "pa.Table") -> Any:
        with self._opening:
            self._tables[name] = self._connection.create_table(name, rows, exist_ok=False)
            return self._tables[name]

    def drop_other_vectors(self, name: str) -> None:
        """Drop all vector tables except ``name``."""
        with self._opening:
            for each in self.names():
                if each.startswith(VECTORS) and each != name:
                    self._tables.pop(each, None)
                    self._dimensions.pop(each, None)
                    self._connection.drop_table(each)

    def names(self) -> set[str]:
        return set(self._connection.list_tables(limit=1_000).tables)

    def forget(self) -> None:
        """Open everything again on next use: a table may have been replaced."""
        with self._opening:
            self._tables.clear()
            self._dimensions.clear()

    def close(self) -> None:
        with self._opening:
            self._tables.clear()
            self._connection = None

    def disk_bytes(self) -> int:
        """Return the size of its files; 0 for a remote database."""
        folder = self.folder
        if folder is None:
            return 0
        total = 0
        for parent, _, names in os.walk(folder):
            for name in names:
                try:
                    total += os.lstat(Path(parent, name)).st_size
                except FileNotFoundError:
                    continue  # tidied away meanwhile
        return total

    def _open(self) -> None:
        if self._connection is None:
            self._connection = self._connect()
        found = self.names()
        if {STATE, DOCUMENTS, CHUNKS} - found:
            if self.read_only:
                raise StorageError(
                    f"There is no index of Desktop Agent in {self.uri}.",
                    "Check knowledge.lancedb_uri in the settings.",
                )
            self._make(found)
        tables = {name: self._connection.open_table(name) for name in (STATE, DOCUMENTS, CHUNKS)}
        self._state = -1, {}
        rows = tables[STATE].search().limit(None).to_list()
        if {row["name"]: row["value"] for row in rows}.get("form") != FORM:
            raise StorageError(
                f"The index {self.uri} was made by another version of Desktop Agent.",
                "Update Desktop Agent, or build the index anew.",
            )
        self._tables |= tables

    def _connect(self) -> Any:
        lancedb = load_lancedb()
        folder = self.folder
        if folder is not None:
            if not self.read_only:
                folder.mkdir(parents=True, exist_ok=True)
            elif not folder.is_dir():
                raise StorageError(f"There is no folder {folder}.", "Is its disk connected?")
        return lancedb.connect(
            self.uri if folder is None else str(folder),
            read_consistency_interval=timedelta(seconds=_FRESH_S if folder is None else 0),
            storage_options=None if folder is not None else storage_options(os.environ),
            session=lancedb.Session(_INDEXES_MOST, _TABLES_MOST),
        )

    def _make(self, found: set[str]) -> None:
        """Create missing tables; ``state``, which marks them as complete, comes last."""
        from lancedb.index import FTS

        made = self._connection
        if DOCUMENTS not in found:
            made.create_table(DOCUMENTS, schema=documents_schema(), exist_ok=True)
        if CHUNKS not in found:
            made.create_table(CHUNKS, schema=chunks_schema(), exist_ok=True)
        chunks = made.open_table(CHUNKS)
        if not chunks.list_indices():
            # Chinese and Japanese have no spaces between words: ICU splits them by dictionary
            chunks.create_index("words", config=FTS(base_tokenizer="icu/split", stem=True))
        import pyarrow as pa

        form = pa.Table.from_pylist([{"name": "form", "value": FORM}], schema=state_schema())
        made.create_table(STATE, form, exist_ok=True)


def storage_options(environ: Mapping[str, str]) -> dict[str, str]:
    """Return object storage options from variables like ``AWS_ENDPOINT_URL``."""
    options = {
        name.lower(): value for name, value in environ.items() if _CLOUD.fullmatch(name) and value
    }
    endpoint = options.pop("aws_endpoint_url_s3", "") or options.get("aws_endpoint_url", "")
    if endpoint:
        options.pop("aws_endpoint_url", None)
        options["aws_endpoint"] = endpoint
        if endpoint.startswith("http://"):
            options["allow_http"] = "true"
    return options


def _first_line(error: BaseException) -> str:
    """Return the error message without the source location in LanceDB's own code."""
    line = (str(error).strip() or type(error).__name__).splitlines()[0]
    return re.sub(r",?\s*(location:)?\s*\S*\.rs:\d+(:\d+)?.*$", "", line)[:300].rstrip(". ")


# --- Hosts contacted for an index location

_NAMED_HOST = frozenset(("http", "https", "tcp", "tls", "ws", "wss", "ucx"))
"""URL schemes that name the host itself; those of object storage name a bucket."""


def host_of(place: str, environ: Mapping[str, str]) -> str:
    """Return the host of a folder or URI; empty for a local folder.

    A cloud bucket is returned with its scheme, as in ``s3://bucket``, because a bucket may also be
    called ``localhost``. ``AWS_ENDPOINT_URL`` gives the host of self-hosted object storage.
    """
    scheme, separator, _ = place.strip().partition("://")
    scheme = scheme.lower()
    if not separator or scheme == "file":
        return ""
    parts = urlsplit(place.strip())
    if scheme in _NAMED_HOST:
        return parts.hostname or place
    return (_own_storage(environ) if scheme == "s3" else "") or f"{scheme}://{parts.netloc}"


def _own_storage(environ: Mapping[str, str]) -> str:
    options = storage_options(environ)
    host = urlsplit(options.get("aws_endpoint", "")).hostname or ""
    keys = {"aws_access_key_id", "aws_secret_access_key"} <= options.keys()
    # without keys the client asks the cloud's own address for them first
    return host if keys or not is_loopback(host) else ""


# --- The embedding model of an index

_EMBEDDING = "embedding"


def get_embedding(database: LanceDatabase) -> EmbeddingModel | None:
    """Return the current embedding model, or None."""
    name = embedding_name(database)
    if not name:
        return None
    table = database.vectors(vectors_table(name))
    return EmbeddingModel(name, database.dimensions(table) if table is not None else 0)


def embedding_name(database: LanceDatabase) -> str:
    """Return the name of the embedding model, or ""."""
    return database.state().get(_EMBEDDING, "")


def indexed_vectors(database: LanceDatabase, table: Any) -> int:
    """Return the number of vectors when their index was built, or 0 without an index."""
    return int(database.state().get(f"indexed:{table.name}", "0"))


def tell_indexed(database: LanceDatabase, table: Any, count: int) -> None:
    """Record the number of vectors that an index was built from."""
    database.set_state(f"indexed:{table.name}", str(count))


def name_embedding(database: LanceDatabase, name: str) -> None:
    """Set the model of all later vectors and drop those of others.

    The name decides: vectors of another model are ignored from then on, even if a power failure
    kept their table from being dropped.
    """
    if embedding_name(database) != name:
        database.set_state(_EMBEDDING, name)
    database.drop_other_vectors(vectors_table(name))


def vectors_of(database: LanceDatabase) -> Any | None:
    """Return the table of the current model's vectors, or None before the first one."""
    name = embedding_name(database)
    return database.vectors(vectors_table(name)) if name else None
