"""The items of lists and their numbers."""

from collections.abc import Iterator

from desktop_agent.web.extract.markdown.elements import LISTS
from desktop_agent.web.extract.tree.html_tree import Element, tag


def items_of(element: Element) -> Iterator[Element]:
    """Yields a list's items, and what stands among them; also those in a wrapper."""
    for child in element:
        if tag(child) not in LISTS and tag(child) != "li" and child.find("li") is not None:
            yield from items_of(child)
        else:
            yield child


def first_number(element: Element) -> int:
    """Gives the number of a list's first item."""
    return _number(element.get("start"), 1)


def number_of(item: Element, number: int) -> int:
    """Gives the number that an item names for itself, or else ``number``."""
    return _number(item.get("value"), number) if tag(item) == "li" else number


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default
