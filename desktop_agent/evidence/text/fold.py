"""Fold text for comparison.

Folding removes case, accents, punctuation and leading articles but keeps version numbers. The
compatibility and canonical forms are those of Unicode Standard Annex 15, and case folding follows
section 3.13 of the Unicode Standard.
"""

import re
import unicodedata
from functools import cache, lru_cache

from desktop_agent.evidence.text.wordings import Patterns, Words, table

_WORDS = Words("text/fold")
_PATTERNS = Patterns("text/fold")

MARKS = frozenset(",;:()—/?¶")
"""Punctuation marks that `marked_words` keeps. The last one separates sentences."""

BREAK = "\x1e"
"""ASCII record separator, a control character that `marked_words` turns into ``¶``."""

_DASH = "\x1f"

_LETTERS_ENOUGH = 6
"""Minimum length of a single word that may lose its article; "Who" is not "The Who"."""

_PLAIN_MARKS = ",;:()/?"


@cache
def _signs(*names: str) -> dict[int, str]:
    """Return a translation table from the named tables of ``fold.toml``."""
    return {
        ord(sign): plain
        for name in names
        for plain, signs in table("text/fold")[name].items()
        for sign in signs.split(" ")
    }


class _Places(dict[int, str]):
    """A translation table for `_spaced`, whose entries are added when they are first needed."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if character in "\u2013\u2014\u2015":
            plain = _DASH
        elif character == "¶":
            plain = BREAK
        elif category == "Nd":
            plain = str(unicodedata.decimal(character))
        elif category[0] in "LMN":
            plain = f" {character} " if _PATTERNS.without_spaces.match(character) else character
        else:
            plain = character if character in f".+#&{_PLAIN_MARKS}{_DASH}{BREAK}" else " "
        self[code] = plain
        return plain


_PLACES = _Places()
_UNMARKED = str.maketrans(dict.fromkeys(f"{_PLAIN_MARKS}{_DASH}{BREAK}—¶", " "))


def marked_words(text: str) -> list[str]:
    """Split text into words in their original case, with the `MARKS` as separate words."""
    text = _spaced(text)
    for mark in _PLAIN_MARKS:
        text = text.replace(mark, f" {mark} ")
    text = text.replace(_DASH, " — ").replace(BREAK, " ¶ ")
    return _joined_versions(text).split()


def words(text: str) -> list[str]:
    """Split text into folded words, including articles."""
    return _joined_versions(_spaced(text.casefold()).translate(_UNMARKED)).casefold().split()


def folded(text: str) -> str:
    """Fold text to lower case, removing accents, punctuation and leading articles.

    Versions and decimals keep their dots (``3.12``), thousands lose their separators, and a
    pre-release suffix is joined to its version (``3.14.0rc1``). The function is idempotent.
    """
    return " ".join(without_article(words(text)))


def _spaced(text: str) -> str:
    if not text.isascii():
        text = text.translate(_signs("common"))
    if not text.isascii():
        text = _without_accents_or_signs(text)
    if "," in text or "'" in text or "." in text:
        text = _numbers_and_apostrophes(text)
    if "-" in text:
        text = _PATTERNS.spaced_hyphen.sub(_DASH, text)
    text = text.translate(_PLACES).replace("&", " and ")
    text = _PATTERNS.loose_dot.sub(" ", text)
    if "+" in text or "#" in text:
        text = _PATTERNS.loose_sign.sub(" ", text)
    return _PATTERNS.version_prefix.sub("", text)


def _without_accents_or_signs(text: str) -> str:
    signs = _signs("letters", "capitals", "blanks", "apostrophes")
    text = _PATTERNS.hard_spaces.sub(",", text)
    for form in ("NFKC", "NFKD"):
        text = unicodedata.normalize(form, _PATTERNS.accents.sub("", text.translate(signs)))
    text = _PATTERNS.accents.sub("", text.translate(signs))
    invisible = {ord(sign): None for sign in set(text) if unicodedata.category(sign) == "Cf"}
    return unicodedata.normalize("NFKC", text.translate(invisible))


def _numbers_and_apostrophes(text: str) -> str:
    text = _PATTERNS.thousands.sub(lambda match: _PATTERNS.not_digits.sub("", match[0]), text)
    text = _PATTERNS.decimal_comma.sub(r"\1.\2", text)
    return _PATTERNS.apostrophe.sub(_apostrophe, text) if "'" in text else text


def _apostrophe(match: re.Match[str]) -> str:
    """Split a possessive or an elided article from its word; drop any other apostrophe."""
    if match[1]:
        return f" {match[1]}"
    start = match.start()
    return " " if _PATTERNS.elided.search(match.string, max(0, start - 7), start) else ""


def _joined_versions(text: str) -> str:
    return _PATTERNS.pre_release.sub(r"\1\2\3", " ".join(text.split()))


def without_article(every: list[str]) -> list[str]:
    """Drop leading articles from a list of words, unless only one short word would be left."""
    start, last = 0, len(every) - 1
    while start < last and every[start] in _WORDS.articles:
        if start + 1 == last and len(every[last]) < _LETTERS_ENOUGH:
            break
        start += 1
    return every[start:]


def without_accents(text: str) -> str:
    """Decompose text and remove its combining marks, such as accents."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


# --- Single words


@lru_cache(maxsize=50_000)
def folded_word(word: str) -> str:
    """Return a word in lower case, without accents or a possessive ending."""
    low = word.casefold().replace("\u2019", "'")
    if low in _WORDS.born:  # without its accent it would be the French "not"
        return "nee"
    if not low.isascii():
        low = without_accents(low.translate(_signs("letters")))
    head, mark, tail = low.partition("'")
    return head if mark and tail in ("", "s") else low


# --- Names: folded to words, and flattened without a change in length

ARTICLES = frozenset(("the", "a", "an"))
"""English articles, which names can omit; foreign ones are ordinary words in English names."""


@cache
def _plain_letters() -> dict[int, str]:
    table = _signs("flat")
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code))[0]
        if base.isascii() and base.isalpha():
            table.setdefault(code, base)
    return table


def flat(text: str) -> str:
    """Replace accented letters, typographic quotes and dashes with plain ones.

    The length does not change, so spans in the result also apply to the original. Case is kept.
    """
    return text if text.isascii() else text.translate(_plain_letters())


def name_words(text: str) -> list[str]:
    """Split text into case-folded words without accents, punctuation or possessive endings."""
    plain = flat(text).casefold()
    plain = _PATTERNS.inside.sub(lambda match: {"$": "s", "!": "i"}[match.group()], plain)
    plain = without_accents(plain)
    plain = plain.replace("'s ", " ").removesuffix("'s").replace("'", "")
    return _PATTERNS.name_word.findall(plain)


@lru_cache(maxsize=4096)
def folded_name(text: str) -> str:
    """Return the `name_words` without a leading article, joined by spaces."""
    words = name_words(text)
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(words)
