"""Sentences of an answer, of its own statements, and of a page."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.extraction.document_lines import plain, relevant_lines
from desktop_agent.evidence.text.sentences import (
    escaped,
    inline_text,
    page_sentences,
    plain_text,
    sentences,
    statements,
)
from tests.unit.evidence.extraction.seeing import page


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("東京は日本の首都です。人口は多いです！", 2),
        ("Dr. J. R. R. Tolkien wrote it. It sold well.", 2),
        ("It sold 3.5 million copies, e.g. in the U.K. and in France.", 1),
        ("Am 7. November 1867 wurde Marie Curie geboren. Sie starb 1934.", 2),
        ("No. 5 is a symphony. He said no. Then he left.", 3),
        ("One line\nthat goes on. Another.", 2),
    ],
)
def test_full_stops_that_end_no_sentence_are_known(text: str, count: int):
    assert len(sentences(text)) == count


def test_citations_belong_to_their_sentence_even_behind_the_full_stop():
    found = sentences("It opened in 1964.[2] It closed in 1970 [1, 3]. It is empty.[4][5] Now!")
    assert [sentence.citations for sentence in found] == [(2,), (1, 3), (4, 5), ()]
    assert [sentence.text for sentence in found[:2]] == ["It opened in 1964.", "It closed in 1970."]
    (row,) = sentences("| City | People |\n| --- | --- |\n| Rome | 2.8 million [3] |")
    assert row.citations == (3,)


def test_headings_quotes_tables_and_code_are_no_sentences_and_links_no_citations():
    for unread in ("Call `x[0]` to get it.", "See [1](https://example.org/) for it."):
        (sentence,) = sentences(unread)
        assert sentence.citations == ()
    text = (
        "# Title\n\n> a quote.\n\n```\nx[0] = 1.\n```\n\n| a | b |\n| --- | --- |\n| c | d |\n\n"
        "1. First thing [1]\n2. Second thing\n"
    )
    assert [sentence.text for sentence in sentences(text)] == ["First thing", "Second thing"]


@given(st.text(alphabet="aA1 .!?[]()\n#|>*`-。[1]", max_size=200))
def test_sentences_stand_in_order_and_do_not_overlap(text: str):
    end = 0
    for sentence in sentences(text):
        assert end <= sentence.start < sentence.end <= len(text)
        end = sentence.end


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Dr. Dre met J. Cole. Then", ["Dr. Dre met J. Cole.", "Then"]),
        ("# Head\n\nText [1].\n\n> quote\n\n---\n", ["Text."]),
        ("Answer:\n\n**GUTS**", ["Answer: **GUTS**"]),
        ("| A | B |\n|---|---|\n| x | y |", ["x , y"]),
        ("A [link](https://a.org/b_(c)) ![i](x.png) https://b.org.", ["A link"]),
        ("```\nGUTS\n```", ["GUTS"]),
    ],
)
def test_a_text_is_read_as_its_own_statements(text: str, said: list[str]):
    assert [" ".join(part.split()) for part in statements(text)] == said


def test_abbreviations_initials_and_days_end_no_sentence_of_a_page():
    met = "Dr. Lisa Su met J. K. Rowling on 7. März 2020."
    rest = ["It rained!", "Was it cold?", "St. Vincent sang."]
    assert list(page_sentences(" ".join([met, *rest]))) == [met, *rest]


def test_lines_of_a_page_lose_their_markdown_and_rows_have_their_header_and_heading():
    raw = "***GUTS*** is by [Olivia Rodrigo](https://a.org/x_(y)).[1] See `code` (\\* 7 May)."
    assert plain(raw) == '"GUTS" is by Olivia Rodrigo. See code (* 7 May).'
    assert plain('"**As It Was**" is in *my_album*') == '"As It Was" is in "my_album"'
    text = "# Top\n\n## Albums\n\n| Title | Year |\n| --- | --- |\n| *30* | 2021 |\n\nAfter.\n"
    rows = [line for line in relevant_lines(page(text=text), lambda _: True) if line.cells]
    assert [row.cells for row in rows] == [("Title", "Year"), ('"30"', "2021")]
    assert (rows[1].header, rows[1].heading) == (("Title", "Year"), "Albums")


@pytest.mark.parametrize(
    "sign",
    ["a", "(", "[", "[a](", "![", "<", "~~", " ", "\n", "|", "1.", "http://", "*", "`", "a. "],
)
def test_reading_markup_takes_linear_time_on_hostile_text(sign: str):
    text = sign * (100_000 // len(sign))
    began = time.process_time()
    inline_text(text)
    plain_text(text)
    escaped(text)
    assert time.process_time() - began < 1.5
