"""Where a block stands in a written document."""

from dataclasses import dataclass, replace

from desktop_agent.ui.markdown.settling import LISTS
from desktop_agent.ui.markdown.text_styles import LIST_INDENT, QUOTE_INDENT

_INDENTS_MOST = 12
"""Levels that are set in from the left; deeper ones would leave no room for their text."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block stands: pixels from the left, quotes around it, and depth of lists."""

    left: float = 0
    quote: int = 0
    depth: int = 0

    def inside(self, kind: str) -> "Place":
        """Gives the place inside of a block of this kind."""
        if kind == "blockquote":
            return replace(self, left=self.left + self._step(QUOTE_INDENT), quote=self.quote + 1)
        if kind in LISTS:
            return replace(self, left=self.left + self._step(LIST_INDENT), depth=self.depth + 1)
        return self

    def _step(self, pixels: float) -> float:
        return pixels if self.quote + self.depth < _INDENTS_MOST else 0
