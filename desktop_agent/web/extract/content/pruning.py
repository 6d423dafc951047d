"""A page's tree cut down to the blocks that are kept, the structure around them left as it was."""

from collections.abc import Sequence

from desktop_agent.web.extract.content.blocks import Block, Page
from desktop_agent.web.extract.tree.html_tree import Element, remove

_CELLS = frozenset(("td", "th"))
_CONTAINERS = frozenset(
    ("article", "body", "center", "div", "form", "html", "main", "noscript", "section")
)


def prune(page: Page, keep: Sequence[bool]) -> Element:
    """Takes every other block out of the tree; gives the innermost container of all that is left.

    ``keep`` says it of each block; at least one must be kept.
    """
    kept = [0]
    for wanted in keep:
        kept.append(kept[-1] + wanted)
    places = set(page.elements)
    held = [kept[end] - kept[first] for first, end in zip(page.firsts, page.ends, strict=True)]
    for block, wanted in zip(page.blocks, keep, strict=True):
        if not wanted and held[block.place]:
            _remove_run(block, page.elements[block.place], places)
    _remove_places(page, held)
    return _container(page, held)


def _remove_run(block: Block, place: Element, places: set[Element]) -> None:
    if block.before is None:
        place.text = None
        inner = place[0] if len(place) else None
    else:
        block.before.tail = None
        inner = block.before.getnext()
    while inner is not None and inner not in places:
        following = inner.getnext()
        place.remove(inner)
        inner = following


def _remove_places(page: Page, held: Sequence[int]) -> None:
    gone = [False] * len(held)
    for number, element in enumerate(page.elements):
        parent = page.parents[number]
        if parent < 0 or held[number]:
            continue
        gone[number] = True
        if gone[parent]:
            continue
        if page.tags[number] in _CELLS or (element.tail and not element.tail.isspace()):
            # an empty cell holds its column, and an empty place holds paragraphs apart
            _empty(element)
        else:
            remove(element)


def _empty(element: Element) -> None:
    element.text = None
    for child in list(element):
        element.remove(child)


def _container(page: Page, held: Sequence[int]) -> Element:
    found = 0
    for number, tag in enumerate(page.tags):
        # places come in the order of the page: each that holds all lies within the one before
        if held[number] == held[0] and tag in _CONTAINERS:
            found = number
    return page.elements[found]
