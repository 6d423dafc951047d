"""Whatever comes: it is read, or refused, and nothing else happens."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract

TYPES = st.one_of(
    st.sampled_from(
        ["", "html", "text/html", "text/plain", "text/markdown", "text/csv", "application/json",
         "application/feed+json", "application/xml", "application/rss+xml", "application/pdf",
         "application/octet-stream", "application/vnd.ms-excel", "image/png"]
    ),
    st.text(max_size=20),
)  # fmt: skip
CHARSETS = st.one_of(
    st.none(),
    st.sampled_from(["utf-8", "utf-16", "shift_jis", "euc-jp", "gb18030", "big5", "iso-2022-jp",
                     "hz-gb-2312", "x-user-defined", "windows-1252", "idna"]),
    st.text(max_size=12),
)  # fmt: skip
STARTS = (
    *("", "\ufeff", "<!DOCTYPE html>", "<?xml version='1.0'?>", "<rss>", "<feed>", "<urlset>"),
    *("{", "[", '{"version":"https://jsonfeed.org/version/1","items":[', "a,b\n", "sep=;\n"),
    *("%PDF-1.4\n", "PK\3\4", "\x1b$B", "~{", '"', "<meta charset=utf-16>"),
)
BODIES = st.builds(
    lambda start, rest: start.encode("utf-8") + rest,
    st.sampled_from(STARTS),
    st.binary(max_size=300),
) | st.builds(
    lambda start, rest: f"{start}{rest}".encode("utf-8", "replace"),
    st.sampled_from(STARTS),
    st.text(max_size=200),
)


@settings(max_examples=150, deadline=None)
@given(BODIES, TYPES, CHARSETS, st.sampled_from(["markdown", "text", "html"]))
@example(b"\xff", "text/plain", "euc-jp", "markdown")
@example(b'{"a":' * 50_000, "text/html", None, "markdown")
@example(b'{"a":1' + b"0" * 5000 + b"}", "application/json", None, "text")
@example(
    b'{"version":"https://jsonfeed.org/version/1","items":[{"url":"http://["}]}', "", None, "html"
)
@example(b"<rss><channel><link>http://[</link><title>\x01</title>", "", None, "html")
def test_any_bytes_of_any_type_in_any_charset_are_read_or_refused(body, media_type, charset, form):
    document = Document(body, media_type, charset, "http://site.example/x", form)
    try:
        found = extract(document)
    except Unreadable:
        return
    assert found.text
    assert json.dumps([found.title, found.text, found.links, found.published])
    assert found.text.encode("utf-8")
