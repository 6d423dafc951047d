"""Code, formulas and tables of whole pages, however a site makes them."""

import pytest

from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document

PROSE = (
    "The gauge writes the height of the tide into a file every minute, and the harbour master reads "
    "it in the morning. Whoever wants to check a reading will find the older files in the archive."
)


def read(inner: str) -> str:
    html = (
        f"<html><head><title>Reading tides</title></head><body><nav><a href=/>Home</a></nav><main>"
        f"<h1>Reading tides</h1><p>{PROSE}</p>{inner}<p>{PROSE}</p></main></body></html>"
    )
    return extract(Document(html.encode(), "text/html", "utf-8", "https://example.org/docs")).text


CODE = "def height(\n    file,\n):\n\n    return last(file)"
LINES = ["def height(", "    file,", "):", "", "    return last(file)"]


def each(template: str, gap: str = "") -> str:
    return gap.join(template.format(line=line, n=n) for n, line in enumerate(LINES, 1))


@pytest.mark.parametrize(
    "html",
    [
        (f"<pre class='shiki dark'><div class=language-id>ts</div><div class=code-container><code>"
        f"{each('<div class=line><span>{line}</span></div>')}</code></div></pre>"),
        f"<pre>{each('<p>{line}</p>')}</pre>",
        f"<pre><ol>{each('<li>{line}</li>')}</ol></pre>",
        f"<pre><code>{each('{line}<br>')}</code></pre>",
        f"<pre class=light>{CODE}</pre><pre class=dark>{CODE}</pre>",
        f"<pre><code class=lang-py>{CODE}</code></pre>",
        # tables with a cell or a row for each line
        "<table class=highlight><tbody>"
        + each("<tr><td class=blob-num data-line-number={n}></td><td class=blob-code>{line}</td></tr>")
        + "</tbody></table>",
        (f"<div class='syntaxhighlighter py'><table><tr><td class=gutter>"
        f"{each('<div class=line>{n}</div>')}</td><td class=code><div class=container>"
        f"{each('<div class=line>{line}</div>')}</div></td></tr></table></div>"),
        (f"<div class=crayon-main><table><tr><td><div>{each('<div>{n}</div>')}</div></td>"
        f"<td><div>{each('<div class=crayon-line>{line}</div>')}</div></td></tr></table></div>"),
        # editors with an element for each line
        "<div class=CodeMirror-code>"
        + each("<div><div class=CodeMirror-gutter-wrapper>{n}</div><pre class=CodeMirror-line>{line}</pre></div>")
        + "</div>",
        f"<div class=cm-content>{each('<div class=cm-line>{line}</div>')}</div>",
        f"<code class=hljs>{each('<span class=code-line>{line}</span>', chr(10))}</code>",
    ],
)  # fmt: skip
def test_code_is_one_block_with_its_blank_lines_and_indentation(html):
    blocks = read(html).split("```")
    assert len(blocks) == 3
    assert blocks[1].partition("\n")[2].rstrip("\n") == CODE


def test_code_in_a_hidden_tab_is_kept():
    tabs = f"<section role=tabpanel>a</section><section role=tabpanel hidden aria-hidden=true><p>On Linux:</p><pre>{CODE}</pre></section>"
    assert CODE in read(tabs)


def test_lines_of_verse_are_no_code():
    verse = "<div class=line>{line} the tide comes in</div>"
    assert "```" not in read(f"<div class=line-block>{each(verse)}</div>")


MATHML = "<math><mi>π</mi><msup><mi>r</mi><mn>2</mn></msup></math>"
ANNOTATED = (
    "<math><semantics><mi>π</mi><annotation encoding=application/x-tex>\\pi r^2</annotation>"
    "</semantics></math>"
)


