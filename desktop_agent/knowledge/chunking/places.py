"""Where chunks stand in their document: page, titles, lines."""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from desktop_agent.core.anchors import paths_at
from desktop_agent.core.knowledge import Place
from desktop_agent.core.markdown_marks import cells_of
from desktop_agent.knowledge.chunking.outline import scopes_at
from desktop_agent.knowledge.loaders.loaded import Loaded, Part
from desktop_agent.web.extract.readable import one_line

_TITLES: Final = re.compile(
    r"(?:\s*(?: {0,3}#{1,6}[ \t][^\n]*|[^\n]{1,200}\n(?:={3,}|-{3,})[ \t]*)(?:\n|$))+\s*"
)
_TITLE: Final = re.compile(r"\s*#{1,6}[ \t]+([^\n]{0,200})")
_RULER: Final = re.compile(r"^\|(?: ?:?-+:? ?\|)+[ \t]*$", re.MULTILINE)
# lines that no block of core.markdown_blocks holds: they open one
_OPENS: Final = re.compile(r"[ \t]{0,40}(?:`{3,}|~{3,})|\|[ :\-|]+$")
_REMARKS: Final = re.compile(r"(?:\s*(?:[@#*]|//|/\*)[^\n]*\n){0,60}\s*")
_MOST_SKIPPED: Final = 4
_MOST_TITLES: Final = 200
_MOST_LINES: Final = 1_000_000

_Stretch = tuple[int, int, Part]


def places_of(loaded: Loaded, stretches: Sequence[_Stretch]) -> list[Place]:
    """Gives the places of stretches of a document's text, each within its part, in order."""
    text = loaded.text
    if loaded.kind == "table":
        paths = [_columns(text, part) if start > part.start else () for start, _, part in stretches]
    else:
        paths = _paths(loaded, stretches)
    lines = _Lines(loaded)
    return [
        Place(start, end, part.page, part.label, path, *lines.of(start, end, part))
        for (start, end, part), path in zip(stretches, paths, strict=True)
    ]


def _paths(loaded: Loaded, stretches: Sequence[_Stretch]) -> list[tuple[str, ...]]:
    """Gives the titles above each stretch; none in a dump of lines, which would take a minute."""
    text = loaded.text
    if text.count("\n") > _MOST_LINES:
        return [()] * len(stretches)
    first_of = _first_code if loaded.kind == "code" else _first_words
    firsts = [first_of(text, start, end) for start, end, _ in stretches]
    paths = scopes_at(text, firsts) if loaded.kind == "code" else paths_at(text, firsts)
    return [
        _unsaid(paths.get(first, ()), text, part)
        for (_, _, part), first in zip(stretches, firsts, strict=True)
    ]


def _columns(text: str, part: Part) -> tuple[str, ...]:
    """Gives the titles of the columns of a part of a table; at its start the text says them."""
    ruler = _RULER.search(text, part.start, part.end)
    if ruler is None:
        return ()
    begin = text.rfind("\n", part.start, max(part.start, ruler.start() - 1)) + 1
    titles = " | ".join(cells_of(text[max(begin, part.start) : ruler.start()].strip()))
    return (one_line(titles, _MOST_TITLES),) if titles else ()


class _Lines:
    """Counts lines, or the rows of tables."""

    def __init__(self, loaded: Loaded) -> None:
        self._text = loaded.text
        self._is_table = loaded.kind == "table"
        ends = (match.start() for match in re.finditer("\n", loaded.text))
        self._ends = np.fromiter(ends, np.int64)

    def of(self, start: int, end: int, part: Part) -> tuple[int, int]:
        """Gives the first and the last line that hold something; 0, 0 where lines mean nothing."""
        if not part.first_line:
            return 0, 0
        words = self._text[start:end]
        first = start + len(words) - len(words.lstrip())
        last = end - len(words) + len(words.rstrip()) - 1
        begin = self._rows_begin(part)
        line = part.first_line
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
    """Gives a character of the first block below the titles that a stretch begins with."""
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
    """Gives the first character that is neither in a comment nor of a decorator."""
    remarks = _REMARKS.match(text, start, end)
    return remarks.end() if remarks and remarks.end() < end else start


def _line_end(text: str, at: int, end: int) -> int:
    found = text.find("\n", at, end)
    return end if found < 0 else found


def _unsaid(path: tuple[str, ...], text: str, part: Part) -> tuple[str, ...]:
    """Leaves out the title of a page, slide or chapter, which its number or label says already."""
    said = {part.label}
    if part.page and (title := _TITLE.match(text, part.start, part.end)):
        said.add(" ".join(title[1].split()))
    return tuple(each for each in path if each not in said)
