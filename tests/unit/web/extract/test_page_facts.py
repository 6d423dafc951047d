"""All that a page says to machines, what of it is stored below the text, and its limits."""

import gzip
import json
import time
from collections import Counter

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.research import PageFact
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.meta_tags import meta_tags, page_language
from desktop_agent.web.extract.facts.page_facts import MAX_CHARACTERS, MAX_FACTS, data_section
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.unit.web.extract.facts_of import facts_of, read, script

ROWS = "".join(f"<tr><th>row {n}<td>{'value ' * 40}{n}" for n in range(500))


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
def test_what_a_page_declares_comes_once_and_before_its_tables_in_every_form(form):
    html = """<table><tr><th>Capital<td>Canberra</table><meta name=author content='An\U000e0049on'>
      <meta property=og:title content=Australia>""" + script(
        {"@type": "Country", "name": "Australia"}
    )
    found = read(html * 2, form)
    assert [fact.origin for fact in found.facts] == ["json_ld", "meta", "open_graph", "table"]
    assert found.facts[1].value == "Anon"


def test_facts_are_capped_in_number_and_size_and_no_form_crowds_out_the_others():
    items = [{"@type": "Thing", "name": f"thing {n}", "x": "y " * 240} for n in range(500)]
    metas = "".join(f"<meta property=article:tag content='tag {n}'>" for n in range(900))
    lists = "".join(f"<dl><dt>name {n}<dd>value {n}</dl>" for n in range(2_000))
    assert len(read(lists).facts) == MAX_FACTS
    facts = read(script(items) + metas + f"<table>{ROWS}</table>").facts
    size = sum(len(fact.subject + fact.name + fact.value) for fact in facts)
    assert len(facts) <= MAX_FACTS
    assert size <= MAX_CHARACTERS
    assert min(Counter(fact.origin for fact in facts).values()) >= 50


def test_real_pages_give_facts_and_are_not_taken_for_walls(shared_fixtures):
    folder = shared_fixtures / "extraction"
    having: Counter[str] = Counter()
    refusals = []
    for truth in sorted((folder / "ground-truth").glob("*.json"))[::80]:
        said = json.loads(truth.read_text())
        body = gzip.decompress((folder / "html" / f"{truth.stem}.html.gz").read_bytes())
        url = said["url"] or "http://site.example/"
        try:
            found = extract(Document(body, "text/html", "utf-8", url))
        except Unreadable as error:
            if said["main_content"]:
                refusals.append(error.message)
            continue
        having.update({"page", *(fact.origin for fact in found.facts)})
        assert len(found.facts) <= MAX_FACTS
        assert all(fact.name and fact.value for fact in found.facts)
    assert refusals == []
    assert having["json_ld"] > 0.3 * having["page"]
    assert having["open_graph"] > 0.6 * having["page"]
    assert having["table"] > 0.1 * having["page"]


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


def test_tags_are_facts_but_for_pictures_addresses_repetitions_and_what_is_not_of_the_page():
    assert facts_of(HEAD, "open_graph") == [
        ("", "og:title", 'GUTS by "Olivia Rodrigo"'),
        ("", "og:type", "music.album"),
        ("", "music:release_date", "2023-09-08"),
        ("", "twitter:data1", "39 minutes"),
    ]
    assert facts_of(HEAD, "meta") == [
        ("", "description", "An album of twelve songs."),
        ("", "author", "Geffen Records"),
        ("", "citation_author", "Noether, Emmy"),
        ("", "citation_author", "Klein"),
    ]
    # in the body, and a name in the place of a property
    html = "<p>x<meta name='OG:Title' content='Tides'>"
    assert facts_of(html, "open_graph") == [("", "og:title", "Tides")]
    # that a page is a page is no fact
    assert facts_of("<meta property=og:type content=website>", "open_graph") == []


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang='pt_BR'>", "pt-br"),
        ("<html lang=zh-hant-tw>", "zh-hant-tw"),
        ("<html xml:lang=fr>", "fr"),
        ("<html lang='{{lang}}'><meta http-equiv=Content-Language content='sv, en'>", "sv"),
        ("<html><meta name=dc.language content=ja>", "ja"),
        ("<html>", ""),
    ],
)
def test_the_language_is_the_first_that_can_be_one(html, language):
    root = html_tree.parse(html)
    assert page_language(root, meta_tags(root)) == language


TEXT = "# GUTS\n\nThe second album of **Olivia Rodrigo** came out in autumn; “vampire” led it."
ARTIST = PageFact("json_ld", "MusicAlbum: GUTS", "byArtist.name", "Olivia Rodrigo")
DAY = PageFact("json_ld", "MusicAlbum: GUTS", "datePublished", "2023-09-08")
SAID = "MusicAlbum: GUTS — datePublished: 2023-09-08"
PLAIN = PageFact("meta", "", "author", "Geffen <Records> & Co")


@pytest.mark.parametrize(
    ("form", "section"),
    [
        ("markdown", f"\n\n## Data of the page\n\n- {SAID}\n- author: Geffen <Records> & Co"),
        ("text", f"\n\nData of the page\n\n{SAID}\nauthor: Geffen <Records> & Co"),
    ],
)
def test_it_is_a_heading_and_a_line_for_each_fact_that_the_text_lacks(form, section):
    assert data_section(TEXT, [ARTIST, DAY, DAY, PLAIN], form) == section


@pytest.mark.parametrize(
    ("value", "held"),
    [
        ("Olivia Rodrigo", True),
        ("Autumn!", True),
        ("ヒカル", True),
        ("GUT", False),
        ("Rodrigo Olivia", False),
        ("came out in winter", False),
    ],
)
def test_what_the_text_holds_in_whole_words_and_this_order_is_not_repeated(value, held):
    text = f"{TEXT} これは宇多田ヒカルの曲です。"
    section = data_section(text, [PageFact("json_ld", "x", "y", value)], "markdown")
    assert (section == "") is held
    assert held or value in section
    assert data_section(text, [], "markdown") == read("<title>t</title>").data == ""


def test_a_text_of_five_megabytes_is_gone_through_in_time():
    text = "The tide — at Severn’s mouth — rises. " * 40_000
    facts = [PageFact("table", "s", f"n{n}", f"value {n} of the tide") for n in range(400)]
    began = time.process_time()
    assert data_section(text, facts, "markdown").count("\n- ") == 400
    assert time.process_time() - began < 1.5
