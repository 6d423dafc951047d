"""What a question is after: the first intent whose wordings fit, else a general fact."""

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.album import latest_album
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.event import event_date
from desktop_agent.evidence.question.focus import Focus
from desktop_agent.evidence.question.names import name_in
from desktop_agent.evidence.question.performer import performer
from desktop_agent.evidence.question.title_holder import title_holder
from desktop_agent.evidence.question.topic import resolved
from desktop_agent.evidence.question.version import latest_version

_MOST_CHARACTERS = 250
"""What is longer tells a story, and one extracted value would not answer it."""


def asked_by(focus: Focus, year: int, language: str) -> Asked:
    """Gives intent, entity and detail of a question; ``year`` is the present one.

    A text that asks several questions is general: one extracted value would answer half of it.
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
