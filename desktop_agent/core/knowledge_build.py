"""A large index, built by many processes: what is asked for, and what came of it."""

from dataclasses import dataclass


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
