"""A page's text blocks, their chances by the trees, and the tree cut down to those that are kept."""

from pathlib import Path

import numpy as np
import pytest

from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.content.blocks import Page, PageSigns, page_signs, read_blocks
from desktop_agent.web.extract.content.main_content import (
    average_over_templates,
    keep_items,
    kept_blocks,
    prune,
    reader_model,
)
from desktop_agent.web.extract.markdown.writer import to_markdown


def page_of(html: str) -> Page:
    return read_blocks(html_tree.parse(f"<body>{html}").find("body"))


def left(html: str, *kept: str) -> str:
    page = page_of(html)
    keep = [block.text in kept for block in page.blocks]
    assert sum(keep) == len(kept)
    return to_markdown(prune(page, keep), "http://example.org/")


def test_lines_and_blocks_go_without_each_other_and_the_structure_around_the_rest_stays():
    html = "<h2>Head</h2><ul><li>one<ul><li>deep</li><li>gone</li></ul></li><li>also gone</li></ul>"
    assert left(html, "Head", "one", "deep") == "## Head\n\n- one\n  - deep"
    html = "<div>first <i>line</i><p>paragraph</p>last <b>line</b></div>"
    assert left(html, "paragraph") == "paragraph"
    assert left(html, "first line", "last line") == "first *line*\n\nlast **line**"
    html = "<table><tr><th>a</th><th>b</th></tr><tr><td>gone</td><td>c</td></tr></table>"
    assert left(html, "a", "b", "c").splitlines()[-1].count("|") == 3  # columns stay in place


LONG = "The tidal bore travels upriver against the current, and it is seen best in early spring."
OTHER = "A long bridge was built in the nineteenth century, and it was lost to a ship in the fog."


def likely(found: Page, chance: float = 0.9) -> np.ndarray:
    return np.full(len(found.blocks), chance, np.float32)


def kept_texts(html: str, *, article: bool = False) -> list[str]:
    found = page_of(html)
    keep = kept_blocks(found, likely(found), PageSigns("", "", article=article))
    return [block.text for block, kept in zip(found.blocks, keep, strict=True) if kept]


def test_a_long_text_that_stands_twice_is_kept_once_with_its_heading():
    html = (
        f"<div class=wide><h2>The bore</h2><p>{LONG}</p><p>Read on</p></div><p>Something else</p>"
        f"<div class=narrow><h2>The bore</h2><p>{LONG}</p><p>Read on</p><p>{OTHER}</p></div>"
    )
    assert kept_texts(html) == ["The bore", LONG, "Read on", "Something else", OTHER]


@pytest.mark.parametrize(
    "html",
    [
        f"<main><p>{LONG}</p><p>{OTHER}</p><p>{LONG}</p></main>",
        f"<table><tr><td>one<td>{LONG}<tr><td>two<td>{LONG}</table>",
        f"<dl><dt>one<dd>{LONG}</dl><dl><dt>two<dd>{LONG}</dl>",
        f"<div><pre>{LONG}</pre></div><p>or</p><div><pre>{LONG}</pre></div>",
    ],
)
def test_what_is_said_twice_in_one_part_or_of_each_row_term_or_command_is_kept_of_each(html):
    assert kept_texts(html).count(LONG) == 2


@pytest.mark.parametrize("name", ["comments", "disqus_thread", "respond"])
def test_comments_are_left_out_below_an_article_alone(name):
    page = "<i>By me</i><div class='post comments-open'><h1>The bore</h1>{}</div><section id={}><p>{}</p></section>"
    text = " ".join(f"{n} {LONG}" for n in range(10))
    html = page.format(f"<p>{text}</p>", name, OTHER)
    assert kept_texts(html, article=True) == ["By me", "The bore", text]
    assert kept_texts(html) == ["By me", "The bore", text, OTHER]
    # the first post of a thread, and a page of comments
    for above in (f"<p>{LONG}</p>", ""):
        assert OTHER in kept_texts(page.format(above, name, OTHER), article=True)


@pytest.mark.parametrize(
    ("head", "article"),
    [
        ("<meta property=og:type content=article>", True),
        ('<script>{"@type": "NewsArticle"}</script>', True),
        ('<script>{"@type": "BlogPosting", "x": {"@type": "QAPage"}}</script>', False),
        ("<meta property=og:type content=website>", False),
    ],
)
def test_a_page_declares_an_article_if_it_is_no_thread(head, article):
    html = f"<html><head>{head}</head><body>x"
    assert page_signs(html_tree.parse(html), html, "", "").article is article


def test_a_copy_is_kept_where_the_first_one_is_not():
    found = page_of(f"<nav><p>{LONG}</p></nav><main><p>{LONG}</p><p>{OTHER}</p></main>")
    keep = kept_blocks(found, np.array([0.01, 0.9, 0.9], np.float32), PageSigns("", ""))
    assert keep == [False, True, True]


def test_blocks_of_one_template_are_judged_together():
    items = "".join(f"<li class=item><h3>Item {n}</h3><p>Text</p></li>" for n in range(5))
    found = page_of(f"<ul>{items}</ul><h3>Item 5</h3>")
    chances = likely(found)
    unsure = [n for n, block in enumerate(found.blocks) if block.text == "Item 3"]
    chances[unsure] = 0.1
    chances[-1] = 0.1
    together = average_over_templates(found, chances)
    assert together[unsure] > 0.3
    assert together[-1] == pytest.approx(0.1, abs=1e-4)
    assert np.all((together[:-1] > 0.3) & (together[:-1] < 0.9001))


def test_the_list_of_a_board_is_kept_whole_where_hardly_anything_is_likely():
    items = "".join(
        f"<div class=node><h3>Board {n}</h3><p>{OTHER}</p><p>Latest: thread {n}</p></div>"
        for n in range(12)
    )
    found = page_of(
        f"<ul>{'<li>Menu' * 9}</ul><h1>Boards</h1><div>{items}</div><p>{OTHER} {LONG}</p>"
    )
    chances = likely(found, 0.05)
    keep = [block.text == "Boards" for block in found.blocks]
    keep_items(found, chances, keep)
    assert sum(keep) == 1 + 3 * 12
    # a list that is as unlikely as a menu is not kept, and neither is one beside a text
    keep = [False] * len(chances)
    keep_items(found, chances / 10, keep)
    assert not any(keep)
    found = page_of(f"<div>{items}</div><p>{LONG * 5}</p>")
    keep = [False] * 36 + [True]
    keep_items(found, likely(found, 0.05), keep)
    assert sum(keep) == 1


def test_the_shipped_trees_answer_as_the_library_that_grew_them():
    with np.load(Path(__file__).with_name("vectors.npz"), allow_pickle=False) as stored:
        rows, expected = stored["rows"], stored["chances"]
    found = reader_model()[0].chances(rows.T)
    assert np.abs(found - expected).max() < 1e-5
    assert expected.min() < 0.05
    assert expected.max() > 0.95
