"""The user's documents: index records, searches, progress, and builds of large indexes."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a passage in the text of its document.

    ``start`` and ``end`` are characters of that text. ``page`` counts from 1: the page of a PDF,
    the slide of a presentation; 0 if there are none. ``label`` names the sheet, chapter, cell or
    part of a mail. ``headings`` are the titles above it, outermost first. ``first_line`` and
    ``last_line`` count from 1: lines of a text or of code, rows of a table; 0 if they mean nothing.
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
        """Label and headings above the passage, outermost first."""
        return (self.label, *self.headings) if self.label else self.headings


DocumentKind = Literal["prose", "code", "table"]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document in the index.

    ``key`` is stable for a ``path`` in a ``collection``, as long as it is indexed. ``path`` is the
    file's, or the name of a built-in source (``snapshot:<hash>``). ``url`` is the target of a
    citation: a ``file:`` URI, or the address of a page. ``size`` is in bytes, ``modified_ns`` in
    nanoseconds since 1970, ``sha256`` is in hex and of the bytes as they were read. ``date`` is
    from the document itself, or else that of its file, in ISO 8601.
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
    """The filter of a search; empty fields do not limit.

    ``collections`` are ids. ``path`` is a glob over whole paths (``*/notes/*``), or a folder.
    ``suffixes`` are file extensions with their dot (``.pdf``), in lower case. ``since`` and
    ``until`` are days in ISO 8601, both inclusive, compared with `DocumentRecord.date`.
    """

    collections: tuple[str, ...] = ()
    path: str = ""
    suffixes: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeHit:
    """A passage found by a search.

    ``score`` is the fused one, comparable within its search only. ``word_rank`` and ``vector_rank``
    count from 1 and are 0 if that half of the search did not find it; ``ordinal`` counts the chunks
    of its document from 0. ``marks`` are (start, end) in ``text`` of words of the query.
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

    ``note`` says what limited it: no embedding model, a model that did not answer. ``ms`` is wall
    time.
    """

    query: str
    hits: tuple[KnowledgeHit, ...]
    note: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The surroundings of a passage, as an answer cites them: a short document whole, else a part.

    ``key`` is equal for passages of the same excerpt. ``text`` begins at character ``start`` of the
    document. ``part`` names the part (``pages 3-5``), and is empty for the whole document.
    ``snapshot`` is the SHA-256 of ``text`` if it is stored already.
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
"""``pages``: built-in, pages read and discoveries; ``remote``: a table created elsewhere."""

SourceKind = Literal["folder", "file", "snapshots", "discoveries"]


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A folder or file added by the user; ``missing`` while it is gone (an unplugged disk)."""

    id: int
    collection: str
    kind: SourceKind
    path: str
    documents: int = 0
    problems: int = 0
    missing: bool = False


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """A collection and its counts.

    ``embedded`` of its ``chunks`` have a vector; ``size`` is in bytes of the documents.
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
    """A file that could not be indexed, and why."""

    source: int
    path: str
    reason: str
    remedy: str = ""


IngestState = Literal["idle", "scanning", "reading", "embedding", "paused", "waiting"]
"""``waiting``: another Desktop Agent is indexing."""


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """The progress of the indexing.

    ``done`` of ``total`` changed files were read, ``problems`` of them failed; ``embedded`` of
    ``to_embed`` chunks have their vector. ``eta_s`` is in seconds, None if unknown. ``current`` is
    the file being read. ``note`` is for the user: no embedding model, who else is indexing.
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
class Moved:
    """The result of copying into another engine; ``kept`` documents were there already."""

    documents: int = 0
    kept: int = 0
    chunks: int = 0
    vectors: int = 0


@dataclass(frozen=True, slots=True)
class KnowledgeStatus:
    """The state of the whole knowledge base.

    ``embedding_model`` is the model of the vectors, ``wanted_model`` the one in the settings or
    installed; if both are set and differ, a rebuild is needed. ``disk_bytes`` is the size of the
    index.
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
        """Number of indexed documents."""
        return sum(each.documents for each in self.collections)

    @property
    def chunks(self) -> int:
        """Number of their chunks."""
        return sum(each.chunks for each in self.collections)

    @property
    def embedded(self) -> int:
        """Number of chunks with a vector."""
        return sum(each.embedded for each in self.collections)

    @property
    def needs_rebuild(self) -> bool:
        """True if the vectors are of another model than the wanted one."""
        both = self.embedding_model and self.wanted_model
        return bool(both) and self.embedding_model != self.wanted_model


def place_words(place: Place) -> str:
    """Describe a place for a user or a model: ``page 3, Methods > Sampling, lines 4-9``."""
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


# --- Build of a large index with many processes


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """The parameters of a build.

    ``scheduler`` is the address of a Dask scheduler (``tcp://host:8786``), or ``local``: then
    ``workers`` processes are started here, one per core if it is 0. ``sources`` are folders, files,
    and JSON Lines (``.jsonl``, ``.jsonl.gz``) with ``title`` and ``text`` on each line; every
    worker must find them under the same path. ``target`` is a folder or a URI
    (``s3://bucket/folder``) that every worker can write to. ``embedding_model`` is named with its
    provider, as in ``ollama/nomic-embed-text``; without one the index is searched by words only.
    ``embedding_url`` is its address for the workers. ``shard_size`` is in documents.
    """

    sources: tuple[str, ...]
    target: str
    scheduler: str = "local"
    workers: int = 0
    embedding_model: str = ""
    embedding_url: str = ""
    collection: str = "corpus"
    shard_size: int = 1_000
    chunk_tokens: int = 512
    chunk_overlap: int = 50
    max_file_mb: int = 50


@dataclass(frozen=True, slots=True)
class WorkerRate:
    """The work of one worker; ``seconds`` is how long it worked."""

    worker: str
    documents: int = 0
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0

    def each_second(self, count: int) -> float:
        """Return a count per second."""
        return count / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build, in shards; ``kept`` of them were finished by an earlier one.

    ``problems`` are documents that could not be read. ``eta_s`` is None if unknown.
    """

    done: int = 0
    total: int = 0
    kept: int = 0
    documents: int = 0
    chunks: int = 0
    embedded: int = 0
    problems: int = 0
    eta_s: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """The result of a build.

    ``failures`` are shards that no worker could finish, with the reason: the next build of the same
    target retries them. ``unread`` are some of the documents that could not be read, with the
    reason. ``stopped`` is True if it was ended before all was done.
    """

    progress: BuildProgress
    seconds: float
    rates: tuple[WorkerRate, ...] = ()
    failures: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    stopped: bool = False
