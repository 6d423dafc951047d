"""Blocks of markdown, and how one stands within another: in a list's item, in a quote, in a note."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["text", "list", "tight list", "other"]


class Block(NamedTuple):
    """Lines of markdown; a ``tight list`` may follow a line of text without an empty line between."""

    text: str
    kind: Kind = "other"


def joined(blocks: Sequence[Block]) -> str:
    """Gives the blocks one below the other, apart by empty lines."""
    return "\n\n".join(block.text for block in blocks)


def is_tight(blocks: Sequence[Block]) -> bool:
    """True for an item whose blocks need no empty lines between them."""
    return all(block.kind == "tight list" for block in blocks[1:])


def item_text(blocks: Sequence[Block]) -> str:
    """Gives the blocks of a list's item."""
    return ("\n" if is_tight(blocks) else "\n\n").join(block.text for block in blocks)


def indented(text: str, mark: str, indent: str) -> str:
    """Gives the text behind a mark, its other lines below its first."""
    if "\n" not in text:
        return mark + text
    first, *others = text.split("\n")
    return "\n".join([mark + first, *(indent + line if line else "" for line in others)])


def quoted(text: str) -> str:
    """Gives the text as a quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))
