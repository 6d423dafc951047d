"""Parse HTML into a tree of limited depth and size, and remove invisible elements."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin

# --- A tree of bounded depth from markup too deeply nested for libxml2
#
# libxml2 drops everything below its 2,048th level, and its event interface takes quadratic time at
# 100,000 levels. The standard library's tokenizer builds no tree and is linear; real pages never
# come here, so its lack of HTML's implied end tags does not matter.

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


class _Builder(HTMLParser):
    """An HTML parser that builds a tree of at most `MAX_DEPTH` + 2 levels in linear time."""

    def __init__(self) -> None:
        from lxml import etree

        super().__init__(convert_charrefs=True)
        self._builder = etree.TreeBuilder()
        self._open: list[str] = []
        self._skipping = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style"}:
            self._skipping = tag
        elif tag in {"html", "body"} or len(self._open) >= MAX_DEPTH or not tag.isalnum():
            self._builder.data(" ")
        else:
            kept = {name: value or "" for name, value in attrs if name in {"href", "alt", "class"}}
            self._builder.start(tag, {name: _xml_text(value) for name, value in kept.items()})
            if tag in _VOID:
                self._builder.end(tag)
            else:
                self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipping:
            self._skipping = ""
        if tag in self._open:
            while self._open:
                closed = self._open.pop()
                self._builder.end(closed)
                if closed == tag:
                    break

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._builder.data(_xml_text(data))

    def tree(self, text: str) -> Any:
        self._builder.start("html", {})
        self._builder.start("body", {})
        self.feed(text)
        self.close()
        for tag in [*reversed(self._open), "body", "html"]:
            self._builder.end(tag)
        return self._builder.close()


_SEPARATORS = dict.fromkeys((0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x1F), " ")


def _xml_text(text: str) -> str:
    """Drop control characters and lone surrogates, which lxml rejects."""
    kept = (c for c in text if c.isprintable() or c.isspace())
    return "".join(kept).translate(_SEPARATORS)


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

_CUT = "data-cut-by-the-reader"
_NEVER_SHOWN = (
    "script", "style", "template", "svg", "canvas", "iframe", "object", "embed",
    "applet", "audio", "video", "map", "link", "meta", "base", "title", "frameset",
)  # fmt: skip
_CONTROLS = ("input", "select", "textarea", "datalist", "dialog", "progress", "meter")
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
    from lxml import etree

    text = tree_text(text)
    # bytes, because lxml refuses text that declares an encoding
    data = text.encode("utf-8", "replace")
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:  # no markup, or out of memory
        root = None
    problems = {entry.type_name for entry in parser.error_log}
    if "ERR_NO_MEMORY" in problems:
        raise MemoryError
    if "ERR_RESOURCE_LIMIT" in problems:
        root = _Builder().tree(text)
        _cap_size(root)
    elif root is not None:
        _cap_size(root)
        _cap_depth(root)
    return root


def tree_text(markup: str) -> str:
    """Return the markup without characters and character references that lxml rejects."""
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
    for element in list(root.iterfind(".//*[@hidden]")):
        if element.get("hidden") != "until-found" and has_fewer_words(element, _PART_LEAST):
            _remove_hidden(element)
    for element in list(root.iterfind(".//*[@aria-hidden='true']")):
        _remove_hidden(element)
    for element in list(root.iterfind(".//*[@style]")):
        if _is_hidden_by_style(element):
            _remove_hidden(element)


def _is_hidden_by_style(element: Element) -> bool:
    style = _HIDING_STYLE.search(element.get("style"))
    if style is None:
        return False
    return style[0][0] in "dD" or has_fewer_words(element, _FADED_LEAST)


def body_or_root(root: Element) -> Element:
    """Return the body, or the root if there is none."""
    body = root.find("body")
    return root if body is None else body


def was_cut(root: Element) -> bool:
    """Return whether the page had more than `MAX_ELEMENTS` elements."""
    return root.get(_CUT) is not None


def tag(element: Element) -> str:
    """Return the tag name, or "" for nodes that are not elements, such as entities."""
    return element.tag if isinstance(element.tag, str) else ""


def text_of(element: Element) -> str:
    """Return all text inside the element, with whitespace collapsed."""
    return " ".join("".join(element.itertext()).split())


def new_element(name: str, text: str | None = None) -> Element:
    """Return a new element that is not part of a tree."""
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


def _remove_hidden(element: Element) -> None:
    if tag(element) not in _NEVER_HIDDEN:
        remove(element)


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
    first = next(islice(root.iter(), MAX_ELEMENTS, None), None)
    if first is None:
        return
    root.set(_CUT, "")
    parent = first.getparent()
    kept = parent.index(first)
    while parent is not None:
        del parent[kept:]
        inner, parent = parent, parent.getparent()
        if parent is not None:
            inner.tail = None
            kept = parent.index(inner) + 1


def _cap_depth(root: Element) -> None:
    for element in list(_at_depth(root, MAX_DEPTH)):
        flat = " ".join(part for part in _texts(element) if part)
        for child in list(element):
            element.remove(child)
        element.text = f" {flat}"


def _texts(element: Element) -> Iterator[str]:
    """Yield the texts inside the element without recursion.

    Scripts, styles and similar elements are skipped.
    """
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


# --- The text of an element on one line

_APART = frozenset(
    ("address", "blockquote", "br", "dd", "div", "dt", "li", "ol", "p", "section", "td", "th",
     "tr", "ul")
)  # fmt: skip
_NOT_TEXT = frozenset(("script", "style", "template"))
_BREAK = "\0"  # cannot occur in lxml's trees


def inner_text(element: Element, most: int) -> str:
    """Return the text inside the element on one line, with commas between its lines and items.

    Reading stops once the text exceeds ``most`` characters, so longer text may be cut off.
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
    return _joined([line for line in lines if line])


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


def _joined(lines: list[str]) -> str:
    text = ""
    for line in lines:
        if not text:
            text = line
        elif text[-1] in ",;:.-\u2013\u2014(/" or line[0] in ",;:.)/":
            text = f"{text} {line}"
        else:
            text = f"{text}, {line}"
    return text
