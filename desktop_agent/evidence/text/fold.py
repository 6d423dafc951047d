"""Fold text for comparison.

Folding removes case, accents, punctuation and leading articles but keeps version numbers. The
compatibility and canonical forms are those of Unicode Standard Annex 15, and case folding follows
section 3.13 of the Unicode Standard.
"""

import re
import unicodedata
from functools import cache, lru_cache

from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("text/fold")

MARKS = frozenset(",;:()—/?¶")
"""Punctuation marks that `marked_words` keeps. The last one separates sentences."""

BREAK = "\x1e"
"""ASCII record separator, a control character that `marked_words` turns into ``¶``."""

_DASH = "\x1f"

_ARTICLE_LIST = "the a an der das ein eine l le la les une el los las una il gli uno het een"
_ARTICLES = frozenset(_ARTICLE_LIST.split())
_LETTERS_ENOUGH = 6
"""Minimum length of a single word that may lose its article; "Who" is not "The Who"."""

_APOSTROPHES = "\u2018\u2019\u201b\u02bc`\u00b4\u2032"
_COMMON_SIGNS = {
    "\u201c": '"',
    "\u201d": '"',
    "\u2013": _DASH,
    "\u2014": _DASH,
    "\u2026": ".",
    "\u2022": "*",
    "\u201e": '"',
}
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "\u0131": "i"}
    | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS"}
    | dict.fromkeys("™®©℠\u2120", " ")
    | dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", " ")  # footnote marks
    | dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys(range(0x300, 0x370), None)
)


class _Places(dict[int, str]):
    """A translation table whose entries are added when a character is first encountered."""

    def __missing__(self, code: int) -> str:
        self[code] = result = _place(chr(code))
        return result


def _place(character: str) -> str:
    if ord(character) < 128:
        return _ASCII[ord(character)].replace("&", " and ")
    if character in "\u2013\u2014\u2015":
        return _DASH
    if character == "¶":
        return BREAK
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category[0] in "LMN":
        return f" {character} " if _PATTERNS.without_spaces.match(character) else character
    return " "


_PLACES = _Places()
_PLAIN_MARKS = ",;:()/?"
_ASCII = {
    code: chr(code)
    if chr(code).isalnum() or chr(code) in f".+#&{_PLAIN_MARKS}{_DASH}{BREAK}"
    else " "
    for code in range(128)
}
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
        for sign, plain in _COMMON_SIGNS.items():
            text = text.replace(sign, plain)
    if not text.isascii():
        text = _without_accents_or_signs(text)
    if "," in text or "'" in text or "." in text:
        text = _numbers_and_apostrophes(text)
    if "-" in text:
        text = _PATTERNS.spaced_hyphen.sub(_DASH, text)
    if text.isascii():  # ten times as fast as the general case
        text = text.translate(_ASCII).replace("&", " and ")
    else:
        text = text.translate(_PLACES)
    text = _PATTERNS.loose_dot.sub(" ", text)
    if "+" in text or "#" in text:
        text = _PATTERNS.loose_sign.sub(" ", text)
    return _PATTERNS.version_prefix.sub("", text)


def _without_accents_or_signs(text: str) -> str:
    text = unicodedata.normalize("NFKC", _PATTERNS.hard_spaces.sub(",", text).translate(_LETTERS))
    text = unicodedata.normalize("NFKD", text).translate(_LETTERS)
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
    while start < last and every[start] in _ARTICLES:
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

_BORN = frozenset(("n\u00e9", "n\u00e9e", "n\u00e9s", "n\u00e9es"))
_SPECIAL = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "\u0131": "i"}
)


@lru_cache(maxsize=50_000)
def folded_word(word: str) -> str:
    """Return a word in lower case, without accents or a possessive ending."""
    low = word.casefold().replace("\u2019", "'")
    if low in _BORN:  # without its accent it would be the French "not"
        return "nee"
    if not low.isascii():
        low = without_accents(low.translate(_SPECIAL))
    head, mark, tail = low.partition("'")
    return head if mark and tail in ("", "s") else low


# --- Names: folded to words, and flattened without a change in length

ARTICLES = frozenset(("the", "a", "an"))
"""English articles, which names can omit; foreign ones are ordinary words in English names."""

_SIGN_LETTERS = {"$": "s", "!": "i"}
_SINGLE = {
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "\u0131": "i", "\u2019": "'",
    "\u2018": "'", "\u02bc": "'", "\u00b4": "'", "`": "'", "\u2010": "-", "\u2011": "-",
    "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-", "\u00a0": " ",
    "\u2009": " ", "\u202f": " ", "\u200b": " ", "\u200e": " ", "\u200f": " ", "\u201c": '"', "\u201d": '"', "\u201e": '"',
    "\u00ab": '"', "\u00bb": '"', "\u2039": "'", "\u203a": "'", "\u300c": '"', "\u300d": '"',
}  # fmt: skip


@cache
def _plain_letters() -> dict[int, str]:
    table = {ord(letter): plain for letter, plain in _SINGLE.items()}
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
    plain = _PATTERNS.inside.sub(lambda match: _SIGN_LETTERS[match.group()], plain)
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
