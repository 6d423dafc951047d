"""``Iron Maiden: what is their latest album?``: a topic before the question, and its pronoun."""

import re
from functools import cache

_NO_TOPIC_WORDS = """question answer note hint quiz trivia please thanks hello urgent serious fact help topic
    today tldr re fyi psa"""
_NO_TOPIC = frozenset(_NO_TOPIC_WORDS.split())


@cache
def _with_topic() -> re.Pattern[str]:
    return re.compile(
        r"(?P<topic>[^:?\u2013\u2014]{2,80}?)(?::| [-\u2013\u2014]) (?P<ask>(?:who|what|which|when|where|how)\b.*)\Z",
        re.IGNORECASE,
    )


@cache
def _possessive() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:their|its|his|her|the band's|the group's|the artist's)\b", re.IGNORECASE
    )


@cache
def _newest() -> re.Pattern[str]:
    return re.compile(
        r"\bthe (?:latest|newest|most recent|current) (?:[\w-]{1,12} )?(?:version|release|album)\Z",
        re.IGNORECASE,
    )


@cache
def _object() -> re.Pattern[str]:
    return re.compile(r"\b(?:they|it|he|she|them|him|that)\b", re.IGNORECASE)


def resolved(text: str) -> str:
    """Gives the question with the topic in place of its pronoun; as it was where there is none."""
    found = _with_topic().match(text)
    if found is None:
        return text
    topic, ask = found["topic"].strip(" \"'"), found["ask"]
    if not topic or topic.casefold() in _NO_TOPIC or len(topic.split()) > 8:
        return text
    for pattern, put in ((_possessive(), f"{topic}'s"), (_object(), topic)):
        asked, number = pattern.subn(lambda _, put=put: put, ask, count=1)
        if number:
            return asked
    return f"{ask} of {topic}" if _newest().search(ask) else text
