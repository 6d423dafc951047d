"""A tree of bounded depth from markup nested so deeply that libxml2 gives up.

libxml2 drops all that follows its 2,048th level, and its event interface takes quadratic time at
100,000 levels. The standard library's tokenizer has no tree and is linear; a real page never comes
here, so what it lacks (the implied ends of HTML) does not matter.
"""

from html.parser import HTMLParser
from typing import Any

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


class _Builder(HTMLParser):
    def __init__(self, max_depth: int) -> None:
        from lxml import etree

        super().__init__(convert_charrefs=True)
        self._builder = etree.TreeBuilder()
        self._max_depth = max_depth
        self._open: list[str] = []
        self._skipping = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style"}:
            self._skipping = tag
        elif tag in {"html", "body"} or len(self._open) >= self._max_depth or not tag.isalnum():
            self._builder.data(" ")
        else:
            kept = {name: value or "" for name, value in attrs if name in {"href", "alt", "class"}}
            self._builder.start(tag, {name: _xml_text(value) for name, value in kept.items()})
            if tag in _VOID:
                self._builder.end(tag)
            else:
                self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipping:
            self._skipping = ""
        if tag in self._open:
            while self._open:
                closed = self._open.pop()
                self._builder.end(closed)
                if closed == tag:
                    break

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._builder.data(_xml_text(data))

    def tree(self, text: str) -> Any:
        self._builder.start("html", {})
        self._builder.start("body", {})
        self.feed(text)
        self.close()
        for tag in [*reversed(self._open), "body", "html"]:
            self._builder.end(tag)
        return self._builder.close()


_SEPARATORS = dict.fromkeys((0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x1F), " ")


def _xml_text(text: str) -> str:
    """Drops what a tree of lxml may not hold: controls and lone surrogates."""
    kept = (c for c in text if c.isprintable() or c.isspace())
    return "".join(kept).translate(_SEPARATORS)


def parse_shallow(text: str, max_depth: int) -> Any:
    """Gives the root of a tree at most ``max_depth`` + 2 levels deep, in linear time."""
    return _Builder(max_depth).tree(text)
