"""Split documents into chunks that are small enough for an embedding model.

A chunk ends at the best boundary near its size limit, preferring headings, then paragraphs, lines,
sentences and words. Small neighbouring sections share a chunk. Chunking takes linear time.

No library is used, because those that were measured fill the chunks of long Markdown documents to
only 53 to 64 % on average, whereas this code fills them to 73 to 92 %. Token counts are estimates,
since every embedding model has a different tokenizer.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    """Estimates how many tokens any part of a text has; all positions are character offsets."""

    def __init__(self, text: str) -> None:
        slices = (text[at : at + _SLICE] for at in range(0, len(text), _SLICE))
        self._totals = np.cumsum(np.concatenate([np.zeros(1), *map(_tokens, slices)]))

    def between(self, start: int, end: int) -> int:
        return round(float(self._totals[end] - self._totals[start]))

    def reach(self, start: int, tokens: int) -> int:
        """Return the last offset that is at most ``tokens`` tokens after ``start``."""
        most = self._totals[start] + tokens + _ROUNDING
        return int(np.searchsorted(self._totals, most, "right")) - 1

    def back(self, end: int, tokens: int) -> int:
        """Return the first offset that is at most ``tokens`` tokens before ``end``."""
        return int(np.searchsorted(self._totals, self._totals[end] - tokens - _ROUNDING))


# --- Boundaries, from the best to the worst

Places = NDArray[np.int64]

_FENCE: Final = r"[ \t]{0,40}(?P<fence>`{3,400}|~{3,400})"
_MARKED: Final = re.compile(
    rf"^(?:{_FENCE}| {{0,3}}(?P<marks>#{{1,6}})(?=[ \t\n])|(?P<line>[=-])(?P=line){{2,200}}[ \t]*$)",
    re.MULTILINE,
)
_BLOCK: Final = re.compile(r"\n[ \t]*\n+")
_AFTER_BLANK: Final = re.compile(r"(?:^|\n[ \t]*\n+)([ \t]*)(?=[^\s})\]])")
_LINE: Final = re.compile(r"\n+")
_MOST_TITLE: Final = 200
_LOWEST: Final = 6
_INDENT: Final = 2  # spaces of indentation for each level of code


@dataclass(frozen=True, slots=True)
class Borders:
    """The offsets at which sections, blocks and lines begin, in ascending order.

    ``levels`` contains the level of each section; 1 is the highest.
    """

    sections: Places
    levels: Places
    blocks: Places
    lines: Places


def borders_of(text: str, kind: DocumentKind) -> Borders:
    """Return the offsets at which a text may be cut.

    In prose, sections begin at headings. In code, they begin after empty lines, and those with less
    indentation have a higher level. Tables are cut only between rows.
    """
    none = np.zeros(0, np.int64)
    lines = _ends(_LINE, text)
    if kind == "table":
        return Borders(none, none, none, lines)
    found = list(_code_sections(text) if kind == "code" else _headings(text))
    sections = np.array([place for place, _ in found], np.int64)
    levels = np.array([level for _, level in found], np.int64)
    return Borders(sections, levels, _ends(_BLOCK, text), lines)


def _ends(pattern: re.Pattern[str], text: str) -> Places:
    return np.fromiter((match.end() for match in pattern.finditer(text)), np.int64)


def _headings(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and level of each heading.

    A heading directly below another one counts as part of it.
    """
    fence = ""
    last = last_end = -1
    for match in _MARKED.finditer(text):
        end = _line_end(text, match.end())
        if mark := match["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not text[match.end() : end].strip():
                fence = ""
            continue
        if fence:
            continue
        start, level = match.start(), len(match["marks"] or "")
        if not level:
            start, level = _underlined(text, match.start()), 1 if match["line"] == "=" else 2
        if start < 0:
            continue
        if last < 0 or text[last_end:start].strip():
            yield start, level
        last, last_end = start, end


def _underlined(text: str, at: int) -> int:
    """Return the start of the title above a line of ``=`` or ``-``, or -1 if there is none."""
    start = text.rfind("\n", max(0, at - _MOST_TITLE), max(0, at - 1)) + 1
    title = text[start : at - 1].strip() if at else ""
    above = not start or text.endswith("\n\n", 0, start)
    return start if title and above and title[0] not in "|>-*+#" else -1


def _line_end(text: str, at: int, stop: int | None = None) -> int:
    stop = len(text) if stop is None else stop
    end = text.find("\n", at, stop)
    return stop if end < 0 else end


def _code_sections(text: str) -> Iterator[tuple[int, int]]:
    for match in _AFTER_BLANK.finditer(text):
        indent = len(match[1].expandtabs(4))
        yield match.start(1), min(1 + indent // _INDENT, _LOWEST)


# --- Enclosing definitions in source code, by keywords and indentation
#
# No parser is used, so this works for any indented language, and for code that does not parse.

_DEFINES: Final = re.compile(
    r"^([ \t]{0,80})(?:(?:export|default|pub(?:\([a-z]{1,9}\))?|public|private|protected|internal|"
    r"static|final|abstract|async|override|inline|unsafe|data|sealed|partial|virtual) {1,4}){0,5}"
    r"(?:def|class|fn|func|fun|function|struct|enum|union|interface|trait|impl|module|namespace|"
    r"object|protocol|record|sub|proc|macro_rules!)[ \t*]{1,4}(?:\([^()\n]{0,80}\)[ \t]?)?"
    r"([A-Za-z_$][\w$.:]{0,79})",
    re.MULTILINE,
)
_OUTLINE_INDENT: Final = re.compile(r"[ \t]*")


def scopes_at(text: str, places: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
    """Return the names of the definitions that enclose each offset in code, outermost first.

    An offset in the first line of a definition is inside it.
    """
    found: dict[int, tuple[str, ...]] = {}
    open_: list[tuple[int, str]] = []  # indentation and name
    definitions = _DEFINES.finditer(text)
    coming = next(definitions, None)
    for place in sorted(set(places)):
        while coming is not None and coming.start() <= place:
            indent = len(coming[1].expandtabs(4))
            while open_ and open_[-1][0] >= indent:
                open_.pop()
            open_.append((indent, coming[2].rstrip(":.")))
            coming = next(definitions, None)
        begin = text.rfind("\n", 0, place) + 1
        margin = _OUTLINE_INDENT.match(text, begin)
        indent = len(margin[0].expandtabs(4)) if margin else 0
        closing = text[begin + indent : begin + indent + 1] in ("}", ")", "]")
        inside = [name for deep, name in open_ if deep < indent or (deep == indent and closing)]
        defined = _DEFINES.match(text, begin)
        if defined:
            inside.append(defined[2].rstrip(":."))
        found[place] = tuple(inside)
    return found


# --- Positions of chunks: page, headings, lines

_TITLES: Final = re.compile(
    r"(?:\s*(?: {0,3}#{1,6}[ \t][^\n]*|[^\n]{1,200}\n(?:={3,}|-{3,})[ \t]*)(?:\n|$))+\s*"
)
_TITLE: Final = re.compile(r"\s*#{1,6}[ \t]+([^\n]{0,200})")
_RULER: Final = re.compile(r"^\|(?: ?:?-+:? ?\|)+[ \t]*$", re.MULTILINE)
# lines that open a code block or end a table header
_OPENS: Final = re.compile(r"[ \t]{0,40}(?:`{3,}|~{3,})|\|[ :\-|]+$")
_REMARKS: Final = re.compile(r"(?:\s*(?:[@#*]|//|/\*)[^\n]*\n){0,60}\s*")
_MOST_SKIPPED: Final = 4
_MOST_TITLES: Final = 200
_MOST_LINES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    part: Part


def _chunks_of(loaded: Loaded, spans: Sequence[_Span]) -> Iterator[NewChunk]:
    """Yield the chunk of each span, in order; no span crosses a boundary between parts."""
    lines = _Lines(loaded)
    for span, path in zip(spans, _paths(loaded, spans), strict=True):
        part, (first, last) = span.part, lines.of(span)
        place = Place(span.start, span.end, part.page, part.label, path, first, last)
        yield NewChunk(loaded.text[span.start : span.end], place)


def _paths(loaded: Loaded, spans: Sequence[_Span]) -> list[tuple[str, ...]]:
    """Return the headings, definitions or column titles above each span."""
    text = loaded.text
    if loaded.kind == "table":
        return [_columns(text, each.part) if each.start > each.part.start else () for each in spans]
    if text.count("\n") > _MOST_LINES:  # a dump, in which finding them takes a minute
        return [()] * len(spans)
    first_of = _first_code if loaded.kind == "code" else _first_words
    firsts = [first_of(text, each.start, each.end) for each in spans]
    paths = scopes_at(text, firsts) if loaded.kind == "code" else paths_at(text, firsts)
    return [
        _unsaid(paths.get(first, ()), text, span.part)
        for span, first in zip(spans, firsts, strict=True)
    ]


def _columns(text: str, part: Part) -> tuple[str, ...]:
    """Return the column titles of a table part, for use in all of its chunks but the first."""
    ruler = _RULER.search(text, part.start, part.end)
    if ruler is None:
        return ()
    begin = text.rfind("\n", part.start, max(part.start, ruler.start() - 1)) + 1
    titles = " | ".join(cells_of(text[max(begin, part.start) : ruler.start()].strip()))
    return (one_line(titles, _MOST_TITLES),) if titles else ()


class _Lines:
    def __init__(self, loaded: Loaded) -> None:
        self._text = loaded.text
        self._is_table = loaded.kind == "table"
        ends = (match.start() for match in re.finditer("\n", loaded.text))
        self._ends = np.fromiter(ends, np.int64)

    def of(self, span: _Span) -> tuple[int, int]:
        """Return a span's first and last non-blank line, or (0, 0) if its part has no lines."""
        line = span.part.first_line
        if not line:
            return 0, 0
        words = self._text[span.start : span.end]
        first = span.start + len(words) - len(words.lstrip())
        last = span.end - len(words) + len(words.rstrip()) - 1
        begin = self._rows_begin(span.part)
        return line + self._between(begin, first), line + self._between(begin, last)

    def _between(self, start: int, at: int) -> int:
        before, after = np.searchsorted(self._ends, (start, max(start, at)))
        return int(after - before)

    def _rows_begin(self, part: Part) -> int:
        if not self._is_table:
            return part.start
        ruler = _RULER.search(self._text, part.start, part.end)
        return min(ruler.end() + 1, part.end) if ruler else part.start


def _first_words(text: str, start: int, end: int) -> int:
    """Skip a span's leading headings, and return the last offset of the first line of text."""
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


def _first_code(text: str, start: int, end: int) -> int:
    """Return where the code begins after a span's leading comments and decorators."""
    remarks = _REMARKS.match(text, start, end)
    return remarks.end() if remarks and remarks.end() < end else start


def _unsaid(path: tuple[str, ...], text: str, part: Part) -> tuple[str, ...]:
    """Drop headings that repeat the part's label or its page's title."""
    said = {part.label}
    if part.page and (title := _TITLE.match(text, part.start, part.end)):
        said.add(" ".join(title[1].split()))
    return tuple(each for each in path if each not in said)


_SECTION: Final = 0.5  # of the maximum tokens; boundaries of this kind are used from there on
_BLOCK_SHARE: Final = 0.65
_LINE_SHARE: Final = 0.75
_SENTENCE: Final = 0.75
_WORD: Final = 0.9
_FILLED: Final = 0.98  # of the maximum tokens, because an estimate may be too low
_SENTENCE_END: Final = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019)\]]{0,3}\s+|[\u3002\uff01\uff1f\u061f\u06d4\u0964][\u201d\u300d\u300f]?"
)
_SPACE: Final = re.compile(r"\s+")
_JOINING: Final = "\u200d\ufe0f"


