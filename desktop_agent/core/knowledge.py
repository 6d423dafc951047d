"""Data types for the user's documents: index records, search results, progress and builds."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Place:
    """The location of a passage in the text of its document.

    ``start`` and ``end`` are character offsets. ``page`` is a 1-based PDF page or slide number, or
    0 if there are none. ``label`` is the name of the sheet, chapter, cell or email part.
    ``headings`` are the headings above the passage, outermost first. ``first_line`` and
    ``last_line`` are 1-based line numbers (rows of a table), or 0 if the format has no lines.
    """

    start: int
    end: int
    page: int = 0
    label: str = ""
    headings: tuple[str, ...] = ()
    first_line: int = 0
    last_line: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        return (self.label, *self.headings) if self.label else self.headings


DocumentKind = Literal["prose", "code", "table"]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document in the index.

    ``key`` identifies a ``path`` in a ``collection`` while the document is indexed. ``path`` is the
    file's path, or the name of a built-in source (``snapshot:<hash>``). ``url`` is the link target
    of a citation: a ``file:`` URI or the URL of a page. ``size`` is in bytes, and ``modified_ns``
    is a Unix timestamp in nanoseconds. ``sha256`` is the hash of the bytes read, in hex. ``date``
    (ISO 8601) is the date stated in the document or, failing that, the date of its file.
    """

    key: str
    collection: str
    source: int
    path: str
    url: str
    title: str
    media_type: str
    size: int
    modified_ns: int
    sha256: str
    date: str = ""
    note: str = ""
    chunks: int = 0
    chars: int = 0


