"""Prepare a copy of a page's main content for conversion to Markdown.

Footnotes, formulas, code, tables, cards and definition lists are rewritten so that every element
contains either blocks or one line of inline elements. Blocks are ``p``, ``h1`` to ``h6``, ``pre``,
``blockquote``, ``ul``, ``table``, ``footnote`` and ``hr``. Inline elements are ``a``, ``b``,
``em``, ``del``, ``br``, ``code``, ``math`` and ``note``, which is a footnote reference.
"""

import re
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice

from desktop_agent.web.extract.html_tree import (
    BLOCKS,
    HEADINGS,
    Element,
    flatten,
    new_element,
    remove,
    surround,
    tag,
    text_of,
)
from desktop_agent.web.extract.markdown.code import write_code
from desktop_agent.web.extract.markdown.formula import write_formulas
from desktop_agent.web.extract.markdown.table import write_tables

_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_EMPHASIS = {
    "b": "b", "strong": "b", "em": "em", "i": "em", "del": "del", "s": "del", "strike": "del",
}  # fmt: skip
_MARK_OF = {"b": "*", "em": "*", "del": "~"}
_INLINE = frozenset((*_MARK_OF, "a", "br", "caption", "code", "math", "note"))
_MOST_LEVELS = 8  # maximum nesting of quotes and lists; real pages have 5


def tidied(element: Element, *, notes: bool = True) -> Element:
    """Return a copy of the element that is ready for conversion.

    Footnotes are converted only if ``notes`` is True.
    """
    from lxml import etree

    root = deepcopy(element)
    root.tail = None
    for own in root.iter("note", "footnote"):
        own.tag = "span"
    for shown_twice in _furniture(root):
        if shown_twice is not root:
            remove(shown_twice)
    if notes:
        _write_footnotes(root)
    write_formulas(root)
    write_code(root)
    _write_words(root)
    for inline in root.iter():
        if tag(inline) not in BLOCKS:
            name = _EMPHASIS.get(inline.tag, inline.tag)
            inline.tag = name if name in _INLINE else "span"  # some names cannot even be set
    root.tag = "div"
    etree.strip_tags(root, "span")
    _drop_unreadable_emphasis(root)
    write_tables(root)
    _Blocks(root).fill(root, 0)
    _mark_lists(root)
    return root


# --- Parts of a page that repeat its text or belong to its tools

# links to the heading next to them, and tools that wikis and highlighters add to the text
_PERMALINKS = frozenset(("\u00b6", "#", "\u00a7", "\U0001f517", "\u221e", ""))
_TOOL = re.compile(
    r"(?:^|[\s_-])(?:mw-editsection|clipboard\w*|copy|copybtn|copybutton|lang|code-?lang"
    r"|language-?(?:name|label))(?=[\s_-]|$)"
)
_LONGEST_TOOL = 40  # characters
_NEARBY = 8  # elements


def _furniture(root: Element) -> set[Element]:
    """Return elements to remove: permalinks, toolbar buttons, and images with repeated alt text."""
    found = {
        link
        for link in root.iter("a")
        if (link.get("href") or "")[:1] == "#"
        and not len(link)
        and (link.text or "").strip(" \u200b\ufeff") in _PERMALINKS
    }
    for titled in root.iter(*HEADINGS, "pre"):
        for beside in (titled.getprevious(), titled.getnext(), *islice(titled, _NEARBY)):
            if beside is not None and _is_tool(beside):
                found.add(beside)
    found.update(_repeated_images(root))
    return found


def _is_tool(element: Element) -> bool:
    return (
        _TOOL.search(element.get("class") or "") is not None
        and not _is_longer(element, _LONGEST_TOOL)
        and next(element.iter("pre", *HEADINGS), None) is None
    )


def _is_longer(element: Element, most: int) -> bool:
    """Return whether an element's text is longer than ``most``, without reading all of it."""
    length = 0
    for text in element.itertext():
        length += len(text.strip())
        if length > most:
            return True
    return False


