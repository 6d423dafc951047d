"""What goes to the worker process and what comes back."""

from dataclasses import dataclass

from desktop_agent.core.research import PageFormat


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
    """What can be read; ``media_type`` is what it really is, ``links`` are absolute and unique."""

    title: str
    text: str
    media_type: str
    links: tuple[str, ...] = ()
