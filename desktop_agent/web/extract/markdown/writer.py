"""An HTML element to markdown (CommonMark; tables and footnotes as GitHub has them) or plain text.

A line end of the text is one of the page (``<br>``). Written for the tree of `html_tree`:
markdownify needs the page parsed a second time by BeautifulSoup and takes ten times as long, which
a 5 MB page does not leave.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from desktop_agent.web.extract.html_tree import Element, tag
from desktop_agent.web.extract.markdown import escaping
from desktop_agent.web.extract.markdown.code import code_of_table, fenced, language_of, raw_text
from desktop_agent.web.extract.markdown.elements import (
    BLOCKS,
    CODE,
    HEADINGS,
    LISTS,
    Definition,
    Inline,
    definitions_of,
    emphasised,
    first_number,
    holders,
    items_of,
    number_of,
)
from desktop_agent.web.extract.markdown.escaping import absolute
from desktop_agent.web.extract.markdown.table import flatten, table_rows, write_table

# --- Blocks of markdown, and how one stands within another: in a list's item, in a quote, in a note.

Kind = Literal["text", "list", "tight list", "other"]


class Block(NamedTuple):
    """Lines of markdown; a ``tight list`` may follow a line of text without an empty line between."""

    text: str
    kind: Kind = "other"


def joined(blocks: Sequence[Block]) -> str:
    """Return the blocks one below the other, apart by empty lines."""
    return "\n\n".join(block.text for block in blocks)


def is_tight(blocks: Sequence[Block]) -> bool:
    """True for an item whose blocks need no empty lines between them."""
    return all(block.kind == "tight list" for block in blocks[1:])


def item_text(blocks: Sequence[Block]) -> str:
    """Return the blocks of a list's item."""
    return ("\n" if is_tight(blocks) else "\n\n").join(block.text for block in blocks)


def indented(text: str, mark: str, indent: str) -> str:
    """Return the text behind a mark, its other lines below its first."""
    if "\n" not in text:
        return mark + text
    first, *others = text.split("\n")
    return "\n".join([mark + first, *(indent + line if line else "" for line in others)])


