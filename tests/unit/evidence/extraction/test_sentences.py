from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.extraction.document_lines import lines_of, plain
from desktop_agent.evidence.text.sentences import page_sentences
from tests.unit.evidence.extraction.seeing import page


def test_abbreviations_initials_and_days_end_no_sentence():
    text = (
        "Dr. Lisa Su met J. K. Rowling on 7. März 2020. It rained! Was it cold? St. Vincent sang."
    )
    assert list(page_sentences(text)) == [
        "Dr. Lisa Su met J. K. Rowling on 7. März 2020.",
        "It rained!",
        "Was it cold?",
        "St. Vincent sang.",
    ]


def test_markdown_is_taken_off_and_emphasis_becomes_quotes():
    raw = "***GUTS*** is by [Olivia Rodrigo](https://a.org/x_(y)).[1] See ![a](b.png)`code` and \\*this\\*."
    assert plain(raw) == '"GUTS" is by Olivia Rodrigo. See code and *this*.'
    assert plain('"**As It Was**" is a song') == '"As It Was" is a song'
    assert plain("snake_case_name and 2 * 3 * 4") == "snake_case_name and 2 * 3 * 4"


def test_rows_have_their_cells_header_and_heading():
    text = "# Top\n\n## Albums\n\n| Title | Year |\n| --- | --- |\n| *30* | 2021 |\n\nAfter.\n"
    rows = [line for line in lines_of(page(text=text), lambda _: True) if line.cells]
    assert [row.cells for row in rows] == [("Title", "Year"), ('"30"', "2021")]
    assert rows[1].header == ("Title", "Year")
    assert rows[1].heading == "Albums"


@given(st.text(max_size=400))
def test_no_text_is_lost_between_page_sentences(text):
    kept = "".join("".join(page_sentences(text)).split())
    assert kept == "".join(text.split())
