"""A piece of a text around what a search found in it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from desktop_agent.core.conversations import Snippet
from desktop_agent.storage.conversations.query import Phrase
from desktop_agent.storage.conversations.terms import fold_with_places

CHARS = 120
_BEFORE = 30
_READ_MOST = 200_000
_FOUND_MOST = 50
_SPACE = re.compile(r"\s")


class Span(NamedTuple):
    """Where, in characters, which of the phrases was found."""

    start: int
    end: int
    phrase: int


@dataclass(frozen=True, slots=True)
class Places:
    """A text, and where in it the phrases of a query are."""

    text: str
    spans: tuple[Span, ...]

    @property
    def phrases(self) -> int:
        """How many different ones were found."""
        return len({span.phrase for span in self.spans})


def find_phrases(text: str, wanted: Sequence[Phrase]) -> Places:
    """Finds the phrases in a text, or in its beginning where it is very long."""
    text = unicodedata.normalize("NFC", text[:_READ_MOST])
    folded, places = fold_with_places(text)
    spans = []
    for which, phrase in enumerate(wanted):
        for found in islice(phrase.pattern.finditer(folded), _FOUND_MOST):
            start, end = found.span()
            if places is not None:
                start, end = places[start], places[end - 1] + 1
            spans.append(Span(start, end, which))
    return Places(text, tuple(sorted(spans)))


def snippet(found: Places) -> Snippet:
    """Gives about `CHARS` characters of the text with the most different phrases in them."""
    text, at = found.text, _best(found.spans)
    end = min(max(at - _BEFORE, 0) + CHARS, len(text))
    start = max(min(at - _BEFORE, end - CHARS), 0)
    start, end = _to_words(text, start, end, at)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    shift = start - len(before)
    inside = [
        (span.start - shift, min(span.end, end) - shift)
        for span in found.spans
        if start <= span.start < end
    ]
    return Snippet(before + _SPACE.sub(" ", text[start:end]) + after, tuple(_merged(inside)))


def _best(spans: Sequence[Span]) -> int:
    """Gives where the piece with the most different phrases begins."""
    best, most = 0, 0
    for index, first in enumerate(spans):
        near = islice(spans, index, index + _FOUND_MOST)
        inside = {span.phrase for span in near if span.end <= first.start + CHARS - _BEFORE}
        if len(inside) > most or not most:
            best, most = first.start, max(len(inside), 1)
    return best


def _to_words(text: str, start: int, end: int, at: int) -> tuple[int, int]:
    """Moves the ends in to the nearest spaces, where there are some near."""
    if start:
        space = text.find(" ", start, min(start + 15, at))
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", max(end - 15, at + 1), end)
        end = space if space >= 0 else end
    return start, end


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
