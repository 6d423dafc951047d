"""What a question asks for: its keywords, news of which time, and in which language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.language import differs
from desktop_agent.web.search.query import is_news, keywords, news_window


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("what is the capital of France?", "capital France"),
        ("Who won the 2024 Nobel Prize in Physics?", "won 2024 Nobel Prize Physics"),
        ('"exact phrase" site:python.org -beta +word', "exact phrase word"),
        ("!w Ada Lovelace", "Ada Lovelace"),
        ("how do I install C++ and C# on node.js?", "install C++ C# node.js"),
        ("What\u2019s Apple\u2019s newest phone", "Apple newest phone"),
        ("WHO WON THE WORLD CUP", "WON WORLD CUP"),
        ("Quelle est la capitale de l'Australie ?", "capitale Australie"),
        ("日本の首都は", "日本の首都は"),
        ("who is it", ""),
        (
            "the actor Will Smith angrily slapped Chris Rock in 2022",
            "actor Will Smith Chris Rock 2022",
        ),
    ],
)
def test_content_words_stay_and_of_more_than_six_numbers_years_and_names(query, expected):
    assert keywords(query) == expected


@given(st.text(max_size=300))
def test_keywords_are_at_most_six_and_in_their_order(query):
    rest = query.replace("\u2019", "'").replace("_", " ")
    found = keywords(query).split(" ")
    assert len(found) <= 6
    for word in found:
        assert word in rest
        rest = rest[rest.index(word) + len(word) :]


@pytest.mark.parametrize(
    ("query", "news", "window"),
    [
        ("latest news about Iran", True, None),
        ("what happened in Paris yesterday?", True, "week"),
        ("What is happening in Kyiv right now", True, "day"),
        ("日本のニュース", True, None),
        ("what happened to Amelia Earhart", False, None),
        ("Who owns Fox News?", False, None),
        ("newspaper circulation this year", False, None),
    ],
)
def test_news_questions_are_told_from_others(query, news, window):
    assert is_news(query) is news
    assert news_window(query) == window


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("who is the king of Spain", "Felipe VI is the king of Spain and head of state", False),
        ("who is the king of Spain", "El rey de España es Felipe VI y la reina es Letizia", True),
        ("O gato não está em casa", "El gato no está en la casa y el perro es muy viejo", True),
        ("Rammstein Mutter lyrics", "Die Katze ist auf der Matte und sie schläft", False),
        ("who is the king of Spain", "Филипп VI — король Испании", True),
        ("日本の首都", "日本首都东京", False),
        ("고양이 2024", "고양이는 2024 집에 있다", False),
    ],
)
def test_only_what_is_clearly_in_another_language_differs(question, text, expected):
    assert differs(question, text) is expected


@given(st.text(), st.text())
def test_no_text_is_in_another_language_than_itself(question, text):
    assert isinstance(differs(question, text), bool)
    assert not differs(text, text)
