"""Whatever comes: it is read, or refused, and nothing else happens."""

import json
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.security.hostile_pages.tokens import CHARSETS, MEDIA_TYPES, TOKENS
from tests.unit.web.extract.facts_of import script

TYPES = st.sampled_from([*MEDIA_TYPES, "html", "application/vnd.ms-excel"]) | st.text(max_size=20)
NAMES = st.sampled_from(CHARSETS) | st.text(max_size=12)
CELLS = (
    "<td rowspan=3>",
    "<th colspan=2>",
    "<td colspan=0 rowspan=99999>",
    "<table role=none>",
    '<pclass="x">',
    "12",
)
SOUP = st.lists(st.sampled_from([*TOKENS, *CELLS]) | st.text(max_size=5), min_size=1, max_size=60)
STARTS = (
    *("", "\ufeff", "<!DOCTYPE html>", "<?xml version='1.0'?>", "<rss>", "<feed>", "<urlset>"),
    *("{", "[", "a,b\n", "sep=;\n"),
    *("%PDF-1.4\n", "PK\3\4", "\x1b$B", "~{", '"', "<meta charset=utf-16>"),
)
NAMES_IN_JSON = (
    "@id", "@type", "@graph", "@value", "@list", "@set", "name", "item", "value", "author",
    "publisher", "datePublished", "a", "", "\ud800",
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(NAMES_IN_JSON), inner, max_size=5)
    ),
    max_leaves=30,
)
BODIES = st.builds(
    lambda start, rest: start.encode("utf-8") + rest,
    st.sampled_from(STARTS),
    st.binary(max_size=300),
) | st.builds(
    lambda start, rest: f"{start}{rest}".encode("utf-8", "replace"),
    st.sampled_from(STARTS),
    st.text(max_size=200) | SOUP.map("".join) | JSON.map(script),
)
CONTROLS = re.compile("[\x00-\x1f\x7f\ud800-\udfff\U000e0000-\U000e007f]")


@settings(max_examples=80, derandomize=True)
@given(BODIES, TYPES, NAMES, st.sampled_from(["markdown", "text", "html"]))
@example(b"\xff", "text/plain", "euc-jp", "markdown")
@example(b'{"a":' * 50_000, "text/html", None, "markdown")
@example(b'{"a":1' + b"0" * 5000 + b"}", "application/json", None, "text")
@example(b"<rss><channel><link>http://[</link><title>\x01</title>", "", None, "html")
def test_bytes_of_any_type_and_charset_are_read_alike_or_refused(body, media_type, charset, form):
    document = Document(body, media_type, charset, "http://site.example/x", form)
    try:
        found = extract(document)
    except Unreadable:
        return
    assert found.text.strip()
    assert json.dumps([found.links, found.published])
    for text in (found.title, found.text, found.data):
        text.encode()  # no lone surrogate
        assert "\0" not in text
    assert all(link.startswith(("http://", "https://", "mailto:")) for link in found.links)
    for fact in found.facts:
        assert fact.name
        assert fact.value == " ".join(fact.value.split())
        assert not CONTROLS.search(fact.subject + fact.name + fact.value)
    assert extract(document) == found
