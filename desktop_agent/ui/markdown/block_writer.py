"""Markdown's blocks into a QTextDocument, by cursor: no HTML on the way, nothing to load."""

import re
from dataclasses import dataclass, replace

from markdown_it.token import Token
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption

from desktop_agent.ui.markdown.blocks import Block
from desktop_agent.ui.markdown.code_highlight import highlighted
from desktop_agent.ui.markdown.inline_writer import InlineWriter, clean
from desktop_agent.ui.markdown.table_writer import TableWriter
from desktop_agent.ui.markdown.text_styles import (
    GAP,
    LIST_INDENT,
    QUOTE_INDENT,
    RULE,
    TextStyles,
)

_TASK = re.compile(r"^\[([ xX])\]\s+")
_BULLETS = ("•", "◦", "▪")
ROWS_A_TABLE = 10
"""Measured: a table of 100 rows costs 144 ms to lay out again, tables of ten rows 11 ms."""
COLOUR_AGAIN_MOST = 4_000
"""Characters of a code block that are coloured again as a whole once it is complete."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block stands: pixels from the left, quotes around it, and depth of lists."""

    left: float = 0
    quote: int = 0
    depth: int = 0


_TOP = Place()


@dataclass(frozen=True, slots=True)
class WriterState:
    """What must be put back when a tail is taken out again to be written anew."""

    fresh: bool = True
    after_table: bool = False
    code_run: int = 0
    code_start: int = -1
    list_number: int = 0


