"""Whether a question asks for news, and of how recent a time."""

import re
from typing import Literal

Window = Literal["day", "week", "month", "year"]

_NEWS = frozenset(
    {
        "news",
        "headline",
        "headlines",
        "nachrichten",
        "schlagzeilen",
        "noticias",
        "actualités",
        "notizie",
        "notícias",
        "nieuws",
        "новости",
    }
)
_NEWS_WITHOUT_SPACES = ("新闻", "新聞", "ニュース", "뉴스")
_BEFORE_NEWS = frozenset(
    {"latest", "breaking", "recent", "new", "current", "today", "today's", "world", "top", "local"}
)
_NAMES_IN_NEWS = frozenset({"abc", "bbc", "cbs", "fox", "hacker", "nbc", "sky"})
_HAPPENING = re.compile(r"\bwhat(?:'s| is| has| was)?\s+happen(?:s|ed|ing)?\b", re.IGNORECASE)
_WINDOWS: tuple[tuple[Window, re.Pattern[str]], ...] = (
    ("day", re.compile(r"\b(?:today|tonight|this morning|right now|heute)\b", re.IGNORECASE)),
    ("week", re.compile(r"\b(?:yesterday|(?:this|past|last) week|gestern)\b", re.IGNORECASE)),
    ("month", re.compile(r"\b(?:this|past|last) month\b", re.IGNORECASE)),
    ("year", re.compile(r"\b(?:this|past) year\b", re.IGNORECASE)),
)


def _time_in(query: str) -> Window | None:
    return next((name for name, pattern in _WINDOWS if pattern.search(query)), None)


def is_news(query: str) -> bool:
    """True when the query asks for news; the name of a broadcaster (Fox News) does not."""
    if any(word in query for word in _NEWS_WITHOUT_SPACES):
        return True
    words = re.findall(r"[\w']+", query)
    for before, word in zip(["", *words], words, strict=False):
        if word.casefold() not in _NEWS:
            continue
        before_it = before.casefold()
        in_capitals = word[0].isupper() and before[:1].isupper() and before_it not in _BEFORE_NEWS
        if not in_capitals and before_it not in _NAMES_IN_NEWS:
            return True
    return bool(_HAPPENING.search(query)) and _time_in(query) is not None


def news_window(query: str) -> Window | None:
    """Gives how far back a news question looks, or None where it does not say or is not news."""
    return _time_in(query) if is_news(query) else None