@pytest.mark.parametrize(
    ("html", "tex"),
    [
        (
            (f"<span class=mwe-math-element><span style='display: none;'>{ANNOTATED}</span><img "
            "aria-hidden=true class=mwe-math-fallback-image-inline alt='{\\displaystyle \\pi r^2}'></span>"),
            "$\\pi r^2$",
        ),
        (
            ("<span class='mwe-math-element mwe-math-element-block'><img aria-hidden=true alt='\\pi r^2' "
            "class=mwe-math-fallback-image-display></span>"),
            "$$\\pi r^2$$",
        ),
        (
            (f"<span class=katex-display><span class=katex><span class=katex-mathml hidden>{ANNOTATED}"
            "</span><span class=katex-html aria-hidden=true>πr2</span></span></span>"),
            "$$\\pi r^2$$",
        ),
        (
            ("<mjx-container class=MathJax jax=CHTML><mjx-math aria-hidden=true>πr2</mjx-math>"
            f"<mjx-assistive-mml>{MATHML}</mjx-assistive-mml></mjx-container>"),
            "$πr^2$",
        ),
        (
            ("<span class=MathJax_Preview>[math]</span><span class=MathJax><nobr aria-hidden=true>πr2"
            "</nobr></span><script type=math/tex>\\pi r^2</script>"),
            "$\\pi r^2$",
        ),
        (f"<span class=MathJax_SVG data-mathml='{MATHML}'>πr2</span>", "$πr^2$"),
        ("<span class='math inline'>\\(a_1 * b_2\\)</span>", "$a_1 * b_2$"),
        ("<span class=math-container>$a_1 * b_2$</span>", "$a_1 * b_2$"),
        ("\\[a_1 * b_2\\]", "$$a_1 * b_2$$"),
    ],
)  # fmt: skip
def test_a_formula_is_written_once_as_tex(html, tex):
    text = read(f"<p>The area is {html}, so it grows with the square of the width.</p>")
    assert "".join(f"The area is {tex}, so it grows".split()) in "".join(text.split())


HEAD = "| Server | Version | Standard |\n| --- | --- | --- |\n"
BODY = "| Tomcat | 10.1 | 6.0 |\n| Jetty | 12.0 |  |"
ROWS = (("Tomcat", "10.1", "6.0"), ("Jetty", "12.0", ""))


def table(table: str, row: str, head: str, cell: str) -> str:
    def line(names, cells):
        return row.format("".join(names.format(each) for each in cells))

    lines = [line(head, ("Server", "Version", "Standard")), *(line(cell, each) for each in ROWS)]
    return table.format("".join(lines))


@pytest.mark.parametrize(
    "html",
    [
        table("<table>{}</table>", "<tr>{}</tr>", "<th><h3>{}</h3></th>", "<td>{}</td>"),
        table("<table>{}</table>", "<tr>{}</tr>", "<th>{}</th>", "<td><div class=price-tag>{}</div></td>"),
        table(
            "<div role=table><div role=rowgroup>{}</div></div>", "<div role=row>{}</div>",
            "<span role=columnheader>{}</span>", "<span role=cell>{}</span>",
        ),
        table(
            "<div style='display: table'>{}</div>", "<div style='display: table-row'>{}</div>",
            "<div style='display: table-cell'>{}</div>", "<div style='display: table-cell'>{}</div>",
        ),
        table(
            "<div class=divTable>{}</div>", "<div class=divTableRow>{}</div>",
            "<div class=divTableCell>{}</div>", "<div class=divTableCell>{}</div>",
        ),
    ],
)  # fmt: skip
def test_a_table_between_text_keeps_all_of_its_rows_and_cells(html):
    assert HEAD + BODY in read(html)


def test_a_heading_over_a_table_stays_one_and_the_layout_of_a_page_is_no_table():
    title = "<tr><th colspan=2><h3>Specification</h3></th></tr>"
    rows = "<tr><td>Range</td><td>12 m</td></tr><tr><td>Rate</td><td>1 Hz</td></tr>"
    assert "### Specification\n\n| Range | 12 m |" in read(f"<table>{title}{rows}</table>")
    columns = f"<div class=col><h2>Part</h2><p>{PROSE}</p></div>" * 2
    rows = f"<div class=row>{columns}</div>" * 2
    assert "|" not in read(f"<div class=pricing-table>{rows}</div>")


def test_text_for_screen_readers_is_apart_and_hidden_parts_and_instructions_are_left_out():
    text = read(
        "<p>As the master <a href=/x>said<span class=sr-only>Opens a new window</span></a>, "
        "<span class='hidden md:inline'>it is</span> so.</p>"
        "<div class='menu hidden'>Add to calendar</div><div class=d-none>iCal</div>"
        "[vc_row full_width=\"yes\"][vc_column]<p>[vc_text]The gauge stands at the pier, as ever, "
        "and [brackets] stay.[/vc_text]</p>[/vc_column][/vc_row]<p>Write <code>[/vc_row]</code>.</p>"
    )  # fmt: skip
    assert "[said Opens a new window]" in text
    assert "it is so." in text
    assert "The gauge stands at the pier, as ever, and [brackets] stay." in text
    assert "`[/vc_row]`" in text
    assert "calendar" not in text
    assert "iCal" not in text
    assert text.count("vc_") == 1
