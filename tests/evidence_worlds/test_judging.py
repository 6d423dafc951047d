import pytest

from tests.evidence_worlds.judging import first_sentence, holds, is_coarse_date, is_value
from tests.evidence_worlds.worlds import World, load_worlds

WORLDS = {world.name: world for world in load_worlds()}
DATE = WORLDS["event_date/marie_curie_died"]
SONG = WORLDS["who_performed_song/angie"]
VERSION = WORLDS["latest_version_of_software/python"]


@pytest.mark.parametrize(
    ("said", "known", "coarse"),
    [
        ("July 4, 1934", True, False),
        ("1934-07-04", True, False),
        ("4. Juli 1934", True, False),
        ("4 de julio de 1934", True, False),
        ("July 14, 1934", False, False),
        ("4 July 1943", False, False),
        ("4 July 19345", False, False),
        ("1934", False, True),
        ("1934-07", False, True),
        ("June 1934", False, False),
    ],
)
def test_a_date_is_known_in_its_spellings_and_without_its_day_no_false_claim(
    said: str, known: bool, coarse: bool
) -> None:
    assert holds(f"She died {said}.", DATE.right) is known
    assert is_value(said, DATE) is known
    assert is_coarse_date(said, DATE) is coarse


@pytest.mark.parametrize(
    ("world", "said", "right"),
    [
        (SONG, "Rolling Stones", True),
        (SONG, "Rolling", False),
        (SONG, "The Rolling Stones and Mick Jagger", False),
        (VERSION, "Python 3.15.1", True),
        (VERSION, "3.15", False),
        (VERSION, "3.15.1rc1", False),
        (VERSION, "3.15.1 or 3.14.4", False),
    ],
)
def test_a_value_is_right_when_it_adds_nothing_but_words_of_the_question(
    world: World, said: str, right: bool
) -> None:
    assert is_value(said, world) is right


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("**3.15.1** [1]\n\nPython 3.14 is older.", "3.15.1"),
        ("J. R. R. Tolkien wrote it. He was English.", "J. R. R. Tolkien wrote it"),
        ("Moon Music [1]. Some sources say otherwise [2].", "Moon Music"),
        ("## Answer: Nena\nShe sings it.", "Answer: Nena"),
        (r"**5\.3** is the latest version. Older: 4\.2", "5.3 is the latest version"),
        ("", ""),
    ],
)
def test_the_first_sentence_is_what_a_reader_takes_for_the_answer(text: str, first: str) -> None:
    assert first_sentence(text).strip() == first
