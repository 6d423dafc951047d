"""Write a page's content as Markdown, plain text or clean HTML.

The Markdown is CommonMark with GitHub's tables and footnotes; only ``<br>`` produces a line break.
"""

import re
from typing import Any

from bs4 import BeautifulSoup, Tag
from bs4.builder import HTMLTreeBuilder
from bs4.element import NavigableString
from markdownify import MarkdownConverter

from desktop_agent.core.markdown import escaped_start
from desktop_agent.web.extract.html_tree import Element, absolute, tag
from desktop_agent.web.extract.markdown.code import code_span, fenced
from desktop_agent.web.extract.markdown.page_tree import tidied

_MOST_INDENT = 1_000_000  # characters of indentation, which short lines can make enormous
_MOST_TARGETS = 1_000_000  # characters of link targets, which a short page can make enormous
_BREAK = "\0"  # stands for a line break until spaces are collapsed; no tree of lxml contains one
_EDGE = " " + _BREAK
_ATTRIBUTES = ("href", "label", "language", "mark", "number", "ordered", "tight")


def to_markdown(element: Element, base_url: str, *, limit: int = 15_000) -> str:
    """Convert an element to Markdown, with absolute links and with alt text in place of images.

    Content with more than ``limit`` elements is returned as plain text, which is much faster.
    """
    if sum(1 for _ in element.iter()) > limit:
        return to_text(element)
    soup = BeautifulSoup("", builder=_Builder(tidied(element)))
    text: str = PageConverter(base_url).convert_soup(soup)
    return text.strip()


class _Builder(HTMLTreeBuilder):
    """Builds a Beautiful Soup tree directly from an lxml tree, without parsing the HTML again."""

    def __init__(self, root: Element) -> None:
        super().__init__(multi_valued_attributes={})
        self._root = root

    def feed(self, _markup: object) -> None:
        self._add(self._root)

    def _add(self, element: Element) -> None:
        soup: Any = self.soup
        attributes = {name: element.get(name) for name in _ATTRIBUTES if name in element.attrib}
        soup.handle_starttag(element.tag, None, None, attributes)
        if element.text:
            soup.handle_data(element.text)
        for child in element:
            self._add(child)
            if child.tail:
                soup.handle_data(child.tail)
        soup.handle_endtag(element.tag)


