"""What is taken off the inline parts of a block before they are written."""

import re
from collections.abc import Iterator

from markdown_it.token import Token

from desktop_agent.ui.markdown.blocks import CONTINUED

_TASK = re.compile(r"^\[([ xX])\]\s+")


def cut_parts(inline: list[Token]) -> Iterator[list[Token]]:
    """Gives the parts that a long paragraph is cut into, each a block of its own."""
    part: list[Token] = []
    for token in inline:
        if token.type == "part":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def without_mark(inline: list[Token]) -> list[Token]:
    """Takes out what told the parser that this goes on."""
    if not inline or not inline[0].content.startswith(CONTINUED):
        return inline
    rest = inline[0].content.removeprefix(CONTINUED).removeprefix(" ")
    if rest:
        return [inline[0].copy(content=rest), *inline[1:]]
    return inline[2:] if inline[1:2] and inline[1].type == "softbreak" else inline[1:]


def task_mark(mark: str, inline: list[Token]) -> tuple[str, list[Token]]:
    """Gives ``- [x] done`` a box for a mark."""
    if not inline or inline[0].type != "text":
        return mark, inline
    found = _TASK.match(inline[0].content)
    if found is None:
        return mark, inline
    rest = inline[0].copy(content=inline[0].content[found.end() :])
    return "☑" if found[1] in "xX" else "☐", [rest, *inline[1:]]
