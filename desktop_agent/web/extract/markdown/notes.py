"""Footnotes: marks in the text and the notes that they lead to, told by their links to each other."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from desktop_agent.web.extract.tree.html_tree import Element, tag

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
_MOST_UP = 4
_MOST_PARTS = 8


@dataclass(slots=True)
class Notes:
    """``marks`` and ``bodies`` give the label of a link in the text and of its note."""

    marks: dict[Element, str] = field(default_factory=dict)
    bodies: dict[Element, str] = field(default_factory=dict)
    back: set[Element] = field(default_factory=set)


def notes_of(root: Element, links: Iterable[Element]) -> Notes:
    """Gives the footnotes within: a short link whose target holds a link back to it.

    ``links`` are those of the page that lead to a place of its own.
    """
    notes = Notes()
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
    """Gives the element that holds only links back, or the link: wikis put marks between them."""
    element, parent = link, link.getparent()
    while parent is not None and "backlink" in (parent.get("class") or ""):
        element, parent = parent, parent.getparent()
    return element


def _shown(link: Element) -> str:
    match = _MARK.fullmatch(_text(link, 12))
    return match[1] if match else ""


def _text(element: Element, most: int) -> str:
    """Gives the text within; a little more than ``most`` characters of a long one."""
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
    """Gives the block that a target is or begins; None in a table, whose cells are single lines."""
    if next(target.iterancestors("td", "th"), None) is not None:
        return None
    element = target
    for _ in range(_MOST_UP):
        if element is None or tag(element) in _NOTES:
            return element
        if element.getprevious() is not None:
            return None
        element = element.getparent()
    return None


def _names_around(link: Element) -> Iterator[str]:
    """Yields the names of a link, of what is around it (``<sup id=…>``) and of what is in it."""
    for element in (link, *islice(link.iterancestors(), _MOST_UP), *link):
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
