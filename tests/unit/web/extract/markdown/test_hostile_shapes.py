"""Pages shaped to cost much: time and size stay in proportion to the page."""

import time

import pytest

from tests.unit.web.extract.markdown.converting import markdown_of

MOST_SECONDS = 4.0
"""For a page of 300 kB on a slow, busy machine; each takes a fortieth of that here."""


def nested(opening: str, closing: str, levels: int, within: str) -> str:
    return opening * levels + within + closing * levels


PAGES = {
    "quotes": nested("<blockquote>", "</blockquote>", 140, "<p>line" * 800),
    "lists": nested("<ul><li>", "</li></ul>", 70, "<p>line" * 800),
    "lists with text on each level": "<ol><li>a" * 70 + "<p>b" * 1500,
    "definitions": nested("<dl><dt>a<dd>", "", 45, "<p>b" * 1500),
    "tables": nested("<table><tr><td>a<td>", "</table>", 45, "x" * 70_000),
    "headings in links": nested("<a href=/x><div>", "</div></a>", 70, "<h2>t</h2>" * 800),
    "inline marks": "<b><i><s>x" * 7_000,
    "stars": "*a " * 30_000 + "a* " * 30_000,
    "backslashes": "\\" * 150_000,
    "definitions of links": "<br>".join("[a" * 300 for _ in range(150)),
    "dashes and spaces": "<br>".join("- " * 600 + "x" for _ in range(150)),
    "notes that lead to each other": "".join(
        f"<p id=n{i}><a href=#r{i}>^</a> note<sup><a id=r{i} href=#n{i}>{i}</a></sup>" for i in range(1500)
    ),
    "one note with many marks": "<a id=r href=#n>1</a>" * 7_000 + "<p id=n><a href=#r>^</a>",
    "one code with many spans": "<pre>" + nested("<span>", "</span>", 140, "<b>x</b>" * 6_000),
    "formulas": "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>" * 3_000,
}  # fmt: skip


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_a_hostile_page_takes_its_time_once(html):
    began = time.process_time()
    written = markdown_of(html)
    assert time.process_time() - began < MOST_SECONDS
    assert written
    assert len(written) < 3 * len(html) + 1_100_000


def test_spans_wide_rows_and_levels_that_no_page_has_do_not_multiply_a_page():
    cell = "<td rowspan=30 colspan=30>" + "word " * 30
    for html in (
        "<table><tr><th>a<th>b" + f"<tr>{cell}{cell}" * 300 + "</table>",
        "<table><tr>" + "<th>h" * 60 + "<tr><td>x" * 3_000 + "</table>",
    ):
        assert len(markdown_of(html)) < 3 * len(html)
    written = markdown_of(nested("<blockquote>", "</blockquote>", 60, "<p>deep"))
    assert written == f"{'> ' * 8}deep"
    assert markdown_of(nested("<a href=/x><div>", "</div></a>", 30, "word")).count("](") == 1


def test_links_with_long_targets_stop_where_they_cost_too_much():
    html = "".join(f"<a href=/{'x' * 1900}{i}>w{i}</a> " for i in range(2_000))
    written = markdown_of(html)
    assert len(written) < 1_200_000
    assert "[w0](https://example.org/xxx" in written
    assert "w1999" in written
