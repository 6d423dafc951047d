"""Extract a query's keywords for a retry, and detect news queries and their time window."""

import re
from typing import Literal

from desktop_agent.core.language import STOP_WORDS, latin_language_of
from desktop_agent.system.resources import resource_pattern, toml_resource

# --- Keywords for a retry after no results

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
    """Return whether the word has a digit, is an acronym, or is capitalized like a name."""
    if any(letter.isdigit() for letter in word):
        return True
    if titled or len(word) == 1 or not word[0].isupper():
        return False
    return not first or word.isupper()


def keywords(query: str) -> str:
    """Return up to six content words of the query in their original order, or "".

    Operators, quotes, punctuation and stop words (in English and the query's language) are removed.
    Numbers, years and names are preferred.
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


Window = Literal["day", "week", "month", "year"]


def _words(name: str) -> list[str]:
    words: list[str] = toml_resource("news.toml")[name]
    return words


def _time_in(query: str) -> Window | None:
    windows: dict[Window, str] = toml_resource("news.toml")["windows"]
    found = (name for name, form in windows.items() if re.search(form, query, re.IGNORECASE))
    return next(found, None)


def is_news(query: str) -> bool:
    """Return whether the query asks for news; names of broadcasters (Fox News) do not count."""
    if any(word in query for word in _words("news_without_spaces")):
        return True
    words = re.findall(r"[\w']+", query)
    for before, word in zip(["", *words], words, strict=False):
        if word.casefold() not in _words("news"):
            continue
        before_it = before.casefold()
        in_capitals = word[0].isupper() and before[:1].isupper()
        is_name = in_capitals and before_it not in _words("before_news")
        if not is_name and before_it not in _words("names_before_news"):
            return True
    happening = resource_pattern(("news.toml",), "happening", re.IGNORECASE)
    return bool(happening.search(query)) and _time_in(query) is not None


def news_window(query: str) -> Window | None:
    """Return the time window of a news query, or None for other queries."""
    return _time_in(query) if is_news(query) else None
