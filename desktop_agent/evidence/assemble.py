"""From what was seen to the evidence pack; pure, so that it can run beside the window's thread."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from desktop_agent.evidence.claims.ranking import best_passages
from desktop_agent.evidence.extraction.confidence import settle, weigh
from desktop_agent.evidence.extraction.relevance import relevant
from desktop_agent.evidence.extraction.sightings import find_sightings
from desktop_agent.evidence.extraction.trust import trust_of
from desktop_agent.evidence.pack import Candidate, Document, EvidencePack, Hop, Intent, Reading

_MOST_TEXT = 200_000
"""Characters of a page that are looked through; what a question asks stands near its top."""


def assemble(
    reading: Reading,
    documents: Sequence[Document],
    today: date,
    hops: Sequence[Hop] = (),
    notes: Sequence[str] = (),
) -> EvidencePack:
    """Gives the pack: candidates weighed, the answer where it is sure, the best passages."""
    seen = tuple(replace(each, text=each.text[:_MOST_TEXT]) for each in documents)
    sightings = find_sightings(reading, seen, today)
    candidates = weigh(reading, sightings, seen, today)
    answer, confidence, remarks = settle(reading, candidates)
    return EvidencePack(
        reading=reading,
        documents=tuple(documents),
        hops=tuple(hops),
        candidates=candidates,
        answer=answer,
        confidence=confidence,
        passages=best_passages(reading, seen),
        notes=(*notes, *remarks),
    )


def worth_reading(
    reading: Reading,
    documents: Sequence[Document],
    candidates: Sequence[Candidate],
    count: int,
) -> tuple[Document, ...]:
    """Chooses pages to read: those behind the leading candidates, then trusted ones, then by rank.

    Pages that do not speak of the entity are left out, unless the question is a general one.
    """
    named = [number for candidate in candidates[:2] for number in candidate.sources]

    def order(document: Document) -> tuple[bool, float, int]:
        trust = trust_of(document.url, reading.intent, reading.entity)
        return document.number not in named, document.rank - 4 * trust, document.number

    unread = (each for each in documents if not each.read)
    general = reading.intent is Intent.GENERAL
    fit = [each for each in unread if general or relevant(each, reading)]
    return tuple(sorted(fit, key=order)[:count])
