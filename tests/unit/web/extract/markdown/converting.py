"""A page's HTML to markdown as the reader does it, and markdown back to HTML."""

from functools import cache

from markdown_it import MarkdownIt

from desktop_agent.web.extract.html_tree import Element, parse, remove_unseen, tag
from desktop_agent.web.extract.markdown.formula import show_formulas_and_boxes
from desktop_agent.web.extract.markdown.writer import to_markdown

BASE = "https://example.org/wiki/page"
_BLOCKS = frozenset(
    ("blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "table",
     "tbody", "td", "th", "thead", "tr", "ul")
)  # fmt: skip

_MARKS = frozenset(("strong", "em", "s", "del"))


def markdown_of(html: str) -> str:
    root = parse(html)
    show_formulas_and_boxes(root)
    remove_unseen(root)
    body = root.find("body")
    return to_markdown(root if body is None else body, BASE)


@cache
def _reader() -> MarkdownIt:
    # in our dialect a line end is one of the page
    return MarkdownIt("commonmark", {"breaks": True}).enable(["table", "strikethrough"])


def html_of(markdown: str) -> str:
    return _reader().render(markdown)


def outline(html: str) -> list[object]:
    """Return the tree without spaces, ``<p>`` in items, and marks in or next to the same mark."""
    root = parse(f"<div>{html}</div>")
    return [] if root is None else _outline(root.find(".//div"), frozenset())


def _outline(element: Element, marks: frozenset[str]) -> list[object]:
    parts: list[object] = [element.text or ""]
    for child in element:
        name = tag(child)
        if name == "p" and tag(element) == "li":
            parts += ["\n", *_outline(child, marks), "\n"]
        elif name in marks:
            parts += _outline(child, marks)
        else:
            attributes = {k: v for k, v in child.attrib.items() if k in ("href", "start", "class")}
            within = _outline(child, marks | ({name} & _MARKS))
            before = parts[-1]
            if before == "" and len(parts) > 1 and _is_mark(parts[-2], name):
                parts[-2] = (name, attributes, _tidied([*parts[-2][2], *within], verbatim=False))
            else:
                parts.append((name, attributes, within))
        parts.append(child.tail or "")
    return _tidied(parts, verbatim=any(tag(e) == "pre" for e in (element, element.getparent())))


def _is_mark(part: object, name: str) -> bool:
    return isinstance(part, tuple) and part[0] == name in _MARKS


def _tidied(parts: list[object], *, verbatim: bool) -> list[object]:
    joined: list[object] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    if verbatim:
        return [part for part in joined if part]
    tidy: list[object] = []
    for index, part in enumerate(joined):
        if isinstance(part, str):
            text = " ".join(f"x{part}x".split())[1:-1]
            before = joined[index - 1] if index else None
            after = joined[index + 1] if index + 1 < len(joined) else None
            text = text.lstrip() if _ends_line(before, inside=index == 0) else text
            text = text.rstrip() if _ends_line(after, inside=index + 1 == len(joined)) else text
            if text:
                tidy.append(text)
        else:
            tidy.append(part)
    return tidy


def _ends_line(beside: object, *, inside: bool) -> bool:
    return inside or (isinstance(beside, tuple) and (beside[0] in _BLOCKS or beside[0] == "br"))
