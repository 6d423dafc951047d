"""Loaded documents with their text and parts, the composer that builds them, and file types."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import DocumentKind
from desktop_agent.core.text import one_line, readable
from desktop_agent.system.resources import toml_resource
from desktop_agent.web.extract.media_type import kind_name

# --- Result of a loader


@dataclass(frozen=True, slots=True)
class Part:
    """A citable part of a document: a page, a slide, a sheet or a chapter.

    ``start`` and ``end`` are character offsets. Parts are in order and do not overlap. ``page`` is
    1-based, or 0 for parts without pages. ``first_line`` is the 1-based number of the first line or
    row, or 0 for parts without lines.
    """

    start: int
    end: int
    page: int = 0
    label: str = ""
    first_line: int = 0


@dataclass(frozen=True, slots=True)
class Loaded:
    """The text of a document, as Markdown if the format has headings, lists and tables.

    Chunks never cross the boundaries of ``parts``; text between parts belongs to none of them.
    ``date`` is the date stated in the document (ISO 8601, possibly only a year), or "". ``note``
    states limitations, such as truncation, and ``remedy`` states what the user can do about them.
    ``scanned`` lists the pages of a PDF that still need OCR.
    """

    title: str
    text: str
    media_type: str
    kind: DocumentKind = "prose"
    parts: tuple[Part, ...] = ()
    date: str = ""
    note: str = ""
    remedy: str = ""
    scanned: tuple[int, ...] = ()


def suffix_of(name: str) -> str:
    """Return the lower-case suffix of a file name with its dot, or "" if it has none."""
    stem, dot, ending = name.rpartition(".")
    return f".{ending.lower()}" if dot and stem else ""


MAX_CHARS: Final = 20_000_000  # maximum length of a document's text
_MAX_TITLE: Final = 300
_BLANK: Final = re.compile(r"(?<!\s)\s{2000,}")
"""Runs of white space so long that they are meaningless and would only fill chunks."""
_APART: Final = "\n\n"


class Composer:
    """Builds a document part by part; its parts are contiguous and never empty."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._parts: list[Part] = []
        self._size = 0
        self.full = False
        """True once there is no room for more text."""

    def add(self, text: str, *, page: int = 0, label: str = "", first_line: int = 0) -> None:
        """Add a part unless it is blank, truncating it if the document becomes too long."""
        lines = text[: len(text) - len(text.lstrip())].count("\n") if first_line else 0
        text = _BLANK.sub(lambda match: match[0][:2000], readable(text))
        if not text.strip() or self.full:
            return
        if self._parts:
            self._texts.append(_APART)
            self._size += len(_APART)
            self._parts[-1] = replace(self._parts[-1], end=self._size)
        start = self._size
        room = MAX_CHARS - start
        self.full = len(text) > room
        text = text[:room]
        self._texts.append(text)
        self._size += len(text)
        line = first_line + lines if first_line else 0
        self._parts.append(Part(start, self._size, page, one_line(label, _MAX_TITLE), line))

    def add_slide(self, number: int, title: str, blocks: Sequence[str]) -> None:
        """Add a slide with its title and text blocks, unless it is empty."""
        heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
        if blocks := [block for block in blocks if block]:
            self.add("\n\n".join((heading, *blocks)), page=number, label=title)
        elif title:
            self.add(heading, page=number, label=title)

    def loaded(
        self,
        title: str,
        media_type: str,
        *,
        kind: DocumentKind = "prose",
        date: str = "",
        note: str = "",
    ) -> Loaded:
        """Return the document; its text is empty if there are no parts."""
        if self.full:
            cut = f"Only its first {MAX_CHARS:,} characters were read."
            note = f"{note} {cut}".strip()
        return Loaded(
            one_line(title, _MAX_TITLE),
            "".join(self._texts),
            media_type,
            kind,
            tuple(self._parts),
            date,
            note,
        )


# --- File types


DATA_SETS: Final = frozenset({".arrow", ".parquet"})


def not_read(name: str, media_type: str) -> Unreadable:
    """Return the error for a file of an unsupported type; ``media_type`` may be empty."""
    if suffix_of(name) in DATA_SETS:
        return Unreadable(
            f"{name} is a data set of many documents, which are indexed separately.",
            "Use: desktop-agent knowledge build",
        )
    what, remedy = kind_name(media_type)
    if what == "an archive":
        return Unreadable(
            f"{name} is an archive, which isn't supported.", "Unpack it into the folder."
        )
    return Unreadable(
        f"{name} is {what or 'of an unknown type'}, which isn't supported.",
        "Save it as PDF, DOCX or text." if "PDF" in remedy else "",
    )


@dataclass(frozen=True, slots=True)
class FileTypes:
    """The tables of ``resources/file_types.toml``.

    Most map suffixes (lower-case, with the dot) to media types; ``suffixes`` contains all supported
    suffixes. ``office_filters`` maps media types to LibreOffice's filter and the target format, and
    ``install`` maps programs to install commands by package manager.
    """

    code: Mapping[str, str]
    data: Mapping[str, str]
    text: Mapping[str, str]
    tables: Mapping[str, str]
    html: Mapping[str, str]
    others: Mapping[str, str]
    office_filters: Mapping[str, Sequence[str]]
    install: Mapping[str, Mapping[str, str]]
    suffixes: frozenset[str]


@cache
def file_types() -> FileTypes:
    """Return the supported file types, which are loaded only once."""
    table: dict[str, dict[str, Any]] = toml_resource("file_types.toml")
    office_filters, install = table.pop("office_filters"), table.pop("install")
    groups: dict[str, dict[str, str]] = {
        name: {suffix: kind for kind, suffixes in kinds.items() for suffix in suffixes.split()}
        for name, kinds in table.items()
    }
    code = {suffix: f"text/x-{language}" for suffix, language in groups.pop("code").items()}
    suffixes = frozenset({*code, *(each for group in groups.values() for each in group)})
    return FileTypes(
        code=code, office_filters=office_filters, install=install, suffixes=suffixes, **groups
    )
