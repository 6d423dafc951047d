"""Split Markdown into blocks (paragraphs, list items, table rows, code) with their offsets.

Blocks are found by a line scanner, not a CommonMark parser, because pages may be hostile and
several megabytes long. The scanner may split text into too many paragraphs, which does no harm.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# --- Removal of markup, with all offsets preserved

_TARGET = re.compile(
    r"(?<!\\)\]\((?:<[^<>\n]{0,2000}>"
    r"|[^()\[\]<>\s]{0,2000}(?:\([^()\[\]<>\s]{0,200}\)[^()\[\]<>\s]{0,200})?)"
    r"(?:[ \t]{1,3}\"[^\"\n]{0,200}\")?\)"
)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]|]{1,2000}")
_FOOTNOTE = re.compile(
    r"\\?\[(?:\^[^\[\]\s]{1,40}|\d{1,3}|[a-z]|note \d{1,3}|citation needed)\\?\]"
)
_QUOTE_MARKS = re.compile(r"^ {0,3}(?:> ?){1,20}", re.MULTILINE)
_CODE_SPAN = re.compile(r"`[^`\n]{1,500}`")
_DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_MARKS = re.compile(rf"[*_`\\\[\]~\u200b\xad{_DIRECTIONS}]")


def plain(text: str) -> str:
    """Replace markup, link targets and footnote marks with spaces, preserving all offsets.

    Backslash-escaped marks become spaces as well. Claims and their sources are both converted this
    way before they are compared.
    """
    if "](" in text:
        text = _TARGET.sub(_blank, text)
    if "://" in text:
        text = _ADDRESS.sub(_blank, text)
    if "[" in text:
        text = _FOOTNOTE.sub(_blank, text)
    if ">" in text:
        text = _QUOTE_MARKS.sub(_blank, text)
    return _MARKS.sub(" ", text)


def escaped_start(start: re.Match[str]) -> str:
    r"""Escape a matched block marker with a backslash, as in ``1\.`` or ``\#``."""
    sign = start[0]
    return f"{sign[:-1]}\\{sign[-1]}" if sign[0].isdigit() else f"\\{sign}"


def without_code(text: str) -> str:
    """Replace code spans with spaces, preserving all offsets."""
    return _CODE_SPAN.sub(_blank, text) if "`" in text else text


def cells_of(row: str) -> tuple[str, ...]:
    """Return the cells of a table row as plain text. Escaped pipes do not separate cells."""
    inner = row.strip().replace("\\|", "\0").removeprefix("|").removesuffix("|")
    return tuple(" ".join(plain(cell).split()).replace("\0", "|") for cell in inner.split("|"))


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())


Kind = Literal["paragraph", "item", "row", "quote", "heading", "code"]

_FENCE = re.compile(r"[ \t]{0,40}(`{3,400}(?=[^`]*$)|~{3,400})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+\u2022]|\d{1,3}[.)])[ \t]{1,8}")
_TASK = re.compile(r"\[[ xX]\][ \t]")
_NOTE = re.compile(r" {0,3}\[\^[^\[\]\s]{1,40}\]:[ \t]{0,4}")
_QUOTE = re.compile(r"[ \t]{0,40}(?:>[ \t]?){1,20}")
_RULER = re.compile(r"[ \t]{0,3}(?:[-*_][ \t]{0,3}){3,200}$")
_UNDERLINE = re.compile(r"(?:={3,200}|-{3,200})$")
_DELIMITER = re.compile(r"\s{0,8}\|?[ :\-|]{1,4000}$")
_TERM = re.compile(r"\*\*([^*\n]{1,200})\*\*:?$")
_LINES = re.compile(r"\n+")
_COLONS = (":", "\uff1a")
_MOST_HEADING = 200
_MOST_LEAD = 400
_MOST_ABOVE = 80
_MOST_PARENTS = 4
_MOST_CELL = 80
_MOST_HEADER = 1000


