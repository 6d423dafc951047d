"""Parse HTML into a tree of limited depth and size, and remove invisible elements."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

# lxml ships no types
Element: TypeAlias = Any

MAX_DEPTH: Final = 150
"""Maximum depth; deeper content is flattened into text. Real pages stay well below 100 levels."""
MAX_ELEMENTS: Final = 60_000
"""Number of elements after which a page is cut. The largest of 1,284 real pages has 11,400."""

BLOCKS: Final = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "footnote", "form",
        "frame", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend",
        "li", "main", "menu", "nav", "noscript", "ol", "p", "pre", "search", "section", "summary",
        "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    )
)  # fmt: skip
"""Elements that are not part of a line of text; for ``footnote``, see `markdown.page_tree`."""

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")

_TAG = re.compile(r"<(/?)([a-zA-Z][^\s<>/]*)[^<>]*>")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_CUT = "data-cut-by-the-reader"
_NEVER_SHOWN = (
    "script", "style", "template", "svg", "canvas", "iframe", "object", "embed",
    "applet", "audio", "video", "map", "link", "meta", "base", "title", "frameset",
)  # fmt: skip
_CONTROLS = ("input", "select", "textarea", "datalist", "dialog", "progress", "meter")
_HIDING_CLASS = re.compile(r"(?:^|\s)(?:hidden|hide|is-hidden|d-none|display-none)(?=\s|$)")
# class names that show an element after all, such as on wide screens: "hidden md:block"
_SHOWING_CLASS = re.compile(r":|visible|show|-(?:block|flex|grid|inline|table)")
_FOR_SCREEN_READERS = re.compile(r"sr-only|visually-?hidden|screen-?reader", re.IGNORECASE)
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# The minimum number of words for script-only content to count as possible main content. It was
# chosen on 1,284 annotated pages, where such content includes answers below question buttons,
# threads in ``noscript`` (requests to enable scripts are shorter), product tabs and faded-in text.
_LEAST = {"button": 4, "noscript": 40}
_PART_LEAST = 40
_FADED_LEAST = 8
# scripts fade these in; a reader without scripts must not lose the whole page
_NEVER_HIDDEN = frozenset({"html", "body", "main", "article"})
# Characters that libxml2 accepts but lxml refuses to take or return: controls, lone surrogates and
# two noncharacters, both literal and as references. None are visible.
_NOT_XML = re.compile("[\0-\x08\x0b\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_XML_REFERENCE = re.compile(
    "&#(?:0*(?:[0-8]|1[1-24-9]|2[0-9]|3[01]|6553[45]"
    "|5529[6-9]|55[3-9][0-9]{2}|56[0-9]{3}|57[0-2][0-9]{2}|573[0-3][0-9]|5734[0-3])(?![0-9])"
    "|[xX]0*(?:[0-8bceBCE]|1?[fF]|1[0-9a-eA-E]|[dD][89a-fA-F][0-9a-fA-F]{2}|[fF]{3}[eEfF])"
    "(?![0-9a-fA-F]));?"
)


def parse(text: str) -> Element | None:
    """Parse HTML and return the root element, or None if there is neither markup nor text.

    The tree is cut to about `MAX_DEPTH` levels and `MAX_ELEMENTS` elements.

    Raises:
        MemoryError: the page exceeds the memory limit of the process.
    """
    text = tree_text(text)
    root, problems = _parsed(text)
    if "ERR_RESOURCE_LIMIT" in problems:  # libxml2 drops everything below its 2,048th level
        root, problems = _parsed(_shallow(text))
    if "ERR_NO_MEMORY" in problems:
        raise MemoryError
    if root is not None:
        _cap_size(root)
        _cap_depth(root)
    return root


def parse_xml(body: bytes, encoding: str | None = None) -> Element | None:
    """Parse XML without entities, external files or network; return None if it is invalid."""
    from lxml import etree

    parser = etree.XMLParser(
        encoding=encoding, recover=True, resolve_entities=False, no_network=True, load_dtd=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        return etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _parsed(text: str) -> tuple[Element | None, set[str]]:
    """Return the root element, or None, and the names of the parser's errors."""
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
    )
    try:
        # bytes, because lxml refuses text that declares an encoding
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:  # no markup, or out of memory
        root = None
    return root, {entry.type_name for entry in parser.error_log}


def _shallow(markup: str) -> str:
    """Remove tags nested deeper than `MAX_DEPTH`, which no real page has."""
    depth = 0

    def at_level(found: re.Match[str]) -> str:
        nonlocal depth
        closing, name = found.groups()
        if name.lower() in _VOID:
            return found[0]
        depth = max(0, depth - 1) if closing else depth + 1
        return found[0] if depth + bool(closing) <= MAX_DEPTH else " "

    return _TAG.sub(at_level, markup)


def tree_text(markup: str) -> str:
    """Return the markup without the characters and character references that lxml rejects."""
    # replaced by spaces, because the text around a removed character could form a reference
    return _NOT_XML_REFERENCE.sub(" ", _NOT_XML.sub("", markup).replace("\f", " "))


def remove(element: Element) -> None:
    """Remove an element but keep the text that follows it."""
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
    """Remove scripts, styles, form controls, hidden elements and similar invisible content."""
    for element in list(root.iter(*_NEVER_SHOWN, *_CONTROLS)):
        remove(element)
    for element in list(root.iter(*_LEAST)):
        if has_fewer_words(element, _LEAST[element.tag]):
            remove(element)
    for element in list(root.iter("*")):
        by_class, for_readers = _said_by_class(element.get("class") or "")
        if element.tag not in _NEVER_HIDDEN and _is_hidden(element, by_class=by_class):
            remove(element)
        elif for_readers:
            surround(element, " ", " ")  # it is not part of the word before it


