"""Find release dates in a text."""

import re
from datetime import date

from desktop_agent.evidence.text.dates import find_dates, later
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("extraction/release")


def release_date(text: str) -> str:
    """Return the ISO date next to a word like "released" in flat text, or "" if there is none."""
    for match in _PATTERNS.released.finditer(text):
        after = find_dates(text[match.end() : match.end() + 70])
        if after:
            return after[0].iso
        lead = text[max(0, match.start() - 40) : match.start()]
        before = find_dates(lead)
        if before and not lead[before[-1].end :].strip():
            return before[-1].iso
    return ""


def year_beside(text: str, end: int) -> str:
    """Return the ISO date or year in brackets immediately after ``end``, or "" if there is none."""
    match = re.match(r"[\"']?,? ?\(([^()]{4,40})\)", text[end : end + 48])
    found = find_dates(match.group(1)) if match else ()
    return found[0].iso if found else ""


def is_to_come(released: str, today: date) -> bool:
    """Return whether a release date is after today at their common precision."""
    return later(released, today.isoformat())
