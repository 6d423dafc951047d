"""An HTML element to markdown (CommonMark, tables as in GFM) or to plain text.

Written for the tree of `html_tree`: markdownify needs the page parsed a second time by
BeautifulSoup and takes ten times as long, which a 5 MB page does not leave.
"""

import re
from urllib.parse import urljoin

from desktop_agent.web.extract.markdown.code import code_span, fenced, raw_text
from desktop_agent.web.extract.markdown.table import table_rows, write_table
from desktop_agent.web.extract.tree.html_tree import Element, tag

_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
        "main", "menu", "nav", "noscript", "ol", "p", "pre", "search", "section", "summary",
        "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    )
)  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_CODE = frozenset(("code", "kbd", "samp", "tt"))
_LEAVES = frozenset(("br", "img", "math", "rp"))
_EXPONENT = re.compile(r"[-+\u2212]?[0-9]{1,3}|[n-z]")
_BREAK = "\x1e"  # stands for <br> until spaces are collapsed
_MOST_TARGETS = 1_000_000  # characters of link targets, which a short page can make enormous
_SPACE = re.compile(r"[\s\u200b\ufeff]+")


def to_markdown(element: Element, base_url: str) -> str:
    """Gives markdown; links are absolute, images are their alternative text."""
    return "\n\n".join(_Writer(base_url, marks=True).blocks(element)).strip()


def to_text(element: Element) -> str:
    """Gives the text without any marks: a line for a block, cells apart by tabs."""
    return "\n\n".join(_Writer("", marks=False).blocks(element)).strip()


