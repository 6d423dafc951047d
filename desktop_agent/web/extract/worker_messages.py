"""Messages to and from the extraction worker process."""

from dataclasses import dataclass

from desktop_agent.core.research import PageFact, PageFormat


@dataclass(frozen=True, slots=True)
class Document:
    """A response body to extract; ``charset`` is taken from the Content-Type header."""

    body: bytes
    media_type: str
    charset: str | None
    url: str
    format: PageFormat = "markdown"


@dataclass(frozen=True, slots=True)
class ExtractedDocument:
    """The text and metadata extracted from a document.

    ``media_type`` is the detected type. ``links`` are absolute and unique. ``data`` contains facts
    missing from ``text``; to be citable, they must be stored directly after the text. ``cut`` is
    True if the page had too many elements. The other fields correspond to those of `Page`.
    """

    title: str
    text: str
    media_type: str
    links: tuple[str, ...] = ()
    facts: tuple[PageFact, ...] = ()
    published: str = ""
    data: str = ""
    author: str = ""
    site: str = ""
    wall: str = ""
    cut: bool = False
