import pytest

from desktop_agent.evidence.records import Intent
from tests.unit.evidence.extraction.seeing import extract, page

PERFORMER = Intent.PERFORMER

SAID = [
    ("Someone Like You", '"Someone Like You" is a song by English singer-songwriter Adele from her album 21.', "Adele"),
    ("Shallow", '"Shallow" is a song performed by Lady Gaga and Bradley Cooper.', "Lady Gaga and Bradley Cooper"),
    ("Bohemian Rhapsody", "Queen's song Bohemian Rhapsody was released in 1975.", "Queen"),
    ("Respect", '"Respect" was originally recorded by Otis Redding in 1965.', "Otis Redding"),
    ("99 Luftballons", "99 Luftballons ist ein Lied der deutschen Band Nena.", "Nena"),
    ("La Vie en rose", "La Vie en rose est une chanson de la chanteuse Édith Piaf.", "Édith Piaf"),
    ("Volare", "Volare è una canzone di Domenico Modugno.", "Domenico Modugno"),
    ("Venus", "Venus is een nummer van de Nederlandse band Shocking Blue.", "Shocking Blue"),
]  # fmt: skip


@pytest.mark.parametrize(("song", "text", "artist"), SAID)
def test_a_sentence_names_the_performer(song, text, artist):
    assert artist in extract(PERFORMER, song, page("", text)).values


@pytest.mark.parametrize(
    ("song", "text"),
    [
        ("Hallelujah", 'Jane covered "Hallelujah", and a cover by Alexandra Burke exists.'),
        ("Hello", "Hello is a greeting by which English speakers begin."),
        ("Someone Like You", '"Someone Like You" was written by Dan Wilson.'),
        ("As It Was", "The waltz, as it was first recorded by Gerry and the Pacemakers, is slow."),
    ],
)
def test_writers_covers_and_plain_words_name_no_performer(song, text):
    assert extract(PERFORMER, song, page("", text)).values == set()


@pytest.mark.parametrize(
    "title",
    [
        "Someone Like You - Adele (Cover by Charlie Puth) - YouTube",
        "Someone Like You (Karaoke Version) by Sing King | Spotify",
        "Someone Like You - Wikipedia",
    ],
)
def test_covers_karaoke_and_bare_titles_name_nobody(title):
    found = extract(PERFORMER, "Someone Like You", page(title, url="https://www.youtube.com/x"))
    assert found.values == set()


def test_the_original_is_told_from_the_cover():
    told = page("I Will Always Love You - Wikipedia", '"I Will Always Love You" is a song written and originally recorded in 1973 by American singer-songwriter Dolly Parton. Whitney Houston recorded a version in 1992.')  # fmt: skip
    found = extract(PERFORMER, "I Will Always Love You", told, question="Who originally sang it?")
    assert found.answer == "Dolly Parton"
    assert found.values == {"Dolly Parton"}


def test_structured_data_names_the_performer_and_a_list_of_covers_nobody():
    facts = (("json_ld", "MusicRecording: Someone Like You", "byArtist.name", "Adele"),)
    data = page("Someone Like You", facts=facts, url="https://music.apple.com/x")
    assert extract(PERFORMER, "Someone Like You", data).values == {"Adele"}
    names = ("Dolly Parton", "Linda Ronstadt", "Whitney Houston")
    covers = tuple(("table", "Valerie", "Performer", name) for name in names)
    assert extract(PERFORMER, "Valerie", page("Valerie", facts=covers)).values == set()


def test_guests_do_not_make_a_second_performer():
    one = page("", '"Uptown Funk" is a song by British record producer Mark Ronson.')
    two = page("Mark Ronson - Uptown Funk ft. Bruno Mars (Official Video) - YouTube", url="https://youtube.com/w")  # fmt: skip
    found = extract(PERFORMER, "Uptown Funk", one, two)
    assert found.answer == "Mark Ronson"
    assert len(found.candidates) == 1


def performers(text: str) -> set[str]:
    document = page("Paper Moons", text=text)
    return extract(PERFORMER, "Paper Moons", document, question="Who sings Paper Moons?").values


@pytest.mark.parametrize(
    "text",
    [
        "| Disc single de O-Tone |  |", "| Canción de O-Tone |", "| Single by O-Tone | |",
        "„Paper Moons” este un cântec al trupei O-Tone din Moldova.",
        'It is a film in which a man mimes to "Paper Moons" by the Moldovan pop group O-Tone.',
    ],
)  # fmt: skip
def test_the_performer_is_found(text: str):
    assert performers(text) == {"O-Tone"}
