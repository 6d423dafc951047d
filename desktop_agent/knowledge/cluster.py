"""Build a large index with many processes, on one machine or a Dask cluster.

The sources are divided into shards. Workers read, chunk and embed the documents of a shard; only
the process that distributes the shards writes to the target. To resume an interrupted build, run it
again: workers skip documents already in the target.
"""

import asyncio
import gzip
import hashlib
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from desktop_agent.core.errors import AgentError, ModelNotFound, Offline, StorageError, Unreadable
from desktop_agent.core.knowledge import BuildOrder, BuildProgress, BuildSummary, DocumentRecord
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import LlmSettings
from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.document_reader import DocumentReader, ReadingOptions
from desktop_agent.knowledge.file_paths import document_key, readable, whole_path
from desktop_agent.knowledge.index.base import NewDocument, Vectors, embedding_text
from desktop_agent.knowledge.index.lance import LanceIndex, host_of
from desktop_agent.knowledge.ingest.sources import FolderScan
from desktop_agent.knowledge.loaders.document import Loaded, file_types
from desktop_agent.llm.embedding import BatchedEmbedder
from desktop_agent.llm.pool import build_server
from desktop_agent.web.ledger import is_offline, note_refusal

# --- Shards

_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
_COLUMNS = (".arrow", ".parquet")
_LINE_MOST = 16 << 20  # bytes; longer lines are not articles


@dataclass(frozen=True, slots=True)
class Shard:
    """Some files of a source, or a part of one file with many documents.

    The part begins at ``start`` and has ``length`` bytes of a JSON Lines file (after decompression)
    or ``length`` rows of an Arrow or Parquet file. ``source`` is the 1-based number of the source.
    """

    source: int
    paths: tuple[str, ...]
    start: int = 0
    length: int = 0


def plan_shards(
    sources: Sequence[str], size: int, stopped: Callable[[], bool] = bool, limit: int = 0
) -> Iterator[Shard]:
    """Yield the shards of all sources, with up to ``size`` documents each.

    ``limit`` is the maximum total number of documents; 0 means no limit.
    """
    left = limit or sys.maxsize
    for number, source in enumerate(sources, 1):
        try:
            files = []
            for path in _files(whole_path(source), stopped):
                if path.lower().endswith((*_LINES, *_COLUMNS)):
                    ranges = _rows_in if path.lower().endswith(_COLUMNS) else _ranges
                    for start, length, documents in ranges(path, min(size, left), left):
                        left -= documents
                        yield Shard(number, (path,), start, length)
                elif not path.lower().endswith(".gz"):
                    files.append(path)
            files = files[:left]
            left -= len(files)
            for at in range(0, len(files), size):
                yield Shard(number, tuple(files[at : at + size]))
        except OSError as error:
            raise StorageError(
                f"{error.filename or source} cannot be read: {error.strerror or error}."
            ) from error


def _files(root: str, stopped: Callable[[], bool]) -> list[str]:
    if not Path(root).is_dir():
        Path(root).stat()
        return [root]
    suffixes = frozenset({*file_types().suffixes, ".jsonl", ".ndjson", ".gz", *_COLUMNS})
    scan = FolderScan(root, suffixes, stopped=stopped)
    return sorted(path for path, _ in scan.files())


