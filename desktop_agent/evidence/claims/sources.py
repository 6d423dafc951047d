"""What a check of claims may quote from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source that an answer may cite as ``[number]``, with the text that was stored of it.

    ``text`` is the whole stored page as markdown, empty when the page was not read; offsets of
    quotes count its characters. ``snapshot`` is the SHA-256 of the stored text, or empty.
    """

    number: int
    url: str
    title: str
    text: str
    snapshot: str = ""

    @property
    def read(self) -> bool:
        """True when there is text to quote from."""
        return bool(self.text.strip())
