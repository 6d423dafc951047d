import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.extraction.relevance import (
    about,
    about_a_name,
    mentions,
    relevant,
    subject_of,
)
from desktop_agent.evidence.records import Intent, Reading
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.names import MASK, masked
from tests.unit.evidence.extraction.seeing import page

NAMED = [
    ("BEYONCE released it", "Beyoncé"),
    ("Rolling Stones", "The Rolling Stones"),
    ("C++ 23 is out", "C++"),
    ("Nvidia's CEO spoke", "CEO of Nvidia"),
    ("mayor Sadiq Khan of London", "mayor of London"),
    ("Prince's last album", "Prince"),
    ("Новый альбом Земфиры", "Земфиры"),
    ("宇多田ヒカルの新曲", "宇多田ヒカル"),
]
NOT_NAMED = [
    ("a prince and a castle", "Prince"),
    ("Prince Harry came", "Prince"),
    ("The Fresh Prince moved", "Prince"),
    ("JavaScript is not it", "Java"),
    ("Lisa met Mary, and many years went by before Su", "Lisa Su"),
    ("anything", ""),
    ("", "Adele"),
    ("It was late", "As It Was"),
    ("a hard life", "Die Hard"),
    ("C is a language", "C++"),
]


@pytest.mark.parametrize(("text", "entity"), NAMED + NOT_NAMED)
def test_a_mention_is_told_from_what_only_looks_like_it(text, entity):
    assert mentions(text, entity) is ((text, entity) in NAMED)


@pytest.mark.parametrize(
    ("url", "title", "snippet"),
    [
        ("https://a.fr", "Signification du prénom Adèle", ""),
        ("https://www.behindthename.com/name/adele", "Adele", ""),
        ("https://a.com", "Adele (disambiguation) - Wikipedia", ""),
        ("https://a.com", "Adele", "Adele may refer to several people."),
        ("https://a.de", "Adele: Namensbedeutung und Herkunft", ""),
    ],
)
def test_a_page_about_the_name_is_not_relevant(url, title, snippet):
    document = page(title, snippet, url=url)
    assert about_a_name(document)
    assert not relevant(document, Reading("", Intent.LATEST_ALBUM, "Adele"))


@pytest.mark.parametrize(
    ("title", "entity", "expected"),
    [
        ("Adele - Wikipedia", "Adele", True),
        ("Python (programming language) - Wikipedia", "Python", True),
        ("The Hobbit: An Unexpected Journey (2012) - IMDb", "The Hobbit", False),
        ("", "Adele", False),
    ],
)
def test_a_page_is_about_what_its_title_names_alone(title, entity, expected):
    assert about(page(title), entity) is expected


@given(st.text(max_size=60), st.text(max_size=60))
def test_flattening_and_masking_keep_every_character_in_its_place(before, after):
    text = f"{before} Marie Curie {after}"
    hidden = masked(text, "Marie Curie")
    assert len(hidden) == len(flat(text)) == len(text)
    assert MASK in hidden


@pytest.mark.parametrize(
    ("intent", "text", "entity", "name", "kind"),
    [
        (Intent.LATEST_ALBUM, "the rapper Eve's latest album", "rapper Eve", "Eve", "person"),
        (Intent.EVENT_DATE, "When was the film Jurassic Park released?", "Jurassic Park", "Jurassic Park", "film"),
        (Intent.LATEST_VERSION, "latest version of the Godot engine", "Godot engine", "Godot", "software"),
        (Intent.LATEST_VERSION, "latest Python", "Python", "Python", ""),
        (Intent.TITLE_HOLDER, "CEO of Nvidia", "CEO of Nvidia", "CEO of Nvidia", ""),
    ],
)  # fmt: skip
def test_words_that_tell_only_the_kind_are_no_part_of_the_name(intent, text, entity, name, kind):
    subject = subject_of(Reading(text, intent, entity))
    assert (subject.name, subject.kind or kind) == (name, kind or subject.kind)
