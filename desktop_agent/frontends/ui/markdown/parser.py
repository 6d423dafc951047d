"""Parse Markdown into a tree of blocks with markdown-it-py, and find the parts that are final.

The syntax is CommonMark plus math, tables and strikethrough. Every block rule works line by line,
so later lines never change a block that has ended.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from desktop_agent.core.markdown import keeps_line_breaks

INLINE_MOST = 2_000
"""Maximum number of characters parsed together; Qt is also slow on longer blocks."""
NESTING_MOST = 40
"""Maximum nesting of blocks, where a list counts as two levels. Deeper blocks are shown as text."""
_DOLLARS = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)
_CLOSING = {"$$": "$$", "\\[": "\\]"}


@cache
def _parser() -> MarkdownIt:
    # raw HTML is off and shown as text
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    add_mathematics(parser)
    parser.options["maxNesting"] = NESTING_MOST
    blocks = _Blocks()
    blocks.ruler = parser.block.ruler
    parser.block = blocks
    parser.core.ruler.at("inline", _defer_inline)
    parser.core.ruler.disable("text_join")  # `_joined` does it once the inline content is parsed
    return parser


def add_mathematics(parser: MarkdownIt) -> None:
    """Make a parser recognise formulas as ``math_inline`` and ``math_block`` tokens."""
    parser.inline.ruler.before("escape", "math_inline", _math_inline)
    parser.block.ruler.before("fence", "math_block", _math_block)


class _Blocks(ParserBlock):
    """A block parser that keeps content beyond the nesting limit as text instead of dropping it."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - theirs
        if state.level < NESTING_MOST:
            super().tokenize(state, startLine, endLine)
            return
        token = state.push("paragraph_open", "p", 1)
        token.map = [startLine, endLine]
        inside = state.push("inline", "", 0)
        inside.content = state.getLines(startLine, endLine, 0, False).strip()
        inside.meta = {"plain": True}
        state.push("paragraph_close", "p", -1)
        state.line = endLine


def _defer_inline(state: StateCore) -> None:
    """Defer inline parsing, because many paragraphs are reparsed before they are shown."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = None
            token.meta = {**token.meta, "env": state.env}


def _read_inline(inline: Token) -> list[Token]:
    """Return a paragraph's inline tokens, parsed on first use; ``part`` tokens divide long ones."""
    if inline.children is None:
        parser = _parser()
        inline.children = []
        for index, part in enumerate(text_parts(inline.content)):
            if index:
                inline.children.append(Token("part", "", 0))
            if inline.meta.get("plain"):
                inline.children.append(Token("text", "", 0, content=part))
            else:
                children: list[Token] = []
                parser.inline.parse(part, parser, inline.meta["env"], children)
                inline.children += list(_joined(children))
        keep_line_breaks(inline)
    return inline.children


def keep_line_breaks(inline: Token) -> None:
    """Turn soft breaks into line breaks in text such as poems and addresses."""
    if "\n" in inline.content and keeps_line_breaks(inline.content):
        for token in inline.children or ():
            if token.type == "softbreak":
                token.type, token.tag = "hardbreak", "br"


def _joined(tokens: list[Token]) -> Iterator[Token]:
    """Merge adjacent text tokens, because every escaped character is a separate token."""
    text: Token | None = None
    for token in tokens:
        if token.type not in ("text", "text_special"):
            text = None
            yield token
        elif text is not None:
            text.content += token.content
        else:
            text = token
            text.type = "text"
            yield text


def text_parts(text: str) -> Iterator[str]:
    """Split text into parts of at most ``INLINE_MOST`` characters, between words if possible."""
    at = 0
    while len(text) - at > INLINE_MOST:
        end = cut_at(text, at, INLINE_MOST)
        yield text[at:end]
        at = end
    yield text[at:]