class PageConverter(MarkdownConverter):
    """Converts a tree from `page_tree.tidied` to Markdown."""

    def __init__(self, base_url: str) -> None:
        super().__init__(heading_style="atx")
        self._base_url = base_url
        self._indent_left = _MOST_INDENT
        self._targets_left = _MOST_TARGETS

    def process_text(self, el: NavigableString, parent_tags: set[str]) -> str:
        """Escape text, except in code. Spaces are collapsed later, line by line."""
        text = str(el)
        if "pre" in parent_tags or "code" in parent_tags:
            return text
        return self.escape(_joined(text), parent_tags)

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """Escape characters that have a meaning in inline Markdown."""
        return _MARKS.sub(r"\\\g<0>", text)

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        target = absolute(self._base_url, str(el.get("href") or ""))
        label = _one_line(text)
        self._targets_left -= len(target)
        if not target or not label or "](" in label or self._targets_left < 0:
            return text
        before, after = _spaces_around(text)
        if _BRACKETED.fullmatch(label):  # many readers do not understand brackets within brackets
            before, label, after = f"{before}[", label[1:-1], f"]{after}"
        elif not _BALANCED.fullmatch(label):
            label = _BRACKET.sub(r"\\\g<0>", label)
        return f"{before}[{label}]({destination(target)}){after}"

    def convert_b(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _emphasized(text, "**")

    def convert_em(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _emphasized(text, "*")

    def convert_del(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _emphasized(text, "~~")

    def convert_br(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _BREAK

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return code_span(text)

    def convert_math(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        shown = el.get_text()
        return f"{_BREAK}{shown}{_BREAK}" if shown.startswith("$$") else shown

    def convert_note(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"[^{el.get_text()}]"

    def convert_p(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        lines = "\n".join(" ".join(line.split()) for line in text.split(_BREAK)).strip("\n")
        lines = _LINE_START.sub(escaped_start, _EMPTY_LINES.sub("\n\n", lines))
        return _block(lines.replace("![", "\\!["), tight=_is_tight(el.parent))

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: set[str]) -> str:
        title = _CLOSING_HASHES.sub(r"\\\g<0>", _one_line(text))
        return _block(f"{'#' * n} {title}" if title else "")

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _block(fenced(text, str(el.get("language") or "")))

    def convert_blockquote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _block(self._indented(text.strip("\n"), "> ", "> "))

    def convert_footnote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _block(self._indented(text.strip("\n"), f"[^{el.get('label')}]: ", "    "))

    def convert_ul(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _block(text.strip("\n"), tight=_is_tight(el.parent))

    def convert_li(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        assert el.parent is not None
        number = el.get("number") if el.parent.get("ordered") else ""
        mark = f"{number}{el.parent.get('mark')}"
        text = self._indented(text.strip("\n"), mark, " " * len(mark))
        return _block(text, tight=_is_tight(el))

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        cell = _one_line(text).replace("|", "\\|")
        return f" {cell} |"

    convert_th = convert_td

    def _indented(self, text: str, mark: str, indent: str) -> str:
        """Return the text with ``mark`` before its first line and ``indent`` before the others."""
        self._indent_left -= len(indent) * (text.count("\n") + 2)
        if not text or self._indent_left < 0:
            return text
        first, *others = text.split("\n")
        empty = indent.rstrip()
        return "\n".join([mark + first, *(indent + line if line else empty for line in others)])


def _block(text: str, *, tight: bool = False) -> str:
    gap = "\n" if tight else "\n\n"
    return f"{gap}{text}{gap}" if text else ""


def _is_tight(item: Tag | None) -> bool:
    return item is not None and item.name == "li" and bool(item.parent and item.parent.get("tight"))


# --- Escaping: CommonMark 0.31, sections 2.4 and 6

_MARKS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|\s*$)"
    r"|`|~(?=~|$)|(?:^|(?<=~))~|(?<!\s)\*|\*(?!\s)|(?<![^\W_])_|_(?![^\W_])"
    r"|\[(?=\^)|\](?=\()"
    r"|<(?=[A-Za-z/!?])|&(?=\#?\w{1,31};)"
)
# of a list, heading, quote, the underline of a heading or table header, and a link's definition
_LINE_START = re.compile(
    r"^(?:(?:\#{1,6}|[-+])(?=\ |$)|>|-(?=[- ]{0,999}$)|=(?=[= ]{0,999}$)"
    r"|[|:-](?=[:| ]{0,999}-[-:| ]{0,9999}$)|\[(?!\^)(?=[^\[\]\n]{1,999}\]:)|[0-9]{1,9}[.)](?=\ |$))",
    re.MULTILINE,
)
_EMPTY_LINES = re.compile(r"\n{2,}")
_CLOSING_HASHES = re.compile(r"(?:^|(?<= ))#+$")
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
_BRACKETED = re.compile(r"\[[^\[\]]*[^\[\]\\ ]\]")
_BALANCED = re.compile(r"(?:[^\[\]]|\[[^\[\]]*\])*")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]+")
# Han, kana and their punctuation: a line that ends among them continues without a space
_UNSPACED = "\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = re.compile(rf"(?<=[{_UNSPACED}])[ \t]{{0,99}}\r?\n\s{{0,99}}(?=[{_UNSPACED}])")


def _joined(text: str) -> str:
    """Remove invisible characters, and spaces at line breaks within Chinese or Japanese text."""
    if text.isascii():
        return text
    return _CJK_BREAK.sub("", _INVISIBLE.sub("", text))


def _one_line(text: str) -> str:
    return " ".join(text.replace(_BREAK, " ").split()).replace("![", "\\![")


def _spaces_around(text: str) -> tuple[str, str]:
    return (
        " " if text[0].isspace() or text[0] == _BREAK else "",
        " " if text[-1].isspace() or text[-1] == _BREAK else "",
    )


def _emphasized(text: str, mark: str) -> str:
    words = text.strip().strip(_EDGE).strip()
    if not words:
        return text
    start = text.find(words)
    return f"{text[:start]}{mark}{words}{mark}{text[start + len(words) :]}"


# --- Link targets

_UNSAFE = re.compile(r"[\s()<>\\`|\x00-\x1f\x7f]")
_ENTITY = re.compile(r"&(?=#?\w{1,31};)", re.ASCII)


def destination(url: str) -> str:
    """Return a URL as a Markdown link destination, with unsafe characters encoded."""
    encoded = _UNSAFE.sub(lambda c: "".join(f"%{byte:02X}" for byte in c[0].encode()), url)
    return _ENTITY.sub("&amp;", encoded)


# --- Plain text: one line per block, with cells separated by tabs


def to_text(element: Element) -> str:
    """Convert an element to plain text, with a blank line between blocks."""
    return _text_of_blocks(tidied(element, notes=False), "\n\n").strip()


def _text_of_blocks(element: Element, gap: str) -> str:
    return gap.join(filter(None, map(_text_of_block, element)))


def _text_of_block(block: Element) -> str:
    match block.tag:
        case "ul":
            gap = "\n" if block.get("tight") else "\n\n"
            return gap.join(_text_of_blocks(item, gap) for item in block)
        case "table":
            return "\n".join("\t".join(map(_text_of_line, row)) for row in block)
        case "blockquote" | "footnote":
            return _text_of_blocks(block, "\n\n")
        case "pre":
            return (block.text or "").strip("\n")
    return _text_of_line(block)


def _text_of_line(line: Element) -> str:
    parts = [line.text or ""]
    for inner in line.iterdescendants():
        text = inner.text or ""
        parts += [_BREAK if inner.tag == "br" else text.strip("$") if inner.tag == "math" else text]
        parts.append(inner.tail or "")
    text = _joined("".join(parts))
    lines = "\n".join(" ".join(part.split()) for part in text.split(_BREAK))
    return _EMPTY_LINES.sub("\n\n", lines).strip()


# --- HTML: structure and absolute links, without scripts and external resources

_KEPT = frozenset(("alt", "colspan", "rowspan", "start", "lang", "dir", "title"))
_UNWRAPPED = frozenset(
    ("font", "span", "form", "label", "picture", "noscript", "figure", "center", "source", "wbr")
)


def to_html(element: Element, base_url: str) -> str:
    """Return sanitized HTML with absolute links; images keep their alt text but not their URL."""
    from lxml import etree

    for inner in list(element.iter()):
        if tag(inner):
            _strip(inner, base_url)
    etree.strip_tags(element, *_UNWRAPPED)
    text: str = etree.tostring(element, method="html", encoding="unicode", with_tail=False)
    return text


def _strip(element: Element, base_url: str) -> None:
    target = absolute(base_url, element.get("href") or "") if tag(element) == "a" else ""
    language = [
        name for name in (element.get("class") or "").split() if name.startswith("language-")
    ]
    kept = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if target:
        kept["href"] = target
    if language and tag(element) in {"code", "pre"}:
        kept["class"] = language[0]
    element.attrib.clear()  # one by one fails on a name like "{x", taken for a namespace
    element.attrib.update(kept)
