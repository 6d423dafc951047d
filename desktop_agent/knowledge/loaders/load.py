"""Load the text of a file of any supported type."""

from collections.abc import Callable
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.archive import Archive, kind_of_archive
from desktop_agent.knowledge.loaders.document import Loaded, base_name, suffix_of
from desktop_agent.knowledge.loaders.file_types import file_types
from desktop_agent.knowledge.loaders.html import load_epub, load_html
from desktop_agent.knowledge.loaders.mail import load_mail
from desktop_agent.knowledge.loaders.office import load_docx, load_odt, load_pptx
from desktop_agent.knowledge.loaders.pdf import load_pdf
from desktop_agent.knowledge.loaders.spreadsheets import load_delimited, load_xlsx
from desktop_agent.knowledge.loaders.text import load_notebook, load_text
from desktop_agent.web.extract.media_type import Kind, binary_type, kind_name, sniff

_PACKED: Final[dict[str, Callable[[bytes, Archive, str], Loaded]]] = {
    ".docx": load_docx,
    ".xlsx": load_xlsx,
    ".pptx": load_pptx,
    ".epub": load_epub,
    ".odt": load_odt,
}
_HEAD: Final = 4096  # bytes


def load(body: bytes, name: str) -> Loaded:
    """Load a file; its type is detected from its first bytes or, failing that, from its suffix.

    ``name`` may be a path. If a document has no title, its file name is used.

    Raises:
        Unreadable: the file is unsupported, broken or protected, or has no text; the message names
            the file.
    """
    try:
        loaded = _load(body, name)
    except (Unreadable, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - no list of what libraries raise on crafted files is complete
        raise Unreadable(
            f"{base_name(name)} is broken or was cut.",
            "See whether it opens elsewhere, and save it anew.",
        ) from None
    if not loaded.text:
        raise Unreadable(f"{base_name(name)} holds no text.")
    return loaded


def _load(body: bytes, name: str) -> Loaded:
    if b"%PDF-" in body[:1024] and (
        body[:1024].lstrip()[:5] == b"%PDF-" or suffix_of(name) == ".pdf"
    ):
        return load_pdf(body, name)
    if body.startswith((b"PK\3\4", b"PK\5\6")):
        return _load_packed(body, name)
    if real := binary_type(body):
        raise _not_read(real, name, body)
    suffix, types, kind = suffix_of(name), file_types(), _refuse_binary(body, name)
    if suffix in types.tables:
        return load_delimited(body, name)
    if suffix == ".ipynb":
        return load_notebook(body, name)
    if suffix == ".eml":
        return load_mail(body, name)
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
    raise _not_read(binary_type(body) or "application/zip", name, body)


def _refuse_binary(body: bytes, name: str) -> Kind:
    try:
        return sniff(body[:_HEAD], "text/plain", base_name(name))[0]
    except Unreadable:
        raise Unreadable(f"{base_name(name)} is not text.") from None


def _not_read(media_type: str, name: str, body: bytes) -> Unreadable:
    if b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0" in body:
        return Unreadable(f"{base_name(name)} needs a password.", "Save a copy without it.")
    what, remedy = kind_name(media_type)
    if what == "an archive":
        return Unreadable(
            f"{base_name(name)} is an archive: what is in it is not read.",
            "Unpack it into the folder.",
        )
    return Unreadable(
        f"{base_name(name)} is {what or f'of type {media_type}'}, which is not read.",
        "Save it as PDF, DOCX or text." if "PDF" in remedy else "",
    )
