"""Small pages of each kind with the markdown that is expected of them."""

from pathlib import Path

import pytest

from desktop_agent.web.extract.html_tree import parse, remove_unseen
from desktop_agent.web.extract.markdown.writer import to_text
from tests.unit.web.extract.markdown.converting import html_of, markdown_of

PAGES = sorted((Path(__file__).parent / "pages").glob("*.html"))


def test_there_are_pages_of_many_kinds():
    assert len(PAGES) >= 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_becomes_its_expected_markdown(page):
    expected = page.with_suffix(".md").read_text(encoding="utf-8").removesuffix("\n")
    assert markdown_of(page.read_text(encoding="utf-8")) == expected


# footnotes, formulas, numbers that skip and addresses beyond ASCII are no matter of CommonMark
NOT_COMMONMARK = {
    "footnotes_markdown", "footnotes_old_page", "lists_mixed", "math_bare_mathml", "math_katex",
    "math_mathjax_scripts", "rtl_arabic", "wiki_article_references", "wiki_infobox", "wiki_math",
}  # fmt: skip


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem not in NOT_COMMONMARK], ids=lambda page: page.stem
)
def test_expected_markdown_stays_as_it_is_when_it_is_read_again(page):
    expected = page.with_suffix(".md").read_text(encoding="utf-8").removesuffix("\n")
    assert markdown_of(html_of(expected)) == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_plain_text_holds_the_letters_of_the_markdown(page):
    html = page.read_text(encoding="utf-8")
    root = parse(html)
    remove_unseen(root)
    written = to_text(root)
    assert bool(written) == bool(markdown_of(html))
    assert "](http" not in written
