"""The day that a page gives itself."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.extract.facts.page_date import iso_date
from tests.unit.web.extract.facts_of import article, declared, script
from tests.unit.web.extract.languages import PHRASES


def published(html: str, url: str = "http://site.example/") -> str:
    return declared(html, url).published


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2023-09-08", "2023-09-08"),
        ("2023-09-08T23:59:59.000+0000", "2023-09-08"),
        ("20230908T101500Z", "2023-09-08"),
        ("2023", "2023"),
        ("Fri, 08 Sep 2023 10:00:00 GMT", "2023-09-08"),
        ("D:20230908101500+02'00'", "2023-09-08"),
        ("Sep 8, 2023", "2023-09-08"),
        ("2023-02-30", ""),
        ("08/09/2023", ""),
        ("", ""),
    ],
)
def test_dates_are_read_in_the_forms_that_pages_write(text, day):
    assert iso_date(text) == day


@given(st.text(max_size=100))
def test_a_text_is_a_date_in_iso_8601_or_none(text):
    day = iso_date(text)
    assert iso_date(day) == day


ALBUM = script({"@type": "MusicAlbum", "name": "GUTS", "datePublished": "2023-09-08"})
MICRODATA = """<article itemscope itemtype=http://schema.org/BlogPosting><h1 itemprop=headline>Tides
  </h1><time itemprop=datePublished datetime=2023-09-08T10:00>8 Sept.</time></article>"""


@pytest.mark.parametrize(
    ("html", "day"),
    [
        # the later of change and publication counts
        (article(datePublished="2023-09-08T10:00:00Z", dateModified="2024-01-02"), "2024-01-02"),
        (MICRODATA, "2023-09-08"),
        # a date in the future or of a clock that was never set is not believed
        (article(datePublished="2026-11-01", dateModified="2031-01-01"), "2026-11-01"),
        (article(datePublished="2026-11-07T01:00:00+14:00"), "2026-11-07"),
        (article(datePublished="2026-11-08"), ""),
        (article(datePublished=["1970-01-01", "1601-01-01"]), ""),
        # the date of the thing that a page is about is not the page's
        (ALBUM, ""),
        (f"{ALBUM}<meta property=article:modified_time content=2024-05-05>", "2024-05-05"),
    ],
)
def test_a_declared_date_is_that_of_the_page(html, day):
    assert published(html) == day


def test_json_ld_wins_over_meta_and_meta_over_what_the_text_shows():
    shown = "<body><time datetime=2022-02-02>then</time>"
    plain = "<meta name=date content=2023-03-03>"
    graph = "<meta property=article:published_time content=2024-04-04T00:00:00Z>"
    assert published(shown) == "2022-02-02"
    far = f"<body><p>{'tidal ' * 400}</p><time datetime=2022-02-02>then</time>"
    assert published(far) == ""
    beside = f"<body><time datetime=2020-01-01>a</time><article><h1>T</h1>{shown}"
    assert published(beside) == "2022-02-02"
    assert published(plain + shown) == "2023-03-03"
    assert published(plain + graph + shown) == "2024-04-04"
    assert published(plain + graph + article(dateModified="2025-05-05") + shown) == "2025-05-05"


@pytest.mark.parametrize("line", PHRASES["date"])
def test_a_date_for_readers_beside_the_headline_is_the_pages(line):
    assert published(f"<body><h1>Tides</h1>{line}") == "2024-05-12"
    assert published(f"<body><div>{line}</div><h1>Tides</h1><p>Words.") == "2024-05-12"


@pytest.mark.parametrize(
    "line",
    [
        "<p>The bore of 12 May 2024 was the highest of the year, and many came to see it.",
        "<table><tr><th>Published<td class=date>12 May 2024</table>",
        f"<p>{'tidal ' * 200}<p class=date>12 May 2024",
    ],
)
def test_another_date_near_the_headline_is_not_the_pages(line):
    assert published(f"<body><h1>Tides</h1>{line}") == ""
    dated = "<p>Published 12 May 2024</p><p>Updated 3 June 2024</p>"  # of which the later counts
    assert published(f"<body><h1>Tides</h1>{dated}{line}") == "2024-06-03"


@pytest.mark.parametrize(
    ("language", "day"),
    [("en-US", "2024-05-06"), ("en-GB", "2024-06-05"), ("fr", "2024-06-05"), ("en", ""), ("", "")],
)
def test_a_date_with_slashes_is_read_as_the_pages_language_does(language, day):
    assert published(f"<html lang='{language}'><body><h1>T</h1><p>Published 05/06/2024") == day
    late = f"<html lang='{language}'><body><h1>T</h1><p>Published 05/16/2024"
    assert published(late) == ("" if language == "fr" else "2024-05-16")


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2024/05/12/tides", "2024-05-12"),
        ("news/2024-05-12-tides.html", "2024-05-12"),
        ("2024/05/tides", "2024-05"),
        ("tides?d=2024/05/12/", ""),
    ],
)
def test_the_address_dates_a_page_that_says_nothing_itself(path, day):
    url = f"http://site.example/{path}"
    assert published("<p>words", url) == day
    assert published("<meta name=date content=2023-03-03>", url) == "2023-03-03"


def test_a_great_page_is_looked_through_for_its_date_in_time():
    began = time.process_time()
    published("<body>" + "<p class=date>12 May 1024 " * 20_000)
    published("<body><h1>T</h1>" + "<p>" + "1 " * 150_000)
    for unit in ("a", "1", "2023-", "jan "):
        assert iso_date(unit * (1_000_000 // len(unit))) == ""
    assert time.process_time() - began < 6
