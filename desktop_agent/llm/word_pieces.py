"""The tokenizer for BERT's uncased models, which splits words into numbered pieces.

The library `tokenizers` does the same, but takes 30 MB and requires a client for a model hub.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

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


class WordPieces:
    """Splits texts into numbered pieces; ``vocabulary`` lists the pieces by number."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._numbers["[UNK]"]
        self._first, self._last = self._numbers["[CLS]"], self._numbers["[SEP]"]
        self._pieces = lru_cache(_REMEMBERED_WORDS)(self._split)

    def encode(self, text: str, most: int) -> list[int]:
        """Return the numbers of a text's pieces, at most ``most``, with a start and an end token.

        The name of a special token in the text, such as "[SEP]", is treated as ordinary text.
        """
        pieces = chain.from_iterable(map(self._pieces, _words(text[:_MOST_CHARACTERS])))
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


def _words(text: str) -> Iterator[str]:
    """Yield the words and punctuation marks in a text, in lower case and without accents."""
    spaced = unicodedata.normalize("NFD", text.translate(_SPACED))
    # `str.lower` would give a sigma at the end of a word its final form
    bare = spaced.translate(_BARE).replace("\u03a3", "\u03c3").lower()
    return iter(bare.translate(_PARTED).split(" "))


class _Replacements(dict[int, str]):
    """A table for `str.translate` whose entries are computed when a character first occurs."""

    def __init__(self, replacement: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code: int) -> str:
        replacement = self[code] = self._replacement(chr(code))
        return replacement


def _spaced(character: str) -> str:
    """Surround an ideograph with spaces, drop a control character, or make white space a space."""
    if character in "\t\n\r":
        return " "
    if character == "\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    if any(first <= ord(character) <= last for first, last in _IDEOGRAPHS):
        return f" {character} "
    return " " if character.isspace() else character


def _bare(character: str) -> str:
    return "" if unicodedata.category(character) == "Mn" else character


def _parted(character: str) -> str:
    ascii_mark = character.isascii() and character.isprintable() and not character.isalnum()
    if character != " " and (ascii_mark or unicodedata.category(character).startswith("P")):
        return f" {character} "
    return character


_SPACED, _BARE, _PARTED = map(_Replacements, (_spaced, _bare, _parted))
