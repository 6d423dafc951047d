import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.text.sentences import sentences


def texts(markdown: str) -> list[str]:
    return [sentence.text for sentence in sentences(markdown)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("東京は日本の首都です。人口は多いです！", 2),
        ("Dr. J. R. R. Tolkien wrote it. It sold well.", 2),
        ("It sold 3.5 million copies, e.g. in the U.K. and in France.", 1),
        ("He said “Go!” and left. She stayed.", 2),
        ("Am 7. November 1867 wurde Marie Curie geboren. Sie starb 1934.", 2),
        ("No. 5 is a symphony. He said no. Then he left.", 3),
        ("The U.S. Senate voted. It passed.", 2),
        ("He was born c. 1450 in Leiden.", 1),
        ("One line\nthat goes on. Another.", 2),
    ],
)
def test_full_stops_that_end_no_sentence_are_known(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_citations_belong_to_their_sentence_even_behind_the_full_stop() -> None:
    found = sentences("It opened in 1964.[2] It closed in 1970 [1, 3]. It is empty.[4][5] Now!")
    assert [sentence.citations for sentence in found] == [(2,), (1, 3), (4, 5), ()]
    assert found[0].text == "It opened in 1964."
    assert found[1].text == "It closed in 1970."


def test_headings_quotes_tables_and_code_are_no_sentences_items_are_and_links_no_citations() -> (
    None
):
    for unread in ("Call `x[0]` to get it.", "See [1](https://example.org/) for it."):
        (sentence,) = sentences(unread)
        assert sentence.citations == ()
    assert texts("1. First thing [1]\n2. Second thing\n") == ["First thing", "Second thing"]
    text = "# Title\n\n> a quote.\n\n```\nx[0] = 1.\n```\n\n| a | b |\n| --- | --- |\n| c | d |\n\nText."
    assert texts(text) == ["Text."]


def test_a_table_row_that_cites_is_a_sentence() -> None:
    (row,) = sentences("| City | People |\n| --- | --- |\n| Rome | 2.8 million [3] |")
    assert row.citations == (3,)


@given(st.text(alphabet="aA1 .!?[]()\n#|>*`-。[1]", max_size=200))
def test_sentences_stand_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for sentence in sentences(text):
        assert end <= sentence.start < sentence.end <= len(text)
        end = sentence.end
