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
    """A loaded document; ``sha256`` is of its bytes, ``modified_ns`` is 0 if it is no file.

    The chunks are in order, and together hold all of ``text``.
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

    A document may take ``timeout_s`` of processor time and ``memory_mb`` MiB. A file over
    ``max_bytes`` is rejected without being read.
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
        """Start a process now, so that the first document need not wait for it."""
        await self._pool.start()

    async def read(self, path: Path, *, known_sha256: str = "") -> ReadDocument | None:
        """Read a file; return None if its hash is ``known_sha256``.

        Raises:
            Unreadable: it does not exist, is too large, not supported or broken, or took too long
                or too much memory.
            FetchError: the worker is closed, or cannot be started.
        """
        name = display_name(path.name)
        request = {"path": str(path), "name": name, "known_sha256": known_sha256}
        return await self._asked({**request, **self._limits, **self._chunks}, b"")

    async def read_bytes(self, body: bytes, name: str) -> ReadDocument:
        """Read a document that is no file; the suffix of ``name`` gives its type."""
        request = {"path": None, "name": name, "known_sha256": ""}
        read = await self._asked({**request, **self._limits, **self._chunks}, body)
        assert read is not None
        return read

    async def read_text(self, body: bytes, name: str) -> ReadDocument:
        """As `read_bytes`, without chunks, for a file attached to a question."""
        request = {"path": None, "name": name, "known_sha256": "", "tokens": 0, "overlap": 0}
        read = await self._asked({**request, **self._limits}, body)
        assert read is not None
        return read

    async def aclose(self) -> None:
        """Stop all processes; documents being read fail."""
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
    """Return the index record of a document read from ``path`` (exact).

    Its day is ``date``, else that of the document itself, else that of its file.
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
    """Return the day of a file's last change, in UTC; empty for an invalid time."""
    try:
        return datetime.fromtimestamp(modified_ns / 1e9, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


# --- The reader, kept open for a while after use

OpenReader = Callable[[KnowledgeSettings], DocumentReader]
"""Returns a reader for the settings; its process starts with the first document."""

_KEPT_S = 30.0
"""Seconds to keep a reader: a file being edited is saved often, and a process takes a second to
start.
"""


class Readers:
    """Keeps one reader open, and opens another when the settings change. For one user at a time."""

    def __init__(self, open_reader: OpenReader) -> None:
        self._open_reader = open_reader
        self._kept: tuple[KnowledgeSettings, DocumentReader] | None = None
        self._closing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def open(self, settings: KnowledgeSettings) -> AsyncIterator[DocumentReader]:
        """Yield a reader; it is closed at once if its use fails or is cancelled, else later."""
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
        """Cancel the scheduled closing; wait for it if it has begun."""
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
"""Code and other text is passed on unchanged, even if it contains HTML."""
_TOLD = {".csv": "text/csv", ".json": "application/json"}


async def read_file(path: Path, worker: ExtractionWorker, documents: DocumentReader) -> Attachment:
    """Load a file as an attachment for a model; a long text is truncated, which its note says.

    HTML is reduced to its main content and PDF is read by page, both in the extraction worker.
    Other documents (DOCX, PPTX, XLSX, EPUB, mails) are read by ``documents``.

    Raises:
        Unreadable: it does not exist, is not a file, too large, broken, or not supported.
        FetchError: the worker is closed, or cannot be started.
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
    """Return the media type of a supported image by its first bytes, or ""."""
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
