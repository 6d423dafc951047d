"""Where links lead."""

from urllib.parse import urljoin

import pytest

from desktop_agent.web.extract.html_tree import absolute
from desktop_agent.web.extract.markdown.writer import destination
from tests.unit.web.extract.markdown.converting import html_of, markdown_of

BASE = "https://example.org/a/b?c#d"


@pytest.mark.parametrize(
    "href",
    ["x", "/x", "//cdn.example.org/x", "../x", "/../x", "/a/./b", "?q=1", "https://example.org/x y", "/x?y=/../z"],
)  # fmt: skip
def test_a_link_leads_where_a_browser_goes(href):
    assert absolute(BASE, href) == urljoin(BASE, href)


@pytest.mark.parametrize(
    "href", ["", " ", "#x", "mailto:x@example.org", "javascript:x()", "http://[", "data:,x"]
)
def test_what_leads_to_no_page_is_no_link(href):
    assert absolute(BASE, href) == ""


def test_a_link_of_a_page_without_an_address_is_no_link():
    assert absolute("about:blank", "/x") == ""
    assert absolute("", "/x") == ""


@pytest.mark.parametrize(
    "url",
    ["https://example.org/a(b", "https://example.org/`x`", "https://example.org/<b>", "https://example.org/a\\b",
     "https://example.org/?a=1&copy;=2", "https://example.org/*a*_b_", "https://example.org/[x](y)",
     "https://[2001:db8::1]/[x]"],
)  # fmt: skip
def test_no_character_of_an_address_ends_it_or_is_a_mark(url):
    html = html_of(f"[w]({destination(url)}) w")
    assert html.startswith('<p><a href="https://')
    assert html.endswith(">w</a> w</p>\n")


def test_brackets_around_all_the_words_of_a_link_come_outside():
    html = '<p>See <a href="https://example.org/a.pdf">[PDF]</a> and <a href="/b">git[1]</a>.</p>'
    written = markdown_of(html)
    assert "[[PDF](https://example.org/a.pdf)]" in written
    assert "[git[1]](" in written
    shown = html_of(written)
    assert '[<a href="https://example.org/a.pdf">PDF</a>]' in shown


def test_a_picture_that_repeats_the_name_beside_it_is_left_out():
    card = '<div><a href="/p"><img alt="Stone pot"></a><a href="/p">Stone pot</a> $20</div>'
    assert markdown_of(card).count("Stone pot") == 1
    sale = '<a href="/p"><b>On sale:</b> <img alt="Stone pot"> Stone pot</a>'
    assert markdown_of(sale).count("Stone pot") == 1
