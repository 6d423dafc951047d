"""Elements to markdown and to plain text."""

import pytest

from desktop_agent.web.extract.html_tree import parse
from desktop_agent.web.extract.markdown.writer import destination, to_text
from tests.unit.web.extract.markdown.converting import html_of, markdown_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<p>a <ulclass="x">b', "a b"),  # no name that lxml would take
        ("<a href='/b (1).html'>a [b]</a>", "[a [b]](https://example.org/b%20%281%29.html)"),
        ("<a href='#x'>here</a> <a href='javascript:x'>js</a>", "here js"),
        ("see<a href=/x> this </a>one", "see [this](https://example.org/x) one"),
        ("<a href=/x><img src=i alt='Map of  Wales'></a>", "[Map of Wales](https://example.org/x)"),
        ("<p>A<img alt='photo'>B<img src=x>C</p>", "A photo B C"),
        (
            "<a href=/x><div><h3>Card</h3><p>text</p></div></a>",
            "### [Card](https://example.org/x)\n\ntext",
        ),
        ("<ul><li><pre>x\n y</pre></li></ul>", "- ```\n  x\n   y\n  ```"),
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        ("<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b<br>\n", "```\na\nb\n```"),
        (
            "<ul><li class=task-list-item><input type=checkbox checked> a<li><input type=checkbox disabled>b</ul>",
            "- [x] a\n- [ ] b",
        ),
        ("<p>a<script>x_1</script><script type='text/x-tex'>b</script>c", "ac"),
        ("<p><script type='math/tex'> \\text{5$} \n x </script>", "$\\text{5\\$} x$"),
        # tables of data are tables, and those for layout are not
        ("<table><tr><td>one<tr><td>column</table>", "one\n\ncolumn"),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"),
        (
            "<table><tr><td><h1>Page</h1><p>x<td>menu<tr><td>a<td>b</table>",
            "# Page\n\nx\n\nmenu\n\na\n\nb",
        ),
        # code blocks keep their language
        ("<pre><code class='hljs language-python'>x</code></pre>", "```python\nx\n```"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "```shell\nx\n```"),
    ],
)
def test_blocks_spans_tables_and_code(html, expected):
    assert markdown_of(html) == expected


def test_plain_text_has_no_marks():
    html = (
        "<h1>T</h1><p>a <b>b</b> <a href=/x>c</a> <code>d</code><ul><li>e<li>f</ul>"
        "<table><tr><th>1<th>2<tr><td>3<td>4</table><pre>x\n  y</pre><blockquote>q</blockquote><hr>"
    )
    assert to_text(parse(html)) == "T\n\na b c d\n\ne\nf\n\n1\t2\n3\t4\n\nx\n  y\n\nq"


@pytest.mark.parametrize(
    "url",
    ["https://example.org/a(b", "https://example.org/<b>", "https://example.org/a\\b",
     "https://example.org/*a*_b_", "https://example.org/[x](y)",
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
