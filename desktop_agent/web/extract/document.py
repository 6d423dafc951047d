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
class Extracted:
    """What can be read; ``media_type`` is what it really is, ``links`` are absolute and unique.

    ``facts``, ``published`` and ``language`` are as in `Page`. ``data`` is what is to be stored
    straight after ``text``, so that facts which the text does not hold can be cited too.
    """

    title: str
    text: str
    media_type: str
    links: tuple[str, ...] = ()
    facts: tuple[PageFact, ...] = ()
    published: str = ""
    language: str = ""
    data: str = ""
