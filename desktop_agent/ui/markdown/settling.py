"""Which part of an open list or quote can no longer change, and how the parser is told of it."""

import re
from dataclasses import dataclass

from desktop_agent.ui.markdown.blocks import CONTINUED, Block

LISTS = ("bullet_list", "ordered_list")
_OPENING = re.compile(r" *(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)")


@dataclass(frozen=True, slots=True)
class Settled:
    """The part to write for good, the line where the rest begins, and what must stand before it.

    ``prefix`` opens the same lists again: each has one item that says that it was written before.
    """

    block: Block
    line: int
    prefix: str


def settled_part(block: Block, lines: list[str], *, depth: int = 0) -> Settled | None:
    """Gives what of the last block of a text is settled; ``lines`` are those of the text."""
    if block.kind == "blockquote" and len(block.children) > 1:
        return Settled(block.holding(block.children[:-1]), block.children[-1].first, "")
    if block.kind not in LISTS or not block.children:
        return None
    *items, item = block.children
    opening = _opening(lines[item.first])
    if opening and len(item.children) > 1:
        last = item.children[-1]
        inner = settled_part(last, lines, depth=depth + 1) if last.kind in LISTS else None
        kept = [*item.children[:-1], *([inner.block] if inner else ())]
        prefix = f"{opening}{CONTINUED}\n\n{inner.prefix if inner else ''}"
        line = inner.line if inner else last.first
        return Settled(block.holding([*items, item.holding(kept)]), line, prefix)
    if not items:
        return None
    before = _opening(lines[items[-1].first])
    if not before and depth:
        return None
    before = before or f"{items[-1].token.info}{items[-1].token.markup} "
    return Settled(block.holding(items), item.first, f"{before}{CONTINUED}\n\n")


def _opening(line: str) -> str:
    """Gives the marker of an item with the room around it, or nothing where it is not plain."""
    found = _OPENING.match(line)
    return found[0] if found else ""