@dataclass(frozen=True, slots=True)
class KnowledgeFilter:
    """A document search filter by collection ID; without IDs, all collections are searched."""

    collections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnowledgeHit:
    """A passage found by a search.

    ``score`` is the fused score, comparable only within one search. ``word_rank`` and
    ``vector_rank`` are 1-based, or 0 if that search did not find the passage. ``ordinal`` is the
    0-based index of the chunk in its document. ``marks`` are the (start, end) offsets of query
    words in ``text``.
    """

    chunk: int
    document: DocumentRecord
    text: str
    place: Place
    score: float
    word_rank: int = 0
    vector_rank: int = 0
    ordinal: int = 0
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class KnowledgeResult:
    """The results of a document search, best first.

    ``note`` describes anything that limited the search, such as a missing or unresponsive embedding
    model. ``ms`` is the wall-clock time in milliseconds.
    """

    query: str
    hits: tuple[KnowledgeHit, ...]
    note: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The text around a cited passage: a short document or part of a long one.

    ``key`` is the same for all passages in the excerpt. ``text`` begins at character offset
    ``start`` of the document. ``part`` describes the part (``pages 3-5``), or is empty for a whole
    document. ``snapshot`` is the SHA-256 of ``text`` if that is already stored.
    """

    key: str
    title: str
    url: str
    text: str
    start: int = 0
    part: str = ""
    date: str = ""
    snapshot: str = ""


CollectionKind = Literal["files", "pages", "remote"]
"""``pages`` contains the pages read and the discoveries; ``remote`` is a table made elsewhere."""

SourceKind = Literal["folder", "file", "snapshots", "discoveries"]


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A folder or file added by the user; ``missing`` is True if it cannot be found."""

    id: int
    collection: str
    kind: SourceKind
    path: str
    documents: int = 0
    problems: int = 0
    missing: bool = False


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """A document collection.

    ``embedded`` is the number of chunks with a vector, and ``size`` is in bytes.
    """

    id: str
    name: str
    kind: CollectionKind
    sources: tuple[SourceInfo, ...] = ()
    documents: int = 0
    chunks: int = 0
    embedded: int = 0
    size: int = 0
    problems: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be indexed, with the reason."""

    source: int
    path: str
    reason: str
    remedy: str = ""


IngestState = Literal["idle", "scanning", "reading", "embedding", "paused", "waiting"]
"""``waiting`` means that another instance of Desktop Agent is indexing."""


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """The progress of indexing.

    ``done`` of ``total`` changed files have been processed, including ``problems`` that failed.
    ``embedded`` of ``to_embed`` chunks have a vector. ``eta_s`` is the estimated remaining time in
    seconds, or None if unknown. ``current`` is the file being read. ``note`` is a remark for the
    user, for example that there is no embedding model or that another instance is indexing.
    """

    state: IngestState = "idle"
    done: int = 0
    total: int = 0
    chunks: int = 0
    embedded: int = 0
    to_embed: int = 0
    problems: int = 0
    removed: int = 0
    eta_s: float | None = None
    current: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeStatus:
    """The state of the whole knowledge base.

    ``embedding_model`` computed the vectors; ``wanted_model`` is the model now configured or
    installed. If both are set and differ, the index needs a rebuild. ``disk_bytes`` is the size of
    the index.
    """

    engine: str
    collections: tuple[CollectionInfo, ...]
    progress: IngestProgress
    embedding_model: str = ""
    dimensions: int = 0
    wanted_model: str = ""
    disk_bytes: int = 0

    @property
    def documents(self) -> int:
        return sum(each.documents for each in self.collections)

    @property
    def chunks(self) -> int:
        return sum(each.chunks for each in self.collections)

    @property
    def embedded(self) -> int:
        return sum(each.embedded for each in self.collections)

    @property
    def needs_rebuild(self) -> bool:
        """Whether the vectors were computed by a model other than the one now set."""
        both = self.embedding_model and self.wanted_model
        return bool(both) and self.embedding_model != self.wanted_model


def place_words(place: Place) -> str:
    """Describe the location of a passage, as in ``page 3, Methods > Sampling, lines 4-9``."""
    parts = []
    if place.page:
        parts.append(f"page {place.page}")
    if place.label:
        parts.append(place.label)
    if place.headings:
        parts.append(" > ".join(place.headings))
    if place.first_line:
        last = f"-{place.last_line}" if place.last_line > place.first_line else ""
        parts.append(f"line{'s' if last else ''} {place.first_line}{last}")
    return ", ".join(parts)


# --- Building a large index with many processes


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """The parameters of an index build.

    ``scheduler`` is the address of a Dask scheduler (``tcp://host:8786``), or ``local`` to start
    ``workers`` processes on this computer (0 for one per core). ``sources`` are folders, files,
    JSON Lines files (``.jsonl``, ``.jsonl.gz``) with ``title`` and ``text`` on each line, and Arrow
    and Parquet files (``.arrow``, ``.parquet``) with columns of these names, at paths that are the
    same for every worker. ``target`` is a folder or URI (``s3://bucket/folder``) that every worker
    can write to. ``embedding_model`` includes its provider, as in ``ollama/nomic-embed-text``;
    without a model, the index supports only word search. ``embedding_url`` is the URL at which the
    workers reach the model. ``shard_size`` is in documents. At most ``documents_limit`` documents
    are indexed; 0 means all. If ``clear`` is True, the target is emptied first.
    """

    sources: tuple[str, ...]
    target: str
    scheduler: str = "local"
    workers: int = 0
    embedding_model: str = ""
    embedding_url: str = ""
    collection: str = "corpus"
    shard_size: int = 1_000
    documents_limit: int = 0
    clear: bool = False
    chunk_tokens: int = 512
    chunk_overlap: int = 50
    max_file_mb: int = 50


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build, in shards.

    ``kept`` is the number of documents indexed by an earlier build, and ``problems`` is the number
    of unreadable documents. ``eta_s`` is the estimated remaining time in seconds, or None if
    unknown.
    """

    done: int = 0
    total: int = 0
    kept: int = 0
    documents: int = 0
    chunks: int = 0
    problems: int = 0
    eta_s: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """The result of a build.

    ``failures`` lists the shards that no worker could finish, each with the reason; the next build
    with the same target retries them. ``unread`` lists the unreadable documents, each with the
    reason. ``stopped`` is True if the build was stopped early.
    """

    progress: BuildProgress
    seconds: float
    failures: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    stopped: bool = False
