import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.extraction.relevance import about_a_name, mentions, relevant
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import Intent, Reading
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.names import MASK, masked
from tests.unit.evidence.extraction.seeing import TODAY, page

NAMED = [
    ("Rolling Stones", "The Rolling Stones"),
    ("John Fitzgerald Kennedy was there", "John Kennedy"),
    ("Prince's last album", "Prince"),
    ("宇多田ヒカルの新曲", "宇多田ヒカル"),
]
NOT_NAMED = [
    ("a prince and a castle", "Prince"),
    ("Prince Harry came", "Prince"),
    ("JavaScript is not it", "Java"),
    ("Lisa met Mary, and many years went by before Su", "Lisa Su"),
    ("It was late", "As It Was"),
    ("C is a language", "C++"),
]


@pytest.mark.parametrize(("text", "entity"), NAMED + NOT_NAMED)
def test_a_mention_is_told_from_what_only_looks_like_it(text, entity):
    assert mentions(text, entity) is ((text, entity) in NAMED)


@pytest.mark.parametrize(
    ("url", "title", "snippet"),
    [
        ("https://www.behindthename.com/name/adele", "Adele", ""),
        ("https://a.com", "Adele (disambiguation) - Wikipedia", ""),
        ("https://a.com", "Adele", "Adele may refer to several people."),
    ],
)
def test_a_page_about_the_name_is_not_relevant(url, title, snippet):
    document = page(title, snippet, url=url)
    assert about_a_name(document)
    assert not relevant(document, Reading("", Intent.LATEST_ALBUM, "Adele"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_flattening_and_masking_keep_every_character_in_its_place(before, after):
    text = f"{before} Marie Curie {after}"
    hidden = masked(text, "Marie Curie")
    assert len(hidden) == len(flat(text)) == len(text)
    assert MASK in hidden


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the rapper Eve's latest album?", "Eve"),
        ("What is the latest version of the Godot engine?", "Godot"),
        ("Who is the CEO of Nvidia?", "CEO of Nvidia"),
    ],
)
def test_words_that_tell_only_the_kind_are_no_part_of_the_name(question: str, name: str):
    assert read_question(question, TODAY).entity == name


def test_a_page_that_names_the_body_is_relevant_for_its_office():
    reading = read_question("Who is the mayor of London?", TODAY)
    assert relevant(page("", "Sadiq Khan spoke in London."), reading)
    assert not relevant(page("", "Sadiq Khan spoke in Leeds."), reading)
