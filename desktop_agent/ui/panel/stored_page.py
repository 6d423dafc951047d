"""What the window needs to know of the stored text of a page, and of where those are kept."""

from collections.abc import Sequence
from typing import Protocol


class Reading(Protocol):
    """One time that a page was read; ``fetched_at`` is ISO 8601 in UTC."""

    @property
    def url(self) -> str: ...

    @property
    def final_url(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def fetched_at(self) -> str: ...


class StoredPage(Protocol):
    """A stored text, and when it was read, in the order in which that happened."""

    @property
    def hash(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def fetches(self) -> Sequence[Reading]: ...


class PageStore(Protocol):
    """Where stored pages come from."""

    def snapshot(self, name: str) -> StoredPage:
        """Gives the page with that hash; blocks. Raises `AgentError` when it is not to be had."""
        ...


def reading_of(page: StoredPage, url: str) -> Reading | None:
    """Gives the last reading of an address, or of any where that one is not among them."""
    same = [each for each in page.fetches if url in (each.url, each.final_url)] or page.fetches
    return same[-1] if same else None
