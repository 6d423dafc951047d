"""Offices and their holders in the forms that pages write them in."""

import pytest

from desktop_agent.evidence.pack import Intent
from tests.unit.evidence.extraction.seeing import Found, extract, page


def holder(entity: str, title: str, text: str, detail: str, url: str = "") -> Found:
    document = page(title, text=text, url=url or "https://en.wikipedia.org/wiki/Page")
    return extract(Intent.TITLE_HOLDER, entity, document, detail=detail)


@pytest.mark.parametrize(
    "said",
    [
        "The Most Reverend and Right Honourable Ada Quill is the 41st Dean of Larkham.",
        "The Rt Hon Dame Ada Quill MP is the 41st Dean of Larkham.",
        "The current Dean is Rt Hon Ada Quill FRS.",
        "The current Dean is Rt Hon Revd Dame Ada Quill MP.",
        "| Incumbent: | Dame Ada Quill OBE since 3 May 2024 |",
        "| Amtierender Dean Ada Quill seit 3. Mai 2024 |  |",
        "| Amtsinhaber | Ada Quill |", "| Titulaire actuel | Ada Quill |", "| Titular | Ada Quill |",
        "| In carica | Ada Quill |",
    ],
)  # fmt: skip
def test_honours_and_labels_do_not_hide_the_holder(said: str):
    assert holder("Dean of Larkham", "Dean of Larkham", said, "Dean").values == {"Ada Quill"}


@pytest.mark.parametrize(
    "said",
    [
        "Otto Brand, 40th Dean of Larkham (2013\u201325).", "Otto Brand (2013\u20132025), Dean of Larkham.",
        "Otto Brand is the Dean of Larkham until January 2025.", "Otto Brand, Dean of Larkham, stepped down.",
        "The Dean of Larkham, Otto Brand, lays down his staff today.", "The outgoing Dean of Larkham, Otto Brand, spoke.",
    ],
)  # fmt: skip
def test_who_held_an_office_does_not_hold_it(said: str):
    assert not holder("Dean of Larkham", "News", said, "Dean").values


def test_a_farewell_names_no_holder():
    said = "The Dean of Larkham, Otto Brand, speaks in the great hall."
    assert not holder("Dean of Larkham", "Dean Otto Brand's farewell", said, "Dean").values


@pytest.mark.parametrize(
    "said",
    [
        "Ada Quill ist die Bundespräsidentin der Republik Österreich.",
        "Ada Quill ist die österreichische Bundespräsidentin.",
        "| Amtsinhaberin | Ada Quill |",
    ],
)
def test_a_country_has_adjectives(said: str):
    title = "Bundespräsident (Österreich) – Wikipedia"
    found = holder("Bundespräsident von Österreich", title, said, "Bundespräsident")
    assert found.values == {"Ada Quill"}


def test_the_office_of_another_country_is_another_office():
    said = (
        "The Honourable Ada Quill is the Speaker of the House of Commons. It is modelled on the UK."
    )
    entity = "Speaker of the House of Commons in the UK"
    for title, url in (
        ("Speaker - House of Commons of Canada", "https://commons.example/s"),
        ("The Speaker", "https://www.ourcommons.ca/speaker"),
    ):
        assert not holder(entity, title, said, "Speaker", url).values
    assert holder(entity, "The Speaker - UK Parliament", said, "Speaker").values == {"Ada Quill"}


def test_the_site_of_an_office_is_to_be_trusted():
    said = "Ada Quill is the 41st Dean of Larkham."
    assert holder("Dean of Larkham", "About", said, "Dean", "https://deanoflarkham.org/").answer
    assert not holder("Dean of Larkham", "About", said, "Dean", "https://deanoflarkham.com/").answer
