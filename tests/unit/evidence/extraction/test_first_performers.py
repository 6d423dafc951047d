"""Performers in tables, infoboxes and sentences on the first version."""

import pytest

from desktop_agent.evidence.pack import Intent
from tests.unit.evidence.extraction.seeing import extract, page

WHO, FIRST = "Who sings Paper Moons?", "Who recorded Paper Moons first?"
VERSIONS = (
    "## Versions\n\n| Year | Artist |\n| --- | --- |\n| 1981 | Cold Cell |\n| 1964 | Dora Lane |\n"
)


def performers(text: str, question: str = WHO, title: str = "Paper Moons") -> set[str]:
    document = page(title, text=text)
    return extract(Intent.PERFORMER, "Paper Moons", document, question=question).values


@pytest.mark.parametrize(
    "text",
    [
        "| Disc single de O-Tone |  |", "| Single by O-Tone |", "| Canción de O-Tone |",
        "„Paper Moons” este un cântec al trupei O-Tone din Moldova.",
        'It is a film in which a man mimes to "Paper Moons" by the Moldovan pop group O-Tone.',
        "| Song | Artist |\n| --- | --- |\n| Other | Ann Roe |\n| Paper Moons | O-Tone |",
    ],
)  # fmt: skip
def test_the_performer_is_found(text: str):
    assert performers(text) == {"O-Tone"}


@pytest.mark.parametrize(
    "text",
    [
        VERSIONS,
        "Dora Lane recorded the original version in 1964.",
        "The original version was recorded in 1964 by Dora Lane.",
    ],
)
def test_the_first_is_found_where_it_is_asked_for(text: str):
    assert performers(text, FIRST) == {"Dora Lane"}
    assert not performers(text)


def test_two_of_one_year_are_none():
    assert not performers(VERSIONS.replace("1981", "1964"), FIRST)
