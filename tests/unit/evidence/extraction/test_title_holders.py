import pytest

from desktop_agent.evidence.records import Intent
from tests.unit.evidence.extraction.seeing import ENCYCLOPAEDIA, Found, extract, page

HOLDER = Intent.TITLE_HOLDER

SAID = [
    ("Secretary General of NATO", "Secretary General", "The current Secretary General of NATO is former Dutch prime minister Mark Rutte.", "Mark Rutte"),
    ("CEO of Microsoft", "CEO", "Satya Nadella succeeded Steve Ballmer as CEO of Microsoft in 2014.", "Satya Nadella"),
    ("president of France", "president", "French President Emmanuel Macron met the press.", "Emmanuel Macron"),
    ("secretary-general of the United Nations", "secretary-general", "António Guterres is the UN Secretary-General.", "António Guterres"),
    ("Bürgermeister von Hamburg", "Bürgermeister", "Peter Tschentscher ist Erster Bürgermeister von Hamburg.", "Peter Tschentscher"),
    ("maire de Paris", "maire", "Anne Hidalgo est la maire de Paris.", "Anne Hidalgo"),
    ("mayor of Milan", "mayor", "Il sindaco di Milano è Giuseppe Sala.", "Giuseppe Sala"),
]  # fmt: skip

NOT_SAID = [
    ("CEO of Microsoft", "CEO", "Steve Ballmer was the CEO of Microsoft from 2000 to 2014."),
    ("CEO of Microsoft", "CEO", "Microsoft CEO Steve Ballmer will step down within a year; Steve Ballmer retires."),
    ("president of France", "president", "Brigitte Macron is the wife of the president of France."),
    ("president of the United States", "president", "JD Vance is the vice president of the United States."),
    ("mayor of London", "mayor", "Susan Hall could be the next mayor of London."),
    ("prime minister of Japan", "prime minister", "Shinzo Abe, the late prime minister of Japan, is remembered."),
]  # fmt: skip


@pytest.mark.parametrize(("office", "role", "text", "holder"), SAID)
def test_a_sentence_names_the_holder(office, role, text, holder):
    assert extract(HOLDER, office, page("", text), detail=role).values == {holder}


@pytest.mark.parametrize(("office", "role", "text"), NOT_SAID)
def test_predecessors_deputies_and_others_are_not_sighted(office, role, text):
    assert extract(HOLDER, office, page("", text), detail=role).values == set()


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Mayor of London - Wikipedia", "| Incumbent | Sadiq Khan since 9 May 2016 |", "Sadiq Khan"),
        ("London - Wikipedia", "| Mayor | Sadiq Khan (L) |", "Sadiq Khan"),
    ],
)  # fmt: skip
def test_rows_name_the_holder(title, text, name):
    found = holder("mayor of London", title, f"# {title}\n\n{text}\n", "mayor")
    assert found.values == {name}


def test_the_right_one_of_the_key_people_is_taken():
    text = "# Nvidia\n\n| Key people | Jensen Huang (co-founder, president & CEO); Colette Kress (CFO) |\n"
    assert holder("CEO of Nvidia", "Nvidia - Wikipedia", text, "CEO").values == {"Jensen Huang"}


@pytest.mark.parametrize(("body", "names"), [("AMD", {"Lisa Su"}), ("Example Holdings", set())])
def test_structured_data_names_the_holder_of_that_body_alone(body, names):
    told = {"jobTitle": "Chair and CEO", "worksFor.name": body}
    facts = tuple(("json_ld", "Person: Lisa Su", *fact) for fact in told.items())
    assert extract(HOLDER, "CEO of AMD", page("AMD", facts=facts), detail="CEO").values == names


def test_one_name_in_two_forms_is_one_candidate():
    one = page("", "Dr. Lisa Su is the CEO of AMD.")
    two = page("", "AMD CEO Lisa T. Su spoke.", url="https://www.reuters.com/x")
    found = extract(HOLDER, "CEO of AMD", one, two, detail="CEO")
    assert len(found.candidates) == 1
    assert found.candidates[0].domains == ("wikipedia.org", "reuters.com")


def test_pages_of_years_ago_do_not_tell_who_holds_it_now_and_a_fresh_trusted_one_does():
    sites = ("www.reuters.com", "apnews.com", "a.com", "b.com")
    stale = [
        page("", f"Starbucks CEO Laxman Narasimhan spoke on day {n}.", url=f"https://{site}/x", date="2023-05-01")
        for n, site in enumerate(sites)
    ]  # fmt: skip
    assert extract(HOLDER, "CEO of Starbucks", *stale, detail="CEO").answer == ""
    fresh = page("", "Brian Niccol is the chief executive officer of Starbucks.", date="2026-09-01")
    found = extract(HOLDER, "CEO of Starbucks", *stale, fresh, detail="CEO")
    assert found.answer == "Brian Niccol"


