"""A question in a few keywords, for the second try after no results."""

import re

from desktop_agent.web.search.language import STOP_WORDS, latin_language_of

MOST_WORDS = 6

_OPERATOR = re.compile(
    r"""(?<!\S)(?:
        -?(?i:site|filetype|ext|intitle|allintitle|inurl|allinurl|inbody|intext|region|before|after|
        loc|lang|language|related|cache|define):\S*
        | -(?=\w)\S+ | AND | OR | NOT | !\S*
    )(?!\S)""",
    re.VERBOSE,
)
_WORD = re.compile(r"\w+(?:[.&'\-]\w+|,\d{3}(?!\d))*(?:\+\+|\#)?")
_POSSESSIVE = re.compile(r"'s?$")
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu|un|(?:d|n|s)?[aeu]ll)'(?=\w)", re.IGNORECASE)
_ELIDING = ("fr", "it")


def _is_name(word: str, *, first: bool, titled: bool) -> bool:
    """True for acronyms, numbers and capitals that mean something."""
    if any(letter.isdigit() for letter in word):
        return True
    if titled or len(word) == 1 or not word[0].isupper():
        return False
    return not first or word.isupper()


def keywords(query: str) -> str:
    """Gives at most six content words of the query, in their order.

    Operators, quotes, punctuation and stop words (English, and the query's own language where that
    can be told) are removed. Where there are more than six words, numbers, years and names stay
    before others. A query of stop words alone gives "".
    """
    bare = _OPERATOR.sub(" ", query.replace("\u2019", "'")).replace("_", " ")
    words = _WORD.findall(bare)
    titled = all(not word[0].islower() for word in words)  # Capitals Everywhere mean nothing
    language = latin_language_of(query, enough=1)
    if language in _ELIDING:
        words = [_ELIDED.sub("", word) for word in words]
    stop = STOP_WORDS["en"] | STOP_WORDS.get(language, frozenset())
    kept: list[tuple[str, bool]] = []
    for index, word in enumerate(words):
        name = _is_name(word, first=index == 0, titled=titled)
        base = _POSSESSIVE.sub("", word)
        if base and (name or not {word.casefold(), base.casefold()} & stop):
            kept.append((base, name))
    by_worth = sorted(range(len(kept)), key=lambda index: (not kept[index][1], index))
    return " ".join(kept[index][0] for index in sorted(by_worth[:MOST_WORDS]))
