"""A body to what can be read of it: kinds, main content, formats, hostile pages."""

import re
import time

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.research import PageFormat
from desktop_agent.web.extract.html_tree import MAX_DEPTH
from desktop_agent.web.extract.pipeline import MAX_LINKS, extract
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument

URL = "http://site.example/guide/page.html"
PROSE = (
    "The Severn bore is a tidal bore seen on the tidal reaches of the River Severn. It is formed "
    "when the rising tide moves into the funnel-shaped Bristol Channel, and the surge travels "
    "upriver against the current. "
)


def read(
    html: str, form: PageFormat = "markdown", media_type: str = "text/html"
) -> ExtractedDocument:
    return extract(Document(html.encode(), media_type, "utf-8", URL, form))


def test_furniture_is_left_out_and_the_main_part_kept():
    prose = PROSE * 3
    html = f"""<title> Severn
      bore </title><header><a href=/>Logo</a></header><nav>Menu one two</nav>
      <div id=cookie-consent>We value your privacy</div>
      <div class="layout has-sidebar"><article><h1>Severn bore</h1><p>{prose}</p>
      <p>{prose}</p></article>
      <aside>Related stories</aside></div>
      <form><label>Search</label><input value=q><button>Go</button></form>
      <script>var x = "script text";</script><style>.a{{}}</style>
      <footer>Imprint</footer>"""
    found = read(html)
    assert found.title == "Severn bore"
    assert found.text == f"# Severn bore\n\n{prose.strip()}\n\n{prose.strip()}"


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>SECRET</p>",
        "<p style=visibility:hidden>SECRET</p>",
        "<p aria-hidden=true>SECRET</p>",
        "<template>SECRET</template>",
        "<!-- SECRET -->",
        "<svg><text>SECRET</text></svg>",
        "<p>\U000e0053\U000e0045\U000e0043</p>",
    ],
)
def test_what_a_person_is_not_shown_is_not_read(hidden):
    for form in ("markdown", "text", "html"):
        text = read(f"<main><p>{PROSE}</p>{hidden} after</main>", form).text
        assert "SECRET" not in text
        assert "after" in text
        assert not re.search("[\U000e0000-\U000e007f]", text)


@pytest.mark.parametrize(
    "html",
    [
        "<nav><p>{}</p></nav>",
        "<body style='visibility:hidden'><p>{}",
        "<div id=app></div><noscript><p>{}",
    ],
)
def test_words_are_never_all_taken_for_furniture_or_hidden(html):
    assert read(html.format(PROSE * 2)).text == (PROSE * 2).strip()


def test_a_page_that_is_a_list_of_links_keeps_them_and_a_column_of_them_goes():
    links = "".join(f"<li><a href=/{n}>Story number {n}</a></li>" for n in range(40))
    text = read(f"<body><h1>Archive</h1><ul>{links}</ul>").text
    assert "- [Story number 39](http://site.example/39)" in text
    html = f"<div><div><ul>{links}</ul></div><div><p>{PROSE}</p><p>{PROSE}</p></div></div>"
    assert "Story number" not in read(html).text


@pytest.mark.parametrize("html", ["", " \n", "<html></html>", "<p></p>", "<img src=x>"])
def test_an_empty_page_says_so(html):
    with pytest.raises(Unreadable, match=r"is empty|no readable text"):
        read(html)


def test_links_are_absolute_unique_capped_and_of_the_web_alone():
    html = """<base href="/base/"><nav><a href="one#part">1</a></nav><p>text</p>
      <a href="http://other.example/x">x</a><a href="//cdn.example/y">y</a><a href=one>again</a>
      <a href="#top">top</a><a href="javascript:alert(1)">js</a><a href="mailto:a@b.c">mail</a>
      <a href="ftp://f.example/">ftp</a><a href="http://[bad/">bad</a><a>none</a>"""
    assert read(html).links == (
        "http://site.example/base/one",
        "http://other.example/x",
        "http://cdn.example/y",
    )
    many = "".join(f"<a href=/{n}>{n}</a>" for n in range(MAX_LINKS + 50))
    assert len(read(f"<p>text</p>{many}").links) == MAX_LINKS


def test_html_format_keeps_structure_and_drops_what_acts_or_loads():
    html = f"""<main onclick="steal()"><h2 class=x style="color:red" id=y>Head</h2>
      <p>{PROSE}<a href="/a" onmouseover=x target=_blank>link</a><a href="javascript:x">bad</a>
      <img src="http://t.example/pixel.gif" alt="Map" onerror=x><span>span</span></p>
      <table><tr><td colspan=2>cell</table><pre><code class="language-c hl">int</code></pre></main>"""
    text = read(html, "html").text
    assert "<h2>Head</h2>" in text
    assert '<a href="http://site.example/a">link</a><a>bad</a>' in text
    assert '<img alt="Map">span' in text
    assert '<td colspan="2">cell' in text
    assert '<code class="language-c">int' in text
    for gone in ("onclick", "onerror", "pixel", "javascript", "style", "target"):
        assert gone not in text


@pytest.mark.parametrize("levels", [MAX_DEPTH - 1, 1_500])
@pytest.mark.parametrize("tag", ["div", "b", "ul><li", "table><tr><td"])
def test_nesting_of_any_depth_is_read_in_time_and_the_text_behind_it_kept(levels, tag):
    html = "<p>before</p>" + f"<{tag}>" * levels + "deepest" + "</div>" * levels + "<p>after</p>"
    for form in ("markdown", "text", "html"):
        began = time.process_time()
        text = read(html, form).text
        assert time.process_time() - began < 8
        assert re.search(r"before.*deepest.*after", text, re.DOTALL)
