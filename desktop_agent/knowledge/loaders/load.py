"""Load the text of a file of any supported type."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from desktop_agent.core.conversations import HTML_MARK, JSON_FORMAT, MARKDOWN_MARK, PDF_CREATOR
from desktop_agent.core.errors import Unreadable
from desktop_agent.core.text import display_name
from desktop_agent.knowledge.loaders.archive import Archive, kind_of_archive
from desktop_agent.knowledge.loaders.document import (
    DATA_SETS,
    Loaded,
    file_types,
    not_read,
    suffix_of,
)
from desktop_agent.knowledge.loaders.html import load_epub, load_html
from desktop_agent.knowledge.loaders.mail import load_mail
from desktop_agent.knowledge.loaders.office import RTF, load_docx, load_pptx, load_rtf
from desktop_agent.knowledge.loaders.opendocument import load_opendocument
from desktop_agent.knowledge.loaders.pdf import load_pdf
from desktop_agent.knowledge.loaders.programs import find_office, to_opendocument
from desktop_agent.knowledge.loaders.spreadsheets import load_delimited, load_xlsx
from desktop_agent.knowledge.loaders.text import load_notebook, load_text
from desktop_agent.web.extract.media_type import Kind, binary_type, sniff

_PACKED: Final[dict[str, Callable[[bytes, Archive, str], Loaded]]] = {
    ".docx": load_docx,
    ".xlsx": load_xlsx,
    ".pptx": load_pptx,
    ".epub": load_epub,
    ".odt": load_opendocument,
}
_BY_SUFFIX: Final = {".ipynb": load_notebook, ".eml": load_mail}
_HEAD: Final = 4096  # bytes
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")


def load(body: bytes, name: str, recognized: Mapping[int, str] | None = None) -> Loaded:
    """Load a file; its type is detected from its first bytes or, failing that, from its suffix.

    If a document has no title, its file name is used. ``recognized`` holds
    the texts of a PDF's scanned pages; see `load_pdf`.

    Raises:
        Unreadable: the file is unsupported, broken or protected, has no text, or is an exported
            conversation; the message names the file.
    """
    name = display_name(name)
    try:
        loaded = _load(body, name, recognized)
    except (Unreadable, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - no list of what libraries raise on crafted files is complete
        raise Unreadable(
            f"{name} is damaged or incomplete.",
            "Check whether it opens elsewhere, then save it again.",
        ) from None
    if not (loaded.text or loaded.scanned):
        raise Unreadable(f"{name} contains no text.")
    return loaded


def _load(body: bytes, name: str, recognized: Mapping[int, str] | None) -> Loaded:
    if is_exported_chat(body[:_LOOKED_AT]):
        raise Unreadable(f"{name} is an exported conversation. Earlier answers aren't sources.")
    if b"%PDF-" in body[:1024] and (
        body[:1024].lstrip()[:5] == b"%PDF-" or suffix_of(name) == ".pdf"
    ):
        return load_pdf(body, name, recognized)
    if body.startswith((b"PK\3\4", b"PK\5\6")):
        return _load_packed(body, name)
    real = RTF if body.startswith(b"{\\rtf") else binary_type(body)
    if real == RTF and not find_office():
        return load_rtf(body, name)
    if real and _ENCRYPTED in body:
        raise Unreadable(f"{name} needs a password.", "Save a copy without it.")
    if real and (filters := file_types().office_filters.get(real)):
        converted = _load_packed(to_opendocument(body, name, *filters), name)
        return replace(converted, media_type=real)
    if real:
        raise not_read(name, real)
    suffix, types, kind = suffix_of(name), file_types(), _refuse_binary(body, name)
    if suffix in {*types.tables, *_BY_SUFFIX}:
        return _BY_SUFFIX.get(suffix, load_delimited)(body, name)
    # code and prose may contain HTML as their subject
    shows_html = suffix != ".txt" and suffix in {*types.code, *types.data, *types.text}
    if suffix in types.html or (kind is Kind.HTML and not shows_html):
        return load_html(body, name)
    return load_text(body, name)


def _load_packed(body: bytes, name: str) -> Loaded:
    archive = Archive(body, name)
    kind = kind_of_archive(archive)
    if kind in _PACKED:
        return _PACKED[kind](body, archive, name)
    raise not_read(name, binary_type(body) or "application/zip")


def _refuse_binary(body: bytes, name: str) -> Kind:
    try:
        return sniff(body[:_HEAD], "text/plain", name)[0]
    except Unreadable:
        if suffix_of(name) in DATA_SETS:
            raise not_read(name, "") from None
        raise Unreadable(f"{name} is not text.") from None


# --- Recognizing exported conversations: they hold the program's own answers, so they are no source

_LOOKED_AT: Final = 1 << 18
"""Number of leading bytes of a file that are enough to recognize an exported conversation."""

_PDF_CREATORS = tuple(
    b"/Creator (" + text.replace(b"(", b"\\(").replace(b")", b"\\)")
    for text in (b"\xfe\xff" + PDF_CREATOR.encode("utf-16-be"), PDF_CREATOR.encode())
)


def is_exported_chat(head: bytes) -> bool:
    """Return whether a file that starts with ``head`` is an exported conversation."""
    if head.startswith(b"%PDF-"):
        return any(creator in head for creator in _PDF_CREATORS)
    text = head.decode("utf-8", "ignore").removeprefix("\ufeff").replace("\r\n", "\n")
    if text.startswith("<!DOCTYPE html>"):
        return HTML_MARK in text
    if text.startswith("{"):
        return re.match(rf'\{{\s*"format":\s*"{JSON_FORMAT}"', text) is not None
    _title, _, below = text.partition("\n\n")
    return text.startswith("# ") and below.startswith(MARKDOWN_MARK)
