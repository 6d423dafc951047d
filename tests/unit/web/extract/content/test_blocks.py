"""A page's text blocks, and the tree cut down to some of them."""

import pytest

from desktop_agent.web.extract.content.blocks import count_words, read_blocks
from desktop_agent.web.extract.content.main_content import prune
from desktop_agent.web.extract.html_tree import Element, parse
from desktop_agent.web.extract.markdown.writer import to_markdown


def body(html: str) -> Element:
    return parse(f"<body>{html}</body>").find("body")


def texts(html: str) -> list[str]:
    return [block.text for block in read_blocks(body(html)).blocks]


def left(html: str, *kept: str) -> str:
    """Gives the markdown of what is left when only the blocks with these texts are kept."""
    page = read_blocks(body(html))
    keep = [block.text in kept for block in page.blocks]
    assert sum(keep) == len(kept)
    return to_markdown(prune(page, keep), "http://example.org/")


def test_text_between_block_elements_is_a_block_of_its_own():
    html = "one <b>bold</b><p>two</p>three<br>four<ul><li>five<ul><li>six</ul>seven</ul>"
    assert texts(html) == ["one bold", "two", "three four", "five", "six", "seven"]


@pytest.mark.parametrize(
    ("text", "words"), [("three plain words", 3), ("", 0), ("这是一个句子", 4), ("ونص عربي", 2)]
)
def test_words_are_counted_in_every_script(text, words):
    assert count_words(text) == words


def test_what_is_not_kept_goes_and_the_structure_around_the_rest_stays():
    html = "<h2>Head</h2><ul><li>one<ul><li>deep</li><li>gone</li></ul></li><li>also gone</li></ul>"
    assert left(html, "Head", "one", "deep") == "## Head\n\n- one\n  - deep"


def test_a_line_goes_without_the_blocks_around_it_and_the_other_way_round():
    html = "<div>first <i>line</i><p>paragraph</p>last <b>line</b></div>"
    assert left(html, "paragraph") == "paragraph"
    assert left(html, "first line", "last line") == "first *line*\n\nlast **line**"
    html = "<table><tr><th>a</th><th>b</th></tr><tr><td>gone</td><td>c</td></tr></table>"
    assert left(html, "a", "b", "c").splitlines()[-1].count("|") == 3  # columns stay in place
