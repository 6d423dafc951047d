"""Markup that is a document as a whole, such as a book's chapter: nothing of it is left out."""

import re
from typing import Final

from desktop_agent.core.markdown_marks import plain
from desktop_agent.web.extract.markdown.seen import show_formulas_and_boxes
from desktop_agent.web.extract.markdown.writer import to_markdown
from desktop_agent.web.extract.readable import readable
from desktop_agent.web.extract.tree import html_tree

_TAG: Final = re.compile(r"<(/?)(table|ul|ol|dl|blockquote|p|h[1-6]|pre)\b")
_NESTING: Final = frozenset({"table", "ul", "ol", "dl", "blockquote"})
_MOST_TAGS: Final = 10_000
_FIRST_HEADING: Final = re.compile(r"^#{1,6} (.{1,300})$", re.MULTILINE)


def to_text(markup: str) -> str:
    """Gives the whole of an HTML text as markdown; links are left as they are."""
    root = html_tree.parse(markup)
    if root is None:
        return ""
    show_formulas_and_boxes(root)
    html_tree.remove_unseen(root)
    return readable(to_markdown(root, ""))


def long_to_text(markup: str) -> str:
    """Gives flat markup of any length as markdown: it is read a stretch of whole blocks at a time."""
    return "\n\n".join(filter(None, map(to_text, _stretches(markup))))


def first_heading(text: str) -> str:
    """Gives the first heading of a markdown text; empty where it has none."""
    found = _FIRST_HEADING.search(text)
    return " ".join(plain(found[1]).strip(" #").split()) if found else ""


def _stretches(markup: str) -> list[str]:
    cuts = [0]
    depth = tags = 0
    for match in _TAG.finditer(markup):
        closing, name = match.groups()
        tags += 1
        if not closing and depth == 0 and tags > _MOST_TAGS:
            cuts.append(match.start())
            tags = 0
        if name in _NESTING:
            depth = max(0, depth - 1) if closing else depth + 1
    return [markup[a:b] for a, b in zip(cuts, [*cuts[1:], len(markup)], strict=True)]
