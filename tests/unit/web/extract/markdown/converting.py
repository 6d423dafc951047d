"""A page's HTML to markdown as the reader does it, and markdown back to HTML."""

from functools import cache

from markdown_it import MarkdownIt

from desktop_agent.web.extract.html_tree import parse, tag
from desktop_agent.web.extract.markdown.page_tree import clean
from desktop_agent.web.extract.markdown.writer import to_markdown

BASE = "https://example.org/wiki/page"


def markdown_of(html: str) -> str:
    root = parse(html)
    clean(root)
    body = root.find("body")
    return to_markdown(root if body is None else body, BASE)


@cache
def _reader() -> MarkdownIt:
    # in our dialect a line end is one of the page
    return MarkdownIt("commonmark", {"breaks": True}).enable(["table", "strikethrough"])


def html_of(markdown: str) -> str:
    return _reader().render(markdown)


def outline(html: str) -> tuple[list[str], str]:
    """Return the names of the elements, and the text without its spaces."""
    root = parse(f"<div>{html}</div>").find(".//div")
    return [tag(each) for each in root.iter()], "".join("".join(root.itertext()).split())
