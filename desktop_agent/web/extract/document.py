"""What goes to the worker process and what comes back."""

from dataclasses import dataclass

from desktop_agent.core.research import PageFact, PageFormat


@dataclass(frozen=True, slots=True)
class Document:
    """A body as it came; ``charset`` is what its Content-Type header says, or None."""

    body: bytes
    media_type: str
    charset: str | None
    url: str
    format: PageFormat = "markdown"


@dataclass(frozen=True, slots=True)
class ExtractedDocument:
    """What can be read; ``media_type`` is what it really is, ``links`` are absolute and unique.

    ``data`` is what is to be stored straight after ``text``, so that facts which the text does not
    hold can be cited too. ``cut`` is True when more was there than is read of a page. All else is as
    in `Page`.
    """

    title: str
    text: str
    media_type: str
    links: tuple[str, ...] = ()
    facts: tuple[PageFact, ...] = ()
    published: str = ""
    language: str = ""
    data: str = ""
    author: str = ""
    site: str = ""
    canonical: str = ""
    wall: str = ""
    cut: bool = False