class BlockWriter:
    """Writes at its cursor, which stays at the end of what is written."""

    def __init__(self, cursor: QTextCursor, styles: TextStyles) -> None:
        self.cursor = cursor
        self.state = WriterState()
        self._styles = styles
        self._inline = InlineWriter(styles)
        self._table = TableWriter(styles, self._inline)

    def write(self, block: Block, place: Place = _TOP, *, continued: bool = False) -> None:
        """Writes a block; ``continued`` goes on with the list or table that was begun before."""
        match block.kind:
            case "paragraph":
                self._begin(self._styles.block(left=place.left, quote=place.quote))
                self._inline.write(self.cursor, block.inline, self._styles.body)
            case "heading":
                self._heading(block, place)
            case "bullet_list" | "ordered_list":
                self.items(block, block.children, place, continued=continued)
            case "blockquote":
                inside = replace(place, left=place.left + QUOTE_INDENT, quote=place.quote + 1)
                for child in block.children:
                    self.write(child, inside)
            case "fence" | "code_block":
                self.code(block.token.content, block.token.info, place)
            case "table":
                self.rows(block, block.rows(), place, head=not continued)
            case "hr":
                self._rule(place)

    def items(
        self,
        block: Block,
        items: list[Block],
        place: Place = _TOP,
        *,
        continued: bool = False,
        last: bool = True,
    ) -> None:
        """Writes some items of a list; numbers go on where a continued list stopped."""
        ordered = block.kind == "ordered_list"
        number = int(block.token.attrGet("start") or 1) if ordered else 0
        if continued and ordered:
            number = self.state.list_number
        inside = replace(place, left=place.left + LIST_INDENT, depth=place.depth + 1)
        for index, item in enumerate(items):
            ends = last and not place.depth and index == len(items) - 1
            mark = f"{number}." if ordered else _BULLETS[min(place.depth, 2)]
            self._item(item, inside, mark, bottom=10 if ends else 4)
            number += 1
        if not place.depth:
            self.state = replace(self.state, list_number=number)

    def rows(
        self, block: Block, rows: list[Block], place: Place = _TOP, *, head: bool = True
    ) -> None:
        """Writes some rows of a table, with its head where it begins."""
        if not head and not rows:
            return
        self._begin(self._styles.gap(), self._styles.invisible)
        heads = [part for part in block.children if part.kind == "thead"]
        for start in range(0, max(len(rows), 1), ROWS_A_TABLE):
            part = rows[start : start + ROWS_A_TABLE]
            self._table.write(self.cursor, heads, part, left=place.left, head=head and start == 0)
            self.cursor.setBlockFormat(self._styles.gap())
            self.cursor.setBlockCharFormat(self._styles.invisible)
        self.state = replace(self.state, fresh=True, after_table=True)

    def code(
        self,
        content: str,
        info: str,
        place: Place = _TOP,
        *,
        continued: bool = False,
        last: bool = True,
        plain: bool = False,
    ) -> None:
        """Writes lines of code; ``last`` is False while more of the same block is to come.

        ``plain`` leaves the colours to `colour_again`.
        """
        language = info.split(maxsplit=1)[0] if info.strip() and not plain else ""
        lines = content.removesuffix("\n").split("\n")
        if not continued:
            self.state = replace(self.state, code_run=self.state.code_run + 1, code_start=-1)
        for index, line in enumerate(lines):
            form = self._styles.code_line(
                self.state.code_run,
                left=place.left,
                first=index == 0 and not continued,
                last=last and index == len(lines) - 1,
                quote=place.quote,
            )
            self._begin(form, self._styles.code)
            if self.state.code_start < 0:
                self.state = replace(self.state, code_start=self.cursor.position())
            for text, char_format in highlighted(line, language, self._styles):
                self.cursor.insertText(clean(text), char_format)

    def colour_again(self, info: str) -> None:
        """Colours the run of code that ends here as a whole: strings may span lines."""
        start, end = self.state.code_start, self.cursor.position()
        if start < 0 or end - start > COLOUR_AGAIN_MOST or not info.strip():
            return
        cursor = QTextCursor(self.cursor.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        text = cursor.selectedText().replace("\u2029", "\n")
        at = start
        for piece, char_format in highlighted(text, info.split(maxsplit=1)[0], self._styles):
            cursor.setPosition(at)
            at += len(piece.encode("utf-16-le")) // 2  # Qt counts UTF-16 units
            cursor.setPosition(min(at, end), QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(char_format)

    def _begin(self, form: QTextBlockFormat, char_format: QTextCharFormat | None = None) -> None:
        characters = char_format or self._styles.body
        if self.state.after_table and form.property(GAP) is None:
            form.setTopMargin(max(form.topMargin(), 14))
            self.state = replace(self.state, fresh=False, after_table=False)
        if self.state.fresh:
            self.state = replace(self.state, fresh=False)
            self.cursor.setBlockFormat(form)
            self.cursor.setBlockCharFormat(characters)
        else:
            self.cursor.insertBlock(form, characters)

    def _heading(self, block: Block, place: Place) -> None:
        level = int(block.token.tag[1])
        top = 0 if self.cursor.position() == 0 else (18 if level < 3 else 12)
        form = self._styles.block(left=place.left, top=top, bottom=6, quote=place.quote)
        form.setHeadingLevel(level)
        heading = self._styles.heading(level)
        self._begin(form, heading)
        self._inline.write(self.cursor, block.inline, heading)

    def _rule(self, place: Place) -> None:
        form = self._styles.block(left=place.left, top=6, bottom=14, quote=place.quote)
        form.setProperty(RULE, True)
        self._begin(form, self._styles.body)

    def _item(self, item: Block, place: Place, mark: str, *, bottom: float) -> None:
        form = self._styles.block(left=place.left, bottom=bottom, quote=place.quote)
        form.setTextIndent(-LIST_INDENT + 6)
        form.setTabPositions([_tab(LIST_INDENT - 6)])
        children = item.children
        inline = children[0].inline if children and children[0].kind == "paragraph" else []
        mark, inline = _task(mark, inline)
        self._begin(form)
        muted = QTextCharFormat(self._styles.body)
        muted.setForeground(self._styles.muted)
        self.cursor.insertText(f"{mark}\t", muted)
        self._inline.write(self.cursor, inline, self._styles.body)
        for child in children[1 if inline else 0 :]:
            self.write(child, place)


def _tab(at: float) -> QTextOption.Tab:
    return QTextOption.Tab(at, QTextOption.TabType.LeftTab)


def _task(mark: str, inline: list[Token]) -> tuple[str, list[Token]]:
    """Gives ``- [x] done`` a box for a mark."""
    if not inline or inline[0].type != "text":
        return mark, inline
    found = _TASK.match(inline[0].content)
    if found is None:
        return mark, inline
    rest = inline[0].copy(content=inline[0].content[found.end() :])
    return "☑" if found[1] in "xX" else "☐", [rest, *inline[1:]]