@lru_cache(maxsize=4096)
def _said_by_class(names: str) -> tuple[bool, bool]:
    """Return whether class names hide an element, and whether they mark screen-reader text."""
    hides = bool(_HIDING_CLASS.search(names)) and not _SHOWING_CLASS.search(names)
    return hides, _FOR_SCREEN_READERS.search(names) is not None


def _is_hidden(element: Element, *, by_class: bool) -> bool:
    style = (styled := element.get("style")) and _HIDING_STYLE.search(styled)
    by_attribute = element.get("hidden", "until-found") != "until-found"
    aria_hidden = element.get("aria-hidden") == "true"
    if not (style or by_class or by_attribute or aria_hidden):
        return False
    in_tab = element.get("role") == "tabpanel" or by_class or by_attribute
    if in_tab and next(element.iter("pre"), None) is not None:
        return False  # code for another system waits in a hidden tab
    if aria_hidden or (style and style[0][0] in "dD"):
        return True
    if style:
        return has_fewer_words(element, _FADED_LEAST)
    return has_fewer_words(element, _PART_LEAST)


def body_or_root(root: Element) -> Element:
    """Return the body, or else the root."""
    body = root.find("body")
    return root if body is None else body


def was_cut(root: Element) -> bool:
    """Return whether the page exceeded `MAX_ELEMENTS` and was truncated."""
    return root.get(_CUT) is not None


def holders(root: Element, blocks: Collection[str]) -> set[Element]:
    """Return the block elements and the inline elements around them.

    For example, a link may surround a card.
    """
    found = {root}
    for element in root.iter(*blocks):
        while element not in found:
            found.add(element)
            element = element.getparent()  # noqa: PLW2901 - up to the first that is known
    return found


def tag(element: Element) -> str:
    """Return the tag name, or "" for nodes that are not elements, such as entities."""
    return element.tag if isinstance(element.tag, str) else ""


def text_of(element: Element) -> str:
    """Return all text inside the element, with whitespace collapsed."""
    return " ".join("".join(element.itertext()).split())


def new_element(name: str, text: str | None = None) -> Element:
    """Return a new element outside any tree."""
    from lxml import etree

    element = etree.Element(name)
    element.text = text
    return element


def surround(element: Element, before: str, after: str) -> None:
    """Insert text at the start and end of an element, replacing its outer whitespace."""
    element.text = before + (element.text or "").lstrip()
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip() + after
    else:
        element.text = element.text.rstrip() + after


def flatten(line: Element) -> None:
    """Replace block elements and line breaks inside an element with spaces and semicolons."""
    from lxml import etree

    for block in line.iterdescendants(*BLOCKS, "br") if len(line) else ():
        separated = block.tag == "li" and block.getnext() is not None
        surround(block, " ", "; " if separated and text_of(block)[-1:] not in ",;:." else " ")
        block.tag = "span"
    etree.strip_tags(line, "span")


@lru_cache(maxsize=4096)
def absolute(base_url: str, href: str) -> str:
    """Return a link's absolute HTTP(S) URL, or "" for fragments, invalid URLs and other schemes."""
    href = href.strip()
    if not href or href[0] == "#":
        return ""
    try:
        url = urljoin(base_url, href)
    except ValueError:
        return ""
    url = "".join(filter(str.isprintable, url))
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


def has_fewer_words(element: Element, least: int) -> bool:
    """Return whether an element has fewer than ``least`` words, reading no more than necessary."""
    words = 0
    for text in element.itertext():
        words += len(text.split())
        if words >= least:
            return False
    return True


def _cap_size(root: Element) -> None:
    """Remove all elements after the first `MAX_ELEMENTS`, and mark the root as truncated."""
    for element in list(islice(root.iter(), MAX_ELEMENTS, None)):
        root.set(_CUT, "")
        element.getparent().remove(element)


def _cap_depth(root: Element) -> None:
    from lxml import etree

    for element in root.xpath("/*" * MAX_DEPTH):
        if len(element):
            etree.strip_elements(element, *_NOT_TEXT, with_tail=False)
            flat = " ".join(" ".join(element.itertext()).split())
            del element[:]
            element.text = f" {flat}"


# --- The text of an element on one line

_APART = frozenset(
    ("address", "blockquote", "br", "dd", "div", "dt", "li", "ol", "p", "section", "td", "th",
     "tr", "ul")
)  # fmt: skip
_NOT_TEXT = frozenset(("script", "style", "template"))
_UNPUNCTUATED = re.compile("(?<=[-,;:.\u2013\u2014(/])\0|\0(?=[,;:.)/])")
_BREAK = "\0"  # cannot occur in lxml's trees


def inner_text(element: Element, most: int) -> str:
    """Return the text inside the element on one line, with commas between its lines and items.

    Text longer than ``most`` characters may be cut off.
    """
    if not len(element):
        return " ".join((element.text or "")[: 4 * most].split())
    parts: list[str] = []
    size = 0
    for part in _parts(element):
        parts.append(part[: 4 * most])
        size += len(parts[-1])
        if size > 4 * most:
            break
    lines = (" ".join(line.split()) for line in "".join(parts).split(_BREAK))
    joined = _UNPUNCTUATED.sub(" ", _BREAK.join(filter(None, lines)))
    return joined.replace(_BREAK, ", ")


def _parts(element: Element) -> Iterator[str]:
    """Yield text and line breaks, descending at most `MAX_DEPTH` levels."""
    if element.text:
        yield element.text
    for child in element:
        name = tag(child)
        if name in _APART:
            yield _BREAK
        if name not in _NOT_TEXT:
            yield from _parts(child)
        if name in _APART:
            yield _BREAK
        if child.tail:
            yield child.tail
