"""Texts of many scripts are split as the tokenizer does with which the search model was trained."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.llm.providers.onnx_worker import WordPieces
from desktop_agent.system.resources import resource_path

RECORDED = json.loads(Path(__file__).with_name("word_pieces.json").read_text(encoding="utf-8"))
"""Texts with the numbers that `tokenizers` 0.23.3 gives their pieces, by all-MiniLM-L6-v2's own file."""
VOCABULARY = resource_path("search_model/vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
PIECES = WordPieces(VOCABULARY)


def test_texts_of_many_scripts_have_the_pieces_that_the_original_tokenizer_gives() -> None:
    found = [[text, PIECES.encode(text, 256)] for text, _numbers in RECORDED]
    assert found == RECORDED


def test_a_mark_within_a_text_is_ordinary_text() -> None:
    pieces = [VOCABULARY[number] for number in PIECES.encode("a [SEP] b", 256)]
    assert pieces == ["[CLS]", "a", "[", "sep", "]", "b", "[SEP]"]


@given(st.text(st.characters()), st.integers(2, 20))
def test_any_text_has_at_most_so_many_pieces_between_two_marks(text: str, most: int) -> None:
    numbers = PIECES.encode(text, most)
    assert (numbers[0], numbers[-1]) == (101, 102)
    assert len(numbers) <= most
    assert numbers[1:-1] == PIECES.encode(text, 10_000)[1 : len(numbers) - 1]
