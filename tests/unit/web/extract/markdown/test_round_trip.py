"""Markdown to HTML and back: any text comes out as that text."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.web.extract.markdown.converting import html_of, markdown_of, outline

quick = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

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


@quick
@given(ANY_TEXT, st.sampled_from(sorted(PLACES)))
def test_any_text_in_any_place_comes_out_as_that_text(text, place):
    # nothing is no item and no heading
    shown = " ".join(text.split()) or "nothing"
    html = PLACES[place].format(in_html(shown))
    assert outline(html_of(markdown_of(html))) == outline(html)
