"""Texts made comparable: case, accents, punctuation and articles do not count, versions do.

The compatibility and canonical forms are those of Unicode Standard Annex 15, the case folding that
of the Unicode Standard, section 3.13.
"""

import re
import unicodedata
from functools import lru_cache

from desktop_agent.evidence.grounding.dates import CalendarDate, date_of, dates_in

MARKS = frozenset(",;:()—/?¶")
"""What is left of punctuation by `marked_words`; the last one stands between sentences."""

_ARTICLES = frozenset(
    "the a an der das ein eine l le la les une el los las una il gli uno het een".split()
)
_LETTERS_ENOUGH = 6
"""A single word must be this long to stand without its article: "Who" is not "The Who"."""

_APOSTROPHES = "\u2018\u2019\u201b\u02bc`\u00b4\u2032"
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i"}
    | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS"}
    | dict.fromkeys("™®©℠\u2120", " ")
    | dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", " ")  # footnote marks
    | dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys(range(0x300, 0x370), None)
)
_HARD_SPACES = re.compile("(?<=[0-9])[\u00a0\u202f\u2009](?=[0-9]{3}(?![0-9]))")
_THOUSANDS = re.compile(
    r"(?<![0-9.,'])[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:'[0-9]{3})+|(?:\.[0-9]{3}){2,})(?![0-9])"
)
_NOT_DIGITS = re.compile(r"[^0-9]")
_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]{1,18}),([0-9]{1,2})(?![0-9]|[.,][0-9])")
_ELIDED = re.compile(
    r"(?<!\w)([cdjlmnst]|qu|dell|dall|nell|sull|all|un|jusqu)'(?=\w)", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"'(s)(?!\w)", re.IGNORECASE)
_INNER_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_SPACED_HYPHEN = re.compile(r"(?<=\s)-{1,3}(?=\s)|--")
_LOOSE_DOT = re.compile(r"(?<![0-9])\.|\.(?![0-9])")
_LOOSE_SIGN = re.compile(r"(?<![\w+#])[+#]+|[+#]+(?=\w)")
_VERSION_PREFIX = re.compile(r"(?<!\w)v(?=[0-9]+\.[0-9])", re.IGNORECASE)
_PRE_RELEASE = re.compile(
    r"(?<![^ ])([0-9]{1,9}(?:\.[0-9]{1,9}){1,5}) ?(alpha|beta|rc|dev|pre|preview)"
    r"(?: ?([0-9]{1,6}))?(?![^ .])",
    re.IGNORECASE,
)
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
)


class _Places(dict[int, str]):
    """What each character becomes; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        self[code] = result = _place(chr(code))
        return result


def _place(character: str) -> str:
    if character in MARKS:
        return f" {character} "
    if character in ".+#":
        return character
    if character in "\u2013\u2014\u2015":
        return " — "
    if character == "&":
        return " and "
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category[0] in "LMN":
        return f" {character} " if _WITHOUT_SPACES.match(character) else character
    return " "


_PLACES = _Places()
_UNMARKED = str.maketrans(dict.fromkeys(MARKS, " "))


def marked_words(text: str) -> list[str]:
    """Gives the words with their case, and the `MARKS` of the punctuation between them."""
    return _joined_versions(_spaced(text)).split()


def words(text: str) -> list[str]:
    """Gives the folded words in order, articles and all."""
    return _joined_versions(_spaced(text.casefold()).translate(_UNMARKED)).casefold().split()


def folded(text: str) -> str:
    """Gives the text for comparing: lower case, no accents, no punctuation, no leading article.

    Versions and decimals keep their dots (``3.12``), thousands lose their separators, a
    pre-release stays one word with its version (``3.14.0rc1``). Folding twice changes nothing.
    """
    return " ".join(_without_article(words(text)))


def contains(text: str, value: str) -> bool:
    """True when the text holds the value between word boundaries, both folded.

    A date is contained in any way of writing it, and in a more exact date, never in a less exact
    one. A value of signs alone is looked for as it stands.
    """
    wanted, date = value_words(value)
    if not wanted:
        return _holds_signs(text, value)
    present = words(text)
    if f" {' '.join(wanted)} " in f" {' '.join(present)} ":
        return True
    return date is not None and any(span.date.says(date) for span in dates_in(present))


@lru_cache(maxsize=512)
def value_words(value: str) -> tuple[tuple[str, ...], CalendarDate | None]:
    """Gives the words of a value without a leading article, and the date that it is, if any."""
    every = words(value)
    return tuple(_without_article(every)), date_of(value, every)


def _spaced(text: str) -> str:
    if not text.isascii():
        text = _without_accents(text)
    if "," in text or "'" in text or "." in text:
        text = _numbers_and_apostrophes(text)
    text = _SPACED_HYPHEN.sub(" — ", text).translate(_PLACES)
    text = _LOOSE_SIGN.sub(" ", _LOOSE_DOT.sub(" ", text))
    return _VERSION_PREFIX.sub("", text)


def _without_accents(text: str) -> str:
    text = unicodedata.normalize("NFKC", _HARD_SPACES.sub(",", text).translate(_LETTERS))
    text = unicodedata.normalize("NFKD", text).translate(_LETTERS)
    invisible = {ord(sign): None for sign in set(text) if unicodedata.category(sign) == "Cf"}
    return unicodedata.normalize("NFKC", text.translate(invisible))


def _numbers_and_apostrophes(text: str) -> str:
    text = _THOUSANDS.sub(lambda match: _NOT_DIGITS.sub("", match[0]), text)
    text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    if "'" not in text:
        return text
    text = _POSSESSIVE.sub(r" \1", _ELIDED.sub(r"\1 ", text))
    return _INNER_APOSTROPHE.sub("", text)


def _joined_versions(text: str) -> str:
    return _PRE_RELEASE.sub(r"\1\2\3", " ".join(text.split()))


def _without_article(every: list[str]) -> list[str]:
    start = 0
    while start < len(every) and every[start] in _ARTICLES and _stands_alone(every[start + 1 :]):
        start += 1
    return every[start:]


def _stands_alone(rest: list[str]) -> bool:
    return len(rest) > 1 or (len(rest) == 1 and len(rest[0]) >= _LETTERS_ENOUGH)


def _holds_signs(text: str, value: str) -> bool:
    signs = "".join(unicodedata.normalize("NFKC", value).split())
    if not signs:
        return False
    pattern = rf"(?<!\w){re.escape(signs)}(?!\w)"
    return re.search(pattern, unicodedata.normalize("NFKC", text)) is not None
