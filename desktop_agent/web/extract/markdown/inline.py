"""What stands within a line: words, emphasis, links, code, formulas and footnote marks."""

import re

from desktop_agent.web.extract.markdown.code import code_span, raw_text
from desktop_agent.web.extract.markdown.elements import BLOCKS, CODE, fragment_links, left_out
from desktop_agent.web.extract.markdown.formula import formula, formula_of_image
from desktop_agent.web.extract.markdown.label import balanced, is_bracketed
from desktop_agent.web.extract.markdown.links import absolute, destination
from desktop_agent.web.extract.markdown.literal import (
    EMPHASIS,
    LINE_BREAK,
    STRONG,
    STRUCK,
    literal,
    one_line,
)
from desktop_agent.web.extract.markdown.notes import Notes, notes_of
from desktop_agent.web.extract.tree.html_tree import Element, tag

_PAIRS = {
    "strong": STRONG, "b": STRONG, "em": EMPHASIS, "i": EMPHASIS, "del": STRUCK, "s": STRUCK,
    "strike": STRUCK,
}  # fmt: skip
_LEAVES = frozenset(("br", "img", "math", "rp", "script", "style", "rt"))
_EXPONENT = re.compile(r"[-+\u2212]?[0-9]{1,3}|[n-z]")
_EDGE = " \t\r\n\xa0" + LINE_BREAK
_MOST_TARGETS = 1_000_000  # characters of link targets, which a short page can make enormous


class Inline:
    """Gives lines with codes (`literal`); recurses at most `html_tree.MAX_DEPTH` levels deep."""

    def __init__(self, root: Element, base_url: str, *, marks: bool) -> None:
        self._base_url = base_url
        self._marks = marks
        self._targets_left = _MOST_TARGETS
        self._open: list[str] = []  # marks that the words stand in
        links = fragment_links(root)
        self._left_out = left_out(root, links)
        self.notes = notes_of(root, links) if marks else Notes()

    def text(self, text: str | None) -> str:
        """Gives the text of a page as text."""
        if not text:
            return ""
        return literal(text) if self._marks else text

    def content(self, element: Element) -> str:
        """Gives the line within an element."""
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
        """Gives the line that an element is."""
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
        """Gives the URL that a link leads to; empty for one of the page itself, and in plain text."""
        if not self._marks:
            return ""
        return absolute(self._base_url, link.get("href") or "")

    def linked(self, content: str, target: str) -> str:
        """Gives a content as a link; as it is where it holds one or no word."""
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
    """Gives a line with marks around it, inside of the spaces at its ends."""
    text = content.strip(_EDGE)
    if not text:
        return content
    start = content.find(text)
    return f"{content[:start]}{pair[0]}{text}{pair[1]}{content[start + len(text) :]}"


def _as_words(element: Element, name: str, content: str) -> str:
    """Gives a block within a line (or a cell): its words must not run into those beside it."""
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