def _repeated_images(root: Element) -> Iterator[Element]:
    """Yield images whose alt text is repeated nearby.

    The repetition may be in the image's own link, its heading, its caption or the next link.
    """
    waiting: deque[Element] = deque(maxlen=_NEARBY)
    for element in root.iter("img", "figcaption", "a", *HEADINGS):
        if tag(element) == "img":
            link = next((e for e in islice(element.iterancestors(), 3) if tag(e) == "a"), None)
            linked = "" if link is None else "".join(islice(link.itertext(), _NEARBY))
            if _alt(element) and f" {_alt(element)} " in f" {' '.join(linked.split())} ":
                yield element
            elif _alt(element):
                waiting.append(element)
        elif waiting:
            text = text_of(element)
            yield from (image for image in waiting if _alt(image) == text)
            if tag(element) != "a":
                waiting.clear()


def _alt(image: Element) -> str:
    return " ".join((image.get("alt") or "").split())


# --- Footnotes: a short link whose target contains a link back to it

_MARK = re.compile(
    r"\[?\(?((?:(?:note|nb|fn)\s)?[0-9]{1,4}|[a-zA-Z]{1,2}|[*\u2020\u2021\u00a7\u00b6]{1,3})\)?\]?"
)
_BACK = re.compile(
    r"[\s\[\]()^\u2190-\u21ff\u2b05-\u2b0d\ufe0e\ufe0f\u00b6*\u2020\u2021a-z0-9.,]{0,12}|jump up.{0,10}|back",
    re.IGNORECASE,
)
_NOT_FOR_LABELS = re.compile(r"[^0-9A-Za-z]+")
_NOTES = frozenset(("li", "p", "div", "dd", "aside", "section"))
_LONGEST_NOTE = 5_000  # characters; what is longer is a part of the page
_NOTES_MOST_UP = 4


def _write_footnotes(root: Element) -> None:
    marks = [
        (link, shown[1])
        for link in root.iter("a")
        if (link.get("href") or "")[:1] == "#" and (shown := _MARK.fullmatch(_start(link)))
    ]
    named: dict[str, Element] = {}
    for element in root.xpath("descendant::*[@id] | descendant::a[@name]") if marks else ():
        for name in _names(element):
            named.setdefault(name, element)
    links_back: dict[Element, dict[str, Element]] = {}
    labels: dict[Element, str] = {}
    used: set[str] = set()
    back: set[Element] = set()
    for link, label in marks:
        note = _note_at(named.get(link.get("href")[1:]))
        if note is None or link in back or note in link.iterancestors():
            continue
        if note not in links_back:
            links_back[note] = _links_back(note)
        if links_back[note].keys().isdisjoint(_names_around(link)):
            continue
        if note not in labels:
            back.update(links_back[note].values())
            name = _NOT_FOR_LABELS.sub("-", label).strip("-") or str(len(labels) + 1)
            labels[note] = f"{name}-{len(labels)}" if name in used else name
            used.add(name)
        link.tag, link.text = "note", labels[note]
        del link[:]
    for note, label in labels.items():
        note.tag = "footnote"
        note.set("label", label)
    for links in {_backlinks_around(link) for link in back}:
        remove(links)


def _start(link: Element) -> str:
    return "".join(text[:20] for text in islice(link.itertext(), _NEARBY)).strip()


def _names(element: Element) -> list[str]:
    return [name for name in (element.get("id"), element.get("name")) if name]


def _note_at(target: Element | None) -> Element | None:
    """Return the block that begins with the target of a link, or None if it is in a table cell."""
    if target is None or next(target.iterancestors("td", "th"), None) is not None:
        return None
    for element in (target, *islice(target.iterancestors(), _NOTES_MOST_UP - 1)):
        if tag(element) in _NOTES:
            return element
        if element.getprevious() is not None:
            break
    return None


def _links_back(note: Element) -> dict[str, Element]:
    """Return the links in a footnote that may lead back to the text, keyed by fragment."""
    if _is_longer(note, _LONGEST_NOTE):
        return {}
    return {
        link.get("href")[1:]: link
        for link in note.iter("a")
        if (link.get("href") or "")[:1] == "#" and _BACK.fullmatch(_start(link))
    }


def _names_around(link: Element) -> Iterator[str]:
    """Yield the ids and names of a link, its ancestors (``<sup id=…>``) and its children."""
    yield from _names(link)
    for element in islice(link.iterancestors(), _NOTES_MOST_UP):
        if tag(element) in _NOTES:
            break
        yield from _names(element)
    for element in link:
        yield from _names(element)


