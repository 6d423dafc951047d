import pytest

from desktop_agent.evidence.records import Intent
from tests.unit.evidence.extraction.seeing import extract, page

ALBUM = Intent.LATEST_ALBUM

SAID = [
    ("Adele", "Adele's latest album is 30, released on 19 November 2021.", "30"),
    ("Taylor Swift", "The latest album by Taylor Swift is The Tortured Poets Department (2024).", "The Tortured Poets Department"),
    ("The Rolling Stones", 'The Rolling Stones released "Hackney Diamonds", their latest studio album, on 20 October 2023.', "Hackney Diamonds"),
    ("Rammstein", "Zeit ist das achte Studioalbum der deutschen Band Rammstein. Es erschien am 29. April 2022.", "Zeit"),
    ("Stromae", "Multitude est le troisième album studio de Stromae, sorti le 4 mars 2022.", "Multitude"),
    ("Rosalía", "Motomami es el tercer álbum de estudio de la cantante española Rosalía, publicado el 18 de marzo de 2022.", "Motomami"),
]  # fmt: skip

NOT_SAID = [
    ("Adele", "Adele released a live album, Live at the Royal Albert Hall, in 2011."),
    ("Rihanna", "Rihanna's new album is reportedly called R9."),
    ("ABBA", "Gold: Greatest Hits is a compilation album by ABBA."),
    ("Lorde", "Pure Heroine was produced by Joel Little. Lorde likes the album."),
    ("Oasis", "An oasis is a fertile area. The latest album of photographs shows it."),
]


@pytest.mark.parametrize(("artist", "text", "album"), SAID)
def test_a_sentence_names_an_album_of_the_artist(artist, text, album):
    assert album in extract(ALBUM, artist, page("", text)).values


def test_a_pronoun_counts_on_the_artists_own_page_alone():
    text = 'Her latest album, "30", came out in November 2021.'
    assert extract(ALBUM, "Adele", page("Adele - Biography", text)).values == {"30"}
    assert extract(ALBUM, "Adele", page("Singers of the decade: Adele", text)).values == set()


@pytest.mark.parametrize(("artist", "text"), NOT_SAID)
def test_what_is_no_album_of_the_artist_is_not_sighted(artist, text):
    assert extract(ALBUM, artist, page("", text)).values == set()


@pytest.mark.parametrize(
    "title",
    [
        "vampire - Single by Olivia Rodrigo | Spotify",
        "Live from Glastonbury (Live) - Album by Olivia Rodrigo | Spotify",
        "Olivia Rodrigo discography - Wikipedia",
    ],
)
def test_singles_live_albums_and_artist_pages_name_no_album(title):
    found = extract(ALBUM, "Olivia Rodrigo", page(title, url="https://open.spotify.com/x"))
    assert found.values == set()


def test_neither_a_title_of_another_site_nor_one_album_without_a_word_of_latest_is_enough():
    poster = page("30 - Album by Adele | Cheap Posters", url="https://a.net")
    assert extract(ALBUM, "Adele", poster).values == set()
    debut = page("19 (Adele album) - Wikipedia", "19 is the debut studio album by English singer Adele, released on 28 January 2008.")  # fmt: skip
    assert extract(ALBUM, "Adele", debut).answer == ""


DISCOGRAPHY = """# Adele discography

## Studio albums

| Title | Details | UK |
| --- | --- | --- |
| *19* | Released: 28 January 2008 Label: XL | 1 |
| *21* | Released: 24 January 2011 Label: XL | 1 |
| *25* | Released: 20 November 2015 Label: XL | 1 |
| *30* | Released: 19 November 2021 Label: Columbia | 1 |

## Live albums

| Title | Details |
| --- | --- |
| *Weekends with Adele* | Released: 4 March 2024 |

## Extended plays

- *iTunes Live from SoHo* (2022)
"""


