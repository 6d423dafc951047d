"""Whether the answer to a question changes with time, so that memory will not do."""

import re
from datetime import date
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.cues import shows
from desktop_agent.evidence.question.current_cues import (
    HISTORY,
    MOVING,
    NOW,
    SETTLED,
    TO_COME,
    WON,
)
from desktop_agent.evidence.question.entity import first_question
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.question.language import language_of
from desktop_agent.evidence.question.matchers import asked_by

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_FIXED = frozenset({Intent.PERFORMER, Intent.EVENT_DATE})
_RECENT_YEARS = 2


@cache
def _age_of_person() -> re.Pattern[str]:
    return re.compile(
        r"(?i:how old is) (?!the\b|a\b|an\b|Mount\b)[A-Z][\w.'-]+ (?:[A-Z]|de\b|van\b|von\b)",
        re.ASCII,
    )


@cache
def _year() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def needs_current_info(text: str, today: date) -> bool:
    """True where the answer changes with time: offices, latest things, prices, recent winners.

    False for definitions, arithmetic, static geography and what was settled in a year long past; the
    last two years, this one and the next count as recent.
    """
    focus = focus_of(text)
    return is_current(focus, asked_by(focus, today.year, language_of(focus.text)), today)


def is_current(focus: Focus, asked: Asked, today: date) -> bool:
    """The same for a question that was read already."""
    text = focus.text
    if asked.intent in _CHANGING:
        return True
    if asked.intent in _FIXED:
        return asked.intent is Intent.EVENT_DATE and shows(TO_COME, text)
    if shows(SETTLED, text):
        return False
    first = first_question(text)
    if focus.several or first != text:
        half = asked_by(Focus(first), today.year, language_of(first))
        if half.intent in _CHANGING:
            return True
    if shows(NOW, text) or (re.search(r"\bactual\b", text) and language_of(text) == "es"):
        return True
    years = [int(year) for year in _year().findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    if shows(WON, text):
        return not shows(HISTORY, text)
    return shows(MOVING, text) or _age_of_person().search(text) is not None
