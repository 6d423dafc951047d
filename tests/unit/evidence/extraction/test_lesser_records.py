"""What stands under headings of lesser records is no new studio album."""

import pytest

from desktop_agent.evidence.pack import Intent
from tests.unit.evidence.extraction.seeing import extract, page

STUDIO = (
    "## Studio albums\n\n| Title | Released |\n| --- | --- |\n| *Harbour* | 3 May 2014 |\n"
    "| *Longshore* | 9 June 2021 |\n\n"
)


FACT = ("table", "Spray (at sea)", "Details", "Released: 1 June 2025")


def newest(text: str, facts: tuple[tuple[str, str, str, str], ...] = ()) -> str:
    document = page("Tidewrack discography - Wikipedia", text=STUDIO + text, facts=facts)
    return extract(Intent.LATEST_ALBUM, "Tidewrack", document).answer


@pytest.mark.parametrize(
    "heading",
    [
        "Live albums", "Compilations", "EPs", "Singles", "Video albums", "Reissues", "Box sets", "Konzertalben",
        "Kompilationen", "Wiederveröffentlichungen", "Albums en public", "Rééditions", "Álbumes en vivo",
        "Recopilaciones", "Raccolte", "Ristampe", "Álbuns ao vivo", "Coletâneas", "Verzamelalbums", "Heruitgaven",
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["## {}\n\n", "**{}**\n\n", "## {}\n\n### 2020s\n\n"])
def test_a_table_under_a_lesser_heading_stays_out(heading: str, form: str):
    table = "| Title | Released |\n| --- | --- |\n| *Other Shore* | 20 June 2025 |\n"
    assert newest(form.format(heading) + table) == "Longshore"


@pytest.mark.parametrize("mark", ["(reissue)", "(2025 remaster)", "(deluxe edition)", "[Live]"])
def test_what_is_brought_out_again_is_no_new_album(mark: str):
    text = f"## Albums\n\n| Title | Released |\n| --- | --- |\n| *Shoal* {mark} | 13 June 2025 |\n"
    assert newest(text) == "Longshore"


def test_a_row_across_a_table_heads_what_follows():
    text = (
        "## Discography\n\n| Title | Released |\n| --- | --- |\n| Live albums | Live albums |\n"
        "| *Spray* | 1 June 2025 |\n"
    )
    assert newest(text) == "Longshore"


def test_facts_of_a_table_that_the_text_shows_are_not_taken_again():
    text = "## Live albums\n\n| Title | Details |\n| --- | --- |\n| *Spray* (at sea) | Released: 1 June 2025 |\n"
    assert newest(text, (FACT,)) == "Longshore"
