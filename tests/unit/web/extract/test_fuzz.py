"""Whatever stands in a page, the extractor gives text or says why not."""

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract
from tests.security.hostile_pages.tokens import CHARSETS, MEDIA_TYPES, TOKENS

_SOUP = st.lists(st.sampled_from(TOKENS) | st.text(max_size=5), min_size=1, max_size=60)
_BODIES = _SOUP.map(lambda words: "".join(words).encode("utf-8", "surrogatepass")) | st.binary(
    max_size=300
)


@settings(max_examples=100, derandomize=True)
@given(
    body=_BODIES,
    media_type=st.sampled_from(MEDIA_TYPES),
    charset=st.sampled_from(CHARSETS),
    form=st.sampled_from(("markdown", "text", "html")),
)
def test_any_soup_of_tags_is_read_or_refused(body, media_type, charset, form):
    page = Document(body, media_type, charset, "https://example.org/a", form)
    try:
        found = extract(page)
    except Unreadable:
        return
    for text in (found.title, found.text, found.data):
        text.encode()  # no lone surrogate
        assert "\0" not in text
    assert found.text.strip()
    assert all(link.startswith(("http://", "https://", "mailto:")) for link in found.links)


@settings(max_examples=30, derandomize=True)
@given(words=_SOUP)
def test_reading_a_page_twice_gives_the_same(words):
    page = Document("".join(words).encode("utf-8", "surrogatepass"), "text/html", None, "http://p/")
    try:
        first = extract(page)
    except Unreadable:
        return
    assert extract(page) == first
