"""The words of a text, as both the index and a query have them.

Case, accents and width make no difference. Scripts that do not part their words (Chinese, Japanese,
Korean, Thai and their kin) are indexed by pairs of neighbouring characters, so that any part of a
run is found by the pairs in it; which single characters there are is kept apart.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# --- Text as a database can hold it.


def to_storable_text(text: str) -> str:
    """Gives the text with its halves of surrogate pairs joined, or replaced by U+FFFD.

    What is pasted from elsewhere may be broken so, and UTF-8 has no place for it.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


RUN = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17d3"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U000323af"
)
LETTER = f"[^\\W_{RUN}]"
_VOWELS = (
    "[\u0900-\u0963\u0966-\u0dff]"  # signs of Indian scripts that are no letters by themselves
)
_PIECE = re.compile(f"([{RUN}]+)|((?:{LETTER}|{_VOWELS})+)")
_KANA_VOICE = "\u3099\u309a"


class Piece(NamedTuple):
    """A word, or a ``run`` of characters of a script that does not part its words; folded."""

    text: str
    run: bool


def pieces(folded: str) -> Iterator[Piece]:
    """Yields the words and runs of a folded text in order."""
    for found in _PIECE.finditer(folded):
        yield Piece(found[0], found[1] is not None)


def pairs(run: str) -> list[str]:
    """Gives each two characters that stand together."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def index_text(text: str) -> str:
    """Gives what is indexed in the place of ``text``: words and pairs, parted by spaces."""
    if text.isascii():
        return text  # the tokenizer of the index does the same
    words: list[str] = []
    for piece in pieces(fold(text)):
        words.extend(pairs(piece.text) if piece.run else (piece.text,))
    return " ".join(words)


def index_signs(text: str) -> str:
    """Gives the characters that stand in runs, each once."""
    if text.isascii():
        return ""
    signs = dict.fromkeys(c for piece in pieces(fold(text)) if piece.run for c in piece.text)
    return " ".join(signs)


def fold(text: str) -> str:
    """Gives a text without case, accents and width."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", text).translate(_FOLDING)


def fold_with_places(text: str) -> tuple[str, list[int] | None]:
    """Gives the folded text and, where folding moved characters, the place of each in ``text``.

    ``text`` must be in normal form C. The places have one more, for the end.
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
    """What each character folds to, worked out when it is first met."""

    def __init__(self) -> None:
        super().__init__()
        self.moving: set[str] = set()
        """Those that do not fold to exactly one."""

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
