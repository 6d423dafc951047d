"""What a page is called, who wrote it, and which site it is of."""

import time

import pytest

from tests.unit.web.extract.facts_of import article, declared, script

URL = "https://www.tide-watch.example/bores/severn"


SLOGAN = """<title>Tide tables for the Severn</title><meta property=og:title content='Tide tables for
  the Severn'><h1>All tide tables at your fingertips</h1>"""
OWN = "<meta name=author content='Tide Watch'><meta property=og:site_name content='Tide Watch'>"


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>The Severn bore | Tide Watch</title>", "The Severn bore"),
        ("<title>The Severn bore \u2013 Tide Watch: all on water</title>", "The Severn bore"),
        (
            "<title>Bores - Explained | Water Weekly</title><meta property=og:site_name content='Water Weekly'>",
            "Bores - Explained",
        ),
        ("<title>Bore - where to see it | News</title><h1>Tide Watch</h1><h1>Bore</h1>", "Bore"),
        ("<h1>Only  a\nheading</h1>", "Only a heading"),
        ("<p>nothing</p>", ""),
        # on an article a heading with the title's words is the headline, and elsewhere a slogan
        (SLOGAN, "Tide tables for the Severn"),
        (SLOGAN + article(), "All tide tables at your fingertips"),
        ("<title>潮の満ち引き｜潮汐ニュース</title><h1>潮の満ち引き</h1>", "潮の満ち引き"),
    ],
)  # fmt: skip
def test_the_title_is_the_headline_without_the_name_of_the_site(html, title):
    assert declared(html, URL).title == title


@pytest.mark.parametrize(
    ("html", "author"),
    [
        (article(author={"@type": "Person", "name": "Ada Byron"}), "Ada Byron"),
        (article(author=["Ada Byron", {"name": "By Mary Shelley"}]), "Ada Byron, Mary Shelley"),
        (
            script([{"@type": "Article", "author": {"@id": "#a"}}, {"@id": "#a", "name": "Ada Byron"}]),
            "Ada Byron",
        ),
        (script({"@type": "Product", "name": "Boat", "author": "Ada Byron"}), ""),
        ("<meta name=author content='by Ada Byron | 12 May 2024'>", "Ada Byron"),
        ("<meta name=author content='https://example.org/ada'>", ""),
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ada Byron'>",
            "Ada Byron",
        ),
        ("<body><h1>T</h1><p class=byline>By Ada Byron, chief writer</p>", "Ada Byron"),
        ("<body><h1>T</h1><span class=author>Von Ada Byron</span>", "Ada Byron"),
        ("<body><h1>T</h1><span class=author>Ada Byron Published 12.05.2024</span>", "Ada Byron"),
        ("<body><footer><p class=author>Ada Byron</footer>", ""),
        # a person counts before the site itself
        (OWN, "Tide Watch"),
        (f"{OWN}<body><h1>T</h1><a rel=author>Ada Byron</a>", "Ada Byron"),
    ],
)  # fmt: skip
def test_the_author_is_a_name_and_nothing_else(html, author):
    assert declared(html, URL).author == author


def test_titles_and_names_are_capped_and_long_pages_of_them_take_little_time():
    began = time.process_time()
    many = declared(article(author=[f"Author {n}" for n in range(50)])).author
    assert len(many) <= 160
    for unit in (" | ", "a - ", "tide "):
        html = f"<title>{unit * 30_000}</title><h1>{unit * 30_000}"
        assert len(declared(html, URL).title) <= 300
    declared("<body>" + "<p class=author>by " * 15_000)
    declared("<body>" + f"<div class=author>{'x ' * 500}</div>" * 700)
    assert time.process_time() - began < 6


@pytest.mark.parametrize(
    ("html", "site"),
    [
        ("<meta property=og:site_name content='Tide Watch'>", "Tide Watch"),
        (script({"@type": "WebSite", "name": "Tide Watch", "url": URL}), "Tide Watch"),
        (
            script([{"@type": "Article", "publisher": {"@id": "#o"}}, {"@id": "#o", "name": "Tide Watch"}]),
            "Tide Watch",
        ),
        ("<meta property=og:site_name content='https://tide-watch.example'>", ""),
        (f"<meta property=og:site_name content='{'slogan ' * 20}'>", ""),
    ],
)  # fmt: skip
def test_the_name_of_the_site_is_what_the_page_says(html, site):
    assert declared(html, URL).site == site
