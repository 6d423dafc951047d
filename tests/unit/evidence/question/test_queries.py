import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import QueryFamily, query_families, quoted
from desktop_agent.evidence.records import Intent, Reading
from tests.unit.evidence.question.table import TODAY, cases

OPERATORS = re.compile(
    r"""(?<!\S)[!+\-~]\S|"|(?<!\S)(?:AND|NOT)(?!\S)|\b(?:intitle|inurl|filetype):"""
)


def without_sites(query: str) -> str:
    return re.sub(r"site:\S+(?: OR site:\S+)*\Z", "", query)


def families(text: str) -> tuple[QueryFamily, ...]:
    return query_families(read_question(text, TODAY), TODAY)


def all_queries(text: str) -> list[str]:
    return [query for family in families(text) for query in family.queries]


def test_every_question_of_the_table_has_one_to_three_families_of_one_or_two_queries():
    for case in cases():
        found = families(case.text)
        assert 1 <= len(found) <= 3, case.text
        assert all(1 <= len(family.queries) <= 2 for family in found), case.text
        queries = [query for family in found for query in family.queries]
        assert len(queries) == len(set(queries)), case.text


def test_what_changes_with_time_is_searched_with_the_year():
    assert "2026" in all_queries("Who is the mayor of London?")[0]
    assert "2026" in all_queries("the latest news about Python")[0]
    assert "2026" not in " ".join(all_queries("When was Marie Curie born?"))
    assert "2026" not in " ".join(all_queries("Who wrote Hamlet?"))
    assert "2026" not in " ".join(all_queries("Who won the 2024 Super Bowl?"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "A hotel has 100 lights. Guests toggle some. How many lights are on at last?",
            "hotel 100 lights lights last",
        ),
        ("My daughter asked me yesterday. Why is the sky blue?", "sky blue"),
    ],
)
def test_a_question_is_searched_with_the_sentences_that_tell_what_it_is_about(
    text: str, first: str
):
    assert all_queries(text)[0] == first


def test_each_intent_asks_the_sites_that_know():
    music = " ".join(all_queries("What is the latest album by Radiohead?"))
    for site in ("open.spotify.com", "bandcamp.com", "musicbrainz.org"):
        assert f"site:{site}" in music
    assert "site:genius.com" in " ".join(all_queries("Who sings Bohemian Rhapsody?"))
    numpy = " ".join(all_queries("latest version of numpy"))
    assert all(f"site:{site}" in numpy for site in ("numpy.org", "pypi.org", "github.com"))
    assert "site:wikipedia.org" in " ".join(all_queries("Who is the mayor of London?"))


def test_a_general_question_is_searched_by_key_words_and_then_whole_and_no_words_are_not():
    assert families("?!") == families("") == ()
    first, second, *_ = all_queries("How many moons does Jupiter have?")
    assert first == "Jupiter moons"
    assert second == "How many moons does Jupiter have"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Qual è l'ultimo album di Elisa?", "Elisa ultimo album 2026"),
        ("Quando nasceu Amália Rodrigues?", "Amália Rodrigues nascido data de nascimento"),
        ("Muse: what is their latest studio album?", "Muse latest album 2026"),
    ],
)
def test_the_first_query_speaks_the_language_and_keeps_what_narrows_down(text: str, first: str):
    assert all_queries(text)[0] == first


@pytest.mark.parametrize(
    "text",
    [
        "!g who is the CEO of Nvidia",
        'who is the mayor of "x" OR intitle:y',
        "who wrote Hamlet -Shakespeare AND filetype:pdf",
    ],
)
def test_the_question_cannot_give_orders_to_the_engine(text: str):
    queries = [without_sites(query) for query in all_queries(text)]
    assert queries
    assert not [query for query in queries if OPERATORS.search(query)]
    assert not [query for query in queries if "site:" in query or " OR " in query]


def test_the_entity_is_quoted_once():
    family = QueryFamily("x", ("current mayor of London 2026", "who governs the city"))
    once = ('current "mayor of London" 2026', '"mayor of London" who governs the city')
    assert quoted(family, "mayor of London").queries == once
    assert quoted(family, "") == family


@given(st.text(max_size=900), st.text(max_size=200), st.sampled_from(list(Intent)))
def test_no_query_is_too_long_or_holds_an_operator(text: str, entity: str, intent: Intent):
    reading = replace(Reading(text, intent, entity), current=True)
    for family in query_families(reading, TODAY):
        for query in (*family.queries, *quoted(family, entity).queries):
            assert 0 < len(query) <= 300
        for query in family.queries:
            assert not OPERATORS.search(without_sites(query))
