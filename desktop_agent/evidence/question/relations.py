"""Parse what a question asks about its subject, such as who directed a film."""

import re
from dataclasses import dataclass
from functools import lru_cache

from desktop_agent.evidence.question.entity import without_article
from desktop_agent.evidence.question.main_question import focus_of
from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.word_forms import concepts, folded_words, members
from desktop_agent.evidence.text.wordings import Patterns, Words

_FILE = "question/relations"
_PATTERNS = Patterns(_FILE)
_WORDS = Words(_FILE)

_MOST_WORDS = 10


@dataclass(frozen=True, slots=True)
class Relation:
    """What a question asks (``director``) about its subject (``Jaws``).

    ``names`` are regular expressions, one per content word in ``asked``. They match the word and
    its synonyms in flattened lower-case text. ``narrowing`` are the folded words that restrict the
    subject, taken from the text around it.
    """

    subject: str
    asked: str
    names: tuple[str, ...]
    narrowing: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def relation_of(reading: Reading) -> Relation | None:
    """Return the relation that a question asks for, or None if the wording is not recognised."""
    text = focus_of(reading.text).text
    for pattern in _PATTERNS.whole("patterns"):
        found = pattern.match(text)
        if found is not None and (relation := _read(found, reading)):
            return relation
    return None


def _read(found: "re.Match[str]", reading: Reading) -> Relation | None:
    subject, narrowing = found["subject"], []
    if tail := _PATTERNS.tail.search(subject):
        subject, narrowing = subject[: tail.start()], folded_words(tail["tail"])
    if kind := _PATTERNS.kind_before.match(subject):
        narrowing += folded_words(kind["kind"])
        subject = subject[kind.end() :]
    subject = without_article(subject.strip(" ,.?!")).strip("\"' ,.")
    words = [word for word in folded_words(found["relation"] or "") if word not in _WORDS.generic]
    if not subject or len(subject.split()) > _MOST_WORDS or (not words and found["relation"]):
        return None
    names = tuple(_names(word, reading.language) for word in words)
    return Relation(subject, found["relation"] or "", names, tuple(narrowing))


def _names(word: str, language: str) -> str:
    """Return a regular expression that matches a word and its synonyms in flattened text."""
    concept = concepts(language).get(word, "")
    every = {word, *members(language).get(concept, ())}
    return "|".join(sorted((re.escape(flat(each)) for each in every), key=len, reverse=True))