@pytest.mark.parametrize(("date", "sure"), [("2026-05-01", True), ("", False)])
def test_one_undated_page_does_not_tell_who_holds_it_now(date: str, sure: bool):
    told = page("", "Satya Nadella is the CEO of Microsoft.", date=date)
    found = extract(HOLDER, "CEO of Microsoft", told, detail="CEO")
    assert found.values == {"Satya Nadella"}
    assert bool(found.answer) is sure


def test_a_sentence_about_another_year_is_as_old_as_that_year():
    told = page("", "As of 2010, the CEO of Microsoft is Steve Ballmer.", date="2026-01-01")
    found = extract(HOLDER, "CEO of Microsoft", told, detail="CEO")
    assert found.sightings[0].date == "2010"
    assert found.answer == ""


def test_a_role_alone_counts_on_the_page_of_its_body_and_nowhere_else():
    text = "The current chief conductor is Kirill Petrenko."
    asked = "chief conductor of the Berlin Philharmonic"
    own, other = "Berlin Philharmonic - Wikipedia", "Conductors: Berlin Philharmonic and others"
    assert holder(asked, own, text, "chief conductor").values == {"Kirill Petrenko"}
    assert holder(asked, other, text, "chief conductor").values == set()


@pytest.mark.parametrize("what", ["the Alliance's top civil servant", "elected by Member States"])
def test_what_an_office_is_is_nobody_who_holds_it(what):
    text = f"The Secretary General of NATO is {what}."
    found = extract(HOLDER, "Secretary General of NATO", page("", text), detail="Secretary General")
    assert found.answer == ""
    assert all(sighting.strength < 0.7 for sighting in found.sightings)


CHAMPIONS = """# List of World Chess Champions

| Name | Year | Country |
| --- | --- | --- |
| Magnus Carlsen | 2013 | Norway |
| Ding Liren | 2023 | China |
| Gukesh Dommaraju | 2024 | India |
"""


@pytest.mark.parametrize("to_come", ["", "| Magnus Carlsen | 2027 | Norway |\n"])
def test_the_newest_row_of_a_list_that_is_not_to_come_is_the_champion(to_come: str):
    title = "List of World Chess Champions - Wikipedia"
    found = holder("world chess champion", title, CHAMPIONS + to_come, "champion")
    assert found.values == {"Gukesh Dommaraju"}


def holder(entity: str, title: str, text: str, detail: str, url: str = ENCYCLOPAEDIA) -> Found:
    return extract(HOLDER, entity, page(title, text=text, url=url), detail=detail)


@pytest.mark.parametrize(
    "said",
    [
        "The Most Reverend and Right Honourable Ada Quill is the 41st Dean of Larkham.",
        "The current Dean is Rt Hon Revd Dame Ada Quill MP.",
        "| Amtierender Dean Ada Quill seit 3. Mai 2024 |  |",
        "| Amtsinhaber | Ada Quill |", "| Titular | Ada Quill |",
    ],
)  # fmt: skip
def test_honours_and_labels_do_not_hide_the_holder(said: str):
    assert holder("Dean of Larkham", "Dean of Larkham", said, "Dean").values == {"Ada Quill"}


@pytest.mark.parametrize(
    "said",
    [
        "Otto Brand (2013\u20132025), Dean of Larkham.",
        "Otto Brand, Dean of Larkham, stepped down.",
        "The outgoing Dean of Larkham, Otto Brand, spoke.",
    ],
)  # fmt: skip
def test_who_held_an_office_or_bids_farewell_does_not_hold_it(said: str):
    assert not holder("Dean of Larkham", "News", said, "Dean").values
    said = "The Dean of Larkham, Otto Brand, speaks in the great hall."
    assert not holder("Dean of Larkham", "Dean Otto Brand's farewell", said, "Dean").values


def test_the_office_of_another_country_is_another_office():
    said = (
        "The Honourable Ada Quill is the Speaker of the House of Commons. It is modelled on the UK."
    )
    entity, canada = (
        "Speaker of the House of Commons in the UK",
        "https://www.ourcommons.ca/speaker",
    )
    assert not holder(entity, "Speaker - House of Commons of Canada", said, "Speaker").values
    assert not holder(entity, "The Speaker", said, "Speaker", canada).values
    assert holder(entity, "The Speaker - UK Parliament", said, "Speaker").values == {"Ada Quill"}
