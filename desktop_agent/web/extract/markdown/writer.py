"""Write a page's content as Markdown, plain text or clean HTML.

The Markdown is CommonMark with GitHub's tables and footnotes. Only ``<br>`` produces a line break.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeGuard

from bs4 import Tag
from bs4.element import NavigableString, PageElement
from markdownify import MarkdownConverter

from desktop_agent.core.markdown import escaped_start
from desktop_agent.web.extract.html_tree import BLOCKS, Element, absolute
from desktop_agent.web.extract.markdown.code import code_span, fenced
from desktop_agent.web.extract.markdown.formula import DELIMITED, in_dollars
from desktop_agent.web.extract.markdown.page_tree import tidied

_MOST_INDENT = 1_000_000  # characters of indentation, which short lines can make enormous
_COST_OF_A_LINK = 40  # more characters, so that the number of links is limited as well
_MOST_TARGETS = 1_000_000  # characters of link targets, which a short page can make enormous
_BREAK = "\0"  # stands for a line break until spaces are collapsed; no tree of lxml contains one
_EDGE = " " + _BREAK
_MOST_LEVELS = 8  # maximum nesting of quotes and lists; real pages have 5
_LISTS = frozenset(("ul", "ol", "menu", "dir"))


def to_markdown(element: Element, base_url: str) -> str:
    """Convert an element to Markdown, with absolute links and alt text in place of images."""
    return PageConverter(base_url).convert(tidied(element))


def to_text(element: Element) -> str:
    """Convert an element to plain text, with a blank line between blocks and tabs between cells."""
    return PageConverter(None).convert(tidied(element, notes=False))


class _Node(Tag):
    """A Beautiful Soup copy of an lxml element, made without parsing the HTML again."""

    def __init__(self, element: Element) -> None:
        super().__init__(name=element.tag, attrs=dict(element.attrib.items()))
        self._add(element.text)
        for child in element:
            self._link(_Node(child))
            self._add(child.tail)

    def _add(self, text: str | None) -> None:
        if text:
            self._link(NavigableString(text))

    def _link(self, child: PageElement) -> None:
        """Append a child and link it to its siblings, as markdownify requires."""
        if self.contents:
            child.previous_sibling, self.contents[-1].next_sibling = self.contents[-1], child
        self.contents.append(child)

    def find_parent(self, *_name: object, **_criteria: object) -> None:
        """Skip markdownify's search for an enclosing ``pre``, because no such element exists."""


class _Paragraph(str):
    __slots__ = ()


class _List(str):  # one that can directly follow a paragraph
    __slots__ = ()


