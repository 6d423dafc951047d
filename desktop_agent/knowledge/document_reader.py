"""Read and chunk documents in a process that can be killed, and load attachments."""

import asyncio
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.core.messages import Attachment
from desktop_agent.core.text import display_name, truncate
from desktop_agent.knowledge.index.base import NewChunk, NewDocument
from desktop_agent.knowledge.loaders.document import file_types
from desktop_agent.knowledge.loaders.programs import find_tesseract
from desktop_agent.system.workers import WorkerPool, WorkerProgram
from desktop_agent.web.extract.media_type import binary_type
from desktop_agent.web.extract.worker_messages import Document
from desktop_agent.web.fetch.worker import ExtractionWorker

_PROGRAM = WorkerProgram(
    module="desktop_agent.knowledge.worker_main",
    argument="--document-worker",
    name="document reader",
)
_CPU_S = 60.0
_MEMORY_MB = 1024
_NOWHERE: dict[str, Any] = {"key": "", "collection": "", "source": 0, "path": "", "url": ""}
_IDLE_S = 30.0  # edited files are saved often, and a process takes a second to start


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Options for reading documents.

    Files larger than ``max_bytes`` are rejected without being read. ``tokens`` and ``overlap`` set
    the chunk sizes; if ``tokens`` is 0, there are no chunks. OCR of scanned pages requires
    Tesseract and ``ocr_languages``.
    """

    max_bytes: int
    tokens: int = 0
    overlap: int = 0
    ocr_languages: str = ""


class DocumentReader(WorkerPool):
    """Reads documents in one worker process, leaving other cores for the UI and a local model.

    The records of these documents do not say yet where the documents belong: their key, collection,
    source, path and URL are empty. The chunks are those that the options ask for.
    """

    def __init__(self, options: Callable[[], ReadingOptions]) -> None:
        self._options = options
        super().__init__(
            _PROGRAM, processes=1, timeout_s=_CPU_S, memory_mb=_MEMORY_MB, idle_s=_IDLE_S
        )

    async def read(
        self,
        path: Path,
        *,
        known_sha256: str = "",
        notify: Callable[[int, int], None] = lambda _page, _of: None,
    ) -> NewDocument | None:
        """Read a file; return None if its hash equals ``known_sha256``.

        ``notify`` is called before OCR of each scanned page, with the page's position and the
        number of such pages.

        Raises:
            Unreadable: the file is missing, too large, unsupported or broken, or exceeds the time or
                memory limit.
            FetchError: the worker is closed or cannot be started.
        """
        # looked for with each file, since it may have been installed since the last
        wanted = self._options().ocr_languages and await asyncio.to_thread(find_tesseract)
        request: dict[str, Any] = {
            "path": str(path),
            "name": display_name(path.name),
            "recognized": {} if wanted else None,
        }
        head, parts = await self._reply({**request, "known_sha256": known_sha256})
        if head["same"]:
            return None
        if scanned := head["scanned"]:
            texts: dict[int, str] = {}
            for number, page in enumerate(scanned, 1):
                notify(number, len(scanned))
                texts[page] = (await self._reply({**request, "page": page}))[1][0].decode()
            head, parts = await self._reply({**request, "recognized": texts})
        # in a thread: a book has thousands of chunks
        return await asyncio.to_thread(_read_document, head, parts)

    async def read_bytes(self, body: bytes, name: str) -> NewDocument:
        """Read a document from memory; the suffix of ``name`` determines its type."""
        head, parts = await self._reply({"name": name}, body)
        return await asyncio.to_thread(_read_document, head, parts)

    async def _reply(
        self, request: Mapping[str, Any], body: bytes = b""
    ) -> tuple[Mapping[str, Any], Sequence[bytes]]:
        usual = {"path": None, "known_sha256": "", "page": 0, "recognized": None}
        whole = {**usual, **asdict(self._options()), **request}
        return await self.ask(whole, body, str(request["name"]))


def _read_document(head: Mapping[str, Any], parts: Sequence[bytes]) -> NewDocument:
    text = parts[0].decode()
    places = (
        Place(start, end, page, label, tuple(headings), first, last)
        for part in parts[1:]
        for start, end, page, label, headings, first, last in json.loads(part)
    )
    chunks = tuple(NewChunk(text[place.start : place.end], place) for place in places)
    record = DocumentRecord(**_NOWHERE, **head["record"], chunks=len(chunks), chars=len(text))
    if record.modified_ns and not record.date:
        record = replace(record, date=_day(record.modified_ns))
    return NewDocument(record, text, chunks, head["remedy"])


def _day(modified_ns: int) -> str:
    """Return the UTC date of a file's last change, or "" if the time is invalid."""
    try:
        return datetime.fromtimestamp(modified_ns / 1e9, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


# --- Attachments: files as text, or images as bytes

MAX_BYTES = 20 * 1024 * 1024
MAX_CHARACTERS = 200_000

_READ = (
    "You can attach text, Markdown, CSV, JSON, code, HTML, PDF, Office and OpenDocument files, RTF, "
    "EPUB, email, PNG, JPEG, WebP and GIF."
)
_IMAGES = frozenset(("image/gif", "image/jpeg", "image/png", "image/webp"))
_VERBATIM = "text/markdown"
"""Media type under which code and other text is returned unchanged, even if it contains HTML."""
_TOLD = {".csv": "text/csv", ".json": "application/json"}


async def read_file(path: Path, worker: ExtractionWorker, documents: DocumentReader) -> Attachment:
    """Load a file as an attachment; its ``note`` reports truncated text.

    Raises:
        Unreadable: the file is missing, too large, broken or unsupported, or not a file.
        FetchError: the worker is closed or cannot be started.
    """
    name = display_name(path.name)
    body = await asyncio.to_thread(_load, path, name)
    if (kind := binary_type(body[:64])) in _IMAGES:
        return Attachment(name, kind, data=body)
    suffix, types, notes = path.suffix.lower(), file_types(), list[str]()
    if suffix in types.others:
        read = await documents.read_bytes(body, name)
        text, media_type, notes = read.text, read.record.media_type, [read.record.note]
    else:
        read_as = {**types.html, "": ""}.get(suffix, _VERBATIM)
        try:
            found = await worker.extract(Document(body, read_as, None, name))
        except Unreadable as error:
            # the worker's advice is for web pages, which have alternatives
            raise Unreadable(error.message, _READ if "supported" in error.message else "") from None
        verbatim = _TOLD.get(suffix, "text/plain")
        text, media_type = found.text, found.media_type if read_as != _VERBATIM else verbatim
    if len(text) > MAX_CHARACTERS:
        notes.append(f"cut at {MAX_CHARACTERS:,} of {len(text):,} characters")
    text = truncate(text, MAX_CHARACTERS)
    return Attachment(name, media_type, text, note=", ".join(filter(None, notes)))


def _load(path: Path, name: str) -> bytes:
    try:
        if not path.exists():
            raise Unreadable(f"{name} no longer exists.")
        if not path.is_file():  # a folder, or a pipe that would never end
            raise Unreadable(f"{name} is not a file.", "Attach the files in it instead.")
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            body = file.read(MAX_BYTES + 1) if size <= MAX_BYTES else b""
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror or error}.") from None
    if size > MAX_BYTES or len(body) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        raise Unreadable(f"{name} is larger than {most} MB.", "Attach part of it.")
    if not body:
        raise Unreadable(f"{name} is empty.")
    return body
