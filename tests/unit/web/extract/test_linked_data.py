"""JSON-LD and microdata to facts, from pages as shops, papers and encyclopaedias write them."""

import json
import time

import pytest

from desktop_agent.web.extract.facts.linked_data import MAX_VALUE
from tests.unit.web.extract.facts_of import facts_of, linked, read, script

ALBUM = {
    "@context": "https://schema.org",
    "@type": "MusicAlbum",
    "name": "GUTS",
    "byArtist": {"@type": "MusicGroup", "name": "Olivia Rodrigo", "url": "https://x.example/"},
    "datePublished": "2023-09-08",
    "numTracks": 12,
}
GUTS = [
    ("MusicAlbum: GUTS", "name", "GUTS"),
    ("MusicAlbum: GUTS", "byArtist.name", "Olivia Rodrigo"),
    ("MusicAlbum: GUTS", "datePublished", "2023-09-08"),
    ("MusicAlbum: GUTS", "numTracks", "12"),
]


@pytest.mark.parametrize(
    "data",
    [
        ALBUM,
        {"@context": "https://schema.org", "@graph": [ALBUM]},
        f"\n<!--\n{json.dumps(ALBUM)}\n-->\n",
        f"\ufeff{json.dumps(ALBUM)};",
        json.dumps(ALBUM).replace("GUTS", "\\u0047UTS\\ud800\\u0007"),
        {**ALBUM, "@type": ["Product", "http://schema.org/MusicAlbum"]},
        {**ALBUM, "name": "<b>GUTS</b>", "numTracks": {"@list": ["12"]}, "genre": [None, "", []]},
    ],
)
def test_an_album_is_read_however_its_json_is_wrapped(data):
    assert linked(data) == GUTS


def test_several_scripts_are_read_and_a_broken_one_costs_only_itself():
    broken = "".join(map(script, ("[[[", "", "null", '"x"', '[{}, {"@type": null}, {"name": []}]')))
    html = f"<script type='APPLICATION/LD+JSON; charset=utf-8'>{json.dumps(ALBUM)}</script>"
    assert facts_of(broken + html + script(ALBUM), "json_ld") == GUTS
    other = f"<script type=application/json>{json.dumps(ALBUM)}</script>"
    assert facts_of(other, "json_ld") == []


def test_values_are_plain_text_and_numbers_and_booleans_as_the_page_writes_them():
    data = {"@type": "Book", "name": "A &amp; B", "abstract": "<p>A&nbsp;novel<br>1 < 2"}
    assert linked(data) == [
        ("Book: A & B", "name", "A & B"),
        ("Book: A & B", "abstract", "A novel 1 < 2"),
    ]
    data = '{"@type":"Offer","name":"x","price":13.90,"big":1e400,"free":true,"no":null}'
    assert [fact[1:] for fact in linked(data)[1:]] == [
        ("price", "13.90"),
        ("big", "1e400"),
        ("free", "true"),
    ]
    assert linked('{"name":"x","n":' + "9" * 9000 + "}")[1][2] == "9" * MAX_VALUE
    # a long value is cut at a word, and a name has four parts at most
    assert linked({"name": "tidal " * 500})[0][2] == ("tidal " * 83).strip()
    nested: dict = {"v": "deepest"}
    for _ in range(6):
        nested = {"v": "x", "a": nested}
    assert [name for _, name, _ in linked(nested)] == ["v", "a.v", "a.a.v", "a.a.a.v"]


def test_items_of_a_list_lose_their_numbers_and_property_values_are_named_by_their_names():
    items = [
        {"@type": "ListItem", "position": n, "item": {"@type": "Movie", "name": name, "url": "/x"}}
        for n, name in enumerate(("Alien", "Blade Runner"), 1)
    ]
    facts = linked({"@type": "ItemList", "name": "Films", "itemListElement": items})
    assert ("ItemList: Films", "itemListElement.name", "Alien") in facts
    assert ("Movie: Blade Runner", "url", "/x") in facts
    assert not any("position" in name for _, name, _ in facts)
    values = [
        {"@type": "PropertyValue", "name": "Weight", "value": "310 g"},
        {"@type": "PropertyValue", "name": "Colour", "value": ["red", "blue"]},
    ]
    facts = linked({"@type": "Product", "name": "Kettle", "additionalProperty": values})
    assert [fact[1:] for fact in facts[1:]] == [
        ("additionalProperty.Weight", "310 g"),
        ("additionalProperty.Colour", "red"),
        ("additionalProperty.Colour", "blue"),
    ]


