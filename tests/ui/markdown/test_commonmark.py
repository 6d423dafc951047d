"""The blocks that are written agree with those of the CommonMark specification's own examples."""

import json
from html.parser import HTMLParser
from pathlib import Path

from PySide6.QtGui import QFont

from desktop_agent.frontends.ui.markdown.text_styles import (
    CODE_RUN,
    LIST_INDENT,
    QUOTE_INDENT,
    QUOTE_LEVEL,
    RULE,
    TextStyles,
)
from desktop_agent.frontends.ui.widgets.appearance import palette
from tests.ui.markdown.conftest import render

EXAMPLES = json.loads((Path(__file__).parent / "spec" / "commonmark.json").read_text("utf-8"))

RAW_HTML = "raw HTML is shown as the text that it is"
HTML_SECTIONS = ("HTML blocks", "Raw HTML")
UNSUPPORTED = {
    12: "a backslash before a bracket begins a formula",
    **dict.fromkeys(
        (21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643), RAW_HTML
    ),
}


class Outline(HTMLParser):
    """Reads the blocks of an example's HTML: kind, quotes around it, lists around it, letters."""

    def __init__(self):
        super().__init__()
        self.blocks = []
        self._quotes = self._lists = 0
        self._open = False

    def _begin(self, kind):
        self.blocks.append([kind, self._quotes, self._lists, ""])
        self._open = True

    def handle_starttag(self, tag, attrs):
        match tag:
            case "blockquote":
                self._quotes += 1
                self._open = False
            case "ul" | "ol":
                self._lists += 1
                self._open = False
            case "li":
                self._begin("item")
            case "p" if self._in_item() or (self._open and self.blocks[-1][0] == "item"):
                pass  # the first paragraph of an item stands beside its mark
            case "p":
                self._begin("text")
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                self._begin(tag)
            case "pre":
                self._begin("code")
            case "hr":
                self._begin("rule")
                self._open = False
            case "img":
                self.handle_data(dict(attrs).get("alt") or "image")

    def _in_item(self):
        return self._open and self.blocks[-1][0] == "item" and not self.blocks[-1][3]

    def handle_endtag(self, tag):
        match tag:
            case "blockquote":
                self._quotes -= 1
            case "ul" | "ol":
                self._lists -= 1
        if tag in ("p", "li", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"):
            self._open = False

    def handle_data(self, data):
        if not self._open and data.strip():
            self._begin("text")
        if self._open:
            self.blocks[-1][3] += data


def outline(blocks):
    return [
        (kind, quotes, lists, "".join(text.split()))
        for kind, quotes, lists, text in blocks
        if text.strip() or kind != "text"
    ]


def outline_of_html(html):
    reader = Outline()
    reader.feed(html)
    reader.close()
    return outline(reader.blocks)


def outline_of_document(document):
    found = []
    run = 0
    block = document.begin()
    while block.isValid():
        form, text = block.blockFormat(), block.text()
        here = form.intProperty(CODE_RUN)
        if here and here == run:
            found[-1][3] += text
        elif found or text or form.boolProperty(RULE) or form.headingLevel() or here:
            kind = _kind(form)
            shown = text.partition("\t")[2] if kind == "item" else text
            found.append([kind, *_depth(form, here), shown])
        run = here
        block = block.next()
    return outline(found)


def _kind(form):
    if form.boolProperty(RULE):
        return "rule"
    if form.headingLevel():
        return f"h{form.headingLevel()}"
    if form.intProperty(CODE_RUN):
        return "code"
    return "item" if form.textIndent() < 0 else "text"


def _depth(form, code):
    quotes = form.intProperty(QUOTE_LEVEL)
    left = form.leftMargin() - (12 if code else 0) - quotes * QUOTE_INDENT
    return quotes, round(left / LIST_INDENT)


def is_supported(example):
    return example["section"] not in HTML_SECTIONS and example["example"] not in UNSUPPORTED


def test_the_examples_of_the_specification_have_the_blocks_that_it_says(app):
    styles = TextStyles(palette("light"), QFont("sans", 10), QFont("mono", 10))
    wrong = [
        example["example"]
        for example in EXAMPLES
        if is_supported(example)
        and outline_of_document(render(styles, [example["markdown"]]))
        != outline_of_html(example["html"])
    ]
    assert wrong == []
