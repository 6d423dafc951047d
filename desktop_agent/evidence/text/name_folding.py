"""Text in the two forms in which it is compared: folded to words, and flattened in place."""

import re
import unicodedata
from functools import cache, lru_cache


def word_set(words: str) -> frozenset[str]:
    """Gives the words of a table that is written as running text."""
    return frozenset(words.split())


ARTICLES = frozenset(("the", "a", "an"))
"""Articles that may be left out of a name; those of other languages are words in English names."""

_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?|[÷\u00d7=+\-%?!]+(?!\S)")
_INSIDE = re.compile(r"(?<=\w)[$!](?=\w)")
_LETTERS = {"$": "s", "!": "i"}
_SINGLE = {
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "\u0131": "i", "\u2019": "'",
    "\u2018": "'", "\u02bc": "'", "\u00b4": "'", "`": "'", "\u2010": "-", "\u2011": "-",
    "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-", "\u00a0": " ",
    "\u2009": " ", "\u202f": " ", "\u200b": " ", "\u200e": " ", "\u200f": " ", "\u201c": '"', "\u201d": '"', "\u201e": '"',
    "\u00ab": '"', "\u00bb": '"', "\u2039": "'", "\u203a": "'", "\u300c": '"', "\u300d": '"',
}  # fmt: skip


@cache
def _table() -> dict[int, str]:
    table = {ord(letter): plain for letter, plain in _SINGLE.items()}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code))[0]
        if base.isascii() and base.isalpha():
            table.setdefault(code, base)
    return table


def flat(text: str) -> str:
    """Gives the text with plain letters, quotes and dashes, each in its place.

    The length stays, so that a span found in it is a span of the text. Case stays too.
    """
    return text if text.isascii() else text.translate(_table())


def folded_words(text: str) -> list[str]:
    """Gives the words without case, accents, punctuation and possessive endings."""
    plain = flat(text).casefold()
    plain = _INSIDE.sub(lambda match: _LETTERS[match.group()], plain)
    if not plain.isascii():
        apart = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    plain = plain.replace("'s ", " ").removesuffix("'s").replace("'", "")
    return _WORD.findall(plain)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Gives the form in which two spellings of one name are the same: `folded_words`, no article.

    ``The Beatles`` and ``beatles`` are the same, ``Beyoncé's`` and ``beyonce`` too.
    """
    words = folded_words(text)
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(words)
