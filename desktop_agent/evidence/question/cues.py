"""Sets of wordings that tell something of a question, searched in one go."""

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Cues:
    """Patterns for the beginning of a question, and for any place in it; case does not count."""

    first: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()


def _any_of(lines: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines) or r"(?!)", re.IGNORECASE)


@cache
def _patterns(cues: Cues) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _any_of(cues.first), _any_of(cues.anywhere)


def shows(cues: Cues, text: str) -> bool:
    """True where one of the cues is in the text."""
    first, anywhere = _patterns(cues)
    return first.match(text) is not None or anywhere.search(text) is not None
