"""The day that a page gives itself."""

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.extract.facts.page_date import iso_date, last_date
from desktop_agent.web.extract.facts.page_facts import declaration
from desktop_agent.web.extract.tree import html_tree
from tests.unit.web.extract.facts_of import script

TODAY = date(2026, 11, 6)


def published(html: str) -> str:
    return declaration(html_tree.parse(html), html, TODAY).published


def article(**dates: object) -> str:
    return script({"@type": "NewsArticle", "headline": "Tides", **dates})


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2023-09-08", "2023-09-08"),
        ("2023-09-08T23:59:59.000+0000", "2023-09-08"),
        (" 2023-09-08 10:00", "2023-09-08"),
        ("2023-09-08-04:00", "2023-09-08"),
        ("20230908", "2023-09-08"),
        ("20230908T101500Z", "2023-09-08"),
        ("2023/9/8", "2023-09-08"),
        ("2023.09.08", "2023-09-08"),
        ("2023-09", "2023-09"),
        ("2023", "2023"),
        ("Fri, 08 Sep 2023 10:00:00 GMT", "2023-09-08"),
        ("D:20230908101500+02'00'", "2023-09-08"),
        ("Sep 8, 2023", "2023-09-08"),
        ("Friday, September 8, 2023", "2023-09-08"),
        ("8 September 2023", "2023-09-08"),
        ("2023-02-30", ""),
        ("2023-13-01", ""),
        ("1694160000", ""),
        ("yesterday", ""),
        ("08/09/2023", ""),
        ("0000-00-00", ""),
        ("٢٠٢٣-٠٩-٠٨", ""),
        ("", ""),
    ],
)
def test_dates_are_read_in_the_forms_that_pages_write(text, day):
    assert iso_date(text) == day


@given(st.text(max_size=100))
def test_a_text_is_a_date_in_iso_8601_or_none(text):
    day = iso_date(text)
    assert iso_date(day) == day


def test_the_later_of_change_and_publication_counts():
    html = article(datePublished="2023-09-08T10:00:00Z", dateModified="2024-01-02")
    assert published(html) == "2024-01-02"
    html = article(datePublished=["2023-09-08"], dateModified="0001-01-01T00:00:00")
    assert published(html) == "2023-09-08"


def test_a_date_in_the_future_is_not_believed_but_for_a_day_of_time_zones():
    html = article(datePublished="2026-11-01", dateModified="2031-01-01")
    assert published(html) == "2026-11-01"
    assert published(article(datePublished="2026-11-07T01:00:00+14:00")) == "2026-11-07"
    assert published(article(datePublished="2026-11-08")) == ""


def test_a_clock_that_was_never_set_is_not_believed():
    assert last_date(["1970-01-01", "1601-01-01"], TODAY) == ""


def test_the_date_of_the_thing_that_a_page_is_about_is_not_the_pages():
    album = script({"@type": "MusicAlbum", "name": "GUTS", "datePublished": "2023-09-08"})
    assert published(album) == ""
    assert (
        published(album + "<meta property=article:modified_time content=2024-05-05>")
        == "2024-05-05"
    )


def test_json_ld_wins_over_meta_and_meta_over_what_the_text_shows():
    shown = "<body><time datetime=2022-02-02>then</time>"
    plain = "<meta name=date content=2023-03-03>"
    graph = "<meta property=article:published_time content=2024-04-04T00:00:00Z>"
    assert published(shown) == "2022-02-02"
    assert published(plain + shown) == "2023-03-03"
    assert published(plain + graph + shown) == "2024-04-04"
    assert published(plain + graph + article(dateModified="2025-05-05") + shown) == "2025-05-05"


def test_microdata_dates_the_page_too():
    html = """<article itemscope itemtype=http://schema.org/BlogPosting><h1 itemprop=headline>Tides
      </h1><time itemprop=datePublished datetime=2023-09-08T10:00>8 Sept.</time></article>"""
    assert published(html) == "2023-09-08"


def test_a_time_far_down_is_not_the_pages_own():
    far = f"<body><p>{'tidal ' * 400}</p><time datetime=2022-02-02>then</time>"
    assert published(far) == ""
    beside = "<body><time datetime=2020-01-01>a</time><article><h1>T</h1><time datetime=2022-02-02>"
    assert published(beside) == "2022-02-02"


@pytest.mark.parametrize("unit", ["a", "(", " ", "1", "2023-", "jan ", "D:", ","])
def test_a_megabyte_of_anything_is_no_date_and_takes_no_time(unit):
    began = time.process_time()
    assert iso_date(unit * (1_000_000 // len(unit))) == ""
    assert time.process_time() - began < 0.8
