"""The incremental document: the same text whatever way it came."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from tests.ui.markdown.conftest import hrefs, render


@pytest.fixture
def styles(theme):
    return TextStyles(theme.colours, theme.font, theme.mono)


def cut(text, points):
    edges = [0, *sorted({point % (len(text) + 1) for point in points}), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


LINES = st.sampled_from(
    [
        *("- item", "* star", "- ", "  - nested", "1. one", "2. two", "10) ten"),
        *("para", "para [ref] and [1]", "[ref]: https://e.org/", "**bold", "    code", "\ttab"),
        *("# head", "#", "===", "---", "- - -", "***", "> quote", ">", "<div>", "<!-- x"),
        *("```", "```python", "~~~", "  ```", "", "", "  ", "x\ry", "+", "text  "),
        *("| a | b |", "|---|---|", "| c | d |", "a | b", "-|-", "||"),
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(LINES, max_size=40), cuts=st.lists(st.integers(0, 10_000), max_size=30))
def test_any_text_cut_anywhere_reads_the_same_as_the_whole(styles, lines, cuts):
    text = "\n".join(lines)
    assert render(styles, cut(text, cuts)).toPlainText() == render(styles, [text]).toPlainText()


def test_an_item_below_an_empty_one_reads_the_same_wherever_the_text_was_cut(styles):
    begin, end = "- item\n#\n```\n```\n- \r\n\n  - nested\n", "- item\n+"
    cut_there = render(styles, [begin, end]).toPlainText()
    assert cut_there == render(styles, [begin + end]).toPlainText()


def test_a_task_is_a_box_and_an_image_its_description(styles):
    text = "- [x] done\n- [ ] ![a chart of sales](http://127.0.0.1:1/x.png)"
    assert render(styles, [text]).toPlainText() == "☑\tdone\n☐\ta chart of sales"


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
