"""Split pages into sentences and passages, with their offsets."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from desktop_agent.core.markdown import Block, blocks, path_of, plain
from desktop_agent.core.text import spans
from desktop_agent.evidence.records import Passage

MOST_UNITS = 20_000
"""Maximum number of units per page, to bound the work. A page of 2 MB has fewer sentences."""

PASSAGE = 400
"""Length in characters up to which neighbouring sentences and blocks are joined into a passage."""

_MOST_CODE = 1000
_LONGEST = 1000
_MARKS = "*_`~\\"
_MORE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item, table row or line of code, with its offsets in the page.

    ``number`` is the index of the block; all sentences in a paragraph have the same number.
    """

    start: int
    end: int
    block: Block
    number: int


def units_of(text: str, bare: str) -> Iterator[Unit]:
    """Yield the sentences, list items, rows and lines of code in a page, up to `MOST_UNITS`.

    Headings are skipped. ``bare`` is the result of `plain` for the text.
    """
    return islice(_units(text, bare, 0), MOST_UNITS)


def _units(text: str, bare: str, whole: int) -> Iterator[Unit]:
    """Yield the units in a page; prose blocks of up to ``whole`` characters are kept whole."""
    for number, block in enumerate(blocks(text)):
        if block.kind == "heading":
            continue
        short = block.end - block.start <= whole and block.kind in ("paragraph", "item", "quote")
        parts = _whole(text, bare, block) if short else _parts(text, bare, block)
        for start, end in parts:
            yield Unit(start, end, block, number)


def _whole(text: str, bare: str, block: Block) -> Iterator[tuple[int, int]]:
    said = bare[block.start : block.end]
    if not said.strip():
        return iter(())
    start = block.start + len(said) - len(said.lstrip())
    return _marked(text, block, ((start, block.start + len(said.rstrip())),))


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
    """Yield the sentences, extended to include adjacent Markdown marks.

    This way, no ``**bold**`` text is separated from its marks.
    """
    before = block.start
    for start, end in sentences:
        begin, stop = start, end
        while begin > before and text[begin - 1] in _MARKS:
            begin -= 1
        while stop < block.end and text[stop] in _MARKS:
            stop += 1
        if stop < block.end and text[stop].isalnum():
            stop = end  # these marks belong to the next sentence
        yield begin, stop
        before = stop


def _cut(bare: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        cut = _break(bare, start, start + _LONGEST)
        yield start, cut
        more = _MORE.search(bare, cut, end)
        start = more.start() if more else end
    if start < end:
        yield start, end


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = text[start:stop]
        if line.strip():
            yield start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        start = stop + 1


def _break(bare: str, start: int, end: int) -> int:
    """Return the offset at which to cut a span.

    This is a line break or a space in the second half of the span or, failing that, its end.
    """
    half = (start + end) // 2
    cut = max(bare.rfind("\n", half, end), half)
    cut = max(bare.rfind(" ", half, end), half) if cut == half else cut
    return end if cut == half else cut


def passages_of(text: str, source: int, bare: str = "") -> tuple[Passage, ...]:
    """Split the Markdown of a page into passages of about `PASSAGE` characters.

    A passage consists of neighbouring sentences, list items, table rows or lines of code under the
    same headings. Its text is ``text[passage.start:passage.end]``. Its heading is the result of
    `path_of` for its first block, joined into one string. ``bare`` is the result of `plain` for the
    text, if known.
    """
    found: list[Passage] = []
    open_units: list[Unit] = []
    for unit in islice(_units(text, bare or plain(text), PASSAGE), MOST_UNITS):
        if open_units and not _belongs(open_units[0], open_units[-1], unit):
            found.append(_passage(text, open_units, source))
            open_units = []
        open_units.append(unit)
    if open_units:
        found.append(_passage(text, open_units, source))
    return tuple(found)


def _belongs(first: Unit, last: Unit, unit: Unit) -> bool:
    """Return whether a unit continues the passage from ``first`` to ``last``.

    It must have the same headings and table header as the first unit, be within the same list
    items, and fit in the length of a passage. Code is joined only with code from the same block.
    """
    if "code" in (last.block.kind, unit.block.kind):
        return last.number == unit.number and unit.end - first.start <= _MOST_CODE
    one, other = first.block, unit.block
    same = one.headings == other.headings and one.header == other.header
    nested = other.above[: len(one.above)] == one.above
    return same and nested and unit.end - first.start <= PASSAGE


def _passage(text: str, units: list[Unit], source: int) -> Passage:
    start, end = units[0].start, units[-1].end
    return Passage(source, text[start:end], start, end, " > ".join(path_of(units[0].block)))
