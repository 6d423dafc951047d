"""Compiles patterns and reads tables before somebody waits for them."""

from datetime import date

from desktop_agent.evidence.assemble import Assembly
from desktop_agent.evidence.claims.check import check_claims
from desktop_agent.evidence.claims.sources import SourceText
from desktop_agent.evidence.grounding.evidence_text import evidence_text
from desktop_agent.evidence.grounding.grounding import ground
from desktop_agent.evidence.instructions import find_instructions
from desktop_agent.evidence.pack import Document, EvidencePack
from desktop_agent.evidence.question.intent import read_question
from desktop_agent.evidence.question.queries import query_families

_QUESTIONS = (
    "What is the latest album by Radiohead?",
    "Who performed the song Bohemian Rhapsody?",
    "Who is the chancellor of Germany?",
    "What is the latest stable version of Python?",
    "When was Marie Curie born?",
    "How high is Mount Everest?",
)
_TEXT = "# {0}\n\n{0} is the latest album, version and chancellor of 7 November 1867 [1].\n"


def warm_up(today: date) -> None:
    """Goes once through all that a question may need; half a second of processor time."""
    for question in _QUESTIONS:
        reading = read_question(question, today)
        query_families(reading, today)
        text = _TEXT.format(reading.entity)
        find_instructions(text)
        pack = Assembly(reading, today).pack(
            (Document(1, "https://example.org/", reading.entity, text, text=text),)
        )
        evidence_text(pack)
        ground(text, EvidencePack(reading, pack.documents, answer="7 November 1867"))
        check_claims(text, {1: SourceText(1, "https://example.org/", reading.entity, text)})
