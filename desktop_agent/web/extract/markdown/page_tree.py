"""Prepare a page for main content detection, and its main content for conversion.

Footnotes, formulas, code and tables are rewritten. Besides block elements, a prepared tree contains
only ``a``, ``b``, ``em``, ``del``, ``br``, ``code``, ``math``, ``note`` (a footnote reference) and
``card`` (a link around blocks).
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice

from desktop_agent.web.extract.html_tree import (
    BLOCKS,
    HEADINGS,
    Element,
    flatten,
    has_fewer_words,
    holders,
    parse,
    remove,
    remove_unseen,
    surround,
    tag,
    text_of,
)
from desktop_agent.web.extract.markdown.code import is_tool, show_code, write_code
from desktop_agent.web.extract.markdown.formula import write_formulas
from desktop_agent.web.extract.markdown.table import show_tables, write_tables

_EMPHASIS = {
    "b": "b", "strong": "b", "em": "em", "i": "em", "del": "del", "s": "del", "strike": "del",
}  # fmt: skip
_INLINE = frozenset(("b", "em", "del", "a", "br", "caption", "code", "math", "note"))


def clean(root: Element) -> None:
    """Remove invisible elements, and rewrite formulas, code and tables as standard elements.

    Must run before `main_content`.
    """
    write_formulas(root)
    for control in list(root.iter("input")):
        if (control.get("type") or "").lower() == "checkbox" and _is_of_a_task(control):
            box = "[x]" if control.get("checked") is not None else "[ ]"
            control.tail = f"{box} {(control.tail or '').lstrip()}"
    remove_unseen(root)
    show_code(root)
    show_tables(root)
    _drop_shortcodes(root)


def read_markup(markup: str) -> Element | None:
    """Parse and `clean` HTML; return the root element, or None if there is nothing in it."""
    root = parse(markup)
    if root is not None:
        clean(root)
    return root


def _is_of_a_task(control: Element) -> bool:
    """Return whether a checkbox belongs to a task list rather than a form."""
    around = (control, *islice(control.iterancestors(), 2))
    named = any("task" in (element.get("class") or "") for element in around)
    return named or control.get("disabled") is not None


_CLOSING_SHORTCODE = re.compile(r"\[/([a-z][a-z0-9_-]{1,40})\]")


def _drop_shortcodes(root: Element) -> None:
    """Remove CMS shortcodes, such as ``[row a="b"]`` and ``[/row]``, from the text."""
    text = "".join(root.itertext())
    names = {n for n in _CLOSING_SHORTCODE.findall(text) if "_" in n or f"[{n} " in text}
    if not names:
        return
    shortcode = re.compile(rf"\[/?(?:{'|'.join(map(re.escape, names))})(?:\s[^\[\]]{{0,2000}})?\]")
    code = {inner for element in root.iter("pre", "code") for inner in element.iter()}
    for element in root.iter():
        if element not in code:
            element.text = shortcode.sub("", element.text or "")
        if element.getparent() not in code:
            element.tail = shortcode.sub("", element.tail or "")


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
    write_code(root)
    _write_words(root)
    for inline in root.iter():
        if tag(inline) not in BLOCKS:
            name = _EMPHASIS.get(inline.tag, inline.tag)
            inline.tag = name if name in _INLINE else "span"  # some names cannot even be set
    root.tag = "div"
    etree.strip_tags(root, "span")
    write_tables(root)
    for line in list(root.iter(*HEADINGS, "dt")):
        flatten(line)
    for holder in holders(root, BLOCKS):
        if holder.tag not in BLOCKS:
            holder.tag = "card" if holder.tag == "a" else "div"
    return root


# --- Parts of a page that repeat its text or belong to its tools

# links to the heading next to them, and tools that wikis and highlighters add to the text
_PERMALINKS = frozenset(("\u00b6", "#", "\u00a7", "\U0001f517", "\u221e", ""))
_NEARBY = 8  # elements


def _furniture(root: Element) -> set[Element]:
    """Return elements to remove: permalinks, toolbar buttons and images with redundant alt text."""
    found = {
        link
        for link in root.iter("a")
        if (link.get("href") or "")[:1] == "#"
        and not len(link)
        and (link.text or "").strip(" \u200b\ufeff") in _PERMALINKS
    }
    for titled in root.iter(*HEADINGS, "pre"):
        for beside in (titled.getprevious(), titled.getnext(), *islice(titled, _NEARBY)):
            if beside is not None and is_tool(beside):
                found.add(beside)
    found.update(_repeated_images(root))
    return found


def _repeated_images(root: Element) -> Iterator[Element]:
    """Yield images whose alt text repeats a heading, a caption or link text."""
    names = {text_of(element) for element in root.iter("figcaption", "a", *HEADINGS)}
    for image in root.iter("img"):
        link = next((e for e in islice(image.iterancestors(), 3) if tag(e) == "a"), image)
        if _alt(image) and (_alt(image) in names or f" {_alt(image)} " in f" {text_of(link)} "):
            yield image


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
_LONG_NOTE = 800  # words; what is longer is a part of the page
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
    """Return the block that begins at a link target, or None if it is in a table cell."""
    if target is None or next(target.iterancestors("td", "th"), None) is not None:
        return None
    for element in (target, *islice(target.iterancestors(), _NOTES_MOST_UP - 1)):
        if tag(element) in _NOTES:
            return element
        if element.getprevious() is not None:
            break
    return None


def _links_back(note: Element) -> dict[str, Element]:
    if not has_fewer_words(note, _LONG_NOTE):
        return {}
    return {
        link.get("href")[1:]: link
        for link in note.iter("a")
        if (link.get("href") or "")[:1] == "#" and _BACK.fullmatch(_start(link))
    }


def _names_around(link: Element) -> Iterator[str]:
    yield from _names(link)
    for element in islice(link.iterancestors(), _NOTES_MOST_UP):
        if tag(element) in _NOTES:
            break
        yield from _names(element)
    for element in link:
        yield from _names(element)


def _backlinks_around(link: Element) -> Element:
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
