"""Assemble the evidence pack from documents. This is pure computation for a worker thread."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.confidence import settle, weigh
from desktop_agent.evidence.extraction.mentions import find_mentions
from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.passages import best_passages
from desktop_agent.evidence.prompt_injection import find_instructions
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import query_families
from desktop_agent.evidence.records import (
    Candidate,
    Document,
    EvidencePack,
    Hop,
    Intent,
    Mention,
    Passage,
    Reading,
)
from desktop_agent.evidence.syndication import voices
from desktop_agent.evidence.trust import DEFAULT_TRUST, trust_of

_A_YEAR = 0.8
"""Factor applied to a passage's weight per year of its age if the answer changes with time."""
_MOST_YEARS = 5
_MOST_TEXT = 200_000
"""Number of characters searched per page. The relevant text is usually near the top."""


class Assembly:
    """Builds the evidence pack for one question.

    Documents can be added as they arrive, and each document is scanned only once.
    """

    def __init__(self, reading: Reading, today: date) -> None:
        self.reading = reading
        self._today = today
        self._seen: dict[int, tuple[Document, tuple[Mention, ...]]] = {}
        self._quoted: tuple[tuple[Document, ...], tuple[Passage, ...]] = ((), ())

    def candidates(self, documents: Sequence[Document]) -> tuple[Candidate, ...]:
        """Return the scored candidates found in the documents, best first."""
        sightings = [each for document in documents for each in self._sightings(document)]
        return weigh(self.reading, sightings, documents, self._today)

    def pack(
        self, documents: Sequence[Document], hops: Sequence[Hop] = (), notes: Sequence[str] = ()
    ) -> EvidencePack:
        """Return the evidence pack. Passages are selected only if no value could be extracted."""
        candidates = self.candidates(documents)
        answer, confidence, remarks = settle(self.reading, candidates)
        passages = () if answer else self._passages(documents)
        return EvidencePack(
            reading=self.reading,
            documents=tuple(documents),
            hops=tuple(hops),
            candidates=candidates,
            answer=answer,
            confidence=confidence,
            passages=passages,
            notes=(*notes, *remarks),
        )

    def settled(self, documents: Sequence[Document]) -> bool:
        """Return whether the documents answer the question, making further searches unnecessary."""
        if self.reading.intent is not Intent.GENERAL:
            return bool(settle(self.reading, self.candidates(documents))[0])
        return bool(self._passages(documents))

    def _passages(self, documents: Sequence[Document]) -> tuple[Passage, ...]:
        if self._quoted[0] != tuple(documents):
            weights = {each.number: self._weight(each) for each in documents}
            passages = best_passages(self.reading, _cut(documents), weights=weights)
            borne_out = self._borne_out(passages, documents)
            self._quoted = (tuple(documents), passages if borne_out else ())
        return self._quoted[1]

    def _borne_out(self, passages: Sequence[Passage], documents: Sequence[Document]) -> bool:
        """Return whether the passages come from several independent sites or from a trusted one."""
        sources = {passage.source for passage in passages}
        quoted = [document for document in documents if document.number in sources]
        if any(self._trust(document) > DEFAULT_TRUST for document in quoted):
            return True
        voice = voices(documents)
        return len({voice[document.number] for document in quoted}) > 1

    def _trust(self, document: Document) -> float:
        return trust_of(document.url, self.reading.intent, self.reading.entity)

    def _weight(self, document: Document) -> float:
        weight = 0.75 + 0.5 * self._trust(document)
        year = document.date[:4]
        if self.reading.current and year.isdigit():
            weight *= _A_YEAR ** min(max(0, self._today.year - int(year)), _MOST_YEARS)
        return weight

    def _sightings(self, document: Document) -> tuple[Mention, ...]:
        known = self._seen.get(document.number)
        if known is None or known[0] != document:
            found = find_mentions(self.reading, _cut((document,)), self._today)
            known = self._seen[document.number] = (document, found)
        return known[1]


def _cut(documents: Sequence[Document]) -> tuple[Document, ...]:
    return tuple(
        replace(each, text=each.text[:_MOST_TEXT]) if len(each.text) > _MOST_TEXT else each
        for each in documents
    )


# --- Warm-up: compile patterns and load tables before the first question

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
    """Run the main code paths once (0.5 s of CPU time), so that the first question is not slow."""
    for question in _QUESTIONS:
        reading = read_question(question, today)
        query_families(reading, today)
        text = _TEXT.format(reading.entity)
        find_instructions(text)
        document = Document(1, "https://example.org/", reading.entity, text, text=text)
        pack = Assembly(reading, today).pack((document,))
        evidence_text(pack)
        ground(text, EvidencePack(reading, pack.documents, answer="7 November 1867"))
        check_claims(text, {1: document})
