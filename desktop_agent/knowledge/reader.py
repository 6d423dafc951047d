"""Reads and chunks documents in a killable process, and loads files attached to questions."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.core.messages import Attachment
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.core.text import display_name, truncate
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.index.base import NewChunk
from desktop_agent.system.workers import WorkerPool, WorkerProgram
from desktop_agent.web.extract.document import Document
from desktop_agent.web.fetch.worker import ExtractionWorker

PROGRAM = WorkerProgram(
    module="desktop_agent.knowledge.worker_main",
    argument="--document-worker",
    name="document reader",
)


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was read and chunked.

    ``sha256`` is the hash of its bytes. ``modified_ns`` is 0 if it was not read from a file. The
    chunks are in order and together contain all of ``text``.
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
    """Reads documents in worker processes; ``tokens`` and ``overlap`` set the chunk sizes.

    Each document may use up to ``timeout_s`` of processor time and ``memory_mb`` MiB of memory.
    Files larger than ``max_bytes`` are rejected without being read.
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
        """Start a worker process now, so that the first document does not have to wait for it."""
        await self._pool.start()

    async def read(self, path: Path, *, known_sha256: str = "") -> ReadDocument | None:
        """Read a file; return None if its hash equals ``known_sha256``.

        Raises:
            Unreadable: the file does not exist, is too large, unsupported or broken, or takes too
                much time or memory.
            FetchError: the worker is closed or cannot be started.
        """
        name = display_name(path.name)
        request = {"path": str(path), "name": name, "known_sha256": known_sha256}
        return await self._asked({**request, **self._limits, **self._chunks}, b"")

    async def read_bytes(self, body: bytes, name: str) -> ReadDocument:
        """Read a document that is not a file; its type is determined by the suffix of ``name``."""
        request = {"path": None, "name": name, "known_sha256": ""}
        read = await self._asked({**request, **self._limits, **self._chunks}, body)
        assert read is not None
        return read

    async def read_text(self, body: bytes, name: str) -> ReadDocument:
        """Read a file that is attached to a question, like `read_bytes` but without chunks."""
        request = {"path": None, "name": name, "known_sha256": "", "tokens": 0, "overlap": 0}
        read = await self._asked({**request, **self._limits}, body)
        assert read is not None
        return read

    async def aclose(self) -> None:
        """Stop all processes; documents that are being read fail."""
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


# --- Index records of documents


def record_of(
    read: ReadDocument,
    path: str,
    *,
    key: str,
    collection: str,
    source: int,
    url: str,
    date: str = "",
) -> DocumentRecord:
    """Return the index record of a document read from ``path``, which must be exact.

    Its day is ``date`` if given, otherwise that of the document itself or of its file.
    """
    return DocumentRecord(
        key=key,
        collection=collection,
        source=source,
        path=readable(path),
        url=url,
        title=readable(read.title or Path(path).name),
        media_type=read.media_type,
        size=read.size,
        modified_ns=read.modified_ns,
        sha256=read.sha256,
        date=date or read.date or _day(read.modified_ns),
        note=read.note,
        chunks=len(read.chunks),
        chars=len(read.text),
    )


