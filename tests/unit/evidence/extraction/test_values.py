"""Values of questions outside the five intents, and what must stand with any value."""

import pytest

from desktop_agent.core.research import PageFact
from desktop_agent.evidence.confidence import second_hop
from desktop_agent.evidence.pack_assembly import Assembly
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import AnswerType, Document, EvidencePack
from tests.unit.evidence.extraction.seeing import ENCYCLOPAEDIA, TODAY


def pack(question: str, *texts: str, title: str = "", url: str = ENCYCLOPAEDIA) -> EvidencePack:
    documents = tuple(Document(n, url, title, text=text) for n, text in enumerate(texts, 1))
    return Assembly(read_question(question, TODAY), TODAY).pack(documents)


def value(question: str, *texts: str, title: str = "", url: str = ENCYCLOPAEDIA) -> str:
    return pack(question, *texts, title=title, url=url).answer


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who built the Brooklyn Bridge?", AnswerType.PERSON),
        ("Wer malte die Mona Lisa?", AnswerType.PERSON),
        ("In what city was Frida Kahlo born?", AnswerType.PLACE),
        ("长城什么时候建成", AnswerType.DATE),
        ("How many moons does Mars have?", AnswerType.NUMBER),
        ("Which novel opens in a whaling port?", AnswerType.TITLE),
        ("Why is the sky blue?", AnswerType.OTHER),
    ],
)
def test_the_type_of_the_answer_is_read_from_the_question(question: str, kind: AnswerType):
    assert read_question(question, TODAY).answer_type is kind


@pytest.mark.parametrize(
    ("question", "title", "text", "right"),
    [
        ("Who directed Jaws?", "Jaws", "Jaws is a 1975 American thriller film directed by Steven Spielberg.", "Steven Spielberg"),
        ("Who is the author of Wuthering Heights?", "Wuthering Heights", "|  |  |\n| --- | --- |\n| Author | Emily Brontë |", "Emily Brontë"),
        ("In what city was Frida Kahlo born?", "Frida Kahlo", "Frida Kahlo was born in Coyoacán.", "Coyoacán"),
        ("What is the capital of Kenya?", "Kenya", "The capital of Kenya is Nairobi.", "Nairobi"),
        ("How many keys does a modern piano have?", "Modern piano", "It is large. A modern piano has 88 keys.", "88"),
        ("Wer schrieb Effi Briest?", "", "Effi Briest ist ein Roman, der von Theodor Fontane geschrieben wurde.", ""),
    ],
)  # fmt: skip
def test_a_value_is_taken_where_a_sentence_or_row_states_it(question, title, text, right):
    assert value(question, text, title=title) == right


def test_a_measure_has_its_unit():
    said = "Brocken is 1,141 metres high. Brocken is one of 12 high."
    assert value("How high is Brocken?", said, title="Brocken") == "1,141 metres"


def test_nothing_is_taken_that_changes_with_time():
    said = "The population of Windhoek is 325,858."
    assert value("What is the population of Windhoek now?", said, title="Windhoek") == ""


@pytest.mark.parametrize(
    ("question", "title", "text"),
    [
        ("Who directed Jaws?", "Jaws", "Jaws is a film whose sequel was directed by Jeannot Szwarc."),
        ("Who discovered the structure of DNA?", "DNA", "Francis Crick and James Watson discovered the structure of DNA."),
        ("Who directed Ran?", "Ran (2006 film)", "Ran is a film directed by Jane Roe."),
        ("In what country is Cambridge?", "", "Cambridge is a city in Massachusetts."),
    ],
)  # fmt: skip
def test_nothing_is_asserted_where_no_sentence_states_it(question: str, title: str, text: str):
    assert value(question, text, title=title) == ""


def test_one_unknown_site_is_not_enough_for_a_value():
    said = "Jaws is a 1975 American thriller film directed by Steven Spielberg."
    assert value("Who directed Jaws?", said, title="Jaws", url="https://example.org/jaws") == ""


def test_a_property_of_the_subject_gives_the_value():
    facts = (PageFact("json_ld", "Movie: Jaws", "director.name", "Steven Spielberg"),)
    document = Document(1, ENCYCLOPAEDIA, "Jaws", text="A film about a shark.", facts=facts)
    found = Assembly(read_question("Who directed Jaws?", TODAY), TODAY).pack((document,))
    assert found.answer in ("Steven Spielberg", "")
    assert any(each.value == "Steven Spielberg" for each in found.candidates)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("when was pac man released in the us", ("us",)),
        ("when was penicillin released to the public", ("public",)),
        ("When was the Elbphilharmonie in Hamburg opened?", ("hamburg",)),
        ("When was Marie Curie born?", ()),
    ],
)
def test_what_narrows_a_question_is_read(question: str, words: tuple[str, ...]):
    assert read_question(question, TODAY).narrowing == words


def test_a_value_without_the_market_that_is_asked_for_is_not_asserted():
    question = "When was Pac-Man released in the US?"
    first = "Pac-Man was released on 22 May 1980."
    assert value(question, f"{first} It is a game by Namco.", title="Pac-Man") == ""
    here = "Pac-Man was released in the United States in October 1980."
    assert value(question, f"It is a game by Namco. {here}", title="Pac-Man") == "October 1980"
    assert value("When was Pac-Man released?", first, title="Pac-Man") == "22 May 1980"


def test_the_second_hop_names_what_the_question_only_describes():
    question = "Where was the director of Jaws born?"
    first = pack(question, "Jaws is a 1975 film directed by Steven Spielberg.", title="Jaws")
    assert second_hop(question, first, TODAY) == "Where was Steven Spielberg born?"
    assert second_hop("Who is the director of Jaws?", first, TODAY) is None
    nothing = pack(question, "Jaws is a film about a shark.", title="Jaws")
    assert second_hop(question, nothing, TODAY) is None
