import pytest

from desktop_agent.evidence.records import Intent
from tests.unit.evidence.extraction.seeing import extract, page

EVENT = Intent.EVENT_DATE
CURIE, BEETHOVEN = "Marie Curie", "Ludwig van Beethoven"
BAPTISED = f"{BEETHOVEN} (baptised 17 December 1770 – 26 March 1827) was a composer."

SAID = [
    (CURIE, "died", "Marie Curie, née le 7 novembre 1867 à Varsovie et morte le 4 juillet 1934, est une physicienne.", "1934-07-04"),
    (CURIE, "born", "Marie Curie (7 November 1867 – 4 July 1934) was a physicist.", "1867-11-07"),
    (CURIE, "died", "Marie Curie (born November 7, 1867, Warsaw—died July 4, 1934, near Sallanches) was a physicist.", "1934-07-04"),
    (CURIE, "born", "Marie Curie (* 7. November 1867 in Warschau; † 4. Juli 1934 bei Passy) war eine Physikerin.", "1867-11-07"),
    (CURIE, "born", "Marie Curie, née le 7 novembre 1867 à Varsovie et morte le 4 juillet 1934, est une physicienne.", "1867-11-07"),
    ("Frida Kahlo", "born", "Frida Kahlo nació el 6 de julio de 1907 en Coyoacán.", "1907-07-06"),
    ("Nintendo", "founded", "Founded in 1889, Nintendo made playing cards.", "1889"),
    ("Fall of the Berlin Wall", "happened", "The fall of the Berlin Wall took place on 9 November 1989.", "1989-11-09"),
    (BEETHOVEN, "died", BAPTISED, "1827-03-26"),
]  # fmt: skip

NOT_SAID = [
    (CURIE, "died", "Marie Curie's husband Pierre died on 19 April 1906."),
    (CURIE, "died", "Marie Curie was born on 7 November 1867."),
    ("Nintendo", "founded", "Sega was founded in 1960. Nintendo is a rival."),
    ("Titanic", "happened", "The ship left Southampton on 10 April 1912."),
    (BEETHOVEN, "born", BAPTISED),
]


@pytest.mark.parametrize(("entity", "event", "text", "day"), SAID)
def test_a_sentence_gives_the_date_of_the_event(entity, event, text, day):
    found = extract(EVENT, entity, page("", text), detail=event)
    assert {sighting.date for sighting in found.sightings} == {day}


@pytest.mark.parametrize(("entity", "event", "text"), NOT_SAID)
def test_dates_of_other_people_and_events_are_not_sighted(entity, event, text):
    assert extract(EVENT, entity, page("", text), detail=event).sightings == ()


def test_a_year_and_a_day_in_it_agree_and_the_day_is_shown():
    year = page("", "Marie Curie was born in 1867 in Warsaw.")
    day = page("", "Marie Curie was born on November 7, 1867.", url="https://www.britannica.com/x")
    found = extract(EVENT, CURIE, year, day, detail="born")
    assert len(found.candidates) == 1
    assert found.answer == "November 7, 1867"
    assert found.candidates[0].domains == ("wikipedia.org", "britannica.com")


@pytest.mark.parametrize(
    ("event", "row", "day"),
    [
        ("born", "| Born | Maria Salomea Skłodowska 7 November 1867 Warsaw |", "1867-11-07"),
        ("died", "| Died | 4 July 1934 (aged 66) Passy |", "1934-07-04"),
        ("born", "| Geboren | 7. November 1867 |", "1867-11-07"),
    ],
)
def test_a_row_of_an_infobox_gives_the_date(event, row, day):
    document = page("Marie Curie - Wikipedia", text=f"# Marie Curie\n\n{row}\n")
    found = extract(EVENT, CURIE, document, detail=event)
    assert [sighting.date for sighting in found.sightings] == [day]


@pytest.mark.parametrize(("name", "known"), [("Marie Curie", True), ("Pierre Curie", False)])
def test_structured_data_gives_the_date_of_that_person_alone(name, known):
    facts = (("json_ld", "Person: Marie Curie", "birthDate", "1867-11-07"),)
    assert bool(extract(EVENT, name, page(name, facts=facts), detail="born").values) is known


def test_a_pronoun_counts_on_the_persons_own_page_alone():
    text = "# {}\n\nShe was born on 7 November 1867 in Warsaw.\n"
    own = page("Marie Curie - Biography", text=text.format("Marie Curie"))
    other = page("Women of science", "Marie Curie is one.", text=text.format("Women of science"))
    assert extract(EVENT, CURIE, own, detail="born").values
    assert not extract(EVENT, CURIE, other, detail="born").values


def test_two_trusted_sources_that_disagree_leave_it_open():
    one = page("", "Caravaggio was born on 29 September 1571.")
    two = page("", "Caravaggio was born on 28 September 1573.", url="https://www.britannica.com/x")
    found = extract(EVENT, "Caravaggio", one, two, detail="born")
    assert found.answer == ""
    assert any("disagree" in note for note in found.notes)


@pytest.mark.parametrize(
    ("entity", "question", "text", "day"),
    [
        ("Eiffel Tower", "When did the Eiffel Tower open?", "| Completed | 15 March 1889 |\n| Opening | 31 March 1889 |", "1889-03-31"),
        ("World War II", "When did World War II end?", "World War II began on 1 September 1939. World War II ended on 2 September 1945.", "1945-09-02"),
        ("Elbphilharmonie", "When was the Elbphilharmonie in Hamburg opened?", "Sie wurde am 11. Januar 2017 mit einem Festakt eröffnet.", "2017-01-11"),
    ],
)  # fmt: skip
def test_the_verb_of_the_question_chooses_the_event(entity, question, text, day):
    document = page(f"{entity} - Wikipedia", text=f"# {entity}\n\n{text}\n")
    found = extract(EVENT, entity, document, detail="happened", question=question)
    assert {sighting.date for sighting in found.sightings} == {day}


def test_the_book_is_told_from_the_film():
    book = page("Jurassic Park (novel) - Wikipedia", "Jurassic Park is a 1990 novel, published on November 20, 1990.")  # fmt: skip
    film = page("Jurassic Park (film) - Wikipedia", "Jurassic Park is a 1993 film. It was released on June 11, 1993.")  # fmt: skip
    found = extract(EVENT, "Jurassic Park", book, film, detail="released", question="When was the film Jurassic Park released?")  # fmt: skip
    assert found.answer == "June 11, 1993"


def test_a_he_on_the_page_of_a_woman_is_somebody_else():
    text = "# Marie Curie\n\nShe studied in Paris and won her prizes there. He died on April 19, 1906, and she took his place.\n"
    found = extract(EVENT, CURIE, page("Marie Curie - Biographical", text=text), detail="died")
    assert found.sightings == ()