class _Writer:
    """Recurses at most `html_tree.MAX_DEPTH` levels deep."""

    def __init__(self, base_url: str, *, marks: bool) -> None:
        self._base_url = base_url
        self._marks = marks
        self._targets_left = _MOST_TARGETS

    def blocks(self, element: Element) -> list[str]:
        """Gives the blocks within; text between blocks becomes paragraphs."""
        found: list[str] = []
        run: list[str] = [element.text or ""]
        for child in element:
            if _is_block(child):
                _end_paragraph(run, found)
                found.extend(self._block(child))
            else:
                run.append(self._inline(child))
            run.append(child.tail or "")
        _end_paragraph(run, found)
        return found

    def _block(self, element: Element) -> list[str]:
        name = tag(element)
        if name in _HEADINGS:
            return self._heading(element, _HEADINGS[name])
        if name in _LISTS:
            return self._list(element, ordered=name == "ol")
        if name == "pre":
            return fenced(element) if self._marks else [raw_text(element).strip("\n")]
        if name == "table":
            return self._table(element)
        if name == "blockquote":
            return self._quote(element)
        if name == "hr":
            return ["---"] if self._marks else []
        if name == "dt":
            return [self._marked("**", " ".join(self.blocks(element)))]
        return self.blocks(element)

    def _heading(self, element: Element, level: int) -> list[str]:
        title = _SPACE.sub(" ", self._inline_content(element)).strip()
        if not title:
            return []
        return [f"{'#' * level} {title}" if self._marks else title]

    def _quote(self, element: Element) -> list[str]:
        inner = "\n\n".join(self.blocks(element))
        if not inner or not self._marks:
            return [inner] if inner else []
        return ["\n".join(f"> {line}".rstrip() for line in inner.split("\n"))]

    def _list(self, element: Element, *, ordered: bool) -> list[str]:
        items: list[str] = []
        number = _start(element)
        loose = False
        for child in element:
            # a list straight within a list is how old pages nest them
            nested = tag(child) in _LISTS and bool(items)
            blocks = self._block(child) if tag(child) in _LISTS else self.blocks(child)
            if not blocks:
                continue
            tight = all(_is_item(block) for block in blocks[1:])
            loose = loose or not tight
            mark = "" if not self._marks else f"{number}. " if ordered else "- "
            indent = " " * len(mark)
            body = ("\n" if tight else "\n\n").join(blocks)
            body = "\n".join(f"{indent}{line}".rstrip() for line in body.split("\n"))
            items.append(body if nested else f"{mark}{body[len(mark) :]}")
            number += not nested
        return [("\n\n" if loose else "\n").join(items)] if items else []

    def _table(self, element: Element) -> list[str]:
        rows = table_rows(element)
        if rows is None:  # for layout: its cells are read one after the other
            return self.blocks(element)
        cells = [[self._cell(cell) for cell in row] for row in rows]
        cells = [row for row in cells if any(row)]
        if not cells:
            return []
        if not self._marks:
            return ["\n".join("\t".join(row) for row in cells)]
        caption = element.find("caption")
        title = [] if caption is None else [f"**{raw_text(caption).strip()}**"]
        return [*title, write_table(cells)]

    def _cell(self, cell: Element | None) -> str:
        if cell is None:
            return ""
        return " ".join(" ".join(self.blocks(cell)).split())

    def _inline_content(self, element: Element) -> str:
        parts = [element.text or ""]
        for child in element:
            parts.append(self._inline(child))
            parts.append(child.tail or "")
        return "".join(parts)

    def _inline(self, element: Element) -> str:
        name = tag(element)
        if name in _LEAVES or not name:
            return self._leaf(element, name)
        if name in _CODE and self._marks:
            return code_span(raw_text(element))
        content = self._inline_content(element)
        if _is_block(element):  # a block within an inline element: words must not run together
            content = f" {content} "
        if name == "a":
            return self._link(element, content)
        if name in _MARKS:
            return self._marked(_MARKS[name], content)
        return _power(content) if name == "sup" else content

    def _leaf(self, element: Element, name: str) -> str:
        if name == "br":
            return _BREAK
        if name == "img":
            alt = _SPACE.sub(" ", element.get("alt") or "").strip()
            return f" {alt} " if alt else " "
        if name == "math":
            return element.get("alttext") or raw_text(element)
        return ""

    def _link(self, element: Element, content: str) -> str:
        target = absolute(self._base_url, element.get("href") or "")
        label = _SPACE.sub(" ", content.replace(_BREAK, " "))
        text = label.strip()
        if not self._marks or not target or not text or "](" in text:
            return content
        before, after = (" " if label[0] == " " else ""), (" " if label[-1] == " " else "")
        text = text.replace("[", "\\[").replace("]", "\\]")
        self._targets_left -= len(target)
        if self._targets_left < 0:
            return content
        target = target.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
        return f"{before}[{text}]({target}){after}"

    def _marked(self, mark: str, content: str) -> str:
        """Puts marks around the words, not around the spaces beside them."""
        text = content.strip()
        if not self._marks or not text or mark in text or _BREAK in text:
            return content
        before = " " if content[0].isspace() else ""
        after = " " if content[-1].isspace() else ""
        return f"{before}{mark}{text}{mark}{after}"


def absolute(base_url: str, href: str) -> str:
    """Gives the http or https URL that a link leads to; empty for all others and for fragments."""
    href = href.strip()
    if not href or href[0] == "#":
        return ""
    try:
        url = urljoin(base_url, href)
    except ValueError:
        return ""
    if not url.isprintable():
        url = "".join(c for c in url if c.isprintable())
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


def _is_block(element: Element) -> bool:
    """True for block elements, and for inline ones that hold blocks (cards that are one link)."""
    name = tag(element)
    if name in _BLOCKS:
        return True
    return name not in _CODE and any(tag(inner) in _BLOCKS for inner in element.iter())


def _end_paragraph(run: list[str], found: list[str]) -> None:
    text = _SPACE.sub(" ", "".join(run).replace(_BREAK, "\0")).strip(" \0")
    if text:
        found.append("\n".join(line.strip() for line in text.split("\0") if line.strip()))
    run.clear()


def _is_item(block: str) -> bool:
    return re.match(r"(?:-|\d+\.) ", block) is not None


def _start(element: Element) -> int:
    start = element.get("start") or ""
    return int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1


def _power(content: str) -> str:
    """Keeps 10 to the power of 6 from turning into 106; leaves footnote marks and words alone."""
    text = content.strip()
    return f"^{text}" if _EXPONENT.fullmatch(text) else content
