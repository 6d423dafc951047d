"""HTML text to a tree that is safe to walk: bounded in depth, without what nobody is shown."""

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from desktop_agent.web.extract.tree.shallow_tree import parse_shallow

# lxml ships no types
Element: TypeAlias = Any

MAX_DEPTH: Final = 150
"""Levels kept; what lies deeper is flattened into text. Real pages stay well below 100."""

_NEVER_SHOWN = (
    "script", "style", "template", "svg", "canvas", "iframe", "object", "embed",
    "applet", "audio", "video", "map", "link", "meta", "base", "title", "frameset",
)  # fmt: skip
_CONTROLS = ("button", "input", "select", "textarea", "datalist", "dialog", "progress", "meter")
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_NOSCRIPT_LEAST = 40  # words; a note to switch scripts on is shorter
# scripts fade these in; a reader without scripts must not lose the whole page
_NEVER_HIDDEN = frozenset({"html", "body", "main", "article"})


def parse(text: str) -> Element | None:
    """Gives the root element, or None when there is no markup and no text at all."""
    from lxml import etree

    # bytes, because lxml refuses text that declares an encoding; NUL would end it in C
    data = text.replace("\0", "\ufffd").encode("utf-8", "replace")
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:  # nothing there, or no memory for it
        root = None
    problems = {entry.type_name for entry in parser.error_log}
    if "ERR_NO_MEMORY" in problems:
        raise MemoryError
    if "ERR_RESOURCE_LIMIT" in problems:
        return parse_shallow(text, MAX_DEPTH)
    if root is not None:
        _cap_depth(root)
    return root


def remove(element: Element) -> None:
    """Takes an element out and leaves the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def remove_unseen(root: Element) -> None:
    """Takes out what a reader never sees: scripts, styles, form controls, hidden elements."""
    for element in list(root.iter(*_NEVER_SHOWN, *_CONTROLS)):
        remove(element)
    for element in list(root.iter("noscript")):
        # forums put whole threads there for readers without scripts, as we are; most put a pixel
        if len(text_of(element).split()) < _NOSCRIPT_LEAST:
            remove(element)
    for element in list(root.iterfind(".//*[@hidden]")):
        if element.get("hidden") != "until-found":
            _remove_hidden(element)
    for element in list(root.iterfind(".//*[@aria-hidden='true']")):
        _remove_hidden(element)
    for element in list(root.iterfind(".//*[@style]")):
        if _HIDING_STYLE.search(element.get("style")):
            _remove_hidden(element)


def tag(element: Element) -> str:
    """Gives the tag's name; empty for what is no element (an entity)."""
    return element.tag if isinstance(element.tag, str) else ""


def text_of(element: Element) -> str:
    """Gives all text within, its spaces collapsed."""
    return " ".join("".join(element.itertext()).split())


def _remove_hidden(element: Element) -> None:
    if tag(element) not in _NEVER_HIDDEN:
        remove(element)


def _cap_depth(root: Element) -> None:
    for element in list(_at_depth(root, MAX_DEPTH)):
        flat = " ".join(part for part in _texts(element) if part)
        for child in list(element):
            element.remove(child)
        element.text = f" {flat}"


def _texts(element: Element) -> Iterator[str]:
    """Yields the texts within but for scripts, without recursion."""
    skipped = {"script", "style", "template", "noscript"}
    for node in element.iter():
        if tag(node) not in skipped and node.text:
            yield " ".join(node.text.split())
        if node is not element and node.tail:
            yield " ".join(node.tail.split())


def _at_depth(root: Element, limit: int) -> Iterator[Element]:
    from lxml import etree

    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            depth += 1
            if depth == limit and len(element):
                yield element
        else:
            depth -= 1
