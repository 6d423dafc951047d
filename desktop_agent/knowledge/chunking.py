"""Split documents into chunks that are small enough for an embedding model.

A chunk ends at the best boundary near its size limit, preferring headings, then paragraphs, lines,
sentences and words. Small neighbouring sections share a chunk. Chunking takes linear time.

No library is used, because those that were measured fill the chunks of long Markdown documents to
only 53 to 64 % on average, compared with 73 to 92 % here. Token counts are estimates, since every
embedding model has a different tokenizer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentKind, Place
from desktop_agent.core.markdown import cells_of, paths_at
from desktop_agent.core.text import one_line
from desktop_agent.knowledge.index.base import NewChunk
from desktop_agent.knowledge.loaders.document import Loaded, Part

# --- Token estimates: a rate for each script, and more at the start of a word or number

_SLICE: Final = 200_000  # characters converted at a time, to save memory
_ROUNDING: Final = 1e-6
_LONG: Final = 12  # letters and digits in a row; longer runs are hardly ever one token
_FIRST, _EACH = np.array(
    [(0x00, 0.2), (0x0A, 0.9), (0x0B, 0.2), (0x21, 0.8), (0x30, 0.3), (0x3A, 0.8), (0x41, 0.5),
     (0x5B, 0.8), (0x61, 0.12), (0x7B, 0.8), (0xA0, 1.2), (0xC0, 2.3), (0x250, 1.8), (0x370, 1.0),
     (0x400, 0.6), (0x530, 2.0), (0x590, 1.0), (0x700, 2.0), (0x900, 1.0), (0x980, 2.0), (0xE00, 1.0),
     (0xE80, 2.4), (0x2000, 1.2), (0x3000, 1.2), (0x3400, 1.4), (0xAC00, 1.4), (0xD7A4, 3.0)]
).T  # fmt: skip
"""First code point of each range of characters, and tokens per character in that range."""


def _tokens(text: str) -> NDArray[np.float64]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    upper, lower = (codes >= 0x41) & (codes <= 0x5A), (codes >= 0x61) & (codes <= 0x7A)
    letter = upper | lower | ((codes >= 0xC0) & (codes < 0x530))
    digit = (codes >= 0x30) & (codes <= 0x39)
    at = np.arange(codes.size)
    run = at - np.maximum.accumulate(np.where(letter | digit, 0, at))
    cases = (
        digit & ~_behind(digit),
        run > _LONG,
        letter & ~_behind(letter),
        upper & _behind(lower),
    )
    least = np.select(cases, (1.0, 0.7, 0.5, 0.5), 0.0)
    again = np.append(False, codes[1:] == codes[:-1]) & (codes < 0x80) & ~letter & ~digit
    each = _EACH[np.searchsorted(_FIRST, codes, "right") - 1]
    return np.where(again, 0.1, np.maximum(each, least))


def _behind(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.append(False, mask[:-1])


class TokenEstimate:
    """Estimates the number of tokens in any part of a document's text.

    All positions are character offsets.
    """

    def __init__(self, text: str) -> None:
        slices = (text[at : at + _SLICE] for at in range(0, len(text), _SLICE))
        self._totals = np.cumsum(np.concatenate([np.zeros(1), *map(_tokens, slices)]))

    def between(self, start: int, end: int) -> int:
        return round(float(self._totals[end] - self._totals[start]))

    def reach(self, start: int, tokens: float) -> int:
        """Return the last offset that is at most ``tokens`` tokens after ``start``."""
        most = self._totals[start] + tokens + _ROUNDING
        return int(np.searchsorted(self._totals, most, "right")) - 1

    def back(self, end: int, tokens: int) -> int:
        """Return the first offset that is at most ``tokens`` tokens before ``end``."""
        return int(np.searchsorted(self._totals, self._totals[end] - tokens - _ROUNDING))


# --- Where a text may be cut

Places = NDArray[np.int64]

_MARKED: Final = re.compile(
    r"^(?:[ \t]{0,40}(?P<fence>`{3,400}|~{3,400})| {0,3}(?P<marks>#{1,6})(?=[ \t\n]))", re.MULTILINE
)
_AFTER_BLANK: Final = re.compile(r"(?:^|\n[ \t]*\n+)([ \t]*)(?=[^\s})\]])")
_BLOCK: Final = re.compile(r"\n[ \t]*\n+")
_LINE: Final = re.compile(r"\n+")
_SENTENCE: Final = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)\]]{0,3}\s+|[\u3002\uff01\uff1f\u061f\u06d4\u0964][\u201d\u300d\u300f]?"
)
_SPACE: Final = re.compile(r"\s+")
_LOWEST: Final = 6
_INDENT: Final = 2  # spaces of indentation for each level of code


def _sections(text: str, kind: DocumentKind) -> tuple[Places, Places]:
    """Return the starts of the sections in order, and their levels; 1 is the highest.

    Prose is divided at headings, and code after empty lines, where less indentation means a higher
    level. Tables have no sections, so they are cut between rows.
    """
    find = {"prose": _headings, "code": _code_sections}.get(kind)
    found = np.array(list(find(text)) if find else [], np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _headings(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and level of each heading, except those directly below another heading."""
    fence = ""
    last_end = -1
    for match in _MARKED.finditer(text):
        end = _line_end(text, match.end())
        if mark := match["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not text[match.end() : end].strip():
                fence = ""
        elif not fence:
            if last_end < 0 or text[last_end : match.start()].strip():
                yield match.start(), len(match["marks"])
            last_end = end


def _code_sections(text: str) -> Iterator[tuple[int, int]]:
    for match in _AFTER_BLANK.finditer(text):
        indent = len(match[1].expandtabs(4))
        yield match.start(1), min(1 + indent // _INDENT, _LOWEST)


def _ends(pattern: re.Pattern[str], text: str) -> Places:
    return np.fromiter((match.end() for match in pattern.finditer(text)), np.int64)


def _line_end(text: str, at: int, stop: int | None = None) -> int:
    stop = len(text) if stop is None else stop
    end = text.find("\n", at, stop)
    return stop if end < 0 else end


# --- Cutting

# shares of the maximum tokens from which on a boundary of each kind is used
_SECTION_FROM: Final = 0.5
_BLOCK_FROM: Final = 0.65
_LINE_FROM: Final = 0.75
_SENTENCE_FROM: Final = 0.75
_WORD_FROM: Final = 0.9
_FILLED: Final = 0.98  # of the maximum tokens, because an estimate may be too low


def chunk(loaded: Loaded, *, tokens: int, overlap: int) -> tuple[NewChunk, ...]:
    """Return the chunks of a document in order; together they contain all of its text.

    No chunk has more than ``tokens`` estimated tokens, not counting trailing white space; counted
    with ``cl100k_base``, 99 of 100 chunks stay within the limit. No chunk is blank, and none
    crosses a boundary between parts. If a paragraph is cut, up to ``overlap`` tokens appear in both
    chunks.
    """
    if not loaded.text.strip():
        return ()
    spans = _Cutter(loaded, tokens, min(overlap, tokens // 2)).spans()
    return tuple(_chunks_of(loaded, spans))


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    part: Part


class _Cutter:
    def __init__(self, loaded: Loaded, tokens: int, overlap: int) -> None:
        self._loaded = loaded
        self._text = text = loaded.text
        self._tokens = int(tokens * _FILLED)
        self._overlap = 0 if loaded.kind == "table" else overlap
        self._measure = TokenEstimate(text)
        self._sections, self._levels = _sections(text, loaded.kind)
        blocks = np.zeros(0, np.int64) if loaded.kind == "table" else _ends(_BLOCK, text)
        self._borders = ((_BLOCK_FROM, blocks), (_LINE_FROM, _ends(_LINE, text)))

    def spans(self) -> list[_Span]:
        """Return the spans in order; blank text belongs to the one before it, or to the first."""
        found: list[_Span] = []
        for part in self._parts():
            start = end = part.start
            while end < part.end:
                end, again = self._next_end(start, end, part.end)
                if self._text[start:end].strip():
                    found.append(_Span(start if found else 0, end, part))
                elif found:
                    found[-1] = _Span(found[-1].start, end, found[-1].part)
                start = self._overlapping(start, end) if again else end
        return found

    def _parts(self) -> Iterator[Part]:
        """Yield the parts in order, with the text outside them as unnamed parts."""
        at = 0
        for part in (*self._loaded.parts, Part(len(self._text), len(self._text))):
            if part.start > at:
                yield Part(at, part.start)
            if part.end > part.start:
                yield part
            at = part.end

    def _next_end(self, start: int, after: int, stop: int) -> tuple[int, bool]:
        """Return the end of the chunk at ``start``, and whether the next chunk may overlap it."""
        most = self._measure.reach(start, self._tokens)
        if most >= stop:
            return stop, False
        if places := _within(self._sections, self._low(start, after, _SECTION_FROM), most):
            levels = self._levels[places]
            return int(self._sections[places][levels == levels.min()][-1]), False
        for share, borders in self._borders:
            if places := _within(borders, self._low(start, after, share), most):
                return int(borders[places][-1]), True
        for share, pattern in ((_SENTENCE_FROM, _SENTENCE), (_WORD_FROM, _SPACE)):
            found = pattern.finditer(self._text, self._low(start, after, share), most)
            ends = [match.end() for match in found]
            if ends and ends[-1] > after:
                return ends[-1], True
        return max(most, after + 1), True

    def _low(self, start: int, after: int, share: float) -> int:
        return max(after, self._measure.reach(start, int(self._tokens * share)))

    def _overlapping(self, start: int, end: int) -> int:
        """Return the start of the next chunk: a line, sentence or word just before ``end``."""
        if not self._overlap:
            return end
        low = max(start + 1, self._measure.back(end, self._overlap))
        for pattern in (_LINE, _SENTENCE, _SPACE):
            match = pattern.search(self._text, low - 1, end)
            if match and low <= match.end() < end:
                return match.end()
        return end


def _within(places: Places, low: int, most: int) -> slice | None:
    """Return the slice of the sorted places above ``low`` and up to ``most``, or None."""
    first, last = np.searchsorted(places, (low, most), "right")
    return slice(int(first), int(last)) if last > first else None


# --- Positions of chunks: page, headings, lines

_TITLES: Final = re.compile(r"(?:\s*(?: {0,3}#{1,6}[ \t][^\n]*)(?:\n|$))+\s*")
_TITLE: Final = re.compile(r"\s*#{1,6}[ \t]+([^\n]{0,200})")
_RULER: Final = re.compile(r"^\|(?: ?:?-+:? ?\|)+[ \t]*$", re.MULTILINE)
# lines that open a code block or end a table header
_OPENS: Final = re.compile(r"[ \t]{0,40}(?:`{3,}|~{3,})|\|[ :\-|]+$")
_MOST_SKIPPED: Final = 4
_MOST_TITLES: Final = 200
_MOST_LINES: Final = 1_000_000


def _chunks_of(loaded: Loaded, spans: Sequence[_Span]) -> Iterator[NewChunk]:
    newlines = np.fromiter((match.start() for match in re.finditer("\n", loaded.text)), np.int64)
    for span, path in zip(spans, _paths(loaded, spans, len(newlines)), strict=True):
        part, (first, last) = span.part, _lines_of(loaded, span, newlines)
        place = Place(span.start, span.end, part.page, part.label, path, first, last)
        yield NewChunk(loaded.text[span.start : span.end], place)


def _paths(loaded: Loaded, spans: Sequence[_Span], lines: int) -> list[tuple[str, ...]]:
    """Return the headings or column titles above each span."""
    text = loaded.text
    if loaded.kind == "table":
        return [_columns(text, each.part) if each.start > each.part.start else () for each in spans]
    if loaded.kind == "code" or lines > _MOST_LINES:  # in a dump, finding them takes a minute
        return [()] * len(spans)
    firsts = [_first_words(text, each.start, each.end) for each in spans]
    paths = paths_at(text, firsts)
    return [
        _unsaid(paths.get(first, ()), text, span.part)
        for span, first in zip(spans, firsts, strict=True)
    ]


def _columns(text: str, part: Part) -> tuple[str, ...]:
    """Return the column titles of a table part, repeated in all of its chunks but the first."""
    ruler = _RULER.search(text, part.start, part.end)
    if ruler is None:
        return ()
    begin = text.rfind("\n", part.start, max(part.start, ruler.start() - 1)) + 1
    titles = " | ".join(cells_of(text[max(begin, part.start) : ruler.start()].strip()))
    return (one_line(titles, _MOST_TITLES),) if titles else ()


def _lines_of(loaded: Loaded, span: _Span, newlines: Places) -> tuple[int, int]:
    """Return a span's first and last non-blank line, or (0, 0) if its part has no lines."""
    part, text = span.part, loaded.text
    if not part.first_line:
        return 0, 0
    words = text[span.start : span.end]
    first = span.start + len(words) - len(words.lstrip())
    last = span.end - len(words) + len(words.rstrip()) - 1
    begin = part.start
    if loaded.kind == "table" and (ruler := _RULER.search(text, part.start, part.end)):
        begin = min(ruler.end() + 1, part.end)  # rows are counted from below the head
    before, one, other = np.searchsorted(newlines, (begin, max(begin, first), max(begin, last)))
    return part.first_line + int(one - before), part.first_line + int(other - before)


def _first_words(text: str, start: int, end: int) -> int:
    """Skip a span's leading headings; return the last offset of the first line of text."""
    titles = _TITLES.match(text, start, end)
    at = titles.end() if titles and titles.end() < end else start
    while at < end - 1 and text[at].isspace():
        at += 1
    stop = _line_end(text, at, end)
    for _ in range(_MOST_SKIPPED):
        following = text[stop + 1 : _line_end(text, stop + 1, end)]
        if stop + 1 >= end or not (_OPENS.match(text, at, stop) or _RULER.match(following)):
            break
        at, stop = stop + 1, stop + 1 + len(following)
    return max(at, stop - 1)


def _unsaid(path: tuple[str, ...], text: str, part: Part) -> tuple[str, ...]:
    """Drop headings that repeat the part's label or its page's title."""
    said = {part.label}
    if part.page and (title := _TITLE.match(text, part.start, part.end)):
        said.add(" ".join(title[1].split()))
    return tuple(each for each in path if each not in said)
