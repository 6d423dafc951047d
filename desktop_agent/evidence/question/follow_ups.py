"""Detect questions that depend on context, and replace pronouns with the topic."""

import re

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.question.entity import name_in
from desktop_agent.evidence.question.main_question import focus_of
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("question/follow_ups")
_PATTERNS = Patterns("question/follow_ups")

# --- ``Iron Maiden: what is their latest album?``: a topic in front of the question


def resolved(text: str) -> str:
    """Replace the pronoun in a question with the topic stated before the question, if any."""
    found = _PATTERNS.with_topic.match(text)
    if found is None:
        return text
    topic, ask = found["topic"].strip(" \"'"), found["ask"]
    if not topic or topic.casefold() in _WORDS.no_topic or len(topic.split()) > 8:
        return text
    for pattern, put in ((_PATTERNS.possessive, f"{topic}'s"), (_PATTERNS.object, topic)):
        asked, number = pattern.subn(lambda _, put=put: put, ask, count=1)
        if number:
            return asked
    return f"{ask} of {topic}" if _PATTERNS.newest.search(ask) else text


_LOOKED_AT = 400
_WORDS_OF_A_QUESTION = 5
_THINGS_BEFORE = 2


def is_self_contained(text: str) -> bool:
    """Return whether a question can be understood without the conversation before it.

    ``and its population?`` and ``why?``, for example, cannot.
    """
    question = " ".join(text[:_LOOKED_AT].split()).strip(" ?!.,\u00bf\u00a1\u2026")
    joined = _PATTERNS.joiner.match(question)
    if joined:
        question = question[joined.end() :]
        whole = len(question.split()) >= _WORDS_OF_A_QUESTION
        if not (whole and _PATTERNS.asking.match(question)):
            return False
    question = focus_of(question).text or question
    if not any(map(str.isalnum, question)) or _PATTERNS.lone_word.match(question):
        return False
    if _PATTERNS.goes_on.match(question):
        return False
    # the question may name the options: ``which one is bigger, Jupiter or Saturn``
    named = " or " in question and name_in(question, "en")
    if _PATTERNS.points_back.search(question) and not named:
        return False
    if _PATTERNS.foreign_pronoun.search(question) and not name_in(question, "de"):
        return False
    return _pronouns_are_explained(_PATTERNS.expletive.sub(" ", question))


def _pronouns_are_explained(question: str) -> bool:
    """Return whether a name, a person or two content words precede any pronoun in a question."""
    found = _PATTERNS.pronoun.search(question)
    if found is None:
        return True
    before = question[: found.start()]
    if name_in(before, "en") or before.count('"') > 1:
        return True
    if found[0].casefold() in _WORDS.he_or_she:
        return _PATTERNS.someone.search(before) is not None
    words = re.findall(r"[^\W\d_]{3,}", before.casefold())
    return len([word for word in words if word not in STOP_WORDS["en"]]) >= _THINGS_BEFORE