def _backlinks_around(link: Element) -> Element:
    """Return the outermost enclosing element marked as a backlink, or else the link itself."""
    while (parent := link.getparent()) is not None and "backlink" in (parent.get("class") or ""):
        link = parent
    return link


# --- Lines

_EXPONENT = re.compile(r"\s*([-+\u2212]?[0-9]{1,3}|[n-z])\s*")


def _write_words(root: Element) -> None:
    """Replace images, quotation marks, ruby annotations and exponents with text."""
    for image in root.iter("img"):
        image.text = f" {_alt(image)} "
    for quote in root.iter("q"):
        surround(quote, "\u201c", "\u201d")
    for reading in root.iter("rt"):
        surround(reading, "(", ")")
    for bracket in root.iter("rp"):
        bracket.text = ""
    for power in root.iter("sup"):
        if _EXPONENT.fullmatch(_start(power)) and power.find(".//note") is None:
            surround(power, "^", "")


def _drop_unreadable_emphasis(root: Element) -> None:
    """Remove emphasis that is empty, nested in the same kind, or not recognized by CommonMark.

    CommonMark 0.31 (section 6.2) does not recognize delimiters between a letter and a punctuation
    mark, or those between two adjacent emphasized texts.
    """
    from lxml import etree

    for element in root.iter("b", "em", "del"):
        is_nested = next(element.iterancestors(element.tag), None) is not None
        text = "" if is_nested else text_of(element)
        if not text or not _has_readable_marks(element, text):
            element.tag = "span"
    etree.strip_tags(root, "span")


def _has_readable_marks(element: Element, text: str) -> bool:
    first, last = element.text or "", (element[-1].tail if len(element) else element.text) or ""
    before = " " if first[:1].isspace() else _outside(element, before=True)
    after = " " if last[-1:].isspace() else _outside(element, before=False)
    opens = text[0].isalnum() and (first.strip() or element[0].tag in _MARK_OF)
    closes = text[-1].isalnum() and (last.strip() or element[-1].tag in _MARK_OF)
    return (
        before != _MARK_OF[element.tag]
        and bool(opens or not before.isalnum())
        and bool(closes or after == _MARK_OF[element.tag] or not after.isalnum())
    )


def _outside(element: Element, *, before: bool) -> str:
    """Return the character next to an element, or a substitute if its neighbour is an element."""
    while tag(element) not in BLOCKS:
        beside = element.getprevious() if before else element.getnext()
        parent = element.getparent()
        text = element.tail
        if before:
            text = parent.text if beside is None else beside.tail
        if text:
            return str(text[-1] if before else text[0])
        if beside is not None:
            return _MARK_OF.get(tag(beside)) or {"br": " ", "span": "x"}.get(tag(beside), "`")
        element = parent
    return " "


# --- Blocks


def _holders(root: Element) -> set[Element]:
    """Return the inline elements that contain blocks, such as a link around a whole card."""
    found: set[Element] = set()
    for block in root.iter(*BLOCKS):
        outer = block.getparent()
        while outer is not None and outer not in found and tag(outer) not in BLOCKS:
            found.add(outer)
            outer = outer.getparent()
    return found


