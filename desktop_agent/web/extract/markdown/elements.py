"""What the elements of HTML are to a writer of text: blocks, marks, code; and what is left out."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from desktop_agent.web.extract.html_tree import Element, tag, text_of
from desktop_agent.web.extract.markdown.code import code_span, raw_text
from desktop_agent.web.extract.markdown.escaping import (
    EMPHASIS,
    LINE_BREAK,
    STRONG,
    STRUCK,
    absolute,
    balanced,
    destination,
    is_bracketed,
    literal,
    one_line,
)
from desktop_agent.web.extract.markdown.formula import formula, formula_of_image

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
    """Return the inline elements that hold blocks (cards that are one link), and code of many lines.

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
    """Return the links that lead to a place of the page itself."""
    return [link for link in root.iter("a") if (link.get("href") or "")[:1] == "#"]


def left_out(root: Element, links: Iterable[Element]) -> set[Element]:
    """Return what a page shows beside its text: links to a heading itself, buttons, images of words."""
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


# --- The items of lists and their numbers.


def items_of(element: Element) -> Iterator[Element]:
    """Yields a list's items, and what stands among them; also those in a wrapper."""
    for child in element:
        if tag(child) not in LISTS and tag(child) != "li" and child.find("li") is not None:
            yield from items_of(child)
        else:
            yield child


def first_number(element: Element) -> int:
    """Return the number of a list's first item."""
    return _number(element.get("start"), 1)


def number_of(item: Element, number: int) -> int:
    """Return the number that an item names for itself, or else ``number``."""
    return _number(item.get("value"), number) if tag(item) == "li" else number


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default


# --- Definition lists: terms with what they mean.


@dataclass(slots=True)
class Definition:
    """Terms that share their meanings; either may be missing."""

    terms: list[Element] = field(default_factory=list)
    meanings: list[Element] = field(default_factory=list)


def definitions_of(element: Element) -> Iterator[Definition]:
    """Yields the definitions of a ``<dl>`` in order; what is neither term nor meaning is a meaning."""
    current = Definition()
    for child in _parts(element):
        if tag(child) == "dt":
            if current.meanings:
                yield current
                current = Definition()
            current.terms.append(child)
        elif tag(child):
            current.meanings.append(child)
    if current.terms or current.meanings:
        yield current


def _parts(element: Element) -> Iterator[Element]:
    for child in element:
        if tag(child) == "div":  # groups a term with its meanings
            yield from child
        else:
            yield child


# --- Footnotes: marks in the text and the notes that they lead to, told by their links to each other.

_MARK = re.compile(
    r"\[?\(?((?:(?:note|nb|fn)\s)?[0-9]{1,4}|[a-zA-Z]{1,2}|[*\u2020\u2021\u00a7\u00b6]{1,3})\)?\]?"
)
_BACK = re.compile(
    r"[\s\[\]()^\u2190-\u21ff\u2b05-\u2b0d\ufe0e\ufe0f\u00b6*\u2020\u2021a-z0-9.,]{0,12}|jump up.{0,10}|back",
    re.IGNORECASE,
)
_NOT_FOR_LABELS = re.compile(r"[^0-9A-Za-z]+")
_NOTES = frozenset(("li", "p", "div", "dd", "aside", "section"))
_MOST_OF_A_NOTE = 5_000  # characters; what is longer is a part of the page
_NOTES_MOST_UP = 4
_MOST_PARTS = 8


@dataclass(slots=True)
class Footnotes:
    """``marks`` and ``bodies`` give the label of a link in the text and of its note."""

    marks: dict[Element, str] = field(default_factory=dict)
    bodies: dict[Element, str] = field(default_factory=dict)
    back: set[Element] = field(default_factory=set)


def footnotes_of(root: Element, links: Iterable[Element]) -> Footnotes:
    """Return the footnotes within: a short link whose target holds a link back to it.

    ``links`` are those of the page that lead to a place of its own.
    """
    notes = Footnotes()
    shown = {link: label for link in links if (label := _shown(link))}
    if not shown:
        return notes
    named = _named(root)
    bodies: dict[Element, _Body] = {}
    used: set[str] = set()
    for link, label in shown.items():
        target = named.get(link.get("href")[1:])
        element = None if target is None else _body_at(target)
        if element is None or link in notes.back or element in link.iterancestors():
            continue
        body = bodies.get(element)
        if body is None:
            body = bodies[element] = _Body.of(element)
        if not body.leads_to(_names_around(link)):
            continue
        if element not in notes.bodies:
            notes.bodies[element] = _unused(label, used)
            notes.back.update(body.back)
        notes.marks[link] = notes.bodies[element]
    return notes


