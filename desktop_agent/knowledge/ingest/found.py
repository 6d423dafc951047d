"""What a look at the sources finds."""

from collections.abc import Callable
from dataclasses import dataclass

from desktop_agent.knowledge.catalogue_rows import Source
from desktop_agent.knowledge.file_paths import document_key


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


@dataclass(slots=True)
class Found:
    """Something in a source that can be indexed.

    ``path`` is exact, as the system names the file, or names what a built-in source keeps.
    """

    source: Source
    path: str
    size: int
    modified_ns: int
    text: Text | None = None

    @property
    def key(self) -> str:
        """The key of its document. Of a hundred thousand files, few are asked for it."""
        return document_key(self.source.collection, self.path)


@dataclass(frozen=True, slots=True)
class Unseen:
    """A folder that could not be looked into, and why: what was in it may be there still."""

    path: str
    reason: str
    remedy: str = ""
