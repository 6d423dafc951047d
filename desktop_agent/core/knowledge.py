"""The person's own documents: how they are kept, found and named."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands in the text of its document.

    ``start`` and ``end`` are characters of that text. ``page`` counts from 1: the page of a PDF, the
    slide of a presentation; 0 where there are none. ``label`` names the sheet, chapter, cell or part
    of a mail. ``headings`` are the titles above it, outermost first. ``first_line`` and
    ``last_line`` count from 1: lines of a text or of code, rows of a table; 0 where they mean
    nothing.
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
        """What it stands under, outermost first: its label and the headings."""
        return (self.label, *self.headings) if self.label else self.headings


DocumentKind = Literal["prose", "code", "table"]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document as the index knows it.

    ``key`` is the same for the same ``path`` in the same ``collection``, as long as it is indexed.
    ``path`` is the file's, or names what a built-in source keeps (``snapshot:<hash>``). ``url`` is
    what a citation points at: a ``file:`` URI, or the address of a page. ``size`` is in bytes,
    ``modified_ns`` in nanoseconds since 1970, ``sha256`` is in hex and of the bytes as they were
    read. ``date`` is what the document says of itself, or that of its file, in ISO 8601.
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
    """What a search is limited to; empty fields do not limit.

    ``collections`` are their ids. ``path`` is a glob over whole paths (``*/notes/*``), or a folder.
    ``suffixes`` are endings of files with their dot (``.pdf``), in lower case. ``since`` and
    ``until`` are days in ISO 8601, both inclusive, compared with `DocumentRecord.date`.
    """

    collections: tuple[str, ...] = ()
    path: str = ""
    suffixes: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeHit:
    """A passage that a search found.

    ``score`` is the fused one, comparable within its search alone. ``word_rank`` and
    ``vector_rank`` count from 1 and are 0 where that half of the search did not find it;
    ``ordinal`` counts the chunks of its document from 0. ``marks`` are stretches of ``text``, start and end, that hold words of the query.
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
    """What a search of the documents gave, best first.

    ``note`` says what kept it from being a full one: no embedding model, a model that did not
    answer. ``ms`` is wall time.
    """

    query: str
    hits: tuple[KnowledgeHit, ...]
    note: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The surroundings of a passage, as an answer cites them: a short document whole, else a part.

    ``key`` is the same for passages of the same excerpt. ``text`` begins at character ``start`` of
    the document. ``part`` names what of it this is (``pages 3-5``), and is empty for the whole.
    ``snapshot`` is the SHA-256 of ``text`` where it is stored already.
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
"""``pages`` is the built-in one of read pages and discoveries; ``remote`` is a table made elsewhere."""

SourceKind = Literal["folder", "file", "snapshots", "discoveries"]


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A folder or file that somebody added; ``missing`` while it is not there (an unplugged disk)."""

    id: int
    collection: str
    kind: SourceKind
    path: str
    documents: int = 0
    problems: int = 0
    missing: bool = False


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    """A collection with what is in it; ``embedded`` of its ``chunks`` have a vector, ``size`` is in bytes of the documents."""

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
    """How far the indexing is.

    ``done`` of ``total`` changed files were read, ``problems`` of them not; ``embedded`` of
    ``to_embed`` chunks have their vector. ``eta_s`` is in seconds, None while it cannot be told.
    ``current`` is the file at work. ``note`` says what a person should know: no embedding model,
    who else is indexing.
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
    """What was copied into another engine; ``kept`` of the documents were there already."""

    documents: int = 0
    kept: int = 0
    chunks: int = 0
    vectors: int = 0


@dataclass(frozen=True, slots=True)
class KnowledgeStatus:
    """The state of the knowledge base as a whole.

    ``embedding_model`` is what the vectors are of, ``wanted_model`` what the settings name or what is
    installed; where both are there and differ, a rebuild is asked for. ``disk_bytes`` is what the
    index takes.
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
        """How many documents are indexed."""
        return sum(each.documents for each in self.collections)

    @property
    def chunks(self) -> int:
        """How many chunks they have."""
        return sum(each.chunks for each in self.collections)

    @property
    def embedded(self) -> int:
        """How many of the chunks have a vector."""
        return sum(each.embedded for each in self.collections)

    @property
    def needs_rebuild(self) -> bool:
        """True where the vectors are of another model than the one that is wanted."""
        both = self.embedding_model and self.wanted_model
        return bool(both) and self.embedding_model != self.wanted_model


def place_words(place: Place) -> str:
    """Gives a place for a person or a model, as in ``page 3, Methods > Sampling, lines 4-9``."""
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


# --- A large index, built by many processes: what is asked for, and what came of it.


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """What is to be built.

    ``scheduler`` is the address of a Dask scheduler (``tcp://host:8786``), or ``local``: then
    ``workers`` processes are started here, as many as there are cores where it is 0. ``sources`` are
    folders, files, and JSON Lines (``.jsonl``, ``.jsonl.gz``) with ``title`` and ``text`` on each
    line; every worker must find them under the same path. ``target`` is a folder or a URI
    (``s3://bucket/folder``) that every worker can write to. ``embedding_model`` is named with its
    provider, as in ``ollama/nomic-embed-text``; without one the index is searched by words alone.
    ``embedding_url`` is where the workers reach it. ``shard_size`` is in documents.
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
    """What one worker did; ``seconds`` is how long it was at work."""

    worker: str
    documents: int = 0
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0

    def each_second(self, count: int) -> float:
        """Gives a count by the second."""
        return count / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is, in shards; ``kept`` of them were finished by an earlier one.

    ``problems`` are documents that could not be read. ``eta_s`` is None while it cannot be told.
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
    """What came of a build.

    ``failures`` are shards that no worker could finish, with the reason: they are tried again by the
    next build of the same target. ``unread`` are some of the documents that could not be read, with
    the reason. ``stopped`` is true where somebody ended it before all was done.
    """

    progress: BuildProgress
    seconds: float
    rates: tuple[WorkerRate, ...] = ()
    failures: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    stopped: bool = False
