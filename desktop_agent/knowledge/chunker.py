"""A document to chunks: stretches of its text, each small enough for an embedding model.

A chunk ends at the best border in its last part: a heading, a paragraph, a line, a sentence, a
word. Neighbouring small sections share one. Offsets, tokens and borders are found in one pass, so
that it takes linear time whatever the text is.

The borders are our own, because a splitter that never joins the end of a long section with what
follows it fills chunks of long Markdown to 53 to 64 % on average, and these are 73 to 92 % full.
Tokens are estimated (`tokens`), because an embedding model has a tokenizer of its own anyway.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from desktop_agent.knowledge.chunking.borders import Borders, borders_of
from desktop_agent.knowledge.chunking.places import places_of
from desktop_agent.knowledge.chunking.tokens import TokenMeasure, token_counter
from desktop_agent.knowledge.index.base import NewChunk
from desktop_agent.knowledge.loaders.loaded import Loaded, Part

LEAST_TOKENS: Final = 64

_SECTION: Final = 0.5  # of the tokens that a chunk may have; from there on the border is looked for
_BLOCK: Final = 0.65
_LINE: Final = 0.75
_SENTENCE: Final = 0.75
_WORD: Final = 0.9
_FILLED: Final = 0.98  # of the tokens: what is estimated may be too few
_SENTENCE_END: Final = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)\]]{0,3}\s+|[\u3002\uff01\uff1f\u061f\u06d4\u0964][\u201d\u300d\u300f]?"
)
_LINE_END: Final = re.compile(r"\n+")
_SPACE: Final = re.compile(r"\s+")
_JOINING: Final = "\u200d\ufe0f"


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    part: Part


def chunk(loaded: Loaded, *, tokens: int, overlap: int) -> tuple[NewChunk, ...]:
    """Gives the chunks of a document, in order; together they hold all of its text.

    None has more than ``tokens`` tokens as they are estimated, but by white space at its end. By the
    real ``cl100k_base`` 99 of 100 chunks have at most ``tokens``; others have up to 6 % more, and
    up to 30 % where a script was not learned from or rare characters stand at random. None is white
    space alone: a text of nothing else has no chunks. Where a paragraph is cut, up to ``overlap``
    tokens stand in both chunks. No chunk crosses a border of the document's parts.

    Raises:
        ValueError: ``tokens`` is under `LEAST_TOKENS`.
    """
    if tokens < LEAST_TOKENS:
        raise ValueError(f"chunks of {tokens} tokens are too small: from {LEAST_TOKENS} on")
    if not loaded.text.strip():
        return ()
    cutter = _Cutter(loaded, tokens, min(overlap, tokens // 2))
    spans = _with_words(loaded.text, cutter.spans())
    places = places_of(loaded, [(span.start, span.end, span.part) for span in spans])
    return tuple(NewChunk(loaded.text[place.start : place.end], place) for place in places)


def _stretches(loaded: Loaded) -> Iterator[Part]:
    """Yields the parts, and what stands between them as parts without a name."""
    at = 0
    for part in loaded.parts:
        if part.start > at:
            yield Part(at, part.start)
        if part.end > part.start:
            yield part
        at = part.end
    if at < len(loaded.text):
        yield Part(at, len(loaded.text))


def _with_words(text: str, spans: Sequence[_Span]) -> list[_Span]:
    """Joins white space alone to the chunk before it, or to the first."""
    kept: list[_Span] = []
    start = 0
    for span in spans:
        words = text[span.start : span.end].strip()
        if words:
            kept.append(span if kept else _Span(start, span.end, span.part))
        elif kept:
            kept[-1] = _Span(kept[-1].start, span.end, kept[-1].part)
    return kept


class _Cutter:
    """Cuts one document."""

    def __init__(self, loaded: Loaded, tokens: int, overlap: int) -> None:
        self._loaded = loaded
        self._text = loaded.text
        self._tokens = int(tokens * _FILLED)
        self._overlap = 0 if loaded.kind == "table" else overlap
        self._measure: TokenMeasure = token_counter().measure(loaded.text)
        self._borders: Borders = borders_of(loaded.text, loaded.kind)

    def spans(self) -> list[_Span]:
        found: list[_Span] = []
        for part in _stretches(self._loaded):
            start = end = part.start
            while end < part.end:
                end, again = self._next_end(start, end, part.end)
                found.append(_Span(start, end, part))
                start = self._overlapping(start, end) if again else end
        return found

    def _next_end(self, start: int, after: int, stop: int) -> tuple[int, bool]:
        """Gives where the chunk from ``start`` ends, and whether the next may share some of it."""
        most = self._measure.reach(start, self._tokens)
        if most >= stop:
            return stop, False
        if found := self._section(max(after, self._at(start, _SECTION)), most):
            return found, False
        borders = self._borders
        for least, places in ((_BLOCK, borders.blocks), (_LINE, borders.lines)):
            low = max(after, self._at(start, least))
            near = places[
                np.searchsorted(places, low, "right") : np.searchsorted(places, most, "right")
            ]
            if near.size:
                return int(near[-1]), True
        for least, pattern in ((_SENTENCE, _SENTENCE_END), (_WORD, _SPACE)):
            low = max(after, self._at(start, least))
            ends = [match.end() for match in pattern.finditer(self._text, low, most)]
            if ends and ends[-1] > after:
                return ends[-1], True
        return self._whole_sign(max(most, after + 1), after), True

    def _at(self, start: int, share: float) -> int:
        return self._measure.reach(start, int(self._tokens * share))

    def _section(self, low: int, most: int) -> int:
        """Gives the start of the highest section in reach, of several the last; 0 if there is none."""
        starts = self._borders.sections
        first = int(np.searchsorted(starts, low, "right"))
        last = int(np.searchsorted(starts, most, "right"))
        if first == last:
            return 0
        levels = self._borders.levels[first:last]
        return int(starts[first + np.flatnonzero(levels == levels.min())[-1]])

    def _whole_sign(self, at: int, after: int) -> int:
        """Moves a cut in front of a character that several code points make together."""
        import unicodedata

        text = self._text
        back = at
        while back > after + 1 and at - back < 8 and back < len(text):
            joined = unicodedata.combining(text[back]) or text[back] in _JOINING
            if not joined and text[back - 1] != _JOINING[0]:
                return back
            back -= 1
        return at

    def _overlapping(self, start: int, end: int) -> int:
        """Gives where the chunk after ``end`` begins: at a line, sentence or word shortly before it."""
        if not self._overlap:
            return end
        low = max(start + 1, self._measure.back(end, self._overlap))
        for pattern in (_LINE_END, _SENTENCE_END, _SPACE):
            match = pattern.search(self._text, low - 1, end)
            if match and low <= match.end() < end:
                return match.end()
        return end
