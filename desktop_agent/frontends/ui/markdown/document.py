"""A text document that grows with streamed Markdown.

Once a block is followed by another, it can no longer change and is *frozen*, that is, written
permanently. The open block at the end, the *tail*, is removed and rewritten with each flush. A long
tail is frozen in parts: complete lines of a fence, items of a list, or rows of a table. The parser
then receives the rest of the block after a *prefix* of lines that reopen it. A tail that is still
too long is cut, because parsing and laying out one long block takes longer than a frame.
"""

import re
from collections import ChainMap
from collections.abc import Iterable
from typing import Any

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from desktop_agent.frontends.ui.markdown.block_writer import BlockWriter, Place, WriterState
from desktop_agent.frontends.ui.markdown.code_blocks import CodeBlock
from desktop_agent.frontends.ui.markdown.parser import (
    CONTINUED,
    INLINE_MOST,
    LISTS,
    Block,
    cut_at,
    finished_part,
    parse,
)
from desktop_agent.frontends.ui.markdown.tables import complete_rows
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.widgets.formulas import FormulaKey, Formulas

_PAGE = 1_024
"""Text is cut only at multiples of this number of characters, regardless of how it arrives."""
_PARAGRAPH_MOST = 3_000
_TAIL_MOST = 12_000
"""Maximum number of characters of an open block of a kind not in ``_CUT_SOON`` before it is cut."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_CUT_SOON = ("paragraph", "fence", "math_block")
_CONTAINERS = (*LISTS, "list_item", "blockquote")


class MarkdownDocument:
    """Writes streamed Markdown into ``document``.

    `append` accepts text split at any point, and `finish` marks the text as complete. The result
    does not depend on the split points, with one exception: if a link is used before its
    definition, ``stale`` is True, and the text should be rewritten with ``known``.

    Formulas are typeset by ``formulas`` or, without it, written as Unicode text.
    """

    def __init__(
        self,
        document: QTextDocument,
        styles: TextStyles,
        known: dict[str, Any] | None = None,
        formulas: Formulas | None = None,
    ) -> None:
        document.setUndoRedoEnabled(False)
        document.clear()
        self.document = document
        self.known: dict[str, Any] = known if known is not None else {}
        self.stale = False
        self._writer = BlockWriter(QTextCursor(document), styles, formulas)
        self._pieces: list[str] = []
        self._length = 0
        self._held = ""
        self._rest = ""
        self._tail_shown = False
        self._tail_text = ""
        self._tail_at = 0
        self._tail_block: QTextBlockFormat | None = None
        self._tail_state = WriterState()
        self._prefix = ""
        self._open = ""
        self._place = Place()
        self._bracket_frozen = False

    @property
    def source(self) -> str:
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    @property
    def awaited(self) -> set[FormulaKey]:
        """The formulas written as text because they had not yet been typeset."""
        return self._writer.inline.awaited

    @property
    def typeset(self) -> Iterable[FormulaKey]:
        """The formulas shown as objects, without duplicates."""
        return self._writer.inline.typeset

    @property
    def tail_top(self) -> float:
        """The distance in pixels from the document's top to the text that may still change."""
        block = self.document.findBlock(self._tail_at)
        return self.document.documentLayout().blockBoundingRect(block).top()

    def take_closed_code(self) -> list[CodeBlock]:
        """Return the code blocks closed since the last call, for highlighting."""
        closed, self._writer.closed_code = self._writer.closed_code, []
        return closed

    def append(self, text: str, *, show_tail: bool = True) -> None:
        """Append text. If ``show_tail`` is False, write only blocks that can no longer change."""
        text = self._held + text
        self._held = text[-1:] if text[-1:] == "\r" or "\ud800" <= text[-1:] < "\udc00" else ""
        text = _normalized(text.removesuffix(self._held))
        if not text:
            return
        self._pieces.append(text)
        self._writer.cursor.beginEditBlock()
        at = 0
        while at < len(text):
            page = text[at : at + _PAGE - self._length % _PAGE]
            at += len(page)
            self._length += len(page)
            self._rest += page
            full = self._length % _PAGE == 0
            if full or "\n" in page:
                self._freeze()
            if full and len(self._rest) > _PARAGRAPH_MOST:
                self._cut()
        if show_tail:
            self._show_open_tail()
        self._writer.cursor.endEditBlock()

    def finish(self) -> None:
        if self._held:
            last, self._held = _normalized(self._held), ""
            self._pieces.append(last)
            self._rest += last
        self._writer.cursor.beginEditBlock()
        self._freeze()
        self._show_tail(self._parse(self._prefix + self._rest), final=True)
        self._writer.cursor.endEditBlock()

    def _known_now(self) -> dict[str, Any]:
        """Return the definitions before the tail; those in the tail may still change."""
        # not copied, because there may be thousands of references
        return {"references": ChainMap({}, self.known.get("references", {}))}

    def _remove_tail(self) -> None:
        if not self._tail_shown:
            return
        self._tail_shown = False
        self._writer.state = self._tail_state
        cursor = self._writer.cursor
        cursor.setPosition(self._tail_at)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if self._tail_block is not None:
            cursor.setBlockFormat(self._tail_block)

    def _show_open_tail(self) -> None:
        """Show the text that may still change, without incomplete table rows."""
        text = self._prefix + self._rest
        blocks = parse(text, self._known_now())
        if blocks and blocks[-1].kind == "table" and not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            blocks = parse(text, self._known_now())
        if not self._tail_shown or text != self._tail_text:
            self._show_tail(blocks, final=False)
            self._tail_text = text

    def _show_tail(self, blocks: list[Block], *, final: bool) -> None:
        self._remove_tail()
        for index, block in enumerate(blocks):
            self._write(block, first=index == 0, final=final)
        self._tail_shown = True

    def _mark_frozen(self, chars: int) -> None:
        self._bracket_frozen |= "[" in self._rest[:chars]
        self._rest = self._rest[chars:]
        self._tail_at = self._writer.cursor.position()
        self._tail_block = self._writer.cursor.blockFormat()
        self._tail_state = self._writer.state

    def _freeze(self) -> None:
        """Permanently write all blocks, or parts of blocks, that can no longer change."""
        text = self._prefix + self._rest[: self._rest.rfind("\n") + 1]
        blocks = self._parse(text)
        if not blocks:
            return
        skipped = self._prefix.count("\n")
        lines = text.split("\n")
        for index, block in enumerate(blocks[:-1]):
            self._remove_tail()
            self._write(block, first=index == 0)
        if len(blocks) > 1:
            self._prefix = self._open = ""
        last = blocks[-1]
        settled = self._freeze_part(last, lines, skipped) or (last.first if len(blocks) > 1 else 0)
        if settled > skipped:
            self._mark_frozen(sum(len(line) + 1 for line in lines[skipped:settled]))

    def _parse(self, text: str) -> list[Block]:
        before = len(self.known.get("references", ()))
        blocks = parse(text, self.known)
        if self._bracket_frozen and len(self.known.get("references", ())) > before:
            self.stale = True
        return blocks

    def _freeze_part(self, last: Block, lines: list[str], skipped: int) -> int:
        """Freeze the final part of the open block; return the line after it, or 0 if none."""
        continued = last.kind == self._open
        match last.kind:
            case "fence" if not last.fence_is_open():
                self._remove_tail()
                self._write(last, first=True)
                self._prefix = self._open = ""
                return last.end
            case "fence":
                code = last.token.content.removesuffix("\n").split("\n")[:-1]
                if not code:
                    return 0
                self._remove_tail()
                settled_lines = "".join(f"{line}\n" for line in code)
                self._writer.code(
                    settled_lines, last.token.info, self._place, continued=continued, last=False
                )
                self._go_on("fence", f"{lines[last.first]}\n")
                return last.first + 1 + len(code)
            case "table":
                count = complete_rows(last.rows())
                if not count:
                    return 0
                self._remove_tail()
                self._writer.rows(last, last.rows()[:count], continued=continued)
                self._go_on("table", "".join(f"{line}\n" for line in lines[last.first :][:2]))
                return last.first + 2 + count
        part = finished_part(last, lines)
        if part is None or part.line <= skipped:
            return 0
        self._remove_tail()
        self._write(part.block, first=True)
        self._go_on(last.kind, part.prefix)
        return part.line

    def _go_on(self, kind: str, prefix: str) -> None:
        self._open = kind
        self._prefix = prefix

    def _cut(self) -> None:
        """Freeze the beginning of the open block if it is too long."""
        kind = self._parse(self._prefix + self._rest)[-1:]
        soon = not kind or kind[0].kind in _CUT_SOON  # definitions alone yield no block
        if not soon and len(self._rest) <= _TAIL_MOST:
            return
        chars = cut_at(self._rest, 0, INLINE_MOST if soon else _TAIL_MOST)
        head = self._rest[:chars]
        blocks = self._parse(self._prefix + head)
        self._remove_tail()
        for index, block in enumerate(blocks):
            self._write(block, first=index == 0, final=False, cut=index == len(blocks) - 1)
        leaf, place = _leaf(blocks[-1], self._place) if blocks else (None, Place())
        self._go_on("", "")
        if leaf is not None and leaf.kind == "fence" and leaf.fence_is_open():
            self._go_on("fence", f"{leaf.token.markup}{leaf.token.info}\n")
        elif leaf is not None and not (leaf.kind == "code_block" and head.endswith("\n")):
            self._go_on("paragraph", f"{CONTINUED}\n" if head.endswith("\n") else f"{CONTINUED} ")
        self._place = place
        self._mark_frozen(chars)

    def _write(self, block: Block, *, first: bool, final: bool = True, cut: bool = False) -> None:
        goes_on = first and block.kind == self._open
        place = self._place if goes_on else Place()
        if goes_on and block.kind == "table":
            self._writer.rows(block, block.rows(), place, continued=True)
        elif block.kind != "fence":
            continued = goes_on and block.kind == "paragraph"
            self._writer.write(block, place, continued=continued, cut=cut)
        elif block.token.content or not goes_on:
            content, info = block.token.content, block.token.info
            self._writer.code(content, info, place, continued=goes_on, last=not cut)
        if block.kind == "fence" and final and not cut:
            self._writer.close_code(block.token.info)


def _normalized(text: str) -> str:
    """Convert line endings to line feeds, and replace lone surrogates."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _leaf(block: Block, place: Place) -> tuple[Block, Place]:
    """Return the innermost block at the end of ``block``, and its nesting."""
    while block.children and block.kind in _CONTAINERS:
        place = place.inside(block.kind)
        block = block.children[-1]
    return block, place
