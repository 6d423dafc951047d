"""Markdown to HTML and back: what is written says what the page says."""

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.web.extract.markdown.converting import html_of, markdown_of, outline

quick = settings(
    max_examples=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

WORDS = st.sampled_from(
    ["plain", "two words", "x_y", "5 * 3", "a*b", "2024", "C#", "[1]", "price: $5", "it's", "über",
     "水", "(so)", "~5 km", "R&D", "a < b", "\u201cquoted\u201d", "snake_case_name", "1.", "-", "+", "#"]
)  # fmt: skip

_BRACKETED = re.compile(r"\[\\?\[[^\]\n]*\]\]\(")


def escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|~&" else c for c in text)


def inline(depth: int = 2) -> st.SearchStrategy[str]:
    plain = WORDS.map(escaped)
    if not depth:
        return plain
    within = inline(depth - 1)
    return st.one_of(
        plain,
        within.map("**{}**".format),
        within.map("*{}*".format),
        within.map("~~{}~~".format),
        st.sampled_from(["`code`", "`` a`b ``", "`x | y`", "`<b>`", "`*`", "`a\\b`"]),
        plain.map("[{}](https://example.org/a_b*c)".format),
        st.lists(within, min_size=2, max_size=3).map(" ".join),
        # two marks that touch are written as one at most: CommonMark takes them for a longer one
        st.tuples(plain, within).map("".join),
        st.tuples(within, plain).map("".join),
    )


LINE = inline().map(lambda text: f"w {text}")
PARAGRAPH = st.one_of(LINE, st.lists(LINE, min_size=1, max_size=3).map("  \n".join))
HEADING = st.tuples(st.integers(1, 6), inline()).map(lambda h: f"{'#' * h[0]} {h[1]}")
CODE = st.tuples(
    st.sampled_from(["", "python", "c++"]),
    st.lists(st.sampled_from(["x = 1", "    deep", "", "```", "# no heading", "| a |"]), min_size=1, max_size=4),
).map(lambda c: "\n".join([f"~~~~{c[0]}", "begin", *c[1], "end", "~~~~"]))  # fmt: skip
CELL = st.one_of(WORDS.map(escaped), inline(1)).map(
    lambda text: text.replace("`x | y`", "`x \\| y`")
)


@st.composite
def tables(draw: st.DrawFn) -> str:
    width = draw(st.integers(2, 4))
    rows = [
        draw(st.lists(CELL, min_size=width, max_size=width)) for _ in range(draw(st.integers(2, 4)))
    ]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def indented(text: str, mark: str) -> str:
    return mark + text.replace("\n", "\n" + " " * len(mark))


@st.composite
def lists(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    start = draw(st.sampled_from([None, 1, 7]))
    items = []
    for index in range(draw(st.integers(1, 3))):
        body = [draw(PARAGRAPH), *draw(st.lists(inner, max_size=2))]
        mark = "- " if start is None else f"{start + index}. "
        items.append(indented("\n\n".join(body), mark))
    return draw(st.sampled_from(["\n", "\n\n"])).join(items)


BLOCK = st.recursive(
    st.one_of(PARAGRAPH, HEADING, CODE, tables(), st.just("---")),
    lambda inner: st.one_of(
        lists(inner),
        st.lists(inner, min_size=1, max_size=3).map(
            lambda blocks: "> " + "\n\n".join(blocks).replace("\n", "\n> ")
        ),
    ),
    max_leaves=6,
)
DOCUMENT = st.lists(BLOCK, min_size=1, max_size=5).map("\n\n".join)


@quick
@given(DOCUMENT)
def test_markdown_read_as_html_and_written_again_says_the_same_and_stays_as_it_is(source):
    html = html_of(source)
    written = markdown_of(html)
    assert markdown_of(html_of(written)) == written
    if not _BRACKETED.search(source):  # brackets around all the words of a link come outside
        assert outline(html_of(written)) == outline(html)


SIGNS = st.text(
    st.sampled_from("\\`*_~[]()<>&!#+-=.|:;^$1a b\u00e9\u6c34\u3001\u201c\n"),
    min_size=1,
    max_size=24,
)
ANY_TEXT = st.one_of(
    SIGNS, st.text(st.characters(blacklist_categories=("Cs", "Cc", "Cf")), max_size=30)
)


def in_html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


PLACES = {
    "paragraph": "<p>{}</p>",
    "line": "<p>w<br>{}<br>w</p>",
    "heading": "<h2>{}</h2>",
    "item": "<ul><li>{}</li><li>x</li></ul>",
    "numbered item": "<ol><li>x</li><li>{}</li></ol>",
    "quote": "<blockquote><p>{}</p></blockquote>",
    "cell": "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>{}</td><td>x</td></tr></tbody></table>",
    "link": '<p>see <a href="https://example.org/">x {} x</a> there</p>',
    "emphasis": "<p>w <em>a {} a</em> w <strong>b</strong> w</p>",
    "beside code": "<p>w <code>a`b</code> {} <code>*</code> w</p>",
}


@settings(quick, max_examples=120)
@given(ANY_TEXT, st.sampled_from(sorted(PLACES)))
def test_any_text_in_any_place_comes_out_as_that_text(text, place):
    # nothing is no item and no heading
    shown = " ".join(text.split()) or "nothing"
    html = PLACES[place].format(in_html(shown))
    assert outline(html_of(markdown_of(html))) == outline(html)