def chunk(loaded: Loaded, *, tokens: int, overlap: int) -> tuple[NewChunk, ...]:
    """Return the chunks of a document in order; together they contain all of its text.

    No chunk has more than ``tokens`` estimated tokens, not counting trailing white space; with
    ``cl100k_base``, 99 of 100 chunks stay within the limit. No chunk is blank, and none crosses a
    boundary between parts. If a paragraph is cut, up to ``overlap`` tokens appear in both chunks.
    """
    if not loaded.text.strip():
        return ()
    cutter = _Cutter(loaded, tokens, min(overlap, tokens // 2))
    return tuple(_chunks_of(loaded, _with_words(loaded.text, cutter.spans())))


def _stretches(loaded: Loaded) -> Iterator[Part]:
    """Yield the parts in order; text outside them is yielded as unnamed parts."""
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
    """Join each blank span to the preceding one, or to the first span with text."""
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
    def __init__(self, loaded: Loaded, tokens: int, overlap: int) -> None:
        self._loaded = loaded
        self._text = loaded.text
        self._tokens = int(tokens * _FILLED)
        self._overlap = 0 if loaded.kind == "table" else overlap
        self._measure = TokenEstimate(loaded.text)
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
        """Return the end of the chunk at ``start``, and whether the next chunk may overlap it."""
        most = self._measure.reach(start, self._tokens)
        if most >= stop:
            return stop, False
        if found := self._section(max(after, self._at(start, _SECTION)), most):
            return found, False
        borders = self._borders
        for least, places in ((_BLOCK_SHARE, borders.blocks), (_LINE_SHARE, borders.lines)):
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
        """Return where the last highest-level section in the range starts, or 0 if none does."""
        starts = self._borders.sections
        first = int(np.searchsorted(starts, low, "right"))
        last = int(np.searchsorted(starts, most, "right"))
        if first == last:
            return 0
        levels = self._borders.levels[first:last]
        return int(starts[first + np.flatnonzero(levels == levels.min())[-1]])

    def _whole_sign(self, at: int, after: int) -> int:
        """Move a cut so that it does not split a grapheme cluster."""
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
        """Return where the next chunk starts: a line, sentence or word shortly before ``end``."""
        if not self._overlap:
            return end
        low = max(start + 1, self._measure.back(end, self._overlap))
        for pattern in (_LINE, _SENTENCE_END, _SPACE):
            match = pattern.search(self._text, low - 1, end)
            if match and low <= match.end() < end:
                return match.end()
        return end
