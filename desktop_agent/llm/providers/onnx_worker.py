"""The search model's worker process, which converts texts to vectors.

ONNX Runtime is imported only in this process, because it takes 70 MiB of memory and its compiled
code parses a downloaded file.
"""

import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop_agent.system.resources import resource_path
from desktop_agent.system.worker_protocol import Reply, serve

_MOST_PIECES = 256
"""Maximum number of pieces that the model was trained to read from one text."""
_THREADS = 2
_LONGEST_WORD = 100
_MOST_CHARACTERS = 20_000
"""Maximum number of characters read from a text: many times a model's maximum number of pieces."""
_REMEMBERED_WORDS = 20_000

# ranges in which each character is a word of its own; the sixth starts later than its block, as in
# the tokenizer with which the models were trained
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


def main(memory_mb: int, model: str) -> None:
    """Embed texts with the ONNX file ``model`` until standard input is closed."""
    search_model = SearchModel(model)

    def answer(_request: dict[str, Any], body: bytes) -> Reply:
        rows = search_model.embed(json.loads(body))
        return Reply({"dimensions": rows.shape[1]}, [rows.astype("<f4").tobytes()])

    # the first run makes the library reserve memory and start its threads
    serve(memory_mb, answer, load=lambda: search_model.embed(["A sentence."]))


class WordPieces:
    """The tokenizer for BERT's uncased models, which splits words into numbered pieces.

    ``vocabulary`` lists the pieces by number. The library `tokenizers` does the same, but takes 30
    MB and requires a client for a model hub.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._numbers["[UNK]"]
        self._first, self._last = self._numbers["[CLS]"], self._numbers["[SEP]"]
        self._pieces = lru_cache(_REMEMBERED_WORDS)(self._split)

    def encode(self, text: str, most: int) -> list[int]:
        """Return at most ``most`` token IDs for the text, including the start and end tokens.

        The name of a special token in the text, such as "[SEP]", is treated as ordinary text.
        """
        pieces = chain.from_iterable(map(self._pieces, _words(text)))
        return [self._first, *islice(pieces, most - 2), self._last]

    def _split(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the longest pieces that make up a word, or that of ``[UNK]``."""
        if len(word) > _LONGEST_WORD:
            return (self._unknown,)
        numbers, start, prefix = [], 0, ""
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._numbers.get(prefix + word[start:end])
                if number is not None:
                    break
            else:
                return (self._unknown,)
            numbers.append(number)
            start, prefix = end, "##"
        return tuple(numbers)


def _words(text: str) -> list[str]:
    """Return the text's words and punctuation marks, in lower case and without accents."""
    return "".join(map(_prepared, text[:_MOST_CHARACTERS])).split(" ")


@cache
def _prepared(character: str) -> str:
    if character.isspace():
        return " "
    if character == "\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    parts = unicodedata.normalize("NFD", character)
    bare = "".join(each for each in parts if unicodedata.category(each) != "Mn").lower()
    if any(first <= ord(character) <= last for first, last in _IDEOGRAPHS):
        return f" {bare} "
    return "".join(f" {each} " if _is_mark(each) else each for each in bare)


def _is_mark(character: str) -> bool:
    symbol = character.isascii() and character.isprintable() and not character.isalnum()
    return character != " " and (symbol or unicodedata.category(character).startswith("P"))


class SearchModel:
    """A sentence embedding model of the BERT family, run with ONNX Runtime."""

    def __init__(self, path: str) -> None:
        self._path = path

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit vector for each text: the normalized mean of its token vectors.

        All texts form one batch, so pass only a small number, of similar length to limit padding.
        """
        encoded = [self._word_pieces.encode(text, _MOST_PIECES) for text in texts]
        shape = len(encoded), max(map(len, encoded))
        numbers, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, pieces in enumerate(encoded):
            numbers[row, : len(pieces)] = pieces
            mask[row, : len(pieces)] = 1
        inputs = {
            "input_ids": numbers,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(numbers),
        }
        hidden = self._session.run(None, inputs)[0]
        sums = (hidden * mask[:, :, None]).sum(axis=1)
        rows: NDArray[np.float32] = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        return rows

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        onnxruntime.disable_telemetry_events()  # builds for Windows report to the system
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # memory of a large batch is returned
        # a thread that waits for work does so without using the processor
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(self._path, options, ["CPUExecutionProvider"])

    @cached_property
    def _word_pieces(self) -> WordPieces:
        vocabulary = resource_path("search_model/vocab.txt").read_text(encoding="utf-8")
        return WordPieces(vocabulary.split("\n")[:-1])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
