"""Files that a person gives: their text, or, for an image, their bytes as they are."""

import asyncio
import os
from pathlib import Path

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import Unreadable
from desktop_agent.core.file_names import shown_name
from desktop_agent.knowledge.reading import DocumentReader
from desktop_agent.web.extract.document import Document
from desktop_agent.web.fetch.truncate import truncate
from desktop_agent.web.fetch.worker import ExtractionWorker

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
"""Code, and whatever else is text, is given as it stands, also where it holds HTML."""
_TOLD = {".csv": "text/csv", ".json": "application/json"}


async def read_file(path: Path, worker: ExtractionWorker, documents: DocumentReader) -> Attachment:
    """Gives a file as a model can be told of it; a long text is cut and its note says so.

    HTML is cut down to its main content, PDF is given page by page; both are read in the worker.
    What other programs write (DOCX, PPTX, XLSX, EPUB, mails) is read by ``documents``.

    Raises:
        Unreadable: it is not there, not a file, too large, broken, or of a kind that is not read.
        FetchError: the worker is closed, or cannot be started.
    """
    name = shown_name(path.name)
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
        # the worker's advice is for pages, which have neighbours
        raise Unreadable(error.message, _READ if "not read" in error.message else "") from None
    verbatim = _TOLD.get(suffix, "text/plain")
    told = found.media_type if media_type != _VERBATIM else verbatim
    text = truncate(found.text, MAX_CHARACTERS)
    return Attachment(name, told, text, note=_cut_note(found.text))


def _cut_note(text: str) -> str:
    whole = len(text)
    return f"cut at {MAX_CHARACTERS:,} of {whole:,} characters" if whole > MAX_CHARACTERS else ""


def image_type(body: bytes) -> str:
    """Gives the media type of an image that can be attached, by its first bytes, or ""."""
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
