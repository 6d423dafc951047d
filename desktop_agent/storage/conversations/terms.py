"""Split text into words, in the same way for the search index and for queries.

Case, accents and character width are ignored. Scripts without spaces between words (Chinese,
Japanese, Korean, Thai and related scripts) are indexed by pairs of adjacent characters, so that any
part of a run can be found. Single characters have a separate index.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

RUN = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17d3"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U000323af"
)
LETTER = f"[^\\W_{RUN}]"
_VOWELS = (
    "[\u0900-\u0963\u0966-\u0dff]"  # signs of Indian scripts that are not letters by themselves
)
_PIECE = re.compile(f"([{RUN}]+)|((?:{LETTER}|{_VOWELS})+)")
_KANA_VOICE = "\u3099\u309a"


class Piece(NamedTuple):
    """A word, folded for comparison, or a ``run`` of characters in a script without spaces."""

    text: str
    run: bool


def pieces(folded: str) -> Iterator[Piece]:
    """Yield the words and character runs of folded text in order."""
    for found in _PIECE.finditer(folded):
        yield Piece(found[0], found[1] is not None)


def pairs(run: str) -> list[str]:
    """Return all pairs of adjacent characters in a run."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def index_text(text: str) -> str:
    """Return the text to index: words and character pairs, separated by spaces."""
    if text.isascii():
        return text  # the tokenizer of the index does the same
    words: list[str] = []
    for piece in pieces(fold(text)):
        words.extend(pairs(piece.text) if piece.run else (piece.text,))
    return " ".join(words)


def index_signs(text: str) -> str:
    """Return the distinct characters of all runs, separated by spaces."""
    if text.isascii():
        return ""
    signs = dict.fromkeys(c for piece in pieces(fold(text)) if piece.run for c in piece.text)
    return " ".join(signs)


def fold(text: str) -> str:
    """Fold case, accents and character width."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", text).translate(_FOLDING)


def fold_with_places(text: str) -> tuple[str, list[int] | None]:
    """Return the folded text and, if folding moved characters, their original indexes.

    ``text`` must be in Unicode normalization form C. The last index is the length of ``text``.
    """
    folded = fold(text)
    if len(folded) == len(text) and _FOLDING.moving.isdisjoint(text):
        return folded, None
    places: list[int] = []
    for index, character in enumerate(text):
        places.extend([index] * len(_FOLDING[ord(character)]))
    places.append(len(text))
    return folded, places


class _Folding(dict[int, str]):
    """A translation table that folds each character on first use and caches the result."""

    def __init__(self) -> None:
        super().__init__()
        self.moving: set[str] = set()
        """The characters that do not fold to exactly one character."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _fold_one(character)
        if len(folded) != 1:
            self.moving.add(character)
        self[code] = folded
        return folded


def _fold_one(character: str) -> str:
    if not character.isalnum() and not unicodedata.combining(character):
        return character
    parts = unicodedata.normalize("NFKD", character.casefold())
    bare = "".join(c for c in parts if not unicodedata.combining(c) or c in _KANA_VOICE)
    return unicodedata.normalize("NFC", bare).casefold()


_FOLDING = _Folding()
