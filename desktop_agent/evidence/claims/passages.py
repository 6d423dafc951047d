"""A page cut into passages, and into the single sentences that a check compares with."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from desktop_agent.core.anchors import path_of
from desktop_agent.core.markdown_blocks import Block, blocks
from desktop_agent.core.markdown_marks import plain
from desktop_agent.core.sentences import spans
from desktop_agent.evidence.pack import Passage

MOST_UNITS = 20_000
"""More sentences than a page of two megabytes holds; a limit for pages made to be slow."""

_MOST_SENTENCES = 4
_MOST_CODE_LINES = 12
_ENOUGH = 500
_LONGEST = 1000
_MARKS = "*_`~\\"
_MORE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item, table row or line of code, from ``start`` to ``end`` of its page."""

    start: int
    end: int
    block: Block
    number: int
    """The number of its block; neighbours of one paragraph share it."""


def units_of(text: str, bare: str | None = None) -> Iterator[Unit]:
    """Gives the sentences, rows and lines of code of a page in order, at most `MOST_UNITS`.

    Headings are left out. ``bare`` is the text as `markdown_marks.plain` gives it, where the caller has it
    already.
    """
    bare = plain(text) if bare is None else bare
    return islice(_units(text, bare), MOST_UNITS)


def _units(text: str, bare: str, wanted: Callable[[str], object] | None = None) -> Iterator[Unit]:
    for number, block in enumerate(blocks(text)):
        if block.kind == "heading":
            continue
        if wanted is not None and not wanted(bare[block.start : block.end]):
            continue
        for start, end in _parts(text, bare, block):
            yield Unit(start, end, block, number)


def _parts(text: str, bare: str, block: Block) -> Iterator[tuple[int, int]]:
    if block.kind == "row":
        yield block.start, block.end
        return
    if block.kind == "code":
        found = _lines(text, block.start, block.end)
    else:
        found = _marked(text, block, spans(bare, block.start, block.end))
    for start, end in found:
        yield from _cut(bare, start, end) if end - start > _LONGEST else ((start, end),)


def _marked(
    text: str, block: Block, sentences: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Gives sentences with the marks right before and behind them: no half of a ``**bold**``."""
    before = block.start
    for start, end in sentences:
        begin, stop = start, end
        while begin > before and text[begin - 1] in _MARKS:
            begin -= 1
        while stop < block.end and text[stop] in _MARKS:
            stop += 1
        if stop < block.end and text[stop].isalnum():
            stop = end  # they are those of the next sentence
        yield begin, stop
        before = stop


def _cut(bare: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cuts what is too long at the ends of lines and words, where there are any."""
    while end - start > _LONGEST:
        cut = _break(bare, start, start + _LONGEST)
        yield start, cut
        more = _MORE.search(bare, cut, end)
        start = more.start() if more else end
    if start < end:
        yield start, end


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Gives the lines of code that hold something, without the spaces around them."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = text[start:stop]
        if line.strip():
            yield start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        start = stop + 1


def _break(bare: str, start: int, end: int) -> int:
    """Gives the end of the last line or word in the second half of a stretch; else its own end."""
    half = (start + end) // 2
    cut = max(bare.rfind("\n", half, end), half)
    cut = max(bare.rfind(" ", half, end), half) if cut == half else cut
    return end if cut == half else cut


def passages_of(
    text: str, source: int, wanted: Callable[[str], object] | None = None
) -> tuple[Passage, ...]:
    """Cuts a page's markdown into passages: one to four sentences, an item, a row, lines of code.

    ``text[passage.start:passage.end]`` is the passage; its heading is its `path_of`, joined.
    ``wanted`` may say of a whole paragraph that it need not be cut.
    """
    found: list[Passage] = []
    open_units: list[Unit] = []
    for unit in islice(_units(text, plain(text), wanted), MOST_UNITS):
        if open_units and not _belongs(open_units, unit):
            found.append(_passage(text, open_units, source))
            open_units = []
        open_units.append(unit)
    if open_units:
        found.append(_passage(text, open_units, source))
    return tuple(found)


def _belongs(open_units: list[Unit], unit: Unit) -> bool:
    most = _MOST_CODE_LINES if unit.block.kind == "code" else _MOST_SENTENCES
    same = open_units[-1].number == unit.number and len(open_units) < most
    return same and unit.end - open_units[0].start <= _ENOUGH


def _passage(text: str, units: list[Unit], source: int) -> Passage:
    start, end = units[0].start, units[-1].end
    return Passage(source, text[start:end], start, end, " > ".join(path_of(units[0].block)))
