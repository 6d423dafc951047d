"""What the elements of HTML are to a writer of text: blocks, marks, code; and what is left out."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from desktop_agent.web.extract.tree.html_tree import Element, tag, text_of

BLOCKS: Final = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
        "main", "menu", "nav", "noscript", "ol", "p", "pre", "search", "section", "summary",
        "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    )
)  # fmt: skip
HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
LISTS: Final = frozenset(("ul", "ol", "menu", "dir"))
CODE: Final = frozenset(("code", "kbd", "samp", "tt"))

# links to the heading beside them, and the tools that wikis and highlighters put into the text
_PERMALINKS = frozenset(("\u00b6", "#", "\u00a7", "\U0001f517", "\u221e", ""))
_TOOL = re.compile(
    r"(?:^|[\s_-])(?:mw-editsection|clipboard\w*|copy|copybtn|copybutton|lang|code-?lang"
    r"|language-?(?:name|label))(?=[\s_-]|$)"
)
_MOST_OF_A_TOOL = 40  # characters
_MOST_TOOLS = 8
_MOST_UP = 3


def holders(root: Element) -> set[Element]:
    """Gives the inline elements that hold blocks (cards that are one link), and code of many lines.

    Linear: from each block upwards, up to the first element that is known.
    """
    found: set[Element] = set()
    for block in root.iter(*BLOCKS):
        _hold(block.getparent(), found)
    for code in root.iter("code", "samp", "tt"):
        if code not in found and code.find("br") is not None:
            _hold(code, found)
    return found


def _hold(element: Element | None, found: set[Element]) -> None:
    while element is not None and element not in found and tag(element) not in BLOCKS:
        found.add(element)
        element = element.getparent()


def fragment_links(root: Element) -> list[Element]:
    """Gives the links that lead to a place of the page itself."""
    return [link for link in root.iter("a") if (link.get("href") or "")[:1] == "#"]


def left_out(root: Element, links: Iterable[Element]) -> set[Element]:
    """Gives what a page shows beside its text: links to a heading itself, buttons, images of words."""
    found = {link for link in links if _is_permalink(link)}
    for titled in root.iter(*HEADINGS, "pre"):
        for beside in (titled.getprevious(), titled.getnext(), *islice(titled, _MOST_TOOLS)):
            if beside is not None and _is_tool(beside):
                found.add(beside)
    found.update(_said_twice(root))
    return found


def _said_twice(root: Element) -> Iterator[Element]:
    """Yields images whose text stands beside them: in their link, the next one, heading or caption.

    Shops show each thing as a picture with its name, and its name.
    """
    waiting: deque[Element] = deque(maxlen=_MOST_TOOLS)
    for element in root.iter("img", "figcaption", "a", *HEADINGS):
        if tag(element) == "img":
            if element.get("alt") and _is_in_its_link(element):
                yield element
            elif element.get("alt"):
                waiting.append(element)
        elif waiting:
            said = text_of(element)
            yield from (image for image in waiting if _alt(image) == said)
            if tag(element) != "a":
                waiting.clear()


def _is_in_its_link(image: Element) -> bool:
    for around in islice(image.iterancestors(), _MOST_UP):
        if tag(around) == "a":
            said = " ".join("".join(islice(around.itertext(), _MOST_TOOLS)).split())
            return f" {_alt(image)} " in f" {said} "
    return False


def _alt(image: Element) -> str:
    return " ".join(image.get("alt").split())


def _is_permalink(link: Element) -> bool:
    return not len(link) and (link.text or "").strip(" \u200b\ufeff") in _PERMALINKS


def _is_tool(element: Element) -> bool:
    classes = element.get("class")
    return bool(classes) and _TOOL.search(classes) is not None and _is_small(element)


def _is_small(element: Element) -> bool:
    """True when little text is within; reads no more than needed to tell."""
    length = 0
    for text in element.itertext():
        length += len(text.strip())
        if length > _MOST_OF_A_TOOL:
            return False
    return next(element.iter("pre", *HEADINGS), None) is None