def cut_at(text: str, start: int, most: int) -> int:
    """Return where to split the text after at most ``most`` characters, if possible at a space."""
    end = start + most
    for mark in ("\n", " "):
        found = text.rfind(mark, end - most // 5, end)
        if found >= 0:
            return found + 1
    return end


def _math_inline(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's way
    r"""Parse ``$x$``, ``$$x$$``, ``\(x\)`` and ``\[x\]``, but not amounts like ``$5 and $10``."""
    opening = state.src[state.pos : state.pos + 2]
    if opening[:1] == "$":
        return _DOLLARS(state, silent)
    closing = {"\\(": "\\)", "\\[": "\\]"}.get(opening)
    if closing is None:
        return False
    end = state.src.find(closing, state.pos + 2, state.posMax)
    if end < 0 or not state.src[state.pos + 2 : end].strip():
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = state.src[state.pos + 2 : end]
        token.markup = opening
    state.pos = end + 2
    return True


def _math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's way
    r"""Parse a formula from ``$$`` or ``\[`` to the closing delimiter, a blank line, or the end.

    Like an unclosed fence, an unclosed formula is accepted, because the next line may close it.
    """
    if state.is_code_block(start):
        return False
    lines = [_line(state, start)]
    opening = lines[0][:2]
    closing = _CLOSING.get(opening)
    if closing is None or silent:
        return closing is not None
    closes = lines[0].find(closing, 2)
    if 0 <= closes != len(lines[0]) - 2 or closes == 2:
        return False  # a line of text that begins with a formula
    if closes < 0 and opening == "\\[" and "]" in lines[0]:
        return False  # an escaped bracket
    line = start + 1
    while (
        closes < 0
        and line < end
        and not state.isEmpty(line)
        and state.sCount[line] >= state.blkIndent
    ):
        lines.append(_line(state, line))
        closes = 0 if lines[-1].endswith(closing) else -1
        line += 1
    token = state.push("math_block", "math", 0)
    whole = "\n".join(lines)
    token.content = whole[2:].removesuffix(closing)
    token.markup = opening
    token.info = "" if closes >= 0 else "open"
    token.map = [start, line]
    state.line = line
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


# --- Block tree

CONTINUED = "\u2060"
"""A word joiner that marks the beginning of a block as the continuation of an earlier one."""


@dataclass(slots=True)
class Block:
    """A Markdown block with its child blocks, on lines ``first`` to ``end`` - 1."""

    token: Token
    first: int
    end: int
    children: list["Block"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The token type without ``_open``, such as ``paragraph``, ``bullet_list`` or ``fence``."""
        return self.token.type.removesuffix("_open")

    @property
    def inline(self) -> list[Token]:
        """The inline tokens of a paragraph, heading or table cell; empty for other blocks."""
        for child in self.children:
            if child.token.type == "inline":
                return _read_inline(child.token)
        return []

    @property
    def is_continued(self) -> bool:
        """True for a paragraph or list item whose beginning has already been written."""
        if self.kind == "list_item":
            return bool(self.children) and self.children[0].is_continued
        return self.kind == "paragraph" and self.children[0].token.content.startswith(CONTINUED)

    def rows(self) -> list["Block"]:
        return [row for part in self.children if part.kind == "tbody" for row in part.children]

    def fence_is_open(self) -> bool:
        """Return whether a fenced code block lacks its closing line."""
        content = self.token.content
        begun = bool(content) and not content.endswith("\n")
        return content.count("\n") + begun + 1 >= self.end - self.first


def parse(text: str, known: dict[str, Any]) -> list[Block]:
    """Parse ``text`` into top-level blocks, and add its definitions to ``known``.

    Line endings must be line feeds.
    """
    return list(_tree(iter(_parser().parse(text, known))))


def parse_inline(text: str) -> list[Token]:
    """Return the inline tokens of a line, ignoring block syntax such as list markers."""
    return [part for token in _parser().parseInline(text) for part in _read_inline(token)]


def _tree(tokens: Iterator[Token]) -> Iterator[Block]:
    for token in tokens:
        if token.nesting == -1:
            return
        first, end = token.map or (0, 0)
        block = Block(token, first, end)
        if token.nesting == 1:
            block.children = list(_tree(tokens))
        yield block


# --- Inline content prepared for writing

_TASK = re.compile(r"^\[([ xX])\]\s+")


def cut_parts(inline: list[Token]) -> Iterator[list[Token]]:
    """Split a paragraph's tokens at each ``part`` token, making each part a separate block."""
    part: list[Token] = []
    for token in inline:
        if token.type == "part":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def without_mark(inline: list[Token]) -> list[Token]:
    """Remove `CONTINUED` from the start of a block's tokens, if present."""
    if not inline or not inline[0].content.startswith(CONTINUED):
        return inline
    rest = inline[0].content.removeprefix(CONTINUED).removeprefix(" ")
    if rest:
        return [inline[0].copy(content=rest), *inline[1:]]
    return inline[2:] if inline[1:2] and inline[1].type == "softbreak" else inline[1:]


def task_mark(mark: str, inline: list[Token]) -> tuple[str, list[Token]]:
    """Return a list item's mark and tokens; a task's ``[x]`` is replaced by a check box mark."""
    if not inline or inline[0].type != "text":
        return mark, inline
    found = _TASK.match(inline[0].content)
    if found is None:
        return mark, inline
    rest = inline[0].copy(content=inline[0].content[found.end() :])
    return "☑" if found[1] in "xX" else "☐", [rest, *inline[1:]]


# --- Settled parts of open lists and quotes

LISTS = ("bullet_list", "ordered_list")
_OPENING = re.compile(r" *(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)")


@dataclass(frozen=True, slots=True)
class FinishedPart:
    """The final part of a block, and the line where the rest begins.

    ``prefix`` is the Markdown to insert before the rest so that it continues the same lists.
    """

    block: Block
    line: int
    prefix: str


def finished_part(block: Block, lines: list[str], *, depth: int = 0) -> FinishedPart | None:
    """Return the final part of the last block in ``lines``, or None if no part is final yet."""
    if block.kind == "blockquote" and len(block.children) > 1:
        return FinishedPart(
            replace(block, children=block.children[:-1]), block.children[-1].first, ""
        )
    if block.kind not in LISTS or not block.children:
        return None
    *items, item = block.children
    opening = _opening(lines[item.first])
    if opening and len(item.children) > 1:
        last = item.children[-1]
        inner = finished_part(last, lines, depth=depth + 1) if last.kind in LISTS else None
        kept = [*item.children[:-1], *([inner.block] if inner else ())]
        prefix = f"{opening}{CONTINUED}\n\n{inner.prefix if inner else ''}"
        line = inner.line if inner else last.first
        whole = replace(block, children=[*items, replace(item, children=kept)])
        return FinishedPart(whole, line, prefix)
    if not items:
        return None
    before = _opening(lines[items[-1].first])
    if not before and depth:
        return None
    indent, mark = len(before) - len(before.lstrip(" ")), items[-1].token
    # spaced so widely that no following item is indented enough to be nested in this one
    prefix = f"{' ' * indent}{mark.info}{mark.markup}    {CONTINUED}\n\n"
    return FinishedPart(replace(block, children=items), item.first, prefix)


def _opening(line: str) -> str:
    """Return a list item's marker with its whitespace, or "" if the line is not a plain item."""
    found = _OPENING.match(line)
    return found[0] if found else ""