@dataclass(frozen=True, slots=True)
class Block:
    """A block of Markdown from ``start`` to ``end``, without its marker (``- ``, ``# ``).

    ``headings`` are the headings above the block, outermost first. ``above`` is its context within
    the section: the enclosing list items, the term that it defines, or the caption of its table.
    ``header`` holds the column titles of a table row. ``lead`` is the line that introduces a list,
    a table or code.
    """

    kind: Kind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    lead: str = ""
    above: tuple[str, ...] = ()


def blocks(markdown: str) -> Iterator[Block]:
    """Yield the blocks of the text in order, including headings and code (without fences)."""
    scanner = _Scanner(markdown)
    start = 0
    while start < len(markdown):
        stop = markdown.find("\n", start)
        stop = len(markdown) if stop < 0 else stop
        yield from scanner.line(start, stop)
        start = stop + 1
        empty = _LINES.match(markdown, start)
        if empty and not scanner.fence:
            yield from scanner.close()
            start = empty.end()
    yield from scanner.close()


@dataclass(slots=True)
class _Item:
    """An open list item; ``indent`` is the minimum indent of its lines."""

    indent: int
    title: str


@dataclass(slots=True)
class _Open:
    """The block being read; ``lines`` is the number of lines read so far."""

    kind: Kind
    start: int
    end: int
    above: tuple[str, ...]
    lines: int = 1


