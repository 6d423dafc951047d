"""Parse a question: language, intent, entity, answer type, time dependence, relation."""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Literal

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.entity import (
    focus_of,
    name_in,
    narrowing,
    sentences_in,
    without_article,
)
from desktop_agent.evidence.question.intents import (
    Asked,
    event_date,
    latest_album,
    latest_version,
    performer,
    title_holder,
)
from desktop_agent.evidence.records import AnswerType, Intent, Reading
from desktop_agent.evidence.text.fold import (
    concepts,
    flat,
    folded_words,
    language_of_question,
    members,
)
from desktop_agent.evidence.text.wordings import Patterns, Words

_PATTERNS = Patterns("question/parser")
_WORDS = Words("question/parser")
_FORM = Patterns("question/answer_type")

# --- A topic in front of the question


def resolved(text: str) -> str:
    """Replace the pronoun in a question with the topic stated before the question, if any.

    If there are several topics, the pronoun most likely stands for the first.
    """
    found = _PATTERNS.with_topic.match(text)
    topic = found["topic"].partition(", ")[0].strip(" \"'") if found else ""
    if found is None or topic.casefold() in _WORDS.no_topic:
        return text
    pronoun = _PATTERNS.pronoun.search(found["ask"])
    if not topic or pronoun is None:
        return text
    ask, put = found["ask"], f"{topic}'s" if pronoun["possessive"] else topic
    return f"{ask[: pronoun.start()]}{put}{ask[pronoun.end() :]}"


# --- Intent: the first one whose patterns match, else a general fact


def match_intent(text: str, year: int, language: str) -> Asked:
    """Return the intent, entity and detail of a question. ``year`` is the current year."""
    asked = resolved(text)
    return (
        latest_album(asked)
        or latest_version(asked)
        or event_date(asked)
        or title_holder(asked, year)
        or performer(asked)
        or Asked(Intent.GENERAL, name_in(text, language))
    )