@dataclass(slots=True)
class _Body:
    """What may be a note: the fragments that its links lead to, and those links."""

    fragments: set[str] = field(default_factory=set)
    back: list[Element] = field(default_factory=list)

    @classmethod
    def of(cls, element: Element) -> "_Body":
        found = cls()
        if _is_longer(element, _MOST_OF_A_NOTE):
            return found
        for link in element.iter("a"):
            href = link.get("href") or ""
            if href[:1] == "#" and _BACK.fullmatch(_text(link, 20)):
                found.fragments.add(href[1:])
                found.back.append(_backlinks_around(link))
        return found

    def leads_to(self, names: Iterator[str]) -> bool:
        return any(name in self.fragments for name in names)


def _backlinks_around(link: Element) -> Element:
    """Return the element that holds only links back, or the link: wikis put marks between them."""
    element, parent = link, link.getparent()
    while parent is not None and "backlink" in (parent.get("class") or ""):
        element, parent = parent, parent.getparent()
    return element


def _shown(link: Element) -> str:
    match = _MARK.fullmatch(_text(link, 12))
    return match[1] if match else ""


def _text(element: Element, most: int) -> str:
    """Return the text within; a little more than ``most`` characters of a long one."""
    return "".join(text[: most + 1] for text in islice(element.itertext(), _MOST_PARTS)).strip()


def _is_longer(element: Element, most: int) -> bool:
    length = 0
    for text in element.itertext():
        length += len(text)
        if length > most:
            return True
    return False


def _named(root: Element) -> dict[str, Element]:
    named: dict[str, Element] = {}
    for element in root.xpath("descendant::*[@id] | descendant::a[@name]"):
        for name in (element.get("id"), element.get("name")):
            if name:
                named.setdefault(name, element)
    return named


def _body_at(target: Element) -> Element | None:
    """Return the block that a target is or begins; None in a table, whose cells are single lines."""
    if next(target.iterancestors("td", "th"), None) is not None:
        return None
    element = target
    for _ in range(_NOTES_MOST_UP):
        if element is None or tag(element) in _NOTES:
            return element
        if element.getprevious() is not None:
            return None
        element = element.getparent()
    return None


def _names_around(link: Element) -> Iterator[str]:
    """Yields the names of a link, of what is around it (``<sup id=…>``) and of what is in it."""
    for element in (link, *islice(link.iterancestors(), _NOTES_MOST_UP), *link):
        if element is not link and tag(element) in _NOTES:
            break
        for name in (element.get("id"), element.get("name")):
            if name:
                yield name


def _unused(label: str, used: set[str]) -> str:
    name = _NOT_FOR_LABELS.sub("-", label).strip("-") or str(len(used) + 1)
    plain, count = name, 1
    while name in used:
        count += 1
        name = f"{plain}-{count}"
    used.add(name)
    return name


# --- What stands within a line: words, emphasis, links, code, formulas and footnote marks.

_PAIRS = {
    "strong": STRONG, "b": STRONG, "em": EMPHASIS, "i": EMPHASIS, "del": STRUCK, "s": STRUCK,
    "strike": STRUCK,
}  # fmt: skip
_LEAVES = frozenset(("br", "img", "math", "rp", "script", "style", "rt"))
_EXPONENT = re.compile(r"[-+\u2212]?[0-9]{1,3}|[n-z]")
_EDGE = " \t\r\n\xa0" + LINE_BREAK
_MOST_TARGETS = 1_000_000  # characters of link targets, which a short page can make enormous