@dataclass(slots=True)
class _Scanner:
    """A line scanner for Markdown; ``line`` and ``close`` yield the blocks that they complete."""

    text: str
    headings: list[tuple[int, str]] = field(default_factory=list)
    header: tuple[str, ...] = ()
    lead: str = ""
    term: str = ""
    fence: str = ""
    _led: Kind | None = None  # the kind of blocks below the term
    _items: list[_Item] = field(default_factory=list)
    _open: _Open | None = None
    _row: tuple[int, int] | None = None  # maybe a table's first line; the next line decides

    def line(self, start: int, stop: int) -> Iterator[Block]:
        line = self.text[start:stop]
        stripped = line.strip()
        first = stripped[:1]
        fence = _FENCE.match(line) if first in ("`", "~") else None
        if self.fence or fence:
            yield from self._code(start, line, fence[1] if fence else "")
        elif not first:
            yield from self.close()
        elif first in "=-" and self._is_title(stripped):
            yield self._underlined(1 if first == "=" else 2)
        elif first in "-*_" and _RULER.match(line[:700]):
            yield from self.close()
        elif first == "#" and (heading := _HEADING.match(line)):
            yield from self.close()
            yield self._heading(len(heading[1]), start + heading.end(), stop)
        elif first == "|":
            yield from self._table_line(start, line, stripped)
        else:
            yield from self._prose(start, line, first)

    def close(self) -> Iterator[Block]:
        self.fence = ""
        if self._row is not None:
            yield self._block("paragraph", *self._row, self._parents())
            self._row = None
        self.header = ()
        if self._open is None:
            return
        ended, self._open = self._open, None
        block = self._block(ended.kind, ended.start, ended.end, ended.above)
        if ended.kind in ("paragraph", "quote"):
            self._leads(self.text[block.start : block.end])
        yield block

    def _leads(self, said: str) -> None:
        self.lead = plain(said[-_MOST_LEAD:]).strip() if said.endswith(_COLONS) else ""
        term = _TERM.match(said[: _MOST_HEADING + 10]) if said.startswith("**") else None
        self.term, self._led = (_short(term[1]) if term else ""), None

    def _block(self, kind: Kind, start: int, end: int, above: tuple[str, ...]) -> Block:
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        end = max(start, end - len(text) + len(text.rstrip()))
        path = tuple(title for _, title in self.headings if title)
        lead = self.lead if kind in ("item", "row", "code") else ""
        if self.term and self._led in (None, kind):
            self._led = kind
            above = (self.term, *above)
        return Block(kind, start, end, path, self.header, lead, above)

    def _parents(self) -> tuple[str, ...]:
        return tuple(item.title for item in self._items[-_MOST_PARENTS:] if item.title)

    def _outdent(self, line: str) -> None:
        indent = len(line) - len(line.lstrip(" \t"))
        while self._items and indent < self._items[-1].indent:
            self._items.pop()

    def _code(self, start: int, line: str, fence: str) -> Iterator[Block]:
        stripped = line.strip()
        if not self.fence:
            yield from self.close()
            self._outdent(line)
            self.fence = fence
        elif len(stripped) >= len(self.fence) and not stripped.strip(self.fence[0]):
            yield from self.close()
        elif stripped and self._open is None:
            self._open = _Open("code", start, start + len(line.rstrip()), self._parents())
        elif stripped and self._open is not None:
            self._open.end = start + len(line.rstrip())

    def _is_title(self, stripped: str) -> bool:
        above = self._open
        if above is None or above.kind != "paragraph" or above.lines != 1:
            return False
        return above.end - above.start <= _MOST_HEADING and bool(_UNDERLINE.match(stripped[:201]))

    def _underlined(self, level: int) -> Block:
        assert self._open is not None
        title, self._open = self._open, None
        return self._heading(level, title.start, title.end)

    def _heading(self, level: int, start: int, stop: int) -> Block:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.lead = self.term = ""
        self._items.clear()
        title = " ".join(plain(self.text[start:stop][:_MOST_HEADING]).strip(" #").split())
        block = self._block("heading", start, stop, ())
        self.headings.append((level, title))
        return block

    def _table_line(self, start: int, line: str, stripped: str) -> Iterator[Block]:
        stop = start + len(line)
        if self.header:
            yield self._block("row", start, stop, self._parents())
        elif self._row is not None and _DELIMITER.match(stripped):
            self.header = _header(self.text[slice(*self._row)])
            self._row = None
        else:
            yield from self.close()
            self._outdent(line)
            self._row = start, stop

    def _prose(self, start: int, line: str, first: str) -> Iterator[Block]:
        begun = quote = None
        if first == ">":
            quote = _QUOTE.match(line)
        elif not first.isalpha():
            begun = _NOTE.match(line) if first == "[" else _ITEM.match(line)
        bare = quote is not None and not line[quote.end() :].strip()  # ends a paragraph of a quote
        if begun or bare or self._row or self.header or self._is_other(quote):
            yield from self.close()
        end = start + len(line.rstrip())
        if bare:
            return
        if self._open is not None:
            self._open.end, self._open.lines = end, self._open.lines + 1
            return
        self._outdent(line)
        mark = begun or quote
        kind: Kind = "quote" if quote else "paragraph"
        kind = "item" if begun and begun.re is _ITEM else kind
        self._open = _Open(kind, start + (mark.end() if mark else 0), end, self._parents())
        if begun and kind == "item":
            self._begin_item(begun.end(), len(begun[0].rstrip()) + 1, line)

    def _is_other(self, quote: re.Match[str] | None) -> bool:
        return quote is not None and self._open is not None and self._open.kind != "quote"

    def _begin_item(self, begin: int, indent: int, line: str) -> None:
        task = _TASK.match(line, begin)
        if task and self._open is not None:
            self._open.start += task.end() - begin
        said = line[task.end() if task else begin :][:_MOST_HEADING]
        self._items.append(_Item(indent, _short(said)))


def _short(title: str) -> str:
    said = " ".join(plain(title).split()).rstrip(":\uff1a")
    return said if len(said) <= _MOST_ABOVE else f"{said[: _MOST_ABOVE - 1].rstrip()}\u2026"


def _header(row: str) -> tuple[str, ...]:
    """Return a table's column titles, truncated because they are repeated for every row."""
    titles: list[str] = []
    left = _MOST_HEADER
    for cell in cells_of(row):
        titles.append(cell[:_MOST_CELL])
        left -= len(titles[-1]) + 1
        if left < 0:
            break
    return tuple(titles)


# --- Line breaks that mean something

_SHORT_LINE = 60
_OWN_LINE = 80
_LINE_ENDS = ",;:.!?\u2014\uff0c\u3002"
_LEAST_WRAP = 40
"""Minimum width at which prose is taken to have been wrapped."""


