"""ZIP archives that documents are stored as: looked through before anything in them is unpacked."""

import io
import re
import zipfile
import zlib
from typing import Any, Final, TypeAlias

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.document import base_name
from desktop_agent.web.extract.facts.page_date import iso_date

# --- Small XML files to trees, without entities, external files or the network.

# lxml ships no types
XmlElement: TypeAlias = Any


def parse_xml(body: bytes) -> XmlElement | None:
    """Gives the root element; None where it is no XML."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True,
        remove_pis=True, recover=True,
    )  # fmt: skip
    try:
        return etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def words_of(root: XmlElement | None, name: str) -> str:
    """Gives the text of the first element of a local name; empty where there is none."""
    if root is None:
        return ""
    found = next(root.iter(f"{{*}}{name}"), None)
    return "" if found is None else " ".join("".join(found.itertext()).split())


MAX_UNPACKED: Final = 400_000_000
MAX_MARKUP: Final = 60_000_000
"""Bytes of one file of markup: its tree takes many times as much memory."""
_MAX_ENTRIES: Final = 10_000
_MAX_RATIO: Final = 300
_SMALL: Final = 5_000_000  # bytes: below it no ratio is suspicious
_MARKUP: Final = (".xml", ".rels", ".opf", ".ncx", ".xhtml", ".html", ".htm", ".vml")
_DECLARES: Final = re.compile(
    b"<!(?:DOCTYPE|ENTITY)|<\0!\0(?:D\0O\0C\0|E\0N\0T\0)|\0<\0!\0(?:D\0O\0C|E\0N\0T)"
)
_BROKEN: Final = "See whether it opens elsewhere, and save it anew."


class Archive:
    """A ZIP archive whose size was checked; what is read of it is within those bounds.

    Raises:
        Unreadable: it is broken, holds too much or too many, or needs a password.
    """

    def __init__(self, body: bytes, name: str) -> None:
        self._name = base_name(name)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
            raise Unreadable(f"{self._name} is broken or was cut.", _BROKEN) from None
        infos = self._zip.infolist()
        self._sizes = {info.filename: info.file_size for info in infos}
        if len(infos) > _MAX_ENTRIES:
            raise Unreadable(f"{self._name} holds {len(infos):,} files, which is too many.")
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

    @property
    def names(self) -> frozenset[str]:
        """The files in it."""
        return frozenset(self._sizes)

    def size(self, path: str) -> int:
        """Gives the size in bytes of one file of it, 0 where there is none."""
        return self._sizes.get(path, 0)

    def read(self, path: str) -> bytes:
        """Gives one file of it; empty where there is none.

        Raises:
            Unreadable: it is broken.
        """
        if path not in self._sizes:
            return b""
        try:
            return self._zip.read(path)
        except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, OSError, EOFError):
            raise Unreadable(f"{self._name} is broken or was cut.", _BROKEN) from None

    def refuse_declarations(self) -> None:
        """Refuses an Office document whose XML declares types or entities (ECMA-376 forbids both).

        Raises:
            Unreadable: it does, or it is broken.
        """
        for path in self._sizes:
            if path.lower().endswith(_MARKUP) and _DECLARES.search(self.read(path)):
                raise Unreadable(
                    f"{self._name} declares entities in {base_name(path)}, which no document does.",
                    "It may be made to do harm; save its contents from a program that you trust.",
                )


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000} MB"


def kind_of_archive(archive: Archive) -> str:
    """Gives the suffix of the kind of document that is stored so; empty for others."""
    names = archive.names
    for name, suffix in (
        ("word/document.xml", ".docx"),
        ("xl/workbook.xml", ".xlsx"),
        ("ppt/presentation.xml", ".pptx"),
        ("META-INF/container.xml", ".epub"),
    ):
        if name in names:
            return suffix
    if archive.read("mimetype").startswith(b"application/vnd.oasis.opendocument.text"):
        return ".odt"
    return ""


# --- Title and date that an Office document says of itself (ECMA-376, part 2, section 11).


def core_properties(archive: Archive) -> tuple[str, str]:
    """Gives the title, and the day of the last change in ISO 8601; empty where it does not say."""
    root = parse_xml(archive.read("docProps/core.xml"))
    date = iso_date(words_of(root, "modified")) or iso_date(words_of(root, "created"))
    return words_of(root, "title"), date
