"""Parse a question into language, intent, entity, answer type and time dependence."""

import re
from dataclasses import replace
from datetime import date

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.entity import first_question, name_in, narrowing
from desktop_agent.evidence.question.follow_ups import resolved
from desktop_agent.evidence.question.intents import (
    Asked,
    event_date,
    latest_album,
    latest_version,
    performer,
    title_holder,
)
from desktop_agent.evidence.question.main_question import Focus, focus_of
from desktop_agent.evidence.records import AnswerType, Intent, Reading
from desktop_agent.evidence.text.word_forms import language_of_question
from desktop_agent.evidence.text.wordings import Patterns, Words

_PATTERNS = Patterns("question/parser")
_FORM = Patterns("question/answer_type")
_FORM_WORDS = Words("question/answer_type")

# --- Intent: the first one whose patterns match, else a general fact

_MOST_CHARACTERS = 250
"""Maximum length of a question with an intent. A single value would not answer a longer one."""


def match_intent(focus: Focus, year: int, language: str) -> Asked:
    """Return the intent, entity and detail of a question. ``year`` is the current year.

    A text with several questions has the general intent, because a single extracted value would
    answer only one of them.
    """
    text = resolved(focus.text)
    if not focus.several and len(text) <= _MOST_CHARACTERS:
        found = (
            latest_album(text)
            or latest_version(text)
            or event_date(text)
            or title_holder(text, year)
            or performer(text)
        )
        if found:
            return found
    return Asked(Intent.GENERAL, name_in(focus.text, language))


# --- Time dependence: whether the answer must be looked up

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_FIXED = frozenset({Intent.PERFORMER, Intent.EVENT_DATE})
_RECENT_YEARS = 2
_YEAR = re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def is_current(focus: Focus, asked: Asked, today: date) -> bool:
    """Return whether the answer to a question changes with time.

    This is the case, for example, for offices, latest releases, prices and recent winners. It is
    not the case for definitions, arithmetic, unchanging geography, or events in years long past.
    The years from two years ago through next year count as recent.
    """
    text = focus.text
    if asked.intent in _CHANGING:
        return True
    if asked.intent in _FIXED:
        return asked.intent is Intent.EVENT_DATE and _PATTERNS.to_come_start.match(text) is not None
    if _PATTERNS.settled_start.match(text) or _PATTERNS.settled.search(text):
        return False
    first = first_question(text)
    if focus.several or first != text:
        half = match_intent(Focus(first), today.year, language_of_question(first))
        if half.intent in _CHANGING:
            return True
    spanish = re.search(r"\bactual\b", text) and language_of_question(text) == "es"
    if spanish or _PATTERNS.now.search(text):
        return True
    years = [int(year) for year in _YEAR.findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    if _PATTERNS.won.search(text):
        return _PATTERNS.history.search(text) is None
    moving = _PATTERNS.moving_start.match(text) or _PATTERNS.moving.search(text)
    return bool(moving or _PATTERNS.age_of_person.search(text))


# --- The form of answer that a question asks for

_LOWEST_PLURAL = 4
_QUOTED = re.compile(r"\"[^\"]{1,200}\"|(?<!\w)'[^']{2,120}'(?!\w)")


def _is_plural(word: str) -> bool:
    plain = word.strip(".,;:'\"()").casefold()
    if plain in _FORM_WORDS.plural:
        return True
    ends = plain.endswith("s") and not plain.endswith(("ss", "us", "is", "'s"))
    return ends and plain not in _FORM_WORDS.singular_in_s and len(plain) >= _LOWEST_PLURAL


def _head(before: list[str], last: str) -> str:
    """Return the head noun of a phrase, such as ``city`` in ``city in Athens``."""
    words = [*before, last]
    joints = [index for index, word in enumerate(words) if word.casefold() in _FORM_WORDS.joints]
    return words[joints[0] - 1] if joints and joints[0] else last


def _asks_list(text: str) -> bool:
    if _FORM.list_start.match(text) or _FORM.list.search(text):
        return True
    if found := _FORM.plural_question.search(text):
        return _is_plural(_head(found[1].split(), found[2]))
    if found := _FORM.plural_of.match(text):
        return _is_plural(found[2]) and "coordinates" not in found[2].casefold()
    found = _FORM.plural_lead.match(text)
    return found is not None and _is_plural(found[1])


def type_of(focus: Focus) -> QuestionType:
    """Return the form of answer that a question asks for.

    Cues for an explanation take precedence, followed by cues for a number, a list, and yes or no. A
    question without any cue is factual. Quoted text is ignored because it is usually a title.
    """
    text = _QUOTED.sub("X", focus.text)
    if _FORM.explanatory_start.match(text) or _FORM.explanatory.search(text):
        return QuestionType.EXPLANATORY
    if _FORM.numeric_start.match(text) or _FORM.numeric.search(text):
        return QuestionType.NUMERIC
    if _asks_list(text):
        return QuestionType.LIST
    is_boolean = _FORM.boolean_start.match(text) or _FORM.boolean.search(text)
    if is_boolean and not _FORM.choice.search(text):
        return QuestionType.BOOLEAN
    return QuestionType.FACTUAL


_EXPECTED = Patterns("question/expected_answer")
_TYPE_OF_INTENT = {
    Intent.LATEST_ALBUM: AnswerType.TITLE,
    Intent.PERFORMER: AnswerType.PERSON,
    Intent.TITLE_HOLDER: AnswerType.PERSON,
    Intent.EVENT_DATE: AnswerType.DATE,
}


def answer_type(focus: Focus, asked: Asked) -> AnswerType:
    """Return the type of value that a question expects."""
    if asked.intent is not Intent.GENERAL:
        return _TYPE_OF_INTENT.get(asked.intent, AnswerType.OTHER)
    if type_of(focus) is QuestionType.BOOLEAN:
        return AnswerType.YES_NO
    for kind in (
        AnswerType.NUMBER,
        AnswerType.DATE,
        AnswerType.TITLE,
        AnswerType.PERSON,
        AnswerType.PLACE,
    ):
        if getattr(_EXPECTED, kind.value).search(focus.text):
            return kind
    return AnswerType.OTHER


# --- The complete reading


def read_question(text: str, today: date) -> Reading:
    """Parse a question by its wording, without a model. Never raises.

    ``text`` in the result is the question as written, without surrounding whitespace. For a general
    question, ``entity`` is the most prominent quoted or capitalised name, or "" if there is none.
    """
    focus = focus_of(text)
    language = language_of_question(focus.text)
    asked = match_intent(focus, today.year, language)
    reading = Reading(
        text=text.strip(),
        intent=asked.intent,
        entity=asked.entity,
        detail=asked.detail,
        question_type=type_of(focus),
        current=is_current(focus, asked, today),
        language=language,
        answer_type=answer_type(focus, asked),
    )
    if asked.intent is Intent.GENERAL:
        return reading
    return replace(reading, narrowing=narrowing(reading))
