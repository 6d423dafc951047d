"""The text of a document put together from its parts, with their places."""

import re
from typing import Final

from desktop_agent.core.knowledge import DocumentKind
from desktop_agent.knowledge.loaders.loaded import Loaded, Part
from desktop_agent.web.extract.readable import one_line, readable

MAX_CHARS: Final = 20_000_000
"""Characters of a document that are kept."""

_MAX_TITLE: Final = 300
_BLANK: Final = re.compile(r"(?<!\s)\s{2000,}")
"""More white space than a document has; it would only make chunks of nothing."""
_APART: Final = "\n\n"


class Composer:
    """Takes a document part by part; the parts are contiguous, and none is empty."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._parts: list[Part] = []
        self._size = 0
        self.full = False
        """True once there is no room for more: what follows need not be read."""

    def add(self, text: str, *, page: int = 0, label: str = "", first_line: int = 0) -> None:
        """Adds a part; what holds nothing to read is left out."""
        lines = text[: len(text) - len(text.lstrip())].count("\n") if first_line else 0
        text = _BLANK.sub(lambda match: match[0][:2000], readable(text))
        if not text.strip() or self.full:
            return
        start = self._size
        if self._parts:
            self._close(_APART)
            start = self._size
        room = MAX_CHARS - start
        self.full = len(text) > room
        text = text[:room]
        self._texts.append(text)
        self._size += len(text)
        line = first_line + lines if first_line else 0
        self._parts.append(Part(start, self._size, page, one_line(label, _MAX_TITLE), line))

    def _close(self, apart: str) -> None:
        last = self._parts[-1]
        self._texts.append(apart)
        self._size += len(apart)
        self._parts[-1] = Part(last.start, self._size, last.page, last.label, last.first_line)

    def loaded(
        self,
        title: str,
        media_type: str,
        *,
        kind: DocumentKind = "prose",
        language: str = "",
        date: str = "",
        note: str = "",
    ) -> Loaded:
        """Gives the document; its text is empty where no part holds anything."""
        if self.full:
            cut = f"Only its first {MAX_CHARS:,} characters were read."
            note = f"{note} {cut}".strip()
        return Loaded(
            one_line(title, _MAX_TITLE),
            "".join(self._texts),
            media_type,
            kind,
            tuple(self._parts),
            language,
            date,
            note,
        )
