"""Derive a follow-up question from a question that only describes its subject."""

from datetime import date

from desktop_agent.evidence.confidence import settle, weigh
from desktop_agent.evidence.extraction.mentions import find_mentions
from desktop_agent.evidence.question.entity import focus_of
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("second_hop")


def second_hop(question: str, first: EvidencePack, today: date) -> str | None:
    """Return the question with a description replaced by the name of what it describes, or None.

    ``Where was the director of Jaws born?`` becomes ``Where was Steven Spielberg born?`` if the
    documents from the first round make it clear who the director is. The result is None if the
    question contains no such description, if it is already answered, or if the documents do not
    make it clear who is described.
    """
    if first.answer:
        return None
    text = focus_of(question).text
    for pattern in _PATTERNS.all("nested"):
        if found := pattern.match(text):
            name = _name_of(found["part"], first, today)
            start, end = found.span("whole")
            return f"{text[:start]}{name}{text[end:]}?" if name else None
    return None


def _name_of(description: str, first: EvidencePack, today: date) -> str:
    """Return the name of the person described (``director of Jaws``), or "" if it is not clear."""
    reading = read_question(f"Who is the {description}?", today)
    mentions = find_mentions(reading, first.documents, today)
    return settle(reading, weigh(reading, mentions, first.documents, today))[0]
