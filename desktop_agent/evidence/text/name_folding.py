"""Two forms of text for comparison: folded to words, and flattened without a change in length."""

import re
import unicodedata
from functools import cache, lru_cache


def word_set(words: str) -> frozenset[str]:
    """Return the words of a space-separated list as a set."""
    return frozenset(words.split())


ARTICLES = frozenset(("the", "a", "an"))
"""Articles that can be omitted from names.

Articles of other languages are missing because they are ordinary words in English names.
"""

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
    """Replace letters, quotes and dashes with plain ones, character by character.

    The length does not change, so a span in the result is also a span in the text. Case is kept.
    """
    return text if text.isascii() else text.translate(_table())


def folded_words(text: str) -> list[str]:
    """Return the words without case, accents, punctuation or possessive endings."""
    plain = flat(text).casefold()
    plain = _INSIDE.sub(lambda match: _LETTERS[match.group()], plain)
    if not plain.isascii():
        apart = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    plain = plain.replace("'s ", " ").removesuffix("'s").replace("'", "")
    return _WORD.findall(plain)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return a form that is the same for all spellings of a name.

    It consists of the `folded_words` without a leading article.
    """
    words = folded_words(text)
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(words)
