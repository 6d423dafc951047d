"""What a look at the sources finds."""

from collections.abc import Callable
from dataclasses import dataclass

from desktop_agent.knowledge.catalogue_rows import Source


@dataclass(frozen=True, slots=True)
class Text:
    """What is no file: a stored page or a discovery.

    ``load`` gives its bytes and may raise `StorageError`; ``name`` tells their kind. ``date`` is in
    ISO 8601.
    """

    load: Callable[[], bytes]
    name: str
    title: str
    url: str
    date: str


@dataclass(frozen=True, slots=True)
class Found:
    """Something in a source that can be indexed.

    ``path`` is exact, as the system names the file, or names what a built-in source keeps.
    """

    source: Source
    key: str
    path: str
    size: int
    modified_ns: int
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A folder that could not be looked into, and why: what was in it may be there still."""

    path: str
    reason: str
    remedy: str = ""