def quoted(text: str) -> str:
    """Return the text as a quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


_MOST_LEVELS = 8  # of quotes and lists in each other that are shown; real pages have 5
_MOST_INDENT = 1_000_000  # characters of indentation, which short lines can make enormous


def to_markdown(element: Element, base_url: str) -> str:
    """Return markdown; links are absolute, images are their alternative text."""
    return joined(_Writer(element, base_url, marks=True).blocks(element)).strip()


def to_text(element: Element) -> str:
    """Return the text without any marks: a line for a block, cells apart by tabs."""
    return joined(_Writer(element, "", marks=False).blocks(element)).strip()


class _Writer:
    """Recurses at most `html_tree.MAX_DEPTH` levels deep."""

    def __init__(self, root: Element, base_url: str, *, marks: bool) -> None:
        self._marks = marks
        self._inline = Inline(root, base_url, marks=marks)
        self._holders = holders(root)
        self._writing: dict[str, Callable[[Element], list[Block]]] = {
            "a": self._linked_blocks,
            "blockquote": self._quote,
            "dl": self._definitions,
            "dt": lambda term: self._bold(self._inline.content(term)),
            "pre": lambda code: self._code(raw_text(code), code),
            "table": self._table,
        }
        self._level = 0
        self._indent_left = _MOST_INDENT
        self._last_mark = ""  # of the list just before: two of the same mark would be one list
        self._card = ""  # where the heading or first paragraph within leads to
        self._card_heading = False

    def blocks(self, element: Element) -> list[Block]:
        """Return the blocks within; text between blocks becomes paragraphs."""
        found: list[Block] = []
        inline, held = self._inline, self._holders
        text = element.text
        run: list[str] = [inline.text(text)] if text and not text.isspace() else []
        for child in element:
            if child.tag not in BLOCKS and child not in held:
                run.append(inline.of(child))
            elif not inline.is_left_out(child):
                if run:
                    found += self._paragraph(run)
                found += self._block(child)
            tail = child.tail
            if tail and (run or not tail.isspace()):
                run.append(inline.text(tail))
        if run:
            found += self._paragraph(run)
        return found

    def _block(self, element: Element) -> list[Block]:
        label = self._inline.notes.bodies.get(element)
        if label is not None:
            return self._note(element, label)
        name = tag(element)
        if name in LISTS:
            return self._list(element, ordered=name == "ol")
        blocks = self._other(element, name)
        if blocks and name in _ENDS_LISTS:
            self._last_mark = ""
        return blocks

    def _other(self, element: Element, name: str) -> list[Block]:
        if name in HEADINGS:
            return self._heading(element, HEADINGS[name])
        if name in CODE:
            return self._code(raw_text(element), element)
        if name == "hr":
            return [Block("---")] if self._marks else []
        writing = self._writing.get(name, self.blocks)
        return writing(element)

    def _paragraph(self, run: list[str]) -> list[Block]:
        raw = run[0] if len(run) == 1 else "".join(run)
        run.clear()
        if not raw or raw.isspace():
            return []
        if self._card and not self._card_heading:
            raw = self._linked(raw)
        texts = escaping.paragraphs(raw)
        if texts:
            self._last_mark = ""
        return [Block(self._finished(text), "text") for text in texts]

    def _heading(self, element: Element, level: int) -> list[Block]:
        raw = self._inline.content(element)
        if self._card:
            raw = self._linked(raw)
        title = escaping.heading(escaping.one_line(raw))
        if not title:
            return []
        return [Block(f"{'#' * level} {title}" if self._marks else title)]

    def _linked_blocks(self, link: Element) -> list[Block]:
        """Return the blocks of a card that is one link: its heading, or first words, lead there."""
        if self._card:
            return self.blocks(link)
        self._card = self._inline.target(link)
        self._card_heading = next(link.iter(*HEADINGS), None) is not None
        blocks = self.blocks(link)
        self._card = ""
        return blocks

    def _linked(self, raw: str) -> str:
        target, self._card = self._card, ""
        return self._inline.linked(raw, target)

    def _code(self, code: str, element: Element) -> list[Block]:
        if not self._marks:
            return [Block(code.strip("\n"))] if code.strip() else []
        text = fenced(code, language_of(element))
        return [Block(text)] if text else []

    def _quote(self, element: Element) -> list[Block]:
        self._last_mark = ""
        self._level += 1
        blocks = self.blocks(element)
        self._level -= 1
        if not blocks or not self._marks or not self._may_indent(blocks, 2):
            return blocks
        return [Block(quoted(joined(blocks)))]

    def _may_indent(self, blocks: list[Block], width: int) -> bool:
        """False where the nesting, or the indentation in all, would be more than a page has."""
        if self._level >= _MOST_LEVELS:
            return False
        self._indent_left -= width * sum(block.text.count("\n") + 2 for block in blocks)
        return self._indent_left > 0

    def _list(self, element: Element, *, ordered: bool) -> list[Block]:
        mark, number = self._list_mark(ordered=ordered), first_number(element)
        items: list[str] = []
        others: list[Block] = []
        tight = True
        first = 0
        self._level += 1
        for child in items_of(element):
            self._last_mark = ""
            nested = tag(child) in LISTS
            number = number_of(child, number)
            blocks = self._item(child)
            if child in self._inline.notes.bodies or (
                blocks and self._marks and not self._may_indent(blocks, len(mark))
            ):
                others += blocks
            elif blocks:
                shown = f"{number}{mark}" if ordered and self._marks else mark
                # a list straight within a list is how old pages nest them
                text, indent = item_text(blocks), " " * len(shown)
                lead = indent if nested and items else shown
                items.append(indented(text, lead, indent))
                first = first or number
                tight = tight and is_tight(blocks)
            number += not nested
        self._level -= 1
        self._last_mark = mark if items and not others else ""
        return [
            *self._listed(items, tight=tight, follows=not ordered or first == 1),
            *others,
        ]

    def _item(self, child: Element) -> list[Block]:
        if tag(child) in LISTS or child in self._inline.notes.bodies:
            return self._block(child)
        return self.blocks(child)

    def _listed(self, items: list[str], *, tight: bool, follows: bool) -> list[Block]:
        if not items:
            return []
        text = ("\n" if tight else "\n\n").join(items)
        return [Block(text, "tight list" if follows else "list")]

    def _list_mark(self, *, ordered: bool) -> str:
        if not self._marks:
            return ""
        usual, other = (". ", ") ") if ordered else ("- ", "* ")
        return other if self._last_mark == usual else usual

    def _note(self, element: Element, label: str) -> list[Block]:
        self._last_mark = ""
        blocks = self.blocks(element)
        self._last_mark = ""
        if not blocks or not self._may_indent(blocks, 4):
            return blocks
        return [Block(indented(joined(blocks), f"[^{label}]: ", "    "))]

    def _definitions(self, element: Element) -> list[Block]:
        found: list[Block] = []
        for each in definitions_of(element):
            self._last_mark = ""
            found += self._definition(each)
        return found

    def _definition(self, each: Definition) -> list[Block]:
        terms = [
            escaping.one_line(self._inline.content(term)).rstrip(" :\uff1a") for term in each.terms
        ]
        shown = ", ".join(self._emphasised(term) for term in terms if term)
        meanings = [blocks for meaning in each.meanings if (blocks := self._block(meaning))]
        if not shown:
            return [block for blocks in meanings for block in blocks]
        if not meanings:
            return [Block(self._finished(shown), "text")]
        if len(meanings) > 1 and all(len(b) == 1 and b[0].kind == "text" for b in meanings):
            mark = self._list_mark(ordered=False)
            items = [indented(blocks[0].text, mark, " " * len(mark)) for blocks in meanings]
            self._last_mark = mark
            return [
                Block(f"{self._finished(shown)}:", "text"),
                *self._listed(items, tight=True, follows=True),
            ]
        first, *others = [block for blocks in meanings for block in blocks]
        if first.kind != "text":
            colon = ":" if first.kind != "other" else ""
            return [Block(f"{self._finished(shown)}{colon}", "text"), first, *others]
        return [Block(f"{self._finished(shown)}: {first.text}", "text"), *others]

    def _bold(self, raw: str) -> list[Block]:
        text = self._emphasised(escaping.one_line(raw))
        return [Block(self._finished(text), "text")] if text else []

    def _emphasised(self, text: str) -> str:
        return emphasised(text, escaping.STRONG) if self._marks else text

    def _finished(self, text: str) -> str:
        return escaping.paragraph(text) if self._marks else text

    def _table(self, element: Element) -> list[Block]:
        code = code_of_table(element)
        if code is not None:
            return self._code(code, element)
        rows = table_rows(element)
        if rows is None:  # for layout: its cells are read one after the other
            return self.blocks(element)
        flat = flatten(element, rows, self._cell)
        caption = element.find("caption")
        titles = self._bold(self._inline.content(caption)) if caption is not None else []
        titles += [Block(f"**{t}**" if self._marks and "**" not in t else t) for t in flat.titles]
        shown = [row for row in (flat.header, *flat.rows) if any(row)]
        if not shown:
            return titles
        if not self._marks:
            return [*titles, Block("\n".join("\t".join(row) for row in shown))]
        return [*titles, Block(write_table(flat))]

    def _cell(self, cell: Element) -> str:
        text = escaping.one_line(self._inline.content(cell))
        return escaping.inline(text) if self._marks else text


_ENDS_LISTS = BLOCKS - LISTS - frozenset(
    ("address", "article", "aside", "body", "center", "dd", "details", "div", "fieldset", "figure",
     "footer", "form", "header", "html", "li", "main", "nav", "section", "td", "tr")
)  # fmt: skip


# --- An HTML element to plain, safe HTML: structure and absolute links, nothing that acts or loads.

_KEPT = frozenset(("alt", "colspan", "rowspan", "start", "lang", "dir", "title"))
_UNWRAPPED = frozenset(
    ("font", "span", "form", "label", "picture", "noscript", "figure", "center", "source", "wbr")
)


def to_html(element: Element, base_url: str) -> str:
    """Return the element's HTML; images keep their alternative text and lose their address."""
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
