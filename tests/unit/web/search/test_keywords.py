"""A question in at most six keywords."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.web.search.query import keywords


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cats", "cats"),
        ("what is the capital of France?", "capital France"),
        ("Who won the 2024 Nobel Prize in Physics?", "won 2024 Nobel Prize Physics"),
        ('"exact phrase" site:python.org -beta +word', "exact phrase word"),
        ("cats AND dogs OR (birds NOT fish)", "cats dogs birds fish"),
        ("rust or go", "rust go"),
        ("filetype:pdf intitle:report climate 2023", "climate 2023"),
        ("!w Ada Lovelace", "Ada Lovelace"),
        ("latest version of Python 3.12", "latest version Python 3.12"),
        ("how do I install C++ and C# on node.js?", "install C++ C# node.js"),
        ("AT&T's 1,000,000 customers", "AT&T 1,000,000 customers"),
        ("COVID-19 vaccine, side effects!", "COVID-19 vaccine side effects"),
        ("What\u2019s Apple\u2019s newest phone", "Apple newest phone"),
        ("who is the president of the US", "president US"),
        ("songs by The Who", "songs The Who"),
        ("When did Will Smith act", "Will Smith act"),
        ("How Many People Live In Tokyo", "People Live Tokyo"),
        ("WHO WON THE WORLD CUP", "WON WORLD CUP"),
        ("Was ist die Hauptstadt von Australien?", "Hauptstadt Australien"),
        ("Quelle est la capitale de l'Australie ?", "capitale Australie"),
        ("¿Cuál es la capital de Perú?", "capital Perú"),
        ("Qual è la capitale dell'Austria?", "capitale Austria"),
        ("who won the war", "won war"),
        ("Кто написал Войну и мир?", "Кто написал Войну и мир"),
        ("日本の首都は", "日本の首都は"),
        ("who is it", ""),
        ("?!", ""),
        ("", ""),
    ],
)
def test_content_words_stay(query: str, expected: str) -> None:
    assert keywords(query) == expected


def test_of_more_than_six_words_numbers_years_and_names_stay() -> None:
    question = (
        "when exactly did the famous actor Will Smith angrily slap comedian Chris Rock "
        "during the 2022 ceremony"
    )
    assert keywords(question) == "exactly Will Smith Chris Rock 2022"


@given(st.text(max_size=300))
def test_keywords_are_at_most_six_and_in_their_order(query: str) -> None:
    rest = query.replace("\u2019", "'").replace("_", " ")
    found = keywords(query).split(" ")
    assert len(found) <= 6
    for word in found:
        assert word in rest
        rest = rest[rest.index(word) + len(word) :]


words = st.sampled_from(
    [
        *sorted(STOP_WORDS["en"]),
        *sorted(STOP_WORDS["de"]),
        "Paris",
        "2024",
        "cats",
        "NASA",
        "3.5",
        "big",
    ]
)


@given(st.lists(words, max_size=15).map(" ".join))
def test_keywords_of_keywords_do_not_grow(query: str) -> None:
    once = keywords(query)
    assert len(keywords(once).split()) <= len(once.split())
