"""Documents read and cut into chunks in a process that can be killed."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_agent.core.file_names import shown_name
from desktop_agent.core.knowledge import Place
from desktop_agent.knowledge.index.base import NewChunk
from desktop_agent.workers.pool import WorkerPool
from desktop_agent.workers.process import WorkerProgram

PROGRAM = WorkerProgram(
    module="desktop_agent.knowledge.worker_main",
    argument="--document-worker",
    name="document reader",
)


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as it was read; ``sha256`` is of its bytes, ``modified_ns`` 0 where it is no file.

    The chunks are in order, and hold all of ``text`` together.
    """

    title: str
    text: str
    media_type: str
    date: str
    note: str
    sha256: str
    size: int
    modified_ns: int
    chunks: tuple[NewChunk, ...]


class DocumentReader:
    """Reads documents in worker processes; ``tokens`` and ``overlap`` are those of a chunk.

    A document may take ``timeout_s`` of processor time and ``memory_mb`` MiB. A file over
    ``max_bytes`` is refused without being read.
    """

    def __init__(
        self,
        *,
        max_bytes: int,
        tokens: int,
        overlap: int,
        processes: int = 1,
        timeout_s: float = 60.0,
        memory_mb: int = 1024,
    ) -> None:
        self._limits = {"max_bytes": max_bytes}
        self._chunks = {"tokens": tokens, "overlap": min(overlap, tokens // 2)}
        self._pool = WorkerPool(
            PROGRAM, processes=processes, timeout_s=timeout_s, memory_mb=memory_mb
        )

    async def start(self) -> None:
        """Starts a process now, so that the first document need not wait for it."""
        await self._pool.start()

    async def read(self, path: Path, *, known_sha256: str = "") -> ReadDocument | None:
        """Reads a file; gives None where its bytes are those of ``known_sha256``.

        Raises:
            Unreadable: it is not there, too large, of a kind that is not read, broken, or it took
                too long or too much memory.
            FetchError: the worker is closed, or cannot be started.
        """
        name = shown_name(path.name)
        request = {"path": str(path), "name": name, "known_sha256": known_sha256}
        return await self._asked({**request, **self._limits, **self._chunks}, b"")

    async def read_bytes(self, body: bytes, name: str) -> ReadDocument:
        """Reads a document that is no file; ``name`` tells its kind, as that of a file would."""
        request = {"path": None, "name": name, "known_sha256": ""}
        read = await self._asked({**request, **self._limits, **self._chunks}, body)
        assert read is not None
        return read

    async def read_text(self, body: bytes, name: str) -> ReadDocument:
        """As `read_bytes`, without chunks: for a file that is attached to a question."""
        request = {"path": None, "name": name, "known_sha256": "", "tokens": 0, "overlap": 0}
        read = await self._asked({**request, **self._limits}, body)
        assert read is not None
        return read

    async def aclose(self) -> None:
        """Ends all processes; documents that are being read fail."""
        await self._pool.aclose()

    async def _asked(self, request: Mapping[str, Any], body: bytes) -> ReadDocument | None:
        head, parts = await self._pool.ask(request, body, str(request["name"]))
        if head["same"]:
            return None
        # in a thread: a book has thousands of chunks
        return await asyncio.to_thread(_read_document, head, parts)


def _read_document(head: Mapping[str, Any], parts: Sequence[bytes]) -> ReadDocument:
    text = parts[0].decode("utf-8", "surrogatepass")
    rows = (row for part in parts[1:] for row in json.loads(part))
    places = (
        Place(start, end, page, label, tuple(headings), first, last)
        for start, end, page, label, headings, first, last in rows
    )
    return ReadDocument(
        title=head["title"],
        text=text,
        media_type=head["media_type"],
        date=head["date"],
        note=head["note"],
        sha256=head["sha256"],
        size=head["size"],
        modified_ns=head["modified_ns"],
        chunks=tuple(NewChunk(text[place.start : place.end], place) for place in places),
    )