def test_a_reference_gives_the_name_of_what_it_refers_to_and_circles_do_no_harm():
    graph = [
        {"@type": "Article", "headline": "Tides", "author": {"@id": "#a"}},
        {"@type": "Person", "@id": "#a", "name": "Ada Lovelace", "knows": {"@id": "#b"}},
        {"@type": "Person", "@id": "#b", "name": "Mary Somerville", "knows": {"@id": "#a"}},
    ]
    assert linked({"@graph": graph}) == [
        ("Article: Tides", "headline", "Tides"),
        ("Article: Tides", "author.name", "Ada Lovelace"),
        ("Person: Ada Lovelace", "name", "Ada Lovelace"),
        ("Person: Ada Lovelace", "knows.name", "Mary Somerville"),
        ("Person: Mary Somerville", "name", "Mary Somerville"),
        ("Person: Mary Somerville", "knows.name", "Ada Lovelace"),
    ]


def test_page_furniture_is_left_out_but_an_organisation_that_says_more_than_its_name():
    facts = linked({"@type": "Organization", "name": "Mozilla", "foundingDate": "2003-07-15"})
    assert ("Organization: Mozilla", "foundingDate", "2003-07-15") in facts
    assert linked(
        [
            {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "Home"}]},
            {"@type": "WebSite", "name": "S", "potentialAction": {"@type": "SearchAction"}},
            {"@type": "Organization", "name": "S", "logo": {"@type": "ImageObject", "width": 9}},
            {"@type": "ImageObject", "caption": "A picture"},
            {
                "@type": "NewsArticle",
                "headline": "H",
                "url": "https://site.example/h",
                "image": ["a.png"],
                "publisher": {"@type": "Organization", "name": "S", "foundingDate": "1900"},
                "video": {"@type": "ImageObject", "name": "x"},
            },
        ]
    ) == [("NewsArticle: H", "headline", "H"), ("NewsArticle: H", "publisher.name", "S")]


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 40_000 + "1" + "}" * 40_000,
        '{"a"b"c":"d"e" ' * 600 + "}",
        json.dumps({"name": " " * 300_000}),
        json.dumps({"x": [{"name": str(n), "x": [{"name": "y"}] * 60} for n in range(300)]}),
    ],
    ids=lambda text: text[:12],
)
def test_hostile_json_costs_little_time_and_never_the_page(text):
    began = time.process_time()
    assert read(script(text)).text == "Some words of the page."
    assert time.process_time() - began < 1.5


def test_microdata_says_the_same_in_attributes():
    html = """<div itemscope itemtype="https://schema.org/MusicAlbum">
      <h2 itemprop="name">GUTS</h2>
      <span itemprop=byArtist itemscope itemtype="https://schema.org/MusicGroup">
        <a itemprop=url href=/x><b itemprop=name>Olivia  Rodrigo</b></a></span>
      <time itemprop=datePublished datetime=2023-09-08>last autumn</time>
      <meta itemprop=numTracks content=12><link itemprop="image" href="/cover.png">
      <script>var name = 1</script></div>"""
    assert facts_of(html, "json_ld") == GUTS
    # an item may be the whole page
    html = html.replace("<div itemscope", "<html itemscope", 1).replace("</div>", "")
    assert facts_of(html, "json_ld") == GUTS


def test_microdata_of_other_vocabularies_is_left_out_and_an_untyped_part_is_kept():
    html = """<p itemscope itemtype=http://other.example/Thing><b itemprop=name>Nothing</b></p>
      <div itemscope itemtype=http://schema.org/Recipe><i itemprop=name>Soup</i>
      <p itemprop=nutrition itemscope><b itemprop="calories energy">90 kcal</b></p></div>
      <p itemprop=stray>stray</p>"""
    assert facts_of(html, "json_ld") == [
        ("Recipe: Soup", "name", "Soup"),
        ("Recipe: Soup", "nutrition.calories", "90 kcal"),
        ("Recipe: Soup", "nutrition.energy", "90 kcal"),
    ]
