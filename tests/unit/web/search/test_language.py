"""In which language a text is, as far as ordering results needs it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.language import differs, latin_language_of, script_of


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Кошки и cats", "CYRILLIC"),
        ("カタカナ", "CJK"),
        ("고양이", "HANGUL"),
        ("قطط", "ARABIC"),
        ("2024 !?", ""),
    ],
)
def test_the_script_is_that_of_most_letters(text: str, script: str) -> None:
    assert script_of(text) == script


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The cat is on the mat and it is happy", "en"),
        ("Die Katze ist auf der Matte und sie schläft", "de"),
        ("Le chat est sur le tapis et il est content", "fr"),
        ("O gato não está em casa, mas uma gata está", "pt"),
        ("Rammstein Mutter lyrics", ""),
    ],
)
def test_function_words_tell_the_languages_of_one_script_apart(text: str, language: str) -> None:
    assert latin_language_of(text) == language


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("who is the king of Spain", "Felipe VI is the king of Spain and head of state", False),
        ("who is the king of Spain", "El rey de España es Felipe VI y la reina es Letizia", True),
        ("who is the king of Spain", "Филипп VI — король Испании", True),
        ("король Испании", "Felipe VI is the king of Spain", True),
        ("日本の首都", "日本首都东京", False),
        ("who is the king of Spain", "", False),
    ],
)
def test_only_what_is_clearly_in_another_language_differs(
    question: str, text: str, expected: bool
) -> None:
    assert differs(question, text) is expected


@given(st.text(), st.text())
def test_no_text_is_in_another_language_than_itself(question: str, text: str) -> None:
    assert isinstance(differs(question, text), bool)
    assert not differs(text, text)