class PageConverter(MarkdownConverter):
    """Converts a tree from `page_tree.tidied`, descending at most `html_tree.MAX_DEPTH` levels.

    markdownify calls the ``convert_`` methods for inline content; the other methods convert blocks,
    such as lists. Without a base URL, the output is plain text.
    """

    process_element: Callable[[PageElement, set[str]], str]  # missing in the package's type hints

    def __init__(self, base_url: str | None) -> None:
        self._base_url = base_url or ""
        self._plain = base_url is None
        super().__init__(strip=["caption", *(("b", "code", "del", "em") if self._plain else ())])
        self._indent_left = _MOST_INDENT
        self._targets_left = _MOST_TARGETS

    def convert(self, html: Element) -> str:
        return "\n\n".join(self._blocks(_Node(html)))

    # --- Lines and their parts

    def process_text(self, el: NavigableString, parent_tags: set[str]) -> str:
        """Escape text, except in code and formulas. Spaces are collapsed later, line by line."""
        text = str(el)
        if parent_tags & {"code", "math", "pre"}:
            return text
        return _joined(text) if self._plain else self.escape(text, parent_tags)

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """Escape characters with a special meaning in inline Markdown, except in formulas."""
        if (found := DELIMITED.search(text)) is None:
            return _MARKS.sub(r"\\\g<0>", _joined(text))
        tex = in_dollars(found[0], shown=found[2] is not None)
        before, after = text[: found.start()], text[found.end() :]
        return f"{self.escape(before, parent_tags)}{tex}{self.escape(after, parent_tags)}"

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if self._plain or self._targets_left < 0:
            return text
        target, label = absolute(self._base_url, _attribute(el, "href")), _one_line(text)
        self._targets_left -= len(target) + _COST_OF_A_LINK
        if not target or not label or "](" in label:
            return text
        before, after = (
            " " if end in _EDGE or end.isspace() else "" for end in (text[0], text[-1])
        )
        if _BRACKETED.fullmatch(label):  # many readers do not understand brackets within brackets
            before, label, after = f"{before}[", label[1:-1], f"]{after}"
        elif not _BALANCED.fullmatch(label):
            label = _BRACKET.sub(r"\\\g<0>", label)
        return f"{before}[{label}]({destination(target)}){after}"

    def convert_b(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"{_OPENS[el.name]}{text}{_CLOSE}"

    convert_em = convert_del = convert_b

    def convert_br(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _BREAK

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return code_span(text)

    def convert_math(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if self._plain:
            return text.strip("$")
        return f"{_BREAK}{text}{_BREAK}" if text.startswith("$$") else text

    def convert_note(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"[^{text}]"

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: set[str]) -> str:
        title = _CLOSING_HASHES.sub(r"\\\g<0>", _one_line(_marked(text)))
        return f"{'#' * n} {title}" if title and not self._plain else title

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return text.strip("\n") if self._plain else fenced(text, _attribute(el, "language"))

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        cell = _one_line(_marked(text))
        return cell if self._plain else cell.replace("|", "\\|")

    convert_th = convert_td

    def convert_dt(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        term = _one_line(_marked(text)).rstrip(" :\uff1a")
        return term if self._plain or not term else _marked(f"{_OPENS['b']}{term}{_CLOSE}")

    # --- Blocks

    def _blocks(self, element: Tag, level: int = 0) -> list[str]:
        """Return the blocks in an element; text between block elements becomes a paragraph."""
        found: list[str] = []
        line: list[str] = []
        for child in element.children:
            if _is_block(child):
                found += [*self._paragraph("".join(line)), *self._block(child, level)]
                line = []
            else:
                line.append(self.process_element(child, set()))
        return found + self._paragraph("".join(line))

    def _paragraph(self, text: str) -> list[str]:
        if not text or text.isspace():
            return []
        lines = (" ".join(line.split()) for line in _marked(text).split(_BREAK))
        text = _EMPTY_LINES.sub("\n\n", "\n".join(lines).strip("\n"))
        if not self._plain:
            text = _LINE_START.sub(escaped_start, text).replace("![", "\\![")
        return [_Paragraph(text)] if text else []

    def _block(self, element: Tag, level: int) -> list[str]:
        match element.name:
            case "ul" | "ol" | "menu" | "dir":
                return self._list(element, level)
            case "dl":
                return self._definitions(element, level)
            case "card":
                return self._card(element, level)
            case "blockquote" if level < _MOST_LEVELS:
                text = self._indented(self._blocks(element, level + 1), "> ", "> ")
            case "footnote":
                mark = f"[^{_attribute(element, 'label')}]: "
                text = self._indented(self._blocks(element, level), mark, "    ")
            case "table":
                text = self._table(element)
            case "hr":
                text = "" if self._plain else "---"
            case "pre" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                text = self.process_element(element, set())
            case _:
                return self._blocks(element, level)
        return [text] if text else []

    def _list(self, element: Tag, level: int) -> list[str]:
        number = _number(_attribute(element, "start"), 1)
        items: list[tuple[int, list[str]]] = []
        notes: list[str] = []
        for child in _items(element):
            if child.name == "footnote":
                notes += self._block(child, level)
            elif child.name in _LISTS and items:  # old pages nest lists directly in lists
                items[-1][1].extend(self._list(child, level + 1))
            else:
                number = _number(_attribute(child, "value"), number)
                items.append((number, self._part(child, level + 1)))
                number += 1
        items = [(number, blocks) for number, blocks in items if blocks]
        if level >= _MOST_LEVELS or not items:
            return [block for _, blocks in items for block in blocks] + notes
        tight = all(isinstance(block, _List) for _, blocks in items for block in blocks[1:])
        gap = "\n" if tight else "\n\n"
        marks = [f"{number}. " if element.name == "ol" else "- " for number, _ in items]
        lines = (
            self._indented(blocks, mark, " " * len(mark), gap)
            for mark, (_, blocks) in zip(marks, items, strict=True)
        )
        # a list that does not start with 1 cannot interrupt a paragraph
        kind = _List if marks[0] in {"- ", "1. "} else str
        return [kind(gap.join(lines)), *notes]

    def _part(self, child: Tag, level: int) -> list[str]:
        if _is_block(child):
            return self._block(child, level)
        return self._paragraph(self.process_element(child, set()))

    def _definitions(self, element: Tag, level: int) -> list[str]:
        """Return the definitions in a list, each preceded by its terms in bold."""
        found: list[str] = []
        terms: list[str] = []
        for child in _children(element):
            # a div groups a term with its definitions
            for part in _children(child) if child.name == "div" else (child,):
                if part.name == "dt":
                    term = self.process_element(part, set())
                    terms += [term] if term else []
                    continue
                meaning = self._part(part, level)
                if terms and meaning:
                    is_line = isinstance(meaning[0], _Paragraph)
                    start = f"{', '.join(terms)}:"
                    found.append(f"{start} {meaning.pop(0)}" if is_line else start)
                    terms = []
                found += meaning
        return found + ([", ".join(terms)] if terms else [])

    def _card(self, card: Tag, level: int) -> list[str]:
        """Return the blocks inside a link, moving the link to their first heading or paragraph."""
        found = self._blocks(card, level)
        lines = (n for n, block in enumerate(found) if isinstance(block, _Paragraph))
        titles = (n for n, block in enumerate(found) if block.startswith("#"))
        place = next(titles, next(lines, None))
        if place is not None:
            block = found[place]
            text = block.lstrip("# ")
            found[place] = type(block)(block.removesuffix(text) + self.convert_a(card, text, set()))
        return found

    def _table(self, table: Tag) -> str:
        rows = [
            [self.process_element(cell, set()) for cell in _children(row)]
            for row in _children(table)
        ]
        if self._plain:
            return "\n".join(map("\t".join, rows))
        rows.insert(1, ["---"] * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def _indented(self, blocks: list[str], mark: str, indent: str, gap: str = "\n\n") -> str:
        """Return the blocks with ``mark`` before the first line and ``indent`` before the others."""
        text = gap.join(blocks)
        self._indent_left -= len(indent) * (text.count("\n") + 2)
        if not text or self._plain or self._indent_left < 0:
            return text
        first, *others = text.split("\n")
        empty = indent.rstrip()
        return "\n".join([mark + first, *(indent + line if line else empty for line in others)])


def _children(element: Tag) -> list[Tag]:
    return [child for child in element.children if isinstance(child, Tag)]


def _is_block(node: PageElement) -> TypeGuard[Tag]:
    return isinstance(node, Tag) and (node.name in BLOCKS or node.name == "card")


def _attribute(element: Tag, name: str) -> str:
    return str(element.get(name, ""))


def _items(element: Tag) -> Iterator[Tag]:
    """Yield a list's items, including those inside wrapper elements, and its other children."""
    for child in _children(element):
        if child.name in (*_LISTS, "li") or child.find("li", recursive=False) is None:
            yield child
        else:
            yield from _items(child)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else default


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


# --- Emphasis, which CommonMark does not recognize everywhere (0.31, section 6.2)

# around emphasized words until the characters around them are known
_OPENS = {"b": "\1", "em": "\2", "del": "\3"}
_CLOSE = "\4"
_MARK_OF = {"\1": "**", "\2": "*", "\3": "~~"}
_EMPHASIZED = re.compile("([\1-\3])([^\1-\4]*)\4")
_NO_NEIGHBOURS = frozenset("*~\1\2\3\4")


def _marked(line: str) -> str:
    """Replace the placeholders for emphasis with Markdown, innermost first."""
    while _CLOSE in line:
        line = _EMPHASIZED.sub(_with_marks, line)
    return line


def _with_marks(found: re.Match[str]) -> str:
    text, line = found[2], found.string
    words = text.strip().strip(_EDGE).strip()
    if not words:
        return text
    start = text.find(words)
    before, after = text[:start], text[start + len(words) :]
    left = before[-1:] or line[max(found.start() - 1, 0) : found.start()]
    right = after[:1] or line[found.end() : found.end() + 1]
    opens = words[0].isalnum() or not left.isalnum()
    closes = words[-1].isalnum() or not right.isalnum()
    readable = opens and closes and _NO_NEIGHBOURS.isdisjoint((left, right, words[0], words[-1]))
    mark = _MARK_OF[found[1]] if readable else ""
    return f"{before}{mark}{words}{mark}{after}"


# --- Link targets

_UNSAFE = re.compile(r"[\s()<>\\`|\x00-\x1f\x7f]")
_ENTITY = re.compile(r"&(?=#?\w{1,31};)", re.ASCII)


def destination(url: str) -> str:
    """Return a URL as a Markdown link destination, with unsafe characters encoded."""
    encoded = _UNSAFE.sub(lambda c: "".join(f"%{byte:02X}" for byte in c[0].encode()), url)
    return _ENTITY.sub("&amp;", encoded)


# --- HTML: structure and absolute links, without scripts and external resources

_KEPT = frozenset(("alt", "colspan", "rowspan", "start", "lang", "dir", "title"))
_UNWRAPPED = frozenset(
    ("font", "span", "form", "label", "picture", "noscript", "figure", "center", "source", "wbr")
)


def to_html(element: Element, base_url: str) -> str:
    """Return sanitized HTML with absolute links; images keep their alt text but not their URL."""
    from lxml import etree

    for inner in list(element.iter("*")):
        _strip(inner, base_url)
    etree.strip_tags(element, *_UNWRAPPED)
    text: str = etree.tostring(element, method="html", encoding="unicode", with_tail=False)
    return text


def _strip(element: Element, base_url: str) -> None:
    classes = element.get("class") or f"language-{element.get('language') or ''}"
    target = absolute(base_url, element.get("href") or "") if element.tag == "a" else ""
    language = [name for name in classes.split() if name.startswith("language-")]
    kept = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if target:
        kept["href"] = target
    if language and language[0] != "language-" and element.tag in {"code", "pre"}:
        kept["class"] = language[0]
    element.attrib.clear()  # one by one fails on a name like "{x", taken for a namespace
    element.attrib.update(kept)
