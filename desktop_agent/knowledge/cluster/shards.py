"""What is to be indexed, in parts that a worker does whole or not at all."""

import gzip
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, cast

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.file_paths import whole_path
from desktop_agent.knowledge.ingest.scan import FolderScan
from desktop_agent.knowledge.loaders.suffixes import SUFFIXES

CORPORA = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Lines:
    """A stretch of a file of JSON Lines, in bytes of what it is unpacked; it begins with a line."""

    path: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Shard:
    """Some documents of one source: ``files``, or ``lines``.

    ``name`` is the same as long as the files are: of the same path, size and time.
    """

    name: str
    source: str
    documents: int
    files: tuple[str, ...] = ()
    lines: Lines | None = None


def plan_shards(
    sources: Sequence[str], size: int, stopped: Callable[[], bool] = bool
) -> Iterator[Shard]:
    """Yields the shards of all sources, of about ``size`` documents each.

    Raises:
        StorageError: a source is not there, or cannot be read.
    """
    for source in sources:
        try:
            yield from _source(source, size, stopped)
        except OSError as error:
            raise StorageError(
                f"{error.filename or source} cannot be read: {error.strerror or error}."
            ) from error


def open_lines(path: str) -> BinaryIO:
    """Opens a file of JSON Lines as what it is unpacked."""
    return (
        cast("BinaryIO", gzip.open(path, "rb")) if path.endswith(".gz") else Path(path).open("rb")
    )


def _source(source: str, size: int, stopped: Callable[[], bool]) -> Iterator[Shard]:
    root = whole_path(source)
    if not Path(root).is_dir():
        yield from _of_files(root, [(root, Path(root).stat())], size)
        return
    scan = FolderScan(root, frozenset({*SUFFIXES, ".jsonl", ".ndjson", ".gz"}), stopped=stopped)
    yield from _of_files(root, sorted(scan.files(), key=lambda each: each[0]), size)


def _of_files(
    source: str, found: Iterable[tuple[str, os.stat_result]], size: int
) -> Iterator[Shard]:
    plain: list[tuple[str, str]] = []
    for path, state in found:
        told = f"{path}\0{state.st_size}\0{state.st_mtime_ns}"
        if path.lower().endswith(CORPORA):
            yield from _of_lines(source, path, told, size)
        elif not path.lower().endswith(".gz"):
            plain.append((path, told))
            name = path.removeprefix(source)
            if len(plain) >= 2 * size or (len(plain) >= size // 2 and _ends_one(name, size)):
                yield _files(source, plain)
                plain = []
    if plain:
        yield _files(source, plain)


def _ends_one(name: str, size: int) -> bool:
    """True for the files that end a shard; by their own name, so that a new one moves few others."""
    return int(_hash(name), 16) % max(size // 2, 1) == 0


def _files(source: str, files: Sequence[tuple[str, str]]) -> Shard:
    name = _hash("\0".join(told for _, told in files))
    return Shard(name, source, len(files), files=tuple(path for path, _ in files))


def _of_lines(source: str, path: str, told: str, size: int) -> Iterator[Shard]:
    with open_lines(path) as file:
        for start, length, count in _stretches(file, size):
            name = _hash(f"{told}\0{start}\0{length}")
            yield Shard(name, source, count, lines=Lines(path, start, length))


def _stretches(file: BinaryIO, size: int) -> Iterator[tuple[int, int, int]]:
    """Yields start, length and lines of stretches of so many lines, without holding one of them."""
    start = at = count = 0
    ended = True
    while block := file.read(_BLOCK):
        found = -1
        while (found := block.find(b"\n", found + 1)) >= 0:
            count += 1
            if count == size:
                end = at + found + 1
                yield start, end - start, count
                start, count = end, 0
        at += len(block)
        ended = block.endswith(b"\n")
    if at > start:
        yield start, at - start, count + (not ended)


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