class _Blocks:
    """Restructures a tree so that each element contains either blocks or one line of text."""

    def __init__(self, root: Element) -> None:
        self._holders = _holders(root)

    def fill(self, element: Element, level: int) -> None:
        """Replace an element's content with blocks; text between blocks becomes paragraphs."""
        blocks: list[Element] = []
        line = new_element("p", element.text)
        element.text = None
        for child in list(element):
            if child.tag in BLOCKS or child in self._holders:
                tail, child.tail = child.tail, None
                blocks += _line(line)
                blocks += self._blocks_of(child, level)
                line = new_element("p", tail)
            else:
                line.append(child)
        element[:] = [*blocks, *_line(line)]

    def _blocks_of(self, element: Element, level: int) -> list[Element]:
        name = element.tag
        if name in HEADINGS:
            flatten(element)
            return _line(element)
        if name in {"pre", "hr", "table"}:
            return [element]
        if name in _LISTS:
            return self._list(element, level)
        if name == "dl":
            return self._definitions(element, level)
        self.fill(element, level + (name == "blockquote"))
        if name == "a":
            _link_first_line(element)
        kept = name == "footnote" or (name == "blockquote" and level < _MOST_LEVELS)
        return [element] if kept and len(element) else list(element)

    def _list(self, element: Element, level: int) -> list[Element]:
        ordered = element.tag == "ol"
        number = _number(element.get("start"), 1)
        items: list[Element] = []
        notes: list[Element] = []
        for child in list(_items(element)):
            child.tail = None
            if child.tag == "footnote":
                notes += self._blocks_of(child, level)
            elif child.tag in _LISTS:  # old pages nest lists directly in lists
                if not items:
                    items.append(_item(number))
                items[-1].extend(self._list(child, level + 1))
            else:
                number = _number(child.get("value"), number)
                item = _item(number)
                items.append(item)
                if child.tag == "li":
                    self.fill(child, level + 1)
                    item.extend(list(child))
                else:
                    item.extend(self._blocks_of(child, level + 1))
                number += 1
        items = [item for item in items if len(item)]
        if level >= _MOST_LEVELS or not items:
            return [block for item in items for block in item] + notes
        listing = new_element("ul")
        listing.extend(items)
        listing.set("ordered", "yes" if ordered else "")
        listing.set("tight", "yes" if all(map(_is_tight, items)) else "")
        return [listing, *notes]

    def _definitions(self, element: Element, level: int) -> list[Element]:
        """Return the terms of a definition list in bold, each followed by its definition.

        The first line of the definition is on the line of the term.
        """
        blocks: list[Element] = []
        term: Element | None = None  # the paragraph that a definition or another term continues
        for child in list(_definition_parts(element)):
            child.tail = None
            if child.tag == "dt":
                flatten(child)
                if text_of(child):
                    child.tag = "b"
                    if term is None:
                        term = new_element("p")
                        blocks.append(term)
                    else:
                        term[-1].tail = ", "
                    term.append(child)
                    _strip_colon(child)
                continue
            meaning = self._blocks_of(child, level)
            if term is not None and meaning:
                first = meaning[0]
                is_line = first.tag == "p"
                term[-1].tail = f": {(first.text or '').lstrip()}" if is_line else ":"
                if is_line:
                    term.extend(list(first))
                    meaning = meaning[1:]
                term = None
            blocks += meaning
        return blocks


def _line(line: Element) -> list[Element]:
    return [line] if any(map(str.strip, line.itertext())) else []


def _items(element: Element) -> Iterator[Element]:
    """Yield a list's items, including those inside wrapper elements, and its other children."""
    for child in element:
        if child.tag not in _LISTS and child.tag != "li" and child.find("li") is not None:
            yield from _items(child)
        else:
            yield child


def _item(number: int) -> Element:
    item = new_element("li")
    item.set("number", str(number))
    return item


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default


def _is_tight(item: Element) -> bool:
    """Return whether a list item's blocks need no blank lines between them.

    An ordered list that does not start with 1 needs a blank line before it, since it cannot
    interrupt a paragraph.
    """
    return all(
        block.tag == "ul" and not (block.get("ordered") and block[0].get("number") != "1")
        for block in item[1:]
    )


def _definition_parts(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == "div":  # groups a term with its definitions
            yield from child
        else:
            yield child


def _strip_colon(term: Element) -> None:
    if len(term):
        term[-1].tail = (term[-1].tail or "").rstrip(" :\uff1a\n")
    else:
        term.text = (term.text or "").rstrip(" :\uff1a\n")


def _link_first_line(card: Element) -> None:
    """Move a card's link to its first heading or, if it has none, to its first paragraph."""
    place = next(card.iter(*HEADINGS), None)
    place = next(card.iter("p"), None) if place is None else place
    if place is not None:
        link = new_element("a", place.text)
        link.set("href", card.get("href") or "")
        link.extend(list(place))
        place.text = None
        place.append(link)


def _mark_lists(root: Element) -> None:
    """Set the marker of each list. Adjacent lists get different markers to keep them separate."""
    for listing in root.iter("ul"):
        usual, other = (". ", ") ") if listing.get("ordered") else ("- ", "* ")
        before = listing.getprevious()
        after_same = before is not None and before.tag == "ul" and before.get("mark") == usual
        listing.set("mark", other if after_same else usual)
