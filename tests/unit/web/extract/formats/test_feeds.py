"""RSS, Atom and sitemaps as pages."""

import time

import pytest

from desktop_agent.web.extract.feed import LISTED
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument

URL = "https://site.example/dir/feed.xml"
RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Tides &amp; bores</title><link>/home/</link><description>All about <![CDATA[<b>tides</b>]]>
</description><language>en-gb</language>
<item><media:title>Other</media:title><title>Severn</title><link>severn</link>
<pubDate>Tue, 07 Sep 2021 16:45:00 GMT</pubDate><dc:creator>A Writer</dc:creator>
<description>short</description><content:encoded><![CDATA[<h1>Head</h1><p>Long &eacute;
<a href="x?a=1&b=2">more</a><script>bad()</script></p><ul><li>one</li></ul>]]></content:encoded></item>
<item><guid>https://x.example/2</guid><pubDate>2021-10-02</pubDate>
<description>First line &amp;amp; on.
Second line.</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title type="html">A
&lt;i&gt;title&lt;/i&gt;</title><link rel="self" href="/f"/><link href="/"/>
<entry><title>x &lt; y</title><link rel="enclosure" href="/e.mp3"/><link href="/e1"/>
<published>2024-05-01T09:00:00Z</published><updated>2024-05-03T09:00:00Z</updated>
<author><name>A Writer</name><email>a@b.example</email></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Said <em>here</em></p></div>
</content></entry>
<entry><title>Second</title><updated>2024-05-02</updated><summary type="text">a &lt;b&gt; c</summary>
</entry></feed>"""


def read(
    text: str | bytes, media_type: str = "application/xml", form: str = "markdown"
) -> ExtractedDocument:
    body = text if isinstance(text, bytes) else text.encode()
    return extract(Document(body, media_type, None, URL, form))


def test_an_rss_feed_is_its_entries():
    found = read(RSS, "application/rss+xml")
    assert found.text == (
        "# [Tides & bores](https://site.example/home/)\n\n"
        "All about **tides**\n\n"
        "## [Severn](https://site.example/home/severn)\n\n"
        "2021-09-07 · A Writer\n\n"
        "### Head\n\n"
        "Long é [more](https://site.example/home/x?a=1&b=2)\n\n"
        "- one\n\n"
        "## [2021-10-02](https://x.example/2)\n\n"
        "First line & on. Second line."
    )
    assert (found.title, found.published) == ("Tides & bores", "2021-10-02")
    assert found.media_type == "application/rss+xml"
    assert found.links == (
        "https://site.example/home/",
        "https://site.example/home/severn",
        "https://site.example/home/x?a=1&b=2",
        "https://x.example/2",
    )


def test_an_atom_feed_is_its_entries():
    found = read(ATOM, "application/atom+xml")
    assert found.text.startswith("# [A title](https://site.example/)\n\n## [x")
    assert "](https://site.example/e1)\n\n2024-05-03 · A Writer\n\nSaid *here*\n\n" in found.text
    assert "## Second\n\n2024-05-02\n\na <b> c" in found.text.replace("\\", "")
    assert found.published == "2024-05-03"


def test_a_sitemap_is_a_list_of_links():
    text = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://s.example/a</loc><lastmod>2023-01-05T00:00:00Z</lastmod></url>
      <url><loc> https://s.example/b </loc></url></urlset>"""
    found = read(text)
    assert found.text == (
        "- [https://s.example/a](https://s.example/a) 2023-01-05\n- "
        "[https://s.example/b](https://s.example/b)"
    )
    assert (found.links, found.published) == (
        ("https://s.example/a", "https://s.example/b"),
        "2023-01-05",
    )
    index = "<sitemapindex><sitemap><loc>https://s.example/1.xml</loc></sitemap></sitemapindex>"
    assert read(index).links == ("https://s.example/1.xml",)


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
def test_a_feed_is_given_in_each_form_whatever_it_is_called(form):
    for declared in ("text/html", "text/plain", "", "application/octet-stream"):
        text = read(RSS, declared, form).text
        assert "Severn" in text
        assert "bad()" not in text
        assert ('<a href="https://site.example/home/severn">' in text) == (form == "html")
        assert read(ATOM, declared, form).title == "A title"


RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns="http://purl.org/rss/1.0/"><channel><title>R</title><link>https://r.example/</link></channel>
  <item><title>One</title><link>https://r.example/1</link></item></rdf:RDF>"""
ONE = "<rss version='0.91'><channel><title>T</title><item><title>{}</title></item></channel></rss>"


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        (RDF, "# [R](https://r.example/)\n\n## [One](https://r.example/1)"),
        (ONE.format("One"), "# T\n\n## One"),
        # entities that XML does not know, and bare ampersands
        (ONE.format("AT&T & more"), "# T\n\n## AT&T & more"),
        (ONE.format("A&nbsp;b&hellip; &copy;"), "# T\n\n## A b… ©"),
        (ONE.format("a\x0bb\n c"), "# T\n\n## ab c"),
        # what is no feed, or an empty one, is given as it stands
        ("<doc><a>1</a></doc>", "<doc><a>1</a></doc>"),
        ("<rss><channel></channel></rss>", "<rss><channel></channel></rss>"),
    ],
)
def test_old_and_odd_feeds_are_read_and_other_xml_is_given_as_it_stands(xml, text):
    assert read(xml).text.replace("\\", "") == text


def test_a_feed_that_breaks_off_gives_what_came_and_one_of_very_many_entries_tells_their_number():
    cut = RSS[: RSS.index("<item><guid>")]
    assert "## [Severn]" in read(cut).text
    assert "one" in read(cut[:-30]).text
    many = "<item><title>x</title></item>" * (LISTED + 5)
    text = read(f"<rss><channel>{many}</channel></rss>").text
    assert text.replace("\\", "").endswith("[5 more are not listed here.]")


def test_what_a_feed_says_of_its_encoding_is_heeded_below_the_header():
    feed = "<?xml version='1.0' encoding='{}'?><rss><channel><title>Høyde</title></channel></rss>"
    assert read(feed.format("iso-8859-1").encode("latin-1")).title == "Høyde"
    assert read(feed.format("utf-16").encode("utf-16")).title == "Høyde"
    body = feed.format("koi8-r").encode()
    assert extract(Document(body, "text/xml", "utf-8", URL)).title == "Høyde"


@pytest.mark.parametrize(
    "unit",
    [
        "<item><title>&lt;b>x</title><description>&lt;p&gt;Some text&lt;/p&gt;</description></item>",
        "<url><loc>https://a.example/x/y/z</loc></url>",
        "<!DOCTYPE [",
        "<![CDATA[",
        "&nbsp;&foo;",
    ],
)
def test_a_long_feed_is_read_in_time(unit):
    began = time.process_time()
    unit *= 250_000 // len(unit)
    assert read(f"<rss><channel><title>T</title>{unit}</channel></rss>").text
    assert time.process_time() - began < 3  # at most 0.1 s on a quiet machine
