"""A page's text blocks, and the tree cut down to some of them."""

import pytest

from desktop_agent.web.extract.content.blocks import MOST_BLOCKS, count_words, read_blocks
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


def test_an_inline_element_around_blocks_makes_none_of_them_one():
    page = read_blocks(body("<a href=/x><span><h2>Title</h2><p>text here</p></span></a><p>y"))
    assert [block.text for block in page.blocks] == ["Title", "text here", "y"]
    assert [block.linked for block in page.blocks] == [1, 2, 0]


def test_links_and_images_are_counted_wherever_they_stand_in_a_line():
    block = read_blocks(
        body("<p>see <i>the <a href=/x>two words</a></i> <img><a><img></a>")
    ).blocks[0]
    assert (block.words, block.linked, block.links, block.images) == (4, 2, 2, 2)


@pytest.mark.parametrize(
    ("text", "words"), [("three plain words", 3), ("", 0), ("这是一个句子", 4), ("ونص عربي", 2)]
)
def test_words_are_counted_in_every_script(text, words):
    assert count_words(text) == words


def test_no_more_blocks_are_read_than_the_limit():
    page = read_blocks(body("<p>x" * (MOST_BLOCKS + 500)))
    assert page.is_cut
    assert len(page.blocks) == MOST_BLOCKS + 1


def test_what_is_not_kept_goes_and_the_structure_around_the_rest_stays():
    html = "<h2>Head</h2><ul><li>one<ul><li>deep</li><li>gone</li></ul></li><li>also gone</li></ul>"
    assert left(html, "Head", "one", "deep") == "## Head\n\n- one\n  - deep"


def test_a_line_goes_without_the_blocks_around_it_and_the_other_way_round():
    html = "<div>first <i>line</i><p>paragraph</p>last <b>line</b></div>"
    assert left(html, "paragraph") == "paragraph"
    assert left(html, "first line", "last line") == "first *line*\n\nlast **line**"


def test_columns_stay_in_place_when_a_cell_goes():
    html = "<table><tr><th>a</th><th>b</th></tr><tr><td>gone</td><td>c</td></tr></table>"
    assert left(html, "a", "b", "c").splitlines()[-1].count("|") == 3


def test_the_innermost_container_of_all_that_is_kept_is_given():
    page = read_blocks(body("<nav>x</nav><div><article><p>one</p><p>two</p></article></div>"))
    found = prune(page, [False, True, True])
    assert found.tag == "article"
