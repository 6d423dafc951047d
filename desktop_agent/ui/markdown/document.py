"""A text document that grows by markdown: what is finished is frozen, only the tail is redone.

A block that another block follows can no longer change (CommonMark's structure is decided line by
line), so it is written once. The open block at the end is taken out and written again with each
flush. Long open blocks are frozen in parts: complete lines of a fence, items of a list, rows of a
table; the tail then carries a *prefix*, the lines that open the same block again for the parser.
"""

from typing import Any

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from desktop_agent.ui.markdown.block_writer import (
    COLOUR_AGAIN_MOST,
    ROWS_A_TABLE,
    BlockWriter,
    WriterState,
)
from desktop_agent.ui.markdown.blocks import Block, parse
from desktop_agent.ui.markdown.text_styles import TextStyles


class MarkdownDocument:
    """Writes markdown into ``document`` as it comes.

    ``append`` takes pieces cut anywhere; ``finish`` says that the text is whole. The result does
    not depend on where the pieces were cut, but for link definitions that came after their use:
    ``stale`` is True then, and the text should be written again with ``references`` given.
    """

    def __init__(
        self,
        document: QTextDocument,
        styles: TextStyles,
        references: dict[str, Any] | None = None,
    ) -> None:
        document.setUndoRedoEnabled(False)
        document.clear()
        self.document = document
        self.source = ""
        self.references: dict[str, Any] = references if references is not None else {}
        self.stale = False
        self._writer = BlockWriter(QTextCursor(document), styles)
        self._held = ""
        self._frozen = 0
        self._tail_at = 0
        self._tail_block: QTextBlockFormat | None = None
        self._tail_state = WriterState()
        self._prefix = ""
        self._open = ""
        self._bracket_frozen = False

    def append(self, text: str) -> None:
        """Takes the next piece of the text and shows it."""
        text = self._held + text
        self._held = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n")
        if not text:
            return
        self.source += text
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        self._remove_tail()
        if "\n" in text:
            self._freeze()
        tail = parse(self._prefix + self.source[self._frozen :], dict(self.references))
        self._write_tail(tail, final=False)
        cursor.endEditBlock()

    def finish(self) -> None:
        """Says that no more comes."""
        if self._held:
            self._held = ""
            self.source += "\n"
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        self._remove_tail()
        self._freeze()
        self._write_tail(self._parse(self._prefix + self.source[self._frozen :]), final=True)
        cursor.endEditBlock()

    def _remove_tail(self) -> None:
        cursor = self._writer.cursor
        cursor.setPosition(self._tail_at)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if self._tail_block is not None:
            cursor.setBlockFormat(self._tail_block)
        self._writer.state = self._tail_state

    def _mark_frozen(self, chars: int) -> None:
        self._bracket_frozen |= "[" in self.source[self._frozen : self._frozen + chars]
        self._frozen += chars
        self._tail_at = self._writer.cursor.position()
        self._tail_block = self._writer.cursor.blockFormat()
        self._tail_state = self._writer.state

    def _freeze(self) -> None:
        """Writes for good what complete lines have settled."""
        text = self._prefix + self.source[self._frozen : self.source.rfind("\n") + 1]
        blocks = self._parse(text)
        if not blocks:
            return
        skipped = self._prefix.count("\n")
        lines = text.split("\n")
        for index, block in enumerate(blocks[:-1]):
            self._write(block, first=index == 0)
        if len(blocks) > 1:
            self._prefix = self._open = ""
        last = blocks[-1]
        settled = self._freeze_part(last, lines) or (last.first if len(blocks) > 1 else 0)
        if settled > skipped:
            self._mark_frozen(sum(len(line) + 1 for line in lines[skipped:settled]))

    def _parse(self, text: str) -> list[Block]:
        known = len(self.references)
        blocks = parse(text, self.references)
        if self._bracket_frozen and len(self.references) > known:
            self.stale = True
        return blocks

    def _freeze_part(self, last: Block, lines: list[str]) -> int:
        """Writes the settled part of the open block; gives the line where the tail begins, or 0."""
        continued = last.kind == self._open
        match last.kind:
            case "fence" if not last.fence_is_open():
                self._write(last, first=True)
                self._prefix = self._open = ""
                return last.end
            case "fence":
                code = last.token.content.removesuffix("\n").split("\n")[:-1]
                if not code:
                    return 0
                settled_lines = "".join(f"{line}\n" for line in code)
                self._writer.code(settled_lines, last.token.info, continued=continued, last=False)
                self._go_on("fence", lines[last.first : last.first + 1])
                return last.first + 1 + len(code)
            case "table":
                rows = last.rows()
                settled = len(rows) // ROWS_A_TABLE * ROWS_A_TABLE
                if not settled:
                    return 0
                self._writer.rows(last, rows[:settled], head=not continued)
                self._go_on("table", lines[last.first : last.first + 2])
                return last.first + 2 + settled
            case "bullet_list" | "ordered_list" if len(last.children) > 1:
                self._writer.items(last, last.children[:-1], continued=continued, last=False)
                self._go_on(last.kind, [])
                return last.children[-1].first
        return 0

    def _go_on(self, kind: str, opening: list[str]) -> None:
        self._open = kind
        self._prefix = "".join(f"{line}\n" for line in opening)

    def _write(self, block: Block, *, first: bool, final: bool = True) -> None:
        continued = first and block.kind == self._open
        if block.kind != "fence":
            self._writer.write(block, continued=continued)
        elif block.token.content:
            content, info = block.token.content, block.token.info
            whole = final and not continued and len(content) < COLOUR_AGAIN_MOST
            self._writer.code(content, info, continued=continued, plain=whole)
            if final:
                self._writer.colour_again(info)

    def _write_tail(self, blocks: list[Block], *, final: bool) -> None:
        for index, block in enumerate(blocks):
            self._write(block, first=index == 0, final=final)