def keeps_line_breaks(paragraph: str) -> bool:
    """Return whether a paragraph's line breaks are intentional, as in a poem or an address.

    Otherwise, it is hard-wrapped prose: each line ends where the next word would not fit.
    """
    lines = [line.strip() for line in paragraph.split("\n")]
    widest = max(map(len, lines))
    pairs = [*pairwise(lines)]
    if not pairs or widest > _OWN_LINE:
        return False
    if len(pairs) > 1 and all(_begins_line(after) for _line, after in pairs):
        return True
    wrapped = sum(
        len(line) + 1 + len(after.split(" ", 1)[0]) > widest and line[-1:] not in _LINE_ENDS
        for line, after in pairs
    )
    return widest <= _SHORT_LINE and (widest < _LEAST_WRAP or 2 * wrapped < len(pairs))


def _begins_line(line: str) -> bool:
    first = next((char for char in line if char.isalnum()), "")
    return bool(first) and not first.islower()


# --- Plain text

PARSED_MOST = 100_000
"""Maximum length of a text that is parsed; in longer texts, markup is removed by regex."""

_BREAKS = {"softbreak": " ", "hardbreak": "\n"}
_MARKDOWN_TEXT_TASK = re.compile(r"\[[ xX]\]\s+")
_STRUCTURAL = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKUP = (
    (re.compile(r"^ {0,3}(?:`{3,}|~{3,}).*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:(?:>|#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]+|$))+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[-|: \t]*$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\[\]\n]{1,999})\]\([^()\s]{1,999}\)"), r"\1"),
    (re.compile(r"\*{1,3}|~~|__|`+"), ""),
    (re.compile(r"\n{2,}"), "\n"),
)


def plain_text(markdown: str) -> str:
    """Return the text of Markdown as displayed, one block per line. Never raises.

    Code is unchanged, links are reduced to their text, and citation numbers are kept.
    """
    text = markdown.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) <= PARSED_MOST:
        try:
            return "\n".join(_blocks(_parser().parse(text)))
        except Exception:  # noqa: BLE001, S110 - must not fail for any text; the parser is not ours
            pass
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    return text.strip()


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # imported here: it is slow, and not always needed

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def _blocks(tokens: "list[Token]") -> list[str]:
    blocks: list[str] = []
    item = cell = first_cell = False
    for token in tokens:
        match token.type:
            case "inline":
                text = _inline(token.children or [])
                if item and (task := _MARKDOWN_TEXT_TASK.match(text)):
                    text = text[task.end() :]
                if cell and not first_cell:
                    blocks[-1] += f"\t{text}"
                elif text or cell:
                    blocks.append(text)
                first_cell = first_cell and not cell
            case "fence" | "code_block":
                blocks.append(_clean(token.content.removesuffix("\n")))
            case "tr_open":
                first_cell = True
            case "th_open" | "td_open":
                cell = True
            case "th_close" | "td_close":
                cell = False
        item = token.type == "list_item_open" or (item and token.type == "paragraph_open")
    return blocks


def _inline(children: "list[Token]") -> str:
    return "".join(_BREAKS.get(child.type, _clean(child.content)) for child in children).strip()


def _clean(text: str) -> str:
    return _STRUCTURAL.sub(" ", text)


# --- Context of an offset, which identifies the place that a citation refers to

_MOST_TITLES = 200


def path_of(block: Block) -> tuple[str, ...]:
    """Return the context of a block, outermost first.

    The context consists of the headings above the block; the enclosing list items, the term that it
    defines, or the caption of its table; and, for a table row, the column titles.
    """
    titles = " | ".join(block.header)
    if len(titles) > _MOST_TITLES:
        titles = f"{titles[: _MOST_TITLES - 1].rstrip()}\u2026"
    return block.headings + block.above + ((titles,) if titles else ())


def paths_at(text: str, places: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
    """Map offsets in a page to their contexts (see `path_of`), parsing the page once.

    An offset after the last block counts as part of that block.
    """
    found: dict[int, tuple[str, ...]] = {}
    waiting = sorted({place for place in places if place >= 0}, reverse=True)
    last: Block | None = None
    for block in blocks(text):
        while waiting and waiting[-1] < block.start:
            found[waiting.pop()] = path_of(last) if last is not None else ()
        if not waiting:
            return found
        last = block
    for place in waiting:
        found[place] = path_of(last) if last is not None else ()
    return found
