"""A LanceDB database: its tables, opened as they are needed."""

import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.knowledge.index.lance_library import load_lancedb
from desktop_agent.knowledge.index.lance_schema import (
    CHUNKS,
    DOCUMENTS,
    FORM,
    STATE,
    VECTORS,
    chunks_schema,
    documents_schema,
    state_schema,
)

if TYPE_CHECKING:
    import pyarrow as pa

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
