"""A LanceDB database: its tables, opened as they are needed."""

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

# --- What the tables of a LanceDB index hold.
#
# A chunk's words and its vector stand in two tables, so that a vector which comes later leaves the
# words' index as it is, and another embedding model drops a table instead of rewriting one. What
# makes a document valid is its row in ``documents``: rows of the other tables count where their
# ``stamp`` is that of it.

FORM: Final = "1"
"""Of the tables; a program of another form must not write to them."""

STATE: Final = "state"
DOCUMENTS: Final = "documents"
CHUNKS: Final = "chunks"
VECTORS: Final = "vectors_"
"""The beginning of the names of the tables of vectors: there is one for each model."""

WORDS_INDEX: Final = "words_idx"
VECTOR_INDEX: Final = "vector_idx"
ROUNDED_FROM: Final = 1_000_000
"""Vectors: from there on their index keeps a byte a number instead of four."""


def vectors_table(model: str) -> str:
    """Gives the name of the table of a model's vectors."""
    return VECTORS + blake2b(model.encode("utf-8", "replace"), digest_size=8).hexdigest()


def state_schema() -> "pa.Schema":
    """Gives names and values: ``form``, ``embedding``."""
    import pyarrow as pa

    return pa.schema([("name", pa.string()), ("value", pa.string())])


def documents_schema() -> "pa.Schema":
    """Gives the fields of `DocumentRecord`, and the stamp of the rows that belong to it."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "url", "title", "media_type", "sha256", "date", "note")
    numbers = ("source", "size", "modified_ns", "chunks", "chars", "stamp")
    return pa.schema(
        [(name, pa.string()) for name in texts] + [(name, pa.int64()) for name in numbers]
    )


def _selected() -> "list[tuple[str, pa.DataType]]":
    """What a search is limited by, with every chunk and every vector."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "first_day", "last_day")
    numbers = ("id", "source", "stamp", "digest")
    return [(name, pa.int64()) for name in numbers] + [(name, pa.string()) for name in texts]


def chunks_schema() -> "pa.Schema":
    """Gives a chunk: its words under their titles (``skip`` characters of them), and its place."""
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
    """Gives a chunk's vector. 32 bits a number: half of that is half as quick to search."""
    import pyarrow as pa

    return pa.schema([*_selected(), ("vector", pa.list_(pa.float32(), dimensions))])


# --- LanceDB itself, from the environment

_NAME = "lancedb"
_INSTALL = "Install it with: pip install 'desktop-agent[lancedb]'"
_NOT_BUNDLED = (
    "The installed program comes without it; install Desktop Agent by pip for such an index."
)


def load_lancedb() -> Any:
    """Gives the module; what stands in `sys.modules` afterwards may be imported in the usual way.

    Every process that uses LanceDB comes by here first, those of a cluster as well.

    Raises:
        StorageError: it is not there, does not fit this program, or cannot be loaded.
    """
    remedy = _NOT_BUNDLED if getattr(sys, "frozen", False) else _INSTALL
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
"""Bytes of indexes and of what is known of the tables that stay in memory once they were read."""

_FRESH_S = 5.0
"""How old what is known of a table far away may be: to ask takes a request."""