class Inline:
    """Return lines with codes (`literal`); recurses at most `html_tree.MAX_DEPTH` levels deep."""

    def __init__(self, root: Element, base_url: str, *, marks: bool) -> None:
        self._base_url = base_url
        self._marks = marks
        self._targets_left = _MOST_TARGETS
        self._open: list[str] = []  # marks that the words stand in
        links = fragment_links(root)
        self._left_out = left_out(root, links)
        self.notes = footnotes_of(root, links) if marks else Footnotes()

    def text(self, text: str | None) -> str:
        """Return the text of a page as text."""
        if not text:
            return ""
        return literal(text) if self._marks else text

    def content(self, element: Element) -> str:
        """Return the line within an element."""
        text = self.text(element.text)
        if not len(element):
            return text
        parts = [text]
        for child in element:
            parts.append(self.of(child))
            if tail := child.tail:
                parts.append(self.text(tail))
        return "".join(parts)

    def of(self, element: Element) -> str:
        """Return the line that an element is."""
        name = tag(element)
        if self.is_left_out(element):
            return ""
        if name in _LEAVES or not name:
            return self._leaf(element, name)
        if name in CODE and self._marks:
            return code_span(raw_text(element))
        if name == "a":
            return self._link(element)
        if name in _PAIRS:
            return self._emphasised(element, _PAIRS[name])
        content = self.content(element)
        if name == "sup":
            return _power(content)
        if name == "q":
            return f"\u201c{content}\u201d"
        return _as_words(element, name, content) if name in BLOCKS else content

    def is_left_out(self, element: Element) -> bool:
        """True for what a page shows beside its text."""
        return element in self._left_out or element in self.notes.back

    def target(self, link: Element) -> str:
        """Return the URL that a link leads to; empty for one of the page itself, and in plain text."""
        if not self._marks:
            return ""
        return absolute(self._base_url, link.get("href") or "")

    def linked(self, content: str, target: str) -> str:
        """Return a content as a link; as it is where it holds one or no word."""
        label = one_line(content)
        if not target or not label or "](" in label:
            return content
        self._targets_left -= len(target)
        if self._targets_left < 0:
            return content
        before = " " if content[0] in _EDGE else ""
        after = " " if content[-1] in _EDGE else ""
        if is_bracketed(label):  # brackets within brackets are read by few
            before, label, after = f"{before}{label[0]}", label[1:-1], f"{label[-1]}{after}"
        return f"{before}[{balanced(label)}]({destination(target)}){after}"

    def _leaf(self, element: Element, name: str) -> str:
        if name == "br":
            return LINE_BREAK
        if name == "img":
            return self._image(element)
        if name == "math":
            return self._formula(element)
        if name == "rt":
            reading = self.content(element).strip(_EDGE)
            return f"({reading})" if reading else ""
        return ""

    def _image(self, image: Element) -> str:
        shown = formula_of_image(image) if self._marks else ""
        if shown:
            parent = image.getparent()
            return "" if parent is not None and _has_formula(parent) else _apart(shown)
        alt = " ".join((image.get("alt") or "").split())
        return f" {self.text(alt)} " if alt else " "

    def _formula(self, math: Element) -> str:
        shown = formula(math)
        return _apart(shown) if self._marks else shown.strip("$")

    def _link(self, link: Element) -> str:
        label = self.notes.marks.get(link)
        if label is not None:
            return f"[^{label}]"
        content = self.content(link)
        return self.linked(content, self.target(link)) if self._marks else content

    def _emphasised(self, element: Element, pair: str) -> str:
        """Puts marks around the words, not around the spaces beside them."""
        if not self._marks or pair in self._open:
            return self.content(element)
        self._open.append(pair)
        content = self.content(element)
        self._open.pop()
        return emphasised(content, pair)


def emphasised(content: str, pair: str) -> str:
    """Return a line with marks around it, inside of the spaces at its ends."""
    text = content.strip(_EDGE)
    if not text:
        return content
    start = content.find(text)
    return f"{content[:start]}{pair[0]}{text}{pair[1]}{content[start + len(text) :]}"


def _as_words(element: Element, name: str, content: str) -> str:
    """Return a block within a line (or a cell): its words must not run into those beside it."""
    text = content.strip(_EDGE)
    if name == "li" and element.getnext() is not None and text and text[-1] not in ",;:.":
        return f" {text}; "
    return f" {text} "


def _apart(shown: str) -> str:
    return f"{LINE_BREAK}{shown}{LINE_BREAK}" if shown.startswith("$$") else shown


def _has_formula(parent: Element) -> bool:
    return next(parent.iter("math"), None) is not None and len(parent) < 5


def _power(content: str) -> str:
    """Keeps 10 to the power of 6 from turning into 106; leaves footnote marks and words alone."""
    text = content.strip()
    return f"^{text}" if _EXPONENT.fullmatch(text) else content
