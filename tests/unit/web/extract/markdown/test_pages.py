"""Small pages of each kind with the markdown that is expected of them."""

from pathlib import Path

import pytest

from desktop_agent.web.extract.html_tree import parse, remove_unseen
from desktop_agent.web.extract.markdown.writer import to_text
from tests.unit.web.extract.markdown.converting import html_of, markdown_of

PAGES = sorted((Path(__file__).parent / "pages").glob("*.html"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_becomes_its_expected_markdown_which_stays_as_it_is_when_it_is_read_again(page):
    html = page.read_text(encoding="utf-8")
    expected = page.with_suffix(".md").read_text(encoding="utf-8").removesuffix("\n")
    assert markdown_of(html) == expected
    if page.stem not in NOT_COMMONMARK:
        assert markdown_of(html_of(expected)) == expected
    root = parse(html)
    remove_unseen(root)
    assert bool(written := to_text(root)) == bool(expected)
    assert "](http" not in written


# footnotes, formulas, numbers that skip and addresses beyond ASCII are no matter of CommonMark
NOT_COMMONMARK = {
    "footnotes_markdown", "footnotes_old_page", "lists_mixed", "math_bare_mathml", "math_katex",
    "math_mathjax_scripts", "rtl_arabic", "wiki_article_references", "wiki_infobox", "wiki_math",
}  # fmt: skip
