"""Questions for the latest version of a piece of software."""

import re

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import bare_software, entity_of
from desktop_agent.evidence.question.patterns import (
    Asked,
    matches,
)
from desktop_agent.evidence.question.software import is_known
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("question/version")


def _detail(text: str) -> str:
    return "LTS" if re.search(r"\b(?:lts|long[- ]term[- ]support)\b", text, re.IGNORECASE) else ""


def latest_version(text: str) -> Asked | None:
    """Parse a question for the latest version of a piece of software, or return None.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    if not _PATTERNS.may_be.search(text):
        return None
    for found in matches(_PATTERNS.whole("latest_version"), text):
        software = bare_software(entity_of(found["entity"]))
        if software and not _PATTERNS.no_software.search(software):
            return Asked(Intent.LATEST_VERSION, software, _detail(text))
    for found in matches(_PATTERNS.whole("bare"), text):
        software = entity_of(found["entity"])
        if is_known(software):
            return Asked(Intent.LATEST_VERSION, software, _detail(text))
    return None
