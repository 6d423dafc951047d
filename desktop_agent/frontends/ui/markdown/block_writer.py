"""Write Markdown blocks to a `QTextDocument`, without HTML or external resources."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption

from desktop_agent.frontends.ui.markdown.code_blocks import CodeBlock, language_of
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter, clean
from desktop_agent.frontends.ui.markdown.parser import (
    LISTS,
    Block,
    cut_parts,
    task_mark,
    text_parts,
    without_mark,
)
from desktop_agent.frontends.ui.markdown.tables import TableWriter
from desktop_agent.frontends.ui.markdown.text_styles import (
    AFTER_LIST,
    GAP,
    LIST_INDENT,
    QUOTE_INDENT,
    RULE,
    TextStyles,
)
from desktop_agent.frontends.ui.widgets.formulas import Formulas

# --- Block positions

_INDENTS_MOST = 12
"""Maximum number of indented levels; deeper levels would leave no room for their text."""


@dataclass(frozen=True, slots=True)
class Place:
    """The nesting of a block: its left indent in pixels, quote depth and list depth."""

    left: float = 0
    quote: int = 0
    depth: int = 0

    def inside(self, kind: str) -> "Place":
        if kind == "blockquote":
            return replace(self, left=self.left + self._step(QUOTE_INDENT), quote=self.quote + 1)
        if kind in LISTS:
            return replace(self, left=self.left + self._step(LIST_INDENT), depth=self.depth + 1)
        return self

    def _step(self, pixels: float) -> float:
        return pixels if self.quote + self.depth < _INDENTS_MOST else 0


_BULLETS = ("•", "◦", "▪")
_TOP = Place()


@dataclass(frozen=True, slots=True)
class WriterState:
    """A snapshot of a `BlockWriter`, saved so that the tail can be removed and rewritten."""

    fresh: bool = True
    after_table: bool = False
    after_list: bool = False
    code_run: int = 0
    code_start: int = -1
    numbers: tuple[int, ...] = ()
    """Next number of each open list, from the outermost to the innermost."""
    longest: tuple[int, ...] = ()
    """The result of `TableWriter.write` if a table was written last, otherwise empty."""


class BlockWriter:
    """Writes blocks at its cursor, which stays at the end of the written text."""

    def __init__(
        self, cursor: QTextCursor, styles: TextStyles, formulas: Formulas | None = None
    ) -> None:
        self.cursor = cursor
        self.state = WriterState()
        self.closed_code: list[CodeBlock] = []
        self._styles = styles
        self.inline = InlineWriter(styles, formulas)
        self._table = TableWriter(styles, self.inline)

    def write(
        self, block: Block, place: Place = _TOP, *, continued: bool = False, cut: bool = False
    ) -> None:
        """Write a block.

        ``continued`` is True if the block continues earlier text, and ``cut`` if it will be
        continued.
        """
        match block.kind:
            case "paragraph":
                self._paragraph(block.inline, place, continued=continued, cut=cut)
            case "heading":
                self._heading(block, place)
            case "bullet_list" | "ordered_list":
                self._items(block, place)
            case "blockquote":
                for child in block.children:
                    self.write(child, place.inside(block.kind))
            case "fence" | "code_block":
                self.code(block.token.content, block.token.info, place)
                self.close_code(block.token.info)
            case "table":
                self.rows(block, block.rows(), place)
            case "math_block":
                self._formula(block.token, place)
            case _:
                self._rule(place)

    def rows(
        self,
        block: Block,
        rows: Sequence[Block],
        place: Place = _TOP,
        *,
        continued: bool = False,
    ) -> None:
        """Write table rows, preceded by the header unless ``continued`` is True."""
        longest = self.state.longest if continued else ()
        head: list[Block] = []
        if not longest:
            self._begin(self._styles.gap(), self._styles.invisible)
            head = block.children[0].children
        longest = self._table.write(self.cursor, head, rows, longest, left=place.left)
        self.state = replace(self.state, fresh=True, after_table=True, longest=longest)

    def code(
        self,
        content: str,
        info: str,
        place: Place = _TOP,
        *,
        continued: bool = False,
        last: bool = True,
    ) -> None:
        """Write lines of a code block; ``last`` is False if more lines follow."""
        lines = content.removesuffix("\n").split("\n") if content or not continued else []
        if not continued:
            self.state = replace(self.state, code_run=self.state.code_run + 1, code_start=-1)
        for index, whole in enumerate(lines):
            ends = last and index == len(lines) - 1
            for part, line in enumerate(text_parts(whole)):
                form = self._styles.code_line(
                    self.state.code_run,
                    left=place.left,
                    first=index == part == 0 and not continued,
                    last=ends,
                    quote=place.quote,
                    language=language_of(info),
                )
                self._begin(form, self._styles.code, top=place == _TOP)
                if self.state.code_start < 0:
                    self.state = replace(self.state, code_start=self.cursor.position())
                self.cursor.insertText(clean(line), self._styles.code)

    def close_code(self, info: str) -> None:
        """Add the code block that ends here to ``closed_code`` if ``info`` names its language."""
        start, end = self.state.code_start, self.cursor.position()
        language = language_of(info)
        if start < 0 or not language or start == end:
            return
        cursor = QTextCursor(self.cursor.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.setKeepPositionOnInsert(True)  # exclude text that is written after the code
        text = cursor.selectedText().replace("\u2029", "\n")
        self.closed_code.append(CodeBlock(cursor, text, language))

    def _begin(
        self,
        form: QTextBlockFormat,
        char_format: QTextCharFormat | None = None,
        *,
        top: bool = False,
        in_list: bool = False,
    ) -> None:
        characters = char_format or self._styles.body
        if self.state.after_table and form.property(GAP) is None:
            form.setTopMargin(max(form.topMargin(), 14))
            self.state = replace(self.state, fresh=False, after_table=False, longest=())
        if self.state.after_list and not in_list:
            if top:
                form.setTopMargin(max(form.topMargin(), AFTER_LIST))
            self.state = replace(self.state, after_list=False)
        if self.state.fresh:
            self.state = replace(self.state, fresh=False)
            self.cursor.setBlockFormat(form)
            self.cursor.setBlockCharFormat(characters)
        else:
            self.cursor.insertBlock(form, characters)

    def _paragraph(
        self, inline: list[Token], place: Place, *, continued: bool = False, cut: bool = False
    ) -> None:
        if continued:
            inline = without_mark(inline)
            if not inline:
                return
        parts = list(cut_parts(inline))
        for index, part in enumerate(parts):
            bottom = 8 if index == len(parts) - 1 and not cut else 0
            form = self._styles.block(left=place.left, bottom=bottom, quote=place.quote)
            self._begin(form, top=not place.depth)
            self.inline.write(self.cursor, part, self._styles.body)

    def _heading(self, block: Block, place: Place) -> None:
        level = int(block.token.tag[1])
        top = 0 if self.cursor.position() == 0 else (18 if level < 3 else 12)
        form = self._styles.block(left=place.left, top=top, bottom=6, quote=place.quote)
        form.setHeadingLevel(level)
        heading = self._styles.heading(level)
        self._begin(form, heading)
        self.inline.write(self.cursor, without_mark(block.inline), heading)

    def _rule(self, place: Place) -> None:
        form = self._styles.block(left=place.left, top=6, bottom=14, quote=place.quote)
        form.setProperty(RULE, True)
        self._begin(form, self._styles.body)

    def _formula(self, token: Token, place: Place) -> None:
        left = place.left + LIST_INDENT
        form = self._styles.block(left=left, top=4, bottom=12, quote=place.quote)
        self._begin(form, top=True)
        source = f"{token.markup}{token.content}"
        if token.info == "open":
            self.cursor.insertText(clean(source), self._styles.body)
        else:
            form.setLineHeight(100, form.LineHeightTypes.ProportionalHeight.value)
            self.cursor.setBlockFormat(form)
            formula = self.inline.formula(token.content, self._styles.body, display=True)
            self.cursor.insertText(*formula)

    def _items(self, block: Block, place: Place) -> None:
        """Write a list's items, continuing the numbering of any items already written."""
        depth, ordered = place.depth, block.kind == "ordered_list"
        number = int(block.token.attrGet("start") or 0) if block.token.attrs else 1
        if block.children[0].is_continued and len(self.state.numbers) > depth:
            number = self.state.numbers[depth]
        inside = place.inside(block.kind)
        for item in block.children:
            if not item.is_continued:
                mark = f"{number}." if ordered else _BULLETS[min(depth, 2)]
                number += 1
            inner = self.state.numbers[depth + 1 :] if item.is_continued else ()
            numbers = (*self.state.numbers[:depth], number, *inner)
            self.state = replace(self.state, numbers=numbers)
            if item.is_continued:
                for child in item.children[1:]:
                    self.write(child, inside)
            else:
                self._item(item, inside, mark)
        self.state = replace(self.state, after_list=True)

    def _item(self, item: Block, place: Place, mark: str) -> None:
        form = self._styles.block(left=place.left, bottom=4, quote=place.quote)
        form.setTextIndent(-LIST_INDENT + 6)
        form.setTabPositions([QTextOption.Tab(LIST_INDENT - 6, QTextOption.TabType.LeftTab)])
        children = item.children
        inline = children[0].inline if children and children[0].kind == "paragraph" else []
        mark, inline = task_mark(mark, inline)
        self._begin(form, in_list=True)
        muted = QTextCharFormat(self._styles.body)
        muted.setForeground(self._styles.muted)
        self.cursor.insertText(f"{mark}\t", muted)
        first, *more = cut_parts(inline)
        self.inline.write(self.cursor, first, self._styles.body)
        for part in more:
            self._paragraph(part, place)
        for child in children[1 if inline else 0 :]:
            self.write(child, place)
