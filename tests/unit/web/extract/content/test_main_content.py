"""What is kept of whole pages of each type, and of odd ones."""

import time

import pytest

from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.content.blocks import MOST_BLOCKS, page_signs
from desktop_agent.web.extract.content.main_content import main_content
from desktop_agent.web.extract.markdown.writer import to_markdown

SENTENCES = (
    "The tidal bore travels upriver against the current, and it is seen best in early spring.",
    "When the rising tide enters the funnel of the estuary, the water has nowhere else to go.",
    "Surfers have ridden the wave for more than seven miles, which took them over half an hour.",
    "Its height depends on the moon, on the wind, and on how much rain fell in the hills before.",
    "Watchers stand on the western bank, because the eastern one is lower and is often flooded.",
    "A long bridge was built in the nineteenth century, and it was lost to a ship in the fog.",
)
MENU = "".join(
    f"<li><a href=/{word}>{word}</a></li>"
    for word in ("Home", "News", "Sport", "Weather", "Travel", "Shop", "Contact")
)
TOP = f"<header class=site-header><a href=/>Estuary Post</a><nav><ul>{MENU}</ul></nav></header>"
FOOTER = (
    "<footer class=site-footer><ul><li><a href=/t>Terms of service</a></li><li><a href=/p>Privacy"
    " policy</a></li></ul><p>© 2026 Estuary Post. All rights reserved.</p></footer>"
)
COOKIES = (
    "<div id=cookie-banner class=cookie-consent><p>We use cookies to give you the best experience."
    "</p><a href=/c>Accept all</a></div>"
)


def paragraphs(times: int = 2) -> str:
    return "".join(f"<p>{' '.join(SENTENCES[n % 3 :])}</p>" for n in range(times * 3))


def main(html: str, url: str = "https://example.org/2026/01/tidal-bore-of-the-river") -> str:
    root = html_tree.parse(html)
    title = root.find(".//title")
    signs = page_signs(root, html, "" if title is None else html_tree.text_of(title), url)
    html_tree.remove_unseen(root)
    found = main_content(root, signs)
    return "" if found is None else to_markdown(found, url)


def page(content: str, title: str = "The bore of the river") -> str:
    return f"<html><head><title>{title}</title></head><body>{TOP}{content}{FOOTER}{COOKIES}</body>"


def test_an_article_is_kept_without_menu_sidebar_cookie_banner_and_related_stories():
    related = "".join(f"<li><a href=/s{n}>Another story, number {n}</a></li>" for n in range(6))
    html = page(
        f"<div class=layout><article class=post><h1>The bore of the river</h1><div class=entry-content>"
        f"{paragraphs()}<h2>When to see it</h2>{paragraphs()}</div></article>"
        f"<aside class=sidebar><h3>Related stories</h3><ul>{related}</ul></aside></div>"
    )
    text = main(html)
    assert all(sentence in text for sentence in SENTENCES)
    assert "## When to see it" in text
    for gone in ("Weather", "cookies", "All rights reserved", "Another story"):
        assert gone not in text


def test_what_readers_wrote_below_an_article_is_left_out():
    comments = "".join(
        f"<li class=comment><p>Reader {n} saw it too. {SENTENCES[n]}</p></li>" for n in (3, 4, 5)
    )
    html = page(
        f"<meta property=og:type content=article><article class=post><h1>The bore of the river</h1>"
        f"<div class=entry-content>{paragraphs()}</div></article>"
        f"<section id=comments><h3>Comments</h3><ol>{comments}</ol></section>"
    )
    text = main(html)
    assert SENTENCES[0] in text
    assert "Reader" not in text


def test_the_posts_of_a_thread_are_kept_all_of_them():
    posts = "".join(
        f"<div class=post><div class=post-author><a href=/u/{n}>reader{n}</a></div>"
        f"<div class=post-body><p>Answer {n}: {SENTENCES[n % 6]} {SENTENCES[(n + 1) % 6]}</p></div></div>"
        for n in range(8)
    )
    html = page(
        f"<main><h1>Where does one see the bore?</h1><div class=thread>{posts}</div></main>"
    )
    text = main(html, "https://example.org/forum/threads/where-to-see-the-bore.1234/")
    assert all(f"Answer {n}:" in text for n in range(8))
    assert "Weather" not in text


def test_documentation_keeps_its_code_and_headings_and_loses_its_table_of_contents():
    tree = "".join(f"<li><a href=/docs/{n}.html>Chapter number {n}</a></li>" for n in range(30))
    html = page(
        f"<div class=sidebar role=navigation><ul class=toctree>{tree}</ul></div><div role=main "
        f"class=document><h1>Reading tides</h1>{paragraphs(1)}<h2>Install</h2><p>Run this once, in the "
        f"folder of the project:</p><pre><code>pip install tides</code></pre>{paragraphs(1)}"
        f"<ul><li>The <code>station</code> is where the gauge stands.</li><li>The <code>datum</code> "
        f"is the level that heights are counted from.</li></ul></div>",
        "Reading tides",
    )
    text = main(html, "https://docs.example.org/en/latest/tides.html")
    assert "```\npip install tides\n```" in text
    assert "## Install" in text
    assert "- The `station` is" in text
    assert "Chapter number" not in text


@pytest.mark.parametrize(
    "html",
    [
        "<p>The bore arrives at noon.</p>",
        "<div><div><span>The bore arrives at noon.</span></div></div>",
        "<table><tr><td>The bore arrives at noon.</td></tr></table>",
    ],
)
def test_a_page_of_one_line_is_that_line_and_one_that_is_a_table_alone_keeps_all_rows(html):
    assert "The bore arrives at noon." in main(html)
    row = "<tr><td>Station {}<td>1.4 m<td>07:15"
    rows = "".join(map(row.format, range(40)))
    text = main(f"<title>Tides</title><table><tr><th>Place<th>Height<th>Time</tr>{rows}</table>")
    assert text.count("\n|") >= 40


def test_the_shell_of_a_page_that_scripts_fill_has_no_main_content():
    assert main(page("<div id=root></div><script src=/app.js></script>")) == ""
    assert main("<html><body><div></div></body></html>") == ""


@pytest.mark.parametrize(
    ("language", "sentence", "menu"),
    [
        (
            "zh",
            "潮水从海湾涌入河口时，水位迅速上升，形成一道逆流而上的波浪，人们称之为涌潮。",
            "天气预报",
        ),
        ("th", "เมื่อน้ำขึ้นไหลเข้าสู่ปากแม่น้ำ ระดับน้ำจะสูงขึ้นอย่างรวดเร็ว และเกิดคลื่นทวนกระแสน้ำ", "อากาศ"),
    ],
)
def test_an_article_in_any_script_is_kept_and_its_menu_is_not(language, sentence, menu):
    items = "".join(f"<li><a href=/{n}>{menu}{n}</a></li>" for n in range(12))
    prose = f"<p>{sentence * 3}</p>" * 6
    html = (
        f"<html lang={language}><title>{sentence[:20]}</title><body><div class=top><ul>{items}</ul></div>"
        f"<div class=text><h1>{sentence[:20]}</h1>{prose}</div></body></html>"
    )
    text = main(html)
    assert text.count(sentence * 3) == 6
    assert menu not in text


def test_very_many_blocks_are_read_in_time_and_kept():
    html = f"{TOP}<main>{f'<p>{SENTENCES[0]}</p>' * (MOST_BLOCKS + 50)}</main>{FOOTER}"
    begun = time.process_time()
    text = main(html)
    assert time.process_time() - begun < 6
    assert text.count(SENTENCES[0]) == MOST_BLOCKS + 50
