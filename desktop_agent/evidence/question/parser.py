"""Parsing of a question into language, intent, entity, answer type and time dependence."""

import re
from datetime import date

from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.evidence.question.answer_type import type_of
from desktop_agent.evidence.question.context import resolved
from desktop_agent.evidence.question.entity import first_question, name_in
from desktop_agent.evidence.question.event_date import event_date
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.question.music import latest_album, performer
from desktop_agent.evidence.question.patterns import Asked
from desktop_agent.evidence.question.title_holder import title_holder
from desktop_agent.evidence.question.version import latest_version
from desktop_agent.evidence.text.language import language_of_question
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("question/parser")

# --- Intent: the first one whose patterns match, else a general fact

_MOST_CHARACTERS = 250
"""Maximum length for intent matching. A single value would not answer a longer question."""


def match_intent(focus: Focus, year: int, language: str) -> Asked:
    """Return the intent, entity and detail of a question. ``year`` is the current year.

    A text with several questions is general because a single extracted value would answer only one
    of them.
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


def needs_current_info(text: str, today: date) -> bool:
    """Return whether the answer changes with time.

    This applies to offices, latest releases, prices and recent winners, for example. It does not
    apply to definitions, arithmetic, unchanging geography, or events of a year long past. Years
    from two years ago through next year count as recent.
    """
    focus = focus_of(text)
    return is_current(
        focus, match_intent(focus, today.year, language_of_question(focus.text)), today
    )


def is_current(focus: Focus, asked: Asked, today: date) -> bool:
    """Apply `needs_current_info` to a question that has already been parsed."""
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
    if _PATTERNS.now.search(text) or (
        re.search(r"\bactual\b", text) and language_of_question(text) == "es"
    ):
        return True
    years = [int(year) for year in _YEAR.findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    if _PATTERNS.won.search(text):
        return _PATTERNS.history.search(text) is None
    return any(
        (
            _PATTERNS.moving_start.match(text),
            _PATTERNS.moving.search(text),
            _PATTERNS.age_of_person.search(text),
        )
    )


# --- The complete reading


def read_question(text: str, today: date) -> Reading:
    """Parse a question by its wording, without a model. Parsing never fails.

    ``text`` of the result is the question as written, with surrounding whitespace stripped. For a
    general fact, ``entity`` is the most prominent quoted or capitalised name, or empty.
    """
    focus = focus_of(text)
    language = language_of_question(focus.text)
    asked = match_intent(focus, today.year, language)
    return Reading(
        text=text.strip(),
        intent=asked.intent,
        entity=asked.entity,
        detail=asked.detail,
        question_type=type_of(focus),
        current=is_current(focus, asked, today),
        language=language,
    )