class LanceDatabase:
    """The tables of one index, in a folder or under a URI (``s3://bucket/folder``).

    All methods block and may be called from several threads; what LanceDB raises must be met by
    `told`. Keys of object storage come from the environment, by the names their own tools use.
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
        """Where it is on this machine; None where it is far away."""
        return None if _REMOTE.match(self.uri) else Path(self.uri).expanduser()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Gives what LanceDB raises within as `StorageError`."""
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
        """Gives one of the tables that every index has."""
        with self._opening:
            if name not in self._tables:
                self._open()
            return self._tables[name]

    def state(self) -> dict[str, str]:
        """Gives the names and values of ``state``; they are read again when they have changed."""
        table = self.table(STATE)
        version = int(table.version)
        if self._state[0] != version:
            rows = table.search().limit(None).to_list()
            self._state = version, {row["name"]: row["value"] for row in rows}
        return self._state[1]

    def set_state(self, name: str, value: str) -> None:
        """Writes a value to ``state``."""
        import pyarrow as pa

        row = pa.Table.from_pylist([{"name": name, "value": value}], schema=state_schema())
        merge = self.table(STATE).merge_insert("name")
        merge.when_matched_update_all().when_not_matched_insert_all().execute(row)

    def vectors(self, name: str) -> Any | None:
        """Gives a table of vectors, None where it is not there."""
        with self._opening:
            self.table(STATE)
            if name not in self._tables and name in self.names():
                self._tables[name] = self._connection.open_table(name)
            return self._tables.get(name)

    def further(self, name: str, schema: "pa.Schema") -> Any:
        """Gives a table that not every index has; it is made where it is not there."""
        with self._opening:
            self.table(STATE)
            if name not in self._tables:
                made = self._connection.create_table(name, schema=schema, exist_ok=True)
                self._tables[name] = made
            return self._tables[name]

    def dimensions(self, vectors: Any) -> int:
        """Gives the length of the vectors of a table; asked of the table once."""
        name = str(vectors.name)
        if name not in self._dimensions:
            self._dimensions[name] = int(vectors.schema.field("vector").type.list_size)
        return self._dimensions[name]

    def create_vectors(self, name: str, rows: "pa.Table") -> Any:
        """Makes a table of vectors."""
        with self._opening:
            self._tables[name] = self._connection.create_table(name, rows, exist_ok=False)
            return self._tables[name]

    def drop_other_vectors(self, name: str) -> None:
        """Removes the tables of vectors but the one of that name."""
        with self._opening:
            for each in self.names():
                if each.startswith(VECTORS) and each != name:
                    self._tables.pop(each, None)
                    self._dimensions.pop(each, None)
                    self._connection.drop_table(each)

    def names(self) -> set[str]:
        """Gives the names of all tables."""
        return set(self._connection.list_tables(limit=1_000).tables)

    def forget(self) -> None:
        """Opens all anew when it is next asked for: a table may have been replaced."""
        with self._opening:
            self._tables.clear()
            self._dimensions.clear()

    def close(self) -> None:
        """Lets go of it."""
        with self._opening:
            self._tables.clear()
            self._connection = None

    def disk_bytes(self) -> int:
        """Gives what its files take; 0 where it is far away."""
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
        """Makes the tables that are missing; ``state``, which says that all are there, last."""
        from lancedb.index import FTS

        made = self._connection
        if DOCUMENTS not in found:
            made.create_table(DOCUMENTS, schema=documents_schema(), exist_ok=True)
        if CHUNKS not in found:
            made.create_table(CHUNKS, schema=chunks_schema(), exist_ok=True)
        chunks = made.open_table(CHUNKS)
        if not chunks.list_indices():
            # words of Chinese and Japanese have no spaces between them: ICU knows them by its dictionary
            chunks.create_index("words", config=FTS(base_tokenizer="icu/split", stem=True))
        import pyarrow as pa

        form = pa.Table.from_pylist([{"name": "form", "value": FORM}], schema=state_schema())
        made.create_table(STATE, form, exist_ok=True)


def storage_options(environ: Mapping[str, str]) -> dict[str, str]:
    """Gives what object storage is reached with, as in ``AWS_ACCESS_KEY_ID`` or ``AWS_ENDPOINT_URL``."""
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
    """Gives what happened without the place in LanceDB's own code that it names."""
    line = (str(error).strip() or type(error).__name__).splitlines()[0]
    return re.sub(r",?\s*(location:)?\s*\S*\.rs:\d+(:\d+)?.*$", "", line)[:300].rstrip(". ")


# --- Which host is spoken to where a place of an index is used.

_NAMED_HOST = frozenset(("http", "https", "tcp", "tls", "ws", "wss", "ucx"))
"""Schemes whose addresses name the host itself; those of object storage name a bucket."""


def host_of(place: str, environ: Mapping[str, str]) -> str:
    """Gives the host that a folder or URI leads to; empty for a folder of this machine.

    What a cloud's own name stands for is named with its scheme, as in ``s3://bucket``: a bucket may be
    called ``localhost`` as well. Object storage of one's own is where ``AWS_ENDPOINT_URL`` says.
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


# --- Whose vectors a LanceDB index holds.

_EMBEDDING = "embedding"


def get_embedding(database: LanceDatabase) -> EmbeddingModel | None:
    """Gives the model that was named last, None before one was."""
    name = embedding_name(database)
    if not name:
        return None
    table = database.vectors(vectors_table(name))
    return EmbeddingModel(name, database.dimensions(table) if table is not None else 0)


def embedding_name(database: LanceDatabase) -> str:
    """Gives the name of the model, "" before one was named."""
    return database.state().get(_EMBEDDING, "")


def indexed_vectors(database: LanceDatabase, table: Any) -> int:
    """Gives how many vectors there were when their index was made, 0 where there is none."""
    return int(database.state().get(f"indexed:{table.name}", "0"))


def tell_indexed(database: LanceDatabase, table: Any, count: int) -> None:
    """Keeps how many vectors the index of a table was made of."""
    database.set_state(f"indexed:{table.name}", str(count))


def name_embedding(database: LanceDatabase, name: str) -> None:
    """Names the model of all vectors to come and forgets the others'.

    The name is what counts: vectors of another model are not found any more from then on, also
    where their table was not removed because the power went.
    """
    if embedding_name(database) != name:
        database.set_state(_EMBEDDING, name)
    database.drop_other_vectors(vectors_table(name))


def vectors_of(database: LanceDatabase) -> Any | None:
    """Gives the table of the model's vectors, None before the first one."""
    name = embedding_name(database)
    return database.vectors(vectors_table(name)) if name else None
