"""Markdown text to a tree of blocks, each knowing its lines, by markdown-it-py (CommonMark)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_agent.ui.markdown.syntax import add_syntax, read_inline

CONTINUED = "\u2060"
"""Stands, alone or at the head, where the parser is told what was open before (a word joiner)."""


@dataclass(slots=True)
class Block:
    """A block and what it holds; ``first`` and ``end`` are line numbers of the parsed text."""

    token: Token
    first: int
    end: int
    children: list["Block"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """markdown-it's name without ``_open``: paragraph, heading, bullet_list, fence and so on."""
        return self.token.type.removesuffix("_open")

    @property
    def inline(self) -> list[Token]:
        """The inline tokens of a paragraph, heading or table cell."""
        for child in self.children:
            if child.token.type == "inline":
                return read_inline(_parser(), child.token)
        return []

    @property
    def is_continued(self) -> bool:
        """True for a paragraph or list item whose beginning was written before."""
        if self.kind == "list_item":
            return bool(self.children) and self.children[0].is_continued
        return self.kind == "paragraph" and self.children[0].token.content.startswith(CONTINUED)

    def rows(self) -> list["Block"]:
        """The rows of a table's body."""
        return [row for part in self.children if part.kind == "tbody" for row in part.children]

    def fence_is_open(self) -> bool:
        """True for a fenced code block whose closing line has not come."""
        content = self.token.content
        begun = bool(content) and not content.endswith("\n")
        return content.count("\n") + begun + 1 >= self.end - self.first

    def holding(self, children: list["Block"]) -> "Block":
        """Gives the same block with other children."""
        return Block(self.token, self.first, self.end, children)


@cache
def _parser() -> MarkdownIt:
    # raw HTML is off: it is shown as the text that it is
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    add_syntax(parser)
    return parser


def parse(text: str, known: dict[str, Any]) -> list[Block]:
    """Gives the top-level blocks; definitions found in ``text`` are added to ``known``.

    ``text`` has line feeds only, no carriage returns.
    """
    return list(_tree(iter(_parser().parse(text, known))))


def parse_inline(text: str) -> list[Token]:
    """Gives the inline tokens of a line of text, whatever block it might begin."""
    return [part for token in _parser().parseInline(text) for part in read_inline(_parser(), token)]


def _tree(tokens: Iterator[Token]) -> Iterator[Block]:
    for token in tokens:
        if token.nesting == -1:
            return
        first, end = token.map or (0, 0)
        block = Block(token, first, end)
        if token.nesting == 1:
            block.children = list(_tree(tokens))
        yield block
