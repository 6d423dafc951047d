"""The intent and the entity that a question's wording shows."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_agent.evidence.pack import Intent


@dataclass(frozen=True, slots=True)
class Asked:
    """The intent and the entity of a question. The fields are those of `Reading`."""

    intent: Intent
    entity: str
    detail: str = ""


def matches(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of the patterns in order."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found
