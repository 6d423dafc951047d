"""What is stored below a page's text so that it can be cited."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import PageFact
from desktop_agent.web.extract.facts.page_facts import data_section
from tests.unit.web.extract.facts_of import read

TEXT = "# GUTS\n\nThe second album of **Olivia Rodrigo** came out in autumn; “vampire” led it."
ARTIST = PageFact("json_ld", "MusicAlbum: GUTS", "byArtist.name", "Olivia Rodrigo")
DAY = PageFact("json_ld", "MusicAlbum: GUTS", "datePublished", "2023-09-08")
PLAIN = PageFact("meta", "", "author", "Geffen <Records> & Co")


@pytest.mark.parametrize(
    ("form", "section"),
    [
        (
            "markdown",
            (
                "\n\n## Data of the page\n\n- MusicAlbum: GUTS — datePublished: 2023-09-08"
                "\n- author: Geffen <Records> & Co"
            ),
        ),
        (
            "text",
            (
                "\n\nData of the page\n\nMusicAlbum: GUTS — datePublished: 2023-09-08"
                "\nauthor: Geffen <Records> & Co"
            ),
        ),
        (
            "html",
            (
                "\n\n<h2>Data of the page</h2>\n<ul>\n<li>MusicAlbum: GUTS — datePublished: 2023-09-08"
                "</li>\n<li>author: Geffen &lt;Records&gt; &amp; Co</li>\n</ul>"
            ),
        ),
    ],
)
def test_it_is_a_heading_and_a_line_for_each_fact_that_the_text_lacks(form, section):
    assert data_section(TEXT, [ARTIST, DAY, DAY, PLAIN], form) == section


@pytest.mark.parametrize("value", ["Olivia Rodrigo", "olivia rodrigo", "Autumn!", "ヒカル"])
def test_what_the_text_holds_is_not_repeated(value):
    text = f"{TEXT} これは宇多田ヒカルの曲です。"
    assert data_section(text, [PageFact("json_ld", "x", "y", value)], "markdown") == ""
    assert data_section(text, [], "markdown") == read("<title>t</title>").data == ""


@pytest.mark.parametrize("value", ["GUT", "amp", "Rodrigo Olivia", "came out in winter", "*"])
def test_parts_of_words_and_words_in_another_order_are_not_held(value):
    assert value in data_section(TEXT, [PageFact("json_ld", "x", "y", value)], "markdown")


@given(st.text("abc .\u2019\u00e9"), st.text(min_size=1), st.sampled_from(["markdown", "text"]))
def test_a_value_that_is_nowhere_in_the_text_is_below_it(text, value, form):
    value = f"{value} zz"
    section = data_section(text, [PageFact("meta", "s", "n", value)], form)
    assert section.startswith("\n\n")
    assert section.endswith(f"s — n: {value}")


def test_a_text_of_five_megabytes_is_gone_through_in_time():
    text = "The tide — at Severn’s mouth — rises. " * 130_000
    facts = [PageFact("table", "s", f"n{n}", f"value {n} of the tide") for n in range(400)]
    began = time.process_time()
    assert data_section(text, facts, "markdown").count("\n- ") == 400
    assert time.process_time() - began < 1.5
