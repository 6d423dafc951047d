"""What a loader makes of a file."""

from dataclasses import dataclass

from desktop_agent.core.knowledge import DocumentKind


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a document's text that a citation names: a page, a slide, a sheet, a chapter.

    ``start`` and ``end`` are characters of the text; parts do not overlap and stand in order.
    ``page`` counts from 1 (0: none). ``first_line`` is the line or row number, from 1, of the part's
    first line; 0 where lines mean nothing.
    """

    start: int
    end: int
    page: int = 0
    label: str = ""
    first_line: int = 0


@dataclass(frozen=True, slots=True)
class Loaded:
    """The text of a document, Markdown where its form has headings, lists and tables.

    No chunk crosses from one of the ``parts`` into another; text between parts belongs to none.
    ``language`` is the name of a programming language for ``kind`` ``code`` (as Pygments has it).
    ``date`` is what the document says of itself (ISO 8601, may be only a year), or empty. ``note``
    says what a reader should know of the reading, such as that it was cut.
    """

    title: str
    text: str
    media_type: str
    kind: DocumentKind = "prose"
    parts: tuple[Part, ...] = ()
    language: str = ""
    date: str = ""
    note: str = ""
