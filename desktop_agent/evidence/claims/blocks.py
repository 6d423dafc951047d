"""Markdown cut into blocks (paragraphs, list items, table rows), every offset kept.

A scanner of lines, not a parser of CommonMark: it must hold on hostile pages of megabytes, and what
it takes for a paragraph too many costs nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["paragraph", "item", "row", "quote", "heading", "code"]

_TARGET = re.compile(r"\]\([^()\[\]\s]{1,2000}\)")
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]|]{1,2000}")
_FOOTNOTE = re.compile(r"\[(?:\d{1,3}|[a-z]|note \d{1,3}|citation needed)\]")
_CODE_SPAN = re.compile(r"`[^`\n]{1,500}`")
_MARKS = str.maketrans(dict.fromkeys("*_`\\[]~\u200b\xad", " "))
_FENCE = re.compile(r" {0,3}(```|~~~)")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+\u2022]|\d{1,3}[.)])[ \t]")
_RULER = re.compile(r"[ \t]{0,3}(?:[-*_][ \t]{0,3}){3,200}$")
_DELIMITER = re.compile(r"\s{0,8}\|?[ :\-|]{1,4000}$")
_LINES = re.compile(r"\n+")
_MOST_HEADING = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of markdown from ``start`` to ``end``, its mark (``- ``, ``# ``) left out.

    ``headings`` is the path above it, outermost first. ``header`` holds the column titles of a
    table's row; ``lead`` is the line that introduces a list.
    """

    kind: Kind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    lead: str = ""


def plain(text: str) -> str:
    """Gives the text with markup, link targets and footnote marks as spaces: of the same length."""
    if "](" in text:
        text = _TARGET.sub(_blank, text)
    if "://" in text:
        text = _ADDRESS.sub(_blank, text)
    if "[" in text:
        text = _FOOTNOTE.sub(_blank, text)
    return text.translate(_MARKS)


def without_code(text: str) -> str:
    """Gives the text with code spans as spaces: of the same length."""
    return _CODE_SPAN.sub(_blank, text) if "`" in text else text


def cells_of(row: str) -> tuple[str, ...]:
    """Gives the cells of a table's line as plain text; an escaped bar stays in its cell."""
    inner = row.strip().strip("|").replace("\\|", "\0")
    return tuple(" ".join(plain(cell).split()).replace("\0", "|") for cell in inner.split("|"))


def blocks(markdown: str) -> Iterator[Block]:
    """Gives the blocks of a text in order; headings and code are among them."""
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


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())


@dataclass(slots=True)
class _Scanner:
    """Takes a text line by line; ``line`` and ``close`` give the blocks that ended."""

    text: str
    headings: list[tuple[int, str]] = field(default_factory=list)
    header: tuple[str, ...] = ()
    lead: str = ""
    fence: str = ""
    _kind: Kind = "paragraph"
    _start: int = -1
    _end: int = -1
    _row: tuple[int, int] | None = None  # a table's first line, until the next tells that it is one

    def line(self, start: int, stop: int) -> Iterator[Block]:
        """Takes the next line, from ``start`` to ``stop``."""
        line = self.text[start:stop]
        stripped = line.strip()
        fence = _FENCE.match(line)
        if self.fence or fence:
            yield from self._code(start, stop, fence.group(1) if fence else "")
        elif not stripped or _RULER.match(line[:700]):
            yield from self.close()
        elif heading := _HEADING.match(line):
            yield from self.close()
            yield self._heading(len(heading.group(1)), start + heading.end(), stop)
        elif stripped[0] == "|":
            yield from self._table_line(start, stop, stripped)
        else:
            yield from self._prose(start, line)

    def close(self) -> Iterator[Block]:
        """Ends the open block and table."""
        if self._row is not None:
            yield self._block("paragraph", *self._row)
            self._row = None
        self.header = ()
        if self._start >= 0:
            block = self._block(self._kind, self._start, self._end)
            said = self.text[block.start : block.end]
            if block.kind != "item":
                self.lead = plain(said[-400:]).strip() if said.endswith(":") else ""
            self._start = -1
            yield block

    def _block(self, kind: Kind, start: int, end: int) -> Block:
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        path = tuple(title for _, title in self.headings)
        lead = self.lead if kind == "item" else ""
        return Block(kind, start, max(start, end), path, self.header, lead)

    def _code(self, start: int, stop: int, fence: str) -> Iterator[Block]:
        if not self.fence:
            yield from self.close()
            self.fence = fence
        elif fence == self.fence:
            self.fence = ""
        yield Block("code", start, stop)

    def _heading(self, level: int, start: int, stop: int) -> Block:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        title = " ".join(plain(self.text[start:stop][:_MOST_HEADING]).strip(" #").split())
        block = self._block("heading", start, stop)
        self.headings.append((level, title))
        self.lead = ""
        return block

    def _table_line(self, start: int, stop: int, line: str) -> Iterator[Block]:
        if self.header:
            yield self._block("row", start, stop)
        elif self._row is not None and _DELIMITER.match(line):
            self.header = cells_of(self.text[slice(*self._row)])
            self._row = None
        else:
            yield from self.close()
            self._row = start, stop

    def _prose(self, start: int, line: str) -> Iterator[Block]:
        item = _ITEM.match(line)
        if item or self._row or self.header:
            yield from self.close()
        if item:
            self._kind, self._start = "item", start + item.end()
        elif self._start < 0:
            quoted = line.lstrip().startswith(">")
            self._kind, self._start = ("quote" if quoted else "paragraph"), start
        self._end = start + len(line.rstrip())