# --- Time dependence: whether the answer must be looked up

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_FIXED = frozenset({Intent.PERFORMER, Intent.EVENT_DATE})
_RECENT_YEARS = 2
_YEAR = re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def is_current(text: str, asked: Asked, today: date) -> bool:
    """Return whether the answer to a question changes with time.

    This is the case, for example, for offices, latest releases, prices and recent winners. It is
    not the case for definitions, arithmetic, unchanging geography, or events in years long past.
    The years from two years ago through next year count as recent.
    """
    if asked.intent in _CHANGING:
        return True
    if asked.intent in _FIXED:
        return asked.intent is Intent.EVENT_DATE and _PATTERNS.to_come_start.match(text) is not None
    if _PATTERNS.settled.search(text):
        return False
    if _PATTERNS.now.search(text):
        return True
    years = [int(year) for year in _YEAR.findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    return _PATTERNS.moving.search(text) is not None


# --- The form of answer that a question asks for

_QUOTED = re.compile(r"\"[^\"]{1,200}\"|(?<!\w)'[^']{2,120}'(?!\w)")
_FORMS = ("explanatory", "numeric", "list", "boolean")


def type_of(text: str) -> QuestionType:
    """Return the form of answer that a question asks for.

    Cues for an explanation take precedence, followed by cues for a number, a list, and yes or no. A
    question without any cue is factual. Quoted text is ignored because it is usually a title.
    Anything that the text supposes before the actual question is ignored too.
    """
    text = _FORM.supposed.sub("", _QUOTED.sub("X", text))
    found = (form for form in _FORMS if getattr(_FORM, form).search(text))
    return QuestionType(next(found, "factual"))


def _type_of_all(question: str, text: str) -> QuestionType:
    """Return the form that a question or, if it has no cue, its text's last sentence asks for."""
    kind = type_of(question)
    return kind if kind is not QuestionType.FACTUAL else type_of("".join(sentences_in(text)[-1:]))


_EXPECTED = Patterns("question/expected_answer")
_KINDS = ("number", "date", "title", "person", "place")
_TYPE_OF_INTENT = {
    Intent.LATEST_ALBUM: AnswerType.TITLE,
    Intent.PERFORMER: AnswerType.PERSON,
    Intent.TITLE_HOLDER: AnswerType.PERSON,
    Intent.EVENT_DATE: AnswerType.DATE,
}


def answer_type(text: str, asked: Asked) -> AnswerType:
    """Return the type of value that a question expects."""
    if asked.intent is not Intent.GENERAL:
        return _TYPE_OF_INTENT.get(asked.intent, AnswerType.OTHER)
    if type_of(text) is QuestionType.BOOLEAN:
        return AnswerType.YES_NO
    found = (kind for kind in _KINDS if getattr(_EXPECTED, kind).search(text))
    return AnswerType(next(found, "other"))


# --- The complete reading


def read_question(text: str, today: date) -> Reading:
    """Parse a question by its wording, without a model. Never raises.

    ``text`` in the result is the question as written, without surrounding whitespace. For a general
    question, ``entity`` is the most prominent quoted or capitalised name, or "" if there is none.
    """
    question = focus_of(text)
    language = language_of_question(question)
    questions = re.split("[?\uff1f]", text)[:-1]
    if sum(" " in each.strip() for each in questions) > 1:  # a value would answer only one of them
        asked = Asked(Intent.GENERAL, name_in(question, language))
    else:
        asked = match_intent(question, today.year, language)
    reading = Reading(
        text=text.strip(),
        intent=asked.intent,
        entity=asked.entity,
        detail=asked.detail,
        question_type=_type_of_all(question, text),
        current=is_current(question, asked, today),
        language=language,
        answer_type=answer_type(question, asked),
    )
    if asked.intent is Intent.GENERAL:
        return reading
    return replace(reading, narrowing=narrowing(reading))


# --- The relation that a question asks for

_RELATION = Patterns("question/relations")
_RELATION_WORDS = Words("question/relations")
_MOST_WORDS_OF_SUBJECT = 10


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation (``director``) that a question asks for, and its subject (``Jaws``).

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
    text = focus_of(reading.text)
    for pattern in _RELATION.whole("patterns"):
        found = pattern.match(text)
        if found is not None and (relation := _read(found, reading)):
            return relation
    return None


def _read(found: re.Match[str], reading: Reading) -> Relation | None:
    subject, narrowing = found["subject"], []
    if tail := _RELATION.tail.search(subject):
        subject, narrowing = subject[: tail.start()], folded_words(tail["tail"])
    if kind := _RELATION.kind_before.match(subject):
        narrowing += folded_words(kind["kind"])
        subject = subject[kind.end() :]
    subject = without_article(subject.strip(" ,.?!")).strip("\"' ,.")
    words = [
        word
        for word in folded_words(found["relation"] or "")
        if word not in _RELATION_WORDS.generic
    ]
    if (
        not subject
        or len(subject.split()) > _MOST_WORDS_OF_SUBJECT
        or (not words and found["relation"])
    ):
        return None
    names = tuple(_names(word, reading.language) for word in words)
    return Relation(subject, found["relation"] or "", names, tuple(narrowing))


def _names(word: str, language: str) -> str:
    """Return a regular expression that matches a word and its synonyms in flattened text."""
    concept = concepts(language).get(word, "")
    every = {word, *members(language).get(concept, ())}
    return "|".join(
        sorted((re.escape(flat(each)) for each in every), key=lambda each: (-len(each), each))
    )


# --- What a text asks for

_REQUESTS = Patterns("requests")


def request_kind(text: str) -> Literal["small_talk", "code", "writing", "question"]:
    """Return whether a text is small talk, asks for code or a piece of writing, or is a question."""
    if _REQUESTS.small_talk.search(text):
        return "small_talk"
    if _REQUESTS.code.search(text):
        return "code"
    return "writing" if _REQUESTS.writing.search(text) else "question"
