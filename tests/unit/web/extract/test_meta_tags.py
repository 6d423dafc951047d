"""What pages say of themselves in meta tags, and the language they say they are in."""

import pytest

from tests.unit.web.extract.facts_of import facts_of, read

HEAD = """<html lang="en_us"><head>
  <meta property="og:title" content="GUTS by &quot;Olivia Rodrigo&quot;">
  <meta property="og:type" content="music.album"><meta property="og:url" content="https://x.example">
  <meta property="og:image" content="/a.png"><meta property="og:image:width" content="600">
  <meta property="music:musician" content="https://x.example/artist">
  <meta property="music:release_date" content="2023-09-08">
  <meta name="twitter:title" content='GUTS by "Olivia Rodrigo"'>
  <meta name="twitter:card" content="summary"><meta name="twitter:data1" content="39 minutes">
  <meta property=og:locale content=fr_FR>
  <meta name=Description content="  An album\n of twelve songs. ">
  <meta name=author content="Geffen Records"><meta name=viewport content="width=device-width">
  <meta name="citation_author" content="Noether, Emmy"><meta name="citation_author" content="Klein">
  <meta name=robots content=index><meta content=lost><meta name=date>
</head>"""


def test_open_graph_tags_are_facts_but_for_pictures_addresses_and_repetitions():
    assert facts_of(HEAD, "open_graph") == [
        ("", "og:title", 'GUTS by "Olivia Rodrigo"'),
        ("", "og:type", "music.album"),
        ("", "music:release_date", "2023-09-08"),
        ("", "twitter:data1", "39 minutes"),
    ]


def test_plain_names_are_facts_where_they_are_about_the_page():
    assert facts_of(HEAD, "meta") == [
        ("", "description", "An album of twelve songs."),
        ("", "author", "Geffen Records"),
        ("", "citation_author", "Noether, Emmy"),
        ("", "citation_author", "Klein"),
    ]


def test_a_tag_in_the_body_counts_and_a_name_in_the_place_of_a_property_too():
    html = "<p>x<meta name='OG:Title' content='Tides'>"
    assert facts_of(html, "open_graph") == [("", "og:title", "Tides")]
    # that a page is a page is no fact
    assert facts_of("<meta property=og:type content=website>", "open_graph") == []


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=EN-us>", "en-US"),
        ("<html lang='pt_BR'>", "pt-BR"),
        ("<html lang=zh-hant-tw>", "zh-Hant-TW"),
        ("<html lang=de-DE-1996>", "de-DE"),
        ("<html xml:lang=fr>", "fr"),
        ("<html lang=''><meta property=og:locale content=it_IT>", "it-IT"),
        ("<html lang='{{lang}}'><meta http-equiv=Content-Language content='sv, en'>", "sv"),
        ("<html><meta name=dc.language content=ja>", "ja"),
        ("<html lang=de><meta property=og:locale content=en>", "de"),
        ("<html>", ""),
    ],
)
def test_the_language_is_the_first_that_can_be_one(html, language):
    assert read(html).language == language
