"""What a place of a stored page stands under: with its characters, the anchor of a citation."""

from collections.abc import Iterable, Mapping

from desktop_agent.core.markdown_blocks import Block, blocks

_MOST_TITLES = 200


def path_of(block: Block) -> tuple[str, ...]:
    """Gives what a block stands under, outermost first.

    The headings above it; the list items that it is nested in, the term that it defines or the
    caption of its table; the column titles of a row.
    """
    titles = " | ".join(block.header)
    if len(titles) > _MOST_TITLES:
        titles = f"{titles[: _MOST_TITLES - 1].rstrip()}\u2026"
    return block.headings + block.above + ((titles,) if titles else ())


def paths_at(text: str, places: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
    """Gives what the characters at some places of a page stand under, as `path_of` has it.

    Takes as long as reading the page once; a place behind the last block belongs to that.
    """
    found: dict[int, tuple[str, ...]] = {}
    waiting = sorted({place for place in places if place >= 0}, reverse=True)
    last: Block | None = None
    for block in blocks(text):
        while waiting and waiting[-1] < block.start:
            found[waiting.pop()] = path_of(last) if last is not None else ()
        if not waiting:
            return found
        last = block
    for place in waiting:
        found[place] = path_of(last) if last is not None else ()
    return found