def _day(modified_ns: int) -> str:
    """Return the UTC day of a file's last change, or "" for an invalid time."""
    try:
        return datetime.fromtimestamp(modified_ns / 1e9, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


# --- The reader, kept open for a while after use

OpenReader = Callable[[KnowledgeSettings], DocumentReader]
"""Function that returns a reader for the settings; its process starts with the first document."""

_KEPT_S = 30.0
"""Seconds to keep an idle reader. A file being edited is saved often, and starting a process takes
a
second.
"""


class Readers:
    """Keeps one reader open, and replaces it when the settings change.

    Only one caller may use it at a time.
    """

    def __init__(self, open_reader: OpenReader) -> None:
        self._open_reader = open_reader
        self._kept: tuple[KnowledgeSettings, DocumentReader] | None = None
        self._closing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def open(self, settings: KnowledgeSettings) -> AsyncIterator[DocumentReader]:
        """Yield a reader.

        It is closed at once if its use fails or is cancelled, and otherwise later.
        """
        await self._keep()
        if self._kept is not None and self._kept[0] != settings:
            await self._close()
        if self._kept is None:
            self._kept = (settings, self._open_reader(settings))
        try:
            yield self._kept[1]
        except BaseException:
            await self._close()
            raise
        self._closing = asyncio.get_running_loop().create_task(self._close_later())

    async def aclose(self) -> None:
        await self._keep()
        await self._close()

    async def _keep(self) -> None:
        """Cancel the scheduled closing, or wait for it if it has already begun."""
        if self._closing is not None:
            if self._kept is not None:
                self._closing.cancel()
            await asyncio.wait({self._closing})
            self._closing = None

    async def _close_later(self) -> None:
        await asyncio.sleep(_KEPT_S)
        await self._close()

    async def _close(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept[1].aclose()


# --- Attachments: files as text, or images as bytes

MAX_BYTES = 20 * 1024 * 1024
MAX_CHARACTERS = 200_000

_READ = (
    "Text, Markdown, CSV, JSON, code, HTML, PDF, DOCX, PPTX, XLSX, EPUB, mails, PNG, JPEG, WebP and "
    "GIF can be attached."
)
_IMAGES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
_BY_SUFFIX = {
    "": "",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".pdf": "application/pdf",
}
_DOCUMENTS = frozenset((".docx", ".pptx", ".xlsx", ".epub", ".eml"))
_VERBATIM = "text/markdown"
"""Media type used to pass on code and other text unchanged, even if it contains HTML."""
_TOLD = {".csv": "text/csv", ".json": "application/json"}


async def read_file(path: Path, worker: ExtractionWorker, documents: DocumentReader) -> Attachment:
    """Load a file as an attachment for a model. If the text is truncated, the note says so.

    HTML is reduced to its main content and PDF is split into pages, both in the extraction worker.
    ``documents`` reads all other documents (DOCX, PPTX, XLSX, EPUB and mails).

    Raises:
        Unreadable: the path does not exist or is not a file, or the file is too large, broken or
            unsupported.
        FetchError: the worker is closed or cannot be started.
    """
    name = display_name(path.name)
    body = await asyncio.to_thread(_load, path, name)
    kind = image_type(body)
    if kind:
        return Attachment(name, kind, data=body)
    suffix = path.suffix.lower()
    if suffix in _DOCUMENTS:
        read = await documents.read_text(body, name)
        note = ", ".join(filter(None, (read.note, _cut_note(read.text))))
        return Attachment(name, read.media_type, truncate(read.text, MAX_CHARACTERS), note=note)
    media_type = _BY_SUFFIX.get(suffix, _VERBATIM)
    try:
        found = await worker.extract(Document(body, media_type, None, name))
    except Unreadable as error:
        # the worker's advice is for web pages, which have alternatives
        raise Unreadable(error.message, _READ if "not read" in error.message else "") from None
    verbatim = _TOLD.get(suffix, "text/plain")
    told = found.media_type if media_type != _VERBATIM else verbatim
    text = truncate(found.text, MAX_CHARACTERS)
    return Attachment(name, told, text, note=_cut_note(found.text))


def _cut_note(text: str) -> str:
    whole = len(text)
    return f"cut at {MAX_CHARACTERS:,} of {whole:,} characters" if whole > MAX_CHARACTERS else ""


def image_type(body: bytes) -> str:
    """Return the media type of a supported image, detected from its first bytes, or ""."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for signature, kind in _IMAGES if body.startswith(signature)), "")


def _load(path: Path, name: str) -> bytes:
    try:
        if not path.exists():
            raise Unreadable(f"{name} is not there any more.")
        if not path.is_file():  # a folder, or a pipe that would never end
            raise Unreadable(f"{name} is not a file.", "Attach the files in it instead.")
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            body = file.read(MAX_BYTES + 1) if size <= MAX_BYTES else b""
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror or error}.") from None
    if size > MAX_BYTES or len(body) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        raise Unreadable(f"{name} is larger than {most} MB.", "Attach a part of it.")
    if not body:
        raise Unreadable(f"{name} is empty.")
    return body
