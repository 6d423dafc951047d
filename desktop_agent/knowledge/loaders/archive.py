"""ZIP-based documents: size checks before unpacking, XML parsing and document properties."""

import io
import re
import zipfile
from collections.abc import Sequence
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.text import display_name
from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.html_tree import Element, parse_xml, text_of

MAX_UNPACKED: Final = 400_000_000
MAX_MARKUP: Final = 60_000_000
"""Maximum size of a markup file in bytes; its parsed tree takes many times as much memory."""
_MAX_ENTRIES: Final = 10_000
_MAX_RATIO: Final = 300
_SMALL: Final = 5_000_000  # bytes; smaller files may have any ratio
_MARKUP: Final = (".xml", ".rels", ".opf", ".ncx", ".xhtml", ".html", ".htm", ".vml")
_DECLARES: Final = re.compile(
    b"<!(?:DOCTYPE|ENTITY)|<\0!\0(?:D\0O\0C\0|E\0N\0T\0)|\0<\0!\0(?:D\0O\0C|E\0N\0T)"
)


class Archive:
    """A ZIP archive whose declared sizes are checked on opening; reads never exceed them.

    Raises:
        Unreadable: the archive is too large, needs a password, or has too many files.
    """

    def __init__(self, body: bytes, name: str) -> None:
        self._name = name
        self._zip = zipfile.ZipFile(io.BytesIO(body))
        infos = self._zip.infolist()
        self.names = frozenset(info.filename for info in infos)
        if len(infos) > _MAX_ENTRIES:
            raise Unreadable(f"{self._name} contains {len(infos):,} files, which is too many.")
        if sum(info.file_size for info in infos) > MAX_UNPACKED:
            raise self._too_large(_megabytes(MAX_UNPACKED))
        for info in infos:
            if info.flag_bits & 1:
                raise Unreadable(f"{self._name} needs a password.", "Save a copy without it.")
            if info.file_size > _SMALL and info.file_size > _MAX_RATIO * info.compress_size:
                raise self._too_large(f"{_MAX_RATIO} times its size")
            if info.filename.lower().endswith(_MARKUP) and info.file_size > MAX_MARKUP:
                raise self._too_large(_megabytes(MAX_MARKUP))

    def _too_large(self, most: str) -> Unreadable:
        return Unreadable(
            f"{self._name} unpacks to more than {most}.", "Save its contents as smaller files."
        )

    def read(self, path: str) -> bytes:
        """Return the content of a file, or b"" if it does not exist."""
        return self._zip.read(path) if path in self.names else b""

    def refuse_declarations(self) -> None:
        """Reject Office documents that declare XML types or entities, which ECMA-376 forbids."""
        for path in self.names:
            if path.lower().endswith(_MARKUP) and _DECLARES.search(self.read(path)):
                part = display_name(path.rpartition("/")[2])
                raise Unreadable(
                    f"{self._name} declares entities in {part}, which isn't allowed.",
                    "It may be malicious. Save it again with a program you trust.",
                )


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000} MB"


_MEMBERS: Final = {
    "word/document.xml": ".docx", "xl/workbook.xml": ".xlsx", "ppt/presentation.xml": ".pptx",
    "META-INF/container.xml": ".epub",
}  # fmt: skip
_OPEN_DOCUMENT: Final = tuple(
    f"application/vnd.oasis.opendocument.{kind}".encode()
    for kind in ("text", "spreadsheet", "presentation")
)


def kind_of_archive(archive: Archive) -> str:
    """Return the suffix of the archive's document type, or "" if it is unknown."""
    if found := next((kind for name, kind in _MEMBERS.items() if name in archive.names), ""):
        return found
    return ".odt" if archive.read("mimetype").startswith(_OPEN_DOCUMENT) else ""


# --- Title and date of documents


def words_of(root: Element | None, name: str) -> str:
    """Return the text of the first element with this local name, or "" if it does not exist."""
    found = None if root is None else next(root.iter(f"{{*}}{name}"), None)
    return "" if found is None else text_of(found)


def properties(
    archive: Archive,
    path: str = "docProps/core.xml",
    dates: Sequence[str] = ("modified", "created"),
) -> tuple[str, str]:
    """Return the title and the first of the ``dates`` in ISO 8601, or "" for what is missing.

    The defaults are those of Office documents (ECMA-376, part 2, section 11).
    """
    root = parse_xml(archive.read(path))
    days = (iso_date(words_of(root, name)) for name in dates)
    return words_of(root, "title"), next(filter(None, days), "")
