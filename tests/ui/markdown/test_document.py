"""The incremental document: the same text whatever way it came."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from desktop_agent.frontends.ui.markdown.document import MarkdownDocument
from desktop_agent.frontends.ui.markdown.text_styles import CODE_RUN, TextStyles
from tests.ui.markdown.conftest import hrefs

CONSTRUCTS = "A *word*, **strong**.\n\n- one\n- two\n- [x] done\n\n1. first\n2. second\n"


@pytest.fixture
def styles(theme):
    return TextStyles(theme.colours, theme.font, theme.mono)


def render(styles, pieces):
    document = QTextDocument()
    writer = MarkdownDocument(document, styles)
    for piece in pieces:
        writer.append(piece)
    writer.finish()
    if writer.stale:
        again = MarkdownDocument(document, styles, writer.known)
        again.append(writer.source)
        again.finish()
    return document


def cut(text, points):
    edges = [0, *sorted({point % (len(text) + 1) for point in points}), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


LINES = st.sampled_from(
    [
        *("- item", "* star", "- ", "  - nested", "1. one", "2. two", "10) ten", "- \r"),
        *("para", "para [ref] and [1]", "[ref]: https://e.org/", "**bold", "    code", "\ttab"),
        *("# head", "#", "===", "---", "- - -", "***", "> quote", ">", "<div>", "<!-- x"),
        *("```", "```python", "~~~", "  ```", "", "", "  ", "x\ry", "+", "text  "),
        *("| a | b |", "|---|---|", "| c | d |", "a | b", "-|-", "||"),
    ]
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(LINES, max_size=40), cuts=st.lists(st.integers(0, 10_000), max_size=30))
def test_any_text_cut_anywhere_reads_the_same_as_the_whole(styles, lines, cuts):
    text = "\n".join(lines)
    assert render(styles, cut(text, cuts)).toPlainText() == render(styles, [text]).toPlainText()


def test_markup_becomes_formats_and_not_text(styles):
    text = render(styles, [CONSTRUCTS]).toPlainText()
    assert "**strong**" not in text
    assert "strong" in text
    assert "•\ttwo" in text
    assert "☑\tdone" in text
    assert "2.\tsecond" in text


def test_an_image_is_its_description(styles):
    text = render(styles, ["![a chart of sales](http://127.0.0.1:1/x.png)"]).toPlainText()
    assert text == "a chart of sales"


def test_the_lines_of_one_code_block_belong_to_one_run_even_when_they_came_apart(styles):
    document = render(styles, list("```python\na = 1\nb = 2\nc = 3\n```\n\n```\nother\n```\n"))
    runs = []
    block = document.begin()
    while block.isValid():
        runs.append((block.text(), block.blockFormat().intProperty(CODE_RUN)))
        block = block.next()
    assert [run for run in runs if run[1]] == [
        ("a = 1", 1),
        ("b = 2", 1),
        ("c = 3", 1),
        ("other", 2),
    ]


def test_a_link_definition_that_comes_late_makes_the_text_stale(styles):
    document = QTextDocument()
    writer = MarkdownDocument(document, styles)
    for piece in ["See [it].\n\nMore.\n\n", "More still.\n\n", "[it]: https://example.org/\n"]:
        writer.append(piece)
    writer.finish()
    assert writer.stale


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](https://example.org/x)", ["https://example.org/x"]),
        ("[a](javascript:alert(1))", []),
        ("[a](file:///etc/passwd)", []),
        ("[a](ftp://example.org/)", []),
        ("so it is [1].", ["cite:1"]),
        ("so it is [1, 22].", ["cite:1", "cite:22"]),
        ("`a[1]` is code", []),
        ("see https://example.org/a_b, then", ["https://example.org/a_b"]),
        ("(https://example.org/)", ["https://example.org/"]),
        ("[2024] is a year", []),
    ],
)
def test_only_web_addresses_and_citations_are_links(styles, text, links):
    assert hrefs(render(styles, [text])) == links
