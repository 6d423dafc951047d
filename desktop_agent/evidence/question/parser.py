"""Parse a question's language, intent, entity, answer type, time dependence and relation."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from itertools import chain
from typing import Literal

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.entity import (
    bare,
    entity_of,
    focus_of,
    name_in,
    narrowing,
    sentences_in,
    sites_of,
    without_article,
    without_place,
)
from desktop_agent.evidence.records import AnswerType, Intent, Reading
from desktop_agent.evidence.text.fold import (
    concepts,
    flat,
    folded_words,
    language_of_question,
    members,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table, whole

_PATTERNS = Patterns("question/parser")
_WORDS = Words("question/parser")
_FORM = Patterns("question/answer_type")
_MUSIC = Patterns("question/music")
_VERSION = Patterns("question/version")
_OFFICE = Patterns("question/title_holder")
_OFFICE_WORDS = Words("question/title_holder")
_EVENT_FILE = "question/event_date"
_EVENT = Patterns(_EVENT_FILE)

# --- A topic in front of the question


def resolved(text: str) -> str:
    """Replace the pronoun in a question with the topic stated before the question, if any.

    If several topics are stated, the pronoun is taken to mean the first.
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


@dataclass(frozen=True, slots=True)
class Asked:
    """The intent, entity and detail of a question, as in `Reading`."""

    intent: Intent
    entity: str
    detail: str = ""


def match_intent(text: str, year: int, language: str) -> Asked:
    """Return the intent, entity and detail of a question; ``year`` is the current year."""
    asked = resolved(text)
    return (
        _latest_album(asked)
        or _latest_version(asked)
        or _event_date(asked)
        or _title_holder(asked, year)
        or _performer(asked)
        or Asked(Intent.GENERAL, name_in(text, language))
    )


def _named(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[str]:
    """Yield the entity's text for each pattern that matches a question."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found["entity"]


# --- The intents: albums and songs


def _latest_album(text: str) -> Asked | None:
    """Parse a question about an artist's latest album; return None for any other question."""
    for raw in _named(_MUSIC.whole("latest_album"), text):
        artist = bare(entity_of(raw), "aside_on_act", "act_before")
        if artist and not _MUSIC.other_record.search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


def _performer(text: str) -> Asked | None:
    """Parse a question about a song's performer; return None for any other question."""
    likely = (raw for raw in _named(_MUSIC.whole("likely"), text) if _MUSIC.song_title.match(raw))
    raw = chain(_named(_MUSIC.whole("sure"), text), likely)
    return next(filter(None, map(_song_asked, raw)), None)


def _song_asked(raw: str) -> Asked | None:
    raw = bare(raw, "aside_on_song", "earlier", "song_before")
    if _MUSIC.no_song.match(raw):
        return None
    title, by, artist = raw.rpartition(" by ")
    if not by or _MUSIC.no_artist.match(artist):
        title, artist = raw, ""
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, entity_of(artist)) if name else None


# --- Software


def _latest_version(text: str) -> Asked | None:
    """Parse a question about the latest version of software; return None for any other question.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    support = "LTS" if _VERSION.long_term.search(text) else ""
    for raw in _named(_VERSION.whole("latest_version"), text):
        name = bare(entity_of(raw), "aside_on_software")
        software = name if sites_of(name) else bare(name, "software_after")
        if software and not _VERSION.no_software.search(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    for software in map(entity_of, _named(_VERSION.whole("bare"), text)):
        if sites_of(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    return None


# --- Events


def _wordings(name: str) -> Iterator[tuple[str, Iterator[re.Pattern[str]]]]:
    rows = table(_EVENT_FILE)["wordings"][name]
    return ((row["event"], whole(_EVENT_FILE, row["patterns"])) for row in rows)


@cache
def _event_leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return patterns for the openings of "when" questions, each with its language or ``nouns``."""
    return tuple(
        (name, re.compile(rf"(?i){expression(_EVENT_FILE, lead)}(?P<rest>.+)\Z"))
        for name, lead in table(_EVENT_FILE)["leads"].items()
    )


def _event_date(text: str) -> Asked | None:
    """Parse a question about when an event happened; return None for any other question."""
    asked = [(name, when["rest"]) for name, lead in _event_leads() if (when := lead.match(text))]
    for wording, rest in asked:
        for event, patterns in _wordings(wording):
            for raw in _named(patterns, rest):
                if not _EVENT.of_its_own.match(raw) and (name := _bare_name(event, raw)):
                    return Asked(Intent.EVENT_DATE, name, event)
    return None


def _bare_name(event: str, raw: str) -> str:
    """Return the name of the person or thing in an event, or "" if it is not a name.

    Occupations before a person's name and appositions after it are stripped.
    """
    name = raw
    if event in {"born", "died"}:
        name = _EVENT.described.sub("", _EVENT.apposed.sub("", name))
    return without_place(entity_of(name, title=event == "released"), event)


# --- Offices, titles and records


def _title_holder(text: str, year: int) -> Asked | None:
    """Parse a question about the current holder of an office, title or record, or return None.

    A question that names the current ``year`` counts as current; a question that names another year
    counts as historical. An unknown role is an office if the question says "now" or "current"; a
    film's director, for example, holds no office.
    """
    text = re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text)
    if not _OFFICE.cue.search(text) or _OFFICE.not_now.search(text):
        return None
    for pattern in _OFFICE.whole("holders"):
        if (found := pattern.match(text)) is None:
            continue
        said = found.groupdict()
        role, body = found["role"], said.get("body") or ""
        # "Nvidia's CEO" becomes "CEO of Nvidia"; all other words stay as they are.
        name = entity_of(said.get("entity") or f"{role} of {without_article(body)}")
        of_work = role.lower() in _OFFICE_WORDS.of_a_work and not _OFFICE.institution.match(body)
        if name and not of_work:
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None


# --- Time dependence: whether the answer must be looked up

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_FIXED = frozenset({Intent.PERFORMER, Intent.EVENT_DATE})
_RECENT_YEARS = 2
_YEAR = re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def is_current(text: str, asked: Asked, today: date) -> bool:
    """Return whether the answer to a question changes with time.

    It does for offices, latest releases, prices and recent winners, for example, but not for
    definitions, arithmetic, unchanging geography, or events in years long past. The years from two
    years ago through next year count as recent.
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
    question without any cue is factual. Quoted text, which is usually a title, and any supposition
    before the actual question are ignored.
    """
    text = _FORM.supposed.sub("", _QUOTED.sub("X", text))
    found = (form for form in _FORMS if getattr(_FORM, form).search(text))
    return QuestionType(next(found, "factual"))


def _type_of_all(question: str, text: str) -> QuestionType:
    """Return the form that the question or, failing that, the last sentence asks for.

    The last sentence of the text is used if the question has no cue.
    """
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
    question, ``entity`` is the most prominent quoted or capitalised name, or "".
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

    ``names`` are regular expressions, one per content word in ``asked``, that match the word and
    its synonyms in flattened lower-case text. ``narrowing`` are the folded words around the subject
    that restrict it.
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
    """Classify text as small talk, a request for code or a piece of writing, or a question."""
    if _REQUESTS.small_talk.search(text):
        return "small_talk"
    if _REQUESTS.code.search(text):
        return "code"
    return "writing" if _REQUESTS.writing.search(text) else "question"