def _ranges(path: str, size: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Yield the start, length (both in bytes) and line count of ranges of ``size`` lines."""
    with open_lines(path) as file:
        lines, start = islice(iter(partial(file.readline, _LINE_MOST), b""), most), 0
        while count := sum(1 for _ in islice(lines, size)):
            yield start, file.tell() - start, count
            start = file.tell()


def _rows_in(path: str, size: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Do the same as `_ranges` for the rows of an Arrow or Parquet file."""
    rows = min(sum(count for count, _ in _groups(path)), most)
    for start in range(0, rows, max(size, 1)):
        count = min(size, rows - start)
        yield start, count, count


def _groups(path: str) -> Iterator[tuple[int, Callable[[], Any]]]:
    """Yield the row count of each group in an Arrow or Parquet file, and a function to read it.

    Arrow files may be in the stream format, like those from Hugging Face.

    Raises:
        StorageError: pyarrow is not installed, or the file is damaged.
    """
    name = Path(path).name
    try:
        pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        text = f"{name} cannot be read without pyarrow, which is not installed."
        raise StorageError(text, _INSTALL) from error
    try:
        if path.lower().endswith(".parquet"):
            with parquet.ParquetFile(path) as file:
                for number in range(file.num_row_groups):
                    count = file.metadata.row_group(number).num_rows
                    yield count, partial(file.read_row_group, number)
            return
        with pa.memory_map(path) as mapped:
            try:
                opened = pa.ipc.open_file(mapped)
                batches = (opened.get_batch(n) for n in range(opened.num_record_batches))
            except pa.ArrowInvalid:
                mapped.seek(0)
                batches = pa.ipc.open_stream(mapped)
            for batch in batches:
                yield batch.num_rows, partial(pa.Table.from_batches, [batch])
    except pa.ArrowException as error:
        raise StorageError(f"{name} is damaged or isn't Arrow or Parquet: {error}.") from error


def open_lines(path: str) -> BinaryIO:
    """Open a JSON Lines file in binary mode, decompressing it if necessary."""
    packed = path.lower().endswith(".gz")
    return cast("BinaryIO", gzip.open(path, "rb")) if packed else Path(path).open("rb")


# --- Work of a worker: the documents of a shard, and the vectors of their chunks

_TITLE_MOST = 500


@dataclass(slots=True)
class ShardDone:
    """The result of processing a shard.

    ``documents`` contains the new documents, ``vectors`` their vectors, ``keys`` the keys of all
    documents that were read, and ``unread`` the errors.
    """

    documents: tuple[NewDocument, ...] = ()
    vectors: Vectors | None = None
    keys: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def process_shard(shard: Shard, order: BuildOrder) -> ShardDone:
    """Read, chunk and embed the documents of a shard that are not in the target yet."""
    return asyncio.run(_process(shard, order))


async def _process(shard: Shard, order: BuildOrder) -> ShardDone:
    done, read = ShardDone(), _read_lines if shard.length else _read_files
    async with aclosing(LanceIndex(order.target, read_only=True)) as target:
        done.documents = tuple([each async for each in read(shard, order, target, done)])
    texts = [
        embedding_text(document.record.title, chunk.place.titles, chunk.text)
        for document in done.documents
        for chunk in document.chunks
    ]
    if texts and (embedder := embedder_of(order)):
        async with aclosing(embedder):
            done.vectors = await embedder.embed(texts, "document")
    return done


async def _read_files(
    shard: Shard, order: BuildOrder, target: LanceIndex, done: ShardDone
) -> AsyncIterator[NewDocument]:
    """Yield a shard's new documents, read in a separate process, which may crash."""
    paths = {document_key(order.collection, path): path for path in shard.paths}
    held = await target.hashes(paths)
    options = ReadingOptions(order.max_file_mb << 20, order.chunk_tokens, order.chunk_overlap)
    async with aclosing(DocumentReader(lambda: options)) as reader:
        for key, path in paths.items():
            try:
                read = await reader.read(Path(path), known_sha256=held.get(key, ""))
            except Unreadable as error:
                done.unread.append(error.message)
                continue
            done.keys.append(key)
            if read is not None:
                record = replace(
                    read.record,
                    key=key,
                    collection=order.collection,
                    source=shard.source,
                    path=readable(path),
                    url=Path(path).as_uri(),
                )
                yield replace(read, record=record)


async def _read_lines(
    shard: Shard, order: BuildOrder, target: LanceIndex, done: ShardDone
) -> AsyncIterator[NewDocument]:
    """Yield the new documents in a range of lines; of several with the same id, the last counts."""
    articles: dict[str, NewDocument] = {}
    for number, line in enumerate(_lines(shard)):
        try:
            article = _article(line, f"{shard.start}.{number}", shard, order)
        except Unreadable as error:
            done.unread.append(error.message)
        else:
            articles[article.record.key] = article
    held = await target.hashes(articles)
    done.keys += articles
    for key, article in articles.items():
        if held.get(key) != article.record.sha256:
            loaded = Loaded(article.record.title, article.text, "text/plain")
            chunks = chunk(loaded, tokens=order.chunk_tokens, overlap=order.chunk_overlap)
            yield replace(article, chunks=chunks)


def _lines(shard: Shard) -> Iterator[bytes]:
    """Yield the documents in a part of a file as JSON."""
    if shard.paths[0].lower().endswith(_COLUMNS):
        yield from _rows(shard)
        return
    with open_lines(shard.paths[0]) as file:
        end = file.seek(shard.start) + shard.length  # a packed file is read up to its start
        while line := file.readline(min(end - file.tell(), _LINE_MOST)):
            if line.strip():
                yield line


def _rows(shard: Shard) -> Iterator[bytes]:
    first, end = shard.start, shard.start + shard.length
    position = 0
    for count, load in _groups(shard.paths[0]):
        if position < end and position + count > first:
            rows = load().slice(max(0, first - position), end - max(first, position))
            for row in rows.to_pylist():
                yield json.dumps(row, ensure_ascii=False, default=str).encode()
        position += count


def _article(line: bytes, number: str, shard: Shard, order: BuildOrder) -> NewDocument:
    """Return the document in a line, without its chunks."""
    path = readable(shard.paths[0])
    try:
        row = json.loads(line)
        title, text = readable(str(row.get("title") or ""))[:_TITLE_MOST], "".join(row["text"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        place = f"{Path(path).name}, line {number}"
        raise Unreadable(f"{place} isn't JSON with a title and text.") from error
    name = f"{path}#{_short(row.get('id')) or _short(row.get('_id')) or number}"
    record = DocumentRecord(
        key=document_key(order.collection, name),
        collection=order.collection,
        source=shard.source,
        path=name,
        url=readable(str(row.get("url") or "")),
        title=title,
        media_type="text/plain",
        size=len(line),
        modified_ns=0,
        sha256=hashlib.sha256(line).hexdigest(),
        date=_short(row.get("date")),
    )
    return NewDocument(record, readable(text), ())


def _short(value: Any) -> str:
    return readable(str(value))[:_TITLE_MOST] if isinstance(value, str | int) else ""


def embedder_of(order: BuildOrder) -> BatchedEmbedder | None:
    """Return the embedding model, or None; raise `ModelNotFound` if its name is invalid.

    The API key comes from the worker's own environment.
    """
    if not order.embedding_model:
        return None
    provider, _, model = order.embedding_model.partition("/")
    if provider not in {"ollama", "openai"} or not model:
        raise ModelNotFound(
            f"{order.embedding_model!r} isn't an embedding model.",
            "Include the provider, as in ollama/nomic-embed-text or openai/NAME.",
        )
    address = {f"{provider}_url": order.embedding_url} if order.embedding_url else {}
    settings = LlmSettings.model_validate(address)
    key = os.environ.get("OPENAI_API_KEY")
    return BatchedEmbedder(build_server(settings, provider, key, model=model))


# --- Workers: a Dask cluster, or processes on this machine

_INSTALL = "In a Python environment: pip install 'desktop-agent[cluster]'"
_CONNECT_S = 15


@contextmanager
def _workers(order: BuildOrder) -> Iterator[Any]:
    """Yield a client of the scheduler; on exit, close the client and any local workers."""
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError as error:
        raise StorageError("The build needs Dask, which is not installed.", _INSTALL) from error
    # a task that has killed its worker three times has failed; no dashboard, no telemetry
    local = {
        "n_workers": order.workers or os.cpu_count() or 1,
        "threads_per_worker": 1,
        "host": "127.0.0.1",
        "dashboard_address": None,
        "memory_limit": 0,
        "silence_logs": 40,
    }
    place = local if order.scheduler == "local" else {"address": order.scheduler}
    with dask.config.set({"distributed.scheduler.allowed-failures": 3}):
        try:
            client = distributed.Client(timeout=_CONNECT_S, **place)
        except (OSError, ValueError) as error:
            raise StorageError(
                f"No scheduler is responding at {order.scheduler}.",
                "Start one with: dask scheduler, then enter its address, such as tcp://host:8786",
            ) from error
        try:
            with client:
                yield client
        except OSError as error:
            raise StorageError(
                f"The connection to the scheduler at {order.scheduler} was lost.",
                "Build again to continue where it stopped.",
            ) from error


# --- The build

_AHEAD = 3  # shards queued per worker, so that none has to wait for its next one
_RETRIES = 2
_LOOKED_S = 0.5


def build(
    order: BuildOrder,
    on_progress: Callable[[BuildProgress], None],
    stopped: Callable[[], bool] = bool,
) -> BuildSummary:
    """Build an index, blocking until it is done or ``stopped`` returns True.

    Each document is written completely or not at all, and replaced if its file has changed since an
    earlier build of the same target.

    Raises:
        Offline: the build would use the network, which is switched off.
        AgentError: a source, the target, the model or the scheduler failed; finished documents are
            kept.
    """
    for place in (order.scheduler, order.target, order.embedding_url):
        host = host_of(place, os.environ)
        if host and is_offline() and not is_loopback(host):
            note_refusal("documents", host)
            raise Offline(
                f"The network is switched off, but the build needs {place}.",
                "Switch it on, or choose locations on this computer.",
            )
    return asyncio.run(_Build(order, LanceIndex(order.target), on_progress, stopped).run())


@dataclass(slots=True)
class _Build:
    _order: BuildOrder
    _target: LanceIndex
    _on_progress: Callable[[BuildProgress], None]
    _stopped: Callable[[], bool]
    _began: float = field(default_factory=time.monotonic)
    _progress: BuildProgress = field(default_factory=BuildProgress)
    _keys: set[str] = field(default_factory=set)
    _failures: list[str] = field(default_factory=list)
    _unread: list[str] = field(default_factory=list)

    async def run(self) -> BuildSummary:
        self._report(note="looking for documents")
        order = self._order
        shards = list(
            plan_shards(order.sources, order.shard_size, self._stopped, order.documents_limit)
        )
        if not shards:
            raise StorageError("There is nothing in the sources that can be indexed.")
        try:
            await self._open_target()
            self._report(total=len(shards), note="")
            with _workers(self._order) as client:
                await self._hand_out(client, shards)
            if not self._stopped():
                self._report(note="indexing words and vectors")
                if not self._failures:  # keep what failed shards are to replace
                    await self._target.remove((await self._target.hashes()).keys() - self._keys)
                await self._target.optimize()
                self._report(note="")
        finally:
            await self._target.aclose()
        return BuildSummary(
            progress=self._progress,
            seconds=time.monotonic() - self._began,
            failures=tuple(self._failures),
            unread=tuple(self._unread),
            stopped=self._stopped(),
        )

    async def _open_target(self) -> None:
        """Check the target and set its model.

        Raises:
            StorageError: the target contains documents from another collection or embedding model.
        """
        order, target = self._order, self._target
        if order.clear:
            await target.remove((await target.hashes()).keys())
        collections = {each.collection for each in await target.counts()}
        model = await target.embedding()
        kept = model.name if model is not None else ""
        if collections and (collections != {order.collection} or kept != order.embedding_model):
            raise StorageError(
                f"{target.uri} contains documents from another collection or embedding model.",
                "Choose another target, or delete it.",
            )
        if order.embedding_model:
            await target.use_embedding(order.embedding_model)

    async def _hand_out(self, client: Any, shards: list[Shard]) -> None:
        """Keep every worker busy until no shard is left.

        Shards that fail are processed only by a new build.
        """
        wait, waiting = import_module("distributed").wait, iter(shards)
        under_way: dict[Any, Shard] = {}
        while True:
            room = _AHEAD * max(len(client.nthreads()), 1) - len(under_way)
            for shard in islice(waiting, 0 if self._stopped() else max(room, 0)):
                work = (process_shard, shard, self._order)
                under_way[client.submit(*work, retries=_RETRIES, pure=False)] = shard
            if not under_way or self._stopped():
                client.cancel(list(under_way))
                return
            with suppress(TimeoutError):
                wait(list(under_way), timeout=_LOOKED_S, return_when="FIRST_COMPLETED")
            for future in [each for each in under_way if each.done()]:
                await self._take(future, under_way.pop(future))

    async def _take(self, future: Any, shard: Shard) -> None:
        now = self._progress
        if future.status == "finished":
            done: ShardDone = future.result()
            await self._target.put(done.documents, done.vectors)
            self._keys.update(done.keys)
            self._unread += done.unread
            now = replace(
                now,
                documents=now.documents + len(done.documents),
                kept=now.kept + len(done.keys) - len(done.documents),
                chunks=now.chunks + sum(len(each.chunks) for each in done.documents),
                problems=len(self._unread),
            )
        else:
            error = future.exception() if future.status == "error" else None
            reason = f"{type(error).__name__}: {error}"
            if isinstance(error, AgentError):
                reason = error.message
            self._failures.append(f"{shard.paths[0]} and what follows it: {reason}")
        seconds, left = time.monotonic() - self._began, now.total - now.done - 1
        self._progress = replace(now, done=now.done + 1, eta_s=seconds / (now.done + 1) * left)
        self._report()

    def _report(self, **changed: Any) -> None:
        self._progress = replace(self._progress, **changed)
        self._on_progress(self._progress)
