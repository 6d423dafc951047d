"""A page cut into passages, and into the single sentences that a check compares with."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from desktop_agent.evidence.claims.blocks import Block, blocks, plain
from desktop_agent.evidence.claims.sentences import spans
from desktop_agent.evidence.pack import Passage

MOST_UNITS = 20_000
"""More sentences than a page of two megabytes holds; a limit for pages made to be slow."""

_MOST_SENTENCES = 4
_ENOUGH = 500
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item or table row of a page, from ``start`` to ``end`` of its text."""

    start: int
    end: int
    block: Block
    number: int
    """The number of its block; neighbours of one paragraph share it."""


def units_of(text: str, bare: str | None = None) -> Iterator[Unit]:
    """Gives the sentences and rows of a page in order, at most `MOST_UNITS`.

    Headings and code are left out. ``bare`` is the text as `blocks.plain` gives it, where the caller
    has it already.
    """
    bare = plain(text) if bare is None else bare
    return islice(_units(text, bare), MOST_UNITS)


def _units(text: str, bare: str, wanted: Callable[[str], object] | None = None) -> Iterator[Unit]:
    for number, block in enumerate(blocks(text)):
        if block.kind in ("heading", "code"):
            continue
        if wanted is not None and not wanted(bare[block.start : block.end]):
            continue
        if block.kind == "row":
            yield Unit(block.start, block.end, block, number)
            continue
        for start, end in spans(bare, block.start, block.end):
            for begin in range(start, end, _LONGEST):
                yield Unit(begin, min(end, begin + _LONGEST), block, number)


def passages_of(
    text: str, source: int, wanted: Callable[[str], object] | None = None
) -> tuple[Passage, ...]:
    """Cuts a page's markdown into passages: one to four sentences, a list item or a table row.

    ``text[passage.start:passage.end]`` is the passage. The column titles of a table's row are the
    last part of its heading path. ``wanted`` may say of a whole paragraph that it need not be cut.
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
    same = open_units[-1].number == unit.number and len(open_units) < _MOST_SENTENCES
    return same and unit.end - open_units[0].start <= _ENOUGH


def _passage(text: str, units: list[Unit], source: int) -> Passage:
    block = units[0].block
    path = block.headings + ((" | ".join(block.header),) if block.header else ())
    start, end = units[0].start, units[-1].end
    return Passage(source, text[start:end], start, end, " > ".join(path))