def test_the_newest_row_of_a_discography_that_is_not_to_come_is_the_latest_album():
    found = extract(ALBUM, "Adele", page("Adele discography - Wikipedia", text=DISCOGRAPHY))
    assert found.answer == "30"
    assert found.values == {"19", "21", "25", "30"}
    assert found.candidates[0].date == "2021-11-19"
    text = DISCOGRAPHY.replace("\n## Live", "| *32* | Released: 12 March 2027 | |\n\n## Live")
    assert extract(ALBUM, "Adele", page("Adele discography", text=text)).answer == "30"


def test_an_announced_album_is_not_made_the_latest_by_a_page_without_a_date():
    told = page("Adele", 'Adele\'s new album "32" will be released on 12 March 2027.')
    vague = page("Adele", 'Adele\'s latest album, "32", is her best.', url="https://fans.net/x")
    assert extract(ALBUM, "Adele", told, vague).answer == ""


def test_structured_data_needs_the_artist_and_an_album():
    def facts(kind, artist):
        subject = "MusicAlbum: GUTS"
        return (
            ("json_ld", subject, "byArtist.name", artist),
            ("json_ld", subject, "albumReleaseType", f"https://schema.org/{kind}"),
            ("json_ld", subject, "datePublished", "2023-09-08"),
        )

    def values(kind, artist):
        document = page("Olivia Rodrigo", facts=facts(kind, artist))
        return extract(ALBUM, "Olivia Rodrigo", document).values

    assert values("AlbumRelease", "Olivia Rodrigo") == {"GUTS"}
    assert values("SingleRelease", "Olivia Rodrigo") == set()
    assert values("AlbumRelease", "Olivia Newton-John") == set()


def test_a_reissue_does_not_make_an_old_album_the_latest():
    old = page("Nevermind (30th Anniversary Edition) - Album by Nirvana | Spotify", "Nirvana · Album · 2021 · 70 songs.", url="https://open.spotify.com/album/1")  # fmt: skip
    told = page("Nirvana", "In Utero is the third and final studio album by American rock band Nirvana, released on 21 September 1993. Nirvana's latest album is In Utero.")  # fmt: skip
    found = extract(ALBUM, "Nirvana", old, told)
    assert found.candidates[0].value == "In Utero"


TABLE = "| Title | Released |\n| --- | --- |\n"
STUDIO = f"## Studio albums\n\n{TABLE}| *Harbour* | 3 May 2014 |\n| *Longshore* | 9 June 2021 |\n\n"


def newest(text: str, facts: tuple[tuple[str, str, str, str], ...] = ()) -> str:
    document = page("Tidewrack discography - Wikipedia", text=STUDIO + text, facts=facts)
    return extract(ALBUM, "Tidewrack", document).answer


@pytest.mark.parametrize(
    "heading",
    [
        "Live albums", "Compilations", "EPs", "Singles", "Reissues", "Konzertalben",
        "Wiederveröffentlichungen", "Albums en public", "Álbumes en vivo",
        "Raccolte", "Álbuns ao vivo", "Verzamelalbums",
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["## {}\n\n", "**{}**\n\n", "## {}\n\n### 2020s\n\n"])
def test_a_table_under_a_lesser_heading_stays_out(heading: str, form: str):
    table = f"{TABLE}| *Other Shore* | 20 June 2025 |\n"
    assert newest(form.format(heading) + table) == "Longshore"


@pytest.mark.parametrize(
    "rows",
    [
        *(f"| *Shoal* {mark} |" for mark in ("(reissue)", "(2025 remaster)", "(deluxe edition)")),
        "| *Shoal* [Live] |",
        "| Live albums | Live albums |\n| *Spray* |",
    ],
)
def test_neither_what_is_brought_out_again_nor_what_a_row_heads_as_lesser_is_a_new_album(rows: str):
    assert newest(f"## Discography\n\n{TABLE}{rows} 13 June 2025 |\n") == "Longshore"


def test_facts_of_a_table_that_the_text_shows_are_not_taken_again():
    text = f"## Live albums\n\n{TABLE}| *Spray* (at sea) | Released: 1 June 2025 |\n"
    fact = ("table", "Spray (at sea)", "Details", "Released: 1 June 2025")
    assert newest(text, (fact,)) == "Longshore"
