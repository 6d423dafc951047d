import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.claims.index import SourceIndex
from desktop_agent.evidence.claims.values import values
from desktop_agent.evidence.passages import passages_of
from desktop_agent.evidence.text.sentences import sentences

PAGE = """# Rome

Rome is the capital of [Italy](https://example.org/italy). It stands on the Tiber. It is old. It is
large. It has seven hills.

## Figures

| Year | People |
| --- | --- |
| 1951 | 1,651,754 |
| 2021 | 2,749,031 |

The hills are:

- Aventine
- Capitoline, where the museums are. They opened in 1734.
"""


def test_a_passage_is_a_span_of_the_text() -> None:
    for passage in passages_of(PAGE, 4):
        assert PAGE[passage.start : passage.end] == passage.text
        assert passage.source == 4


def test_a_passage_has_at_most_four_sentences_of_one_paragraph() -> None:
    first, second, *_ = passages_of(PAGE, 1)
    assert first.text.startswith("Rome is")
    assert second.text == "It has seven hills."
    assert first.heading == "Rome"


def test_a_row_is_a_passage_under_its_column_titles() -> None:
    rows = [passage for passage in passages_of(PAGE, 1) if passage.text.startswith("|")]
    assert [row.heading for row in rows] == ["Rome > Figures > Year | People"] * 2


def test_an_item_is_a_passage() -> None:
    found = [passage.text for passage in passages_of(PAGE, 1)]
    assert "Aventine" in found
    assert "Capitoline, where the museums are. They opened in 1734." in found


@given(st.text(alphabet="aA1 .!?[]()\n#|>*`-:。é", max_size=300))
def test_passages_of_any_text_are_spans_of_it(text: str) -> None:
    end = 0
    for passage in passages_of(text, 1):
        assert text[passage.start : passage.end] == passage.text
        assert passage.start >= end
        end = passage.end


HOSTILE = [
    "a", "(", " ", "1", "](", "[1 ", "1,", "`", "-", "# ", "| a ", "one hundred ", "A ", "[", "\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_megabyte_takes_no_longer_than_any(piece: str) -> None:
    page = piece * (1_000_000 // len(piece))
    begun = time.process_time()
    passages_of(page, 1)
    cut = time.process_time() - begun
    begun = time.process_time()
    SourceIndex("", page)
    sentences(page)
    whole = time.process_time() - begun
    print(f"{piece!r}: passages {cut:.3f} s, index and sentences {whole:.3f} s")
    assert cut < 1.5
    assert whole < 1.5


@pytest.mark.parametrize("piece", HOSTILE)
def test_values_of_a_hostile_sentence_are_quick(piece: str) -> None:
    begun = time.process_time()
    values(piece * (2000 // len(piece)))
    assert time.process_time() - begun < 1.2


def test_a_long_page_is_cut_fast() -> None:
    page = PAGE * (200_000 // len(PAGE))
    begun = time.process_time()
    passages_of(page, 1)
    took = time.process_time() - begun
    print(f"200 kB cut in {took * 1000:.0f} ms")
    assert took < 2.5
