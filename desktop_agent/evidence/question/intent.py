"""Reads a question: what kind of fact it is after, of what, and in what form."""

from datetime import date

from desktop_agent.evidence.pack import Reading
from desktop_agent.evidence.question.current_info import is_current
from desktop_agent.evidence.question.focus import focus_of
from desktop_agent.evidence.question.language import language_of
from desktop_agent.evidence.question.matchers import asked_by
from desktop_agent.evidence.question.question_type import type_of


def read_question(text: str, today: date) -> Reading:
    """Reads a question as far as its wording goes; it never fails and needs no model.

    ``text`` of the reading is the question as it was written, with the space around it taken off.
    For a general fact ``entity`` is the name that stands out (in quotes or in capitals), empty where
    there is none.
    """
    focus = focus_of(text)
    language = language_of(focus.text)
    asked = asked_by(focus, today.year, language)
    return Reading(
        text=text.strip(),
        intent=asked.intent,
        entity=asked.entity,
        detail=asked.detail,
        question_type=type_of(focus),
        current=is_current(focus, asked, today),
        language=language,
    )
