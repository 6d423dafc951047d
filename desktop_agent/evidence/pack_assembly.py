"""Assemble the evidence pack from documents.

This is pure computation, meant to run in a worker thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from itertools import chain

from desktop_agent.core.research import Passage
from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.confidence import settle, weigh
from desktop_agent.evidence.extraction.mentions import find_mentions
from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.passages import Ranking
from desktop_agent.evidence.prompt_injection import instruction_in
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import query_families
from desktop_agent.evidence.records import Candidate, Document, EvidencePack, Hop, Intent, Reading
from desktop_agent.evidence.trust import trust_of

_A_YEAR = 0.8
"""Factor applied to a passage's weight for each year of its age if the answer changes with time."""
_MOST_YEARS = 5


class Assembly:
    """A builder for one question's evidence pack.

    Documents can be added as they arrive, and each is scanned only once. The cached results are
    discarded with the assembly, because they hold the text of pages.
    """

    def __init__(self, reading: Reading, today: date) -> None:
        self.reading = reading
        self._today = today
        self._mentions = cache(lambda document: find_mentions(reading, (document,), today))
        self._ranked = lru_cache(maxsize=1)(lambda documents: _ranking(reading, documents, today))

    def candidates(self, documents: Sequence[Document]) -> tuple[Candidate, ...]:
        """Return the scored candidates found in the documents, best first."""
        found = chain.from_iterable(map(self._mentions, documents))
        return weigh(self.reading, list(found), documents, self._today)

    def shortlist(self, documents: Sequence[Document]) -> tuple[Passage, ...]:
        """Return the documents' passages worth embedding."""
        return self._ranked(tuple(documents)).shortlist()

    def pack(
        self,
        documents: Sequence[Document],
        hops: Sequence[Hop] = (),
        notes: Sequence[str] = (),
        similarity: Mapping[Passage, float] | None = None,
    ) -> EvidencePack:
        """Return the evidence pack, including any relevant passages.

        ``similarity`` maps passages in the `shortlist` to their cosine similarity to the question.
        """
        candidates = self.candidates(documents)
        answer, confidence, remarks = settle(self.reading, candidates)
        return EvidencePack(
            reading=self.reading,
            documents=tuple(documents),
            hops=tuple(hops),
            candidates=candidates,
            answer=answer,
            confidence=confidence,
            passages=self._ranked(tuple(documents)).best(similarity=similarity),
            notes=(*notes, *remarks),
        )

    def settled(self, documents: Sequence[Document]) -> bool:
        """Return whether the documents answer the question, so that no further search is needed."""
        if self.reading.intent is not Intent.GENERAL:
            return bool(settle(self.reading, self.candidates(documents))[0])
        return bool(self._ranked(tuple(documents)).best(1))


def _ranking(reading: Reading, documents: tuple[Document, ...], today: date) -> Ranking:
    weights = {each.number: _weight(each, reading, today) for each in documents}
    return Ranking(reading, documents, weights)


def _weight(document: Document, reading: Reading, today: date) -> float:
    weight = 0.75 + 0.5 * trust_of(document.url, reading.intent, reading.entity)
    year = document.date[:4]
    if reading.current and year.isdigit():
        weight *= _A_YEAR ** min(max(0, today.year - int(year)), _MOST_YEARS)
    return weight


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
    """Run the main code paths once, so that the first question is not slow.

    This compiles the patterns and takes 0.5 s of CPU time.
    """
    for question in _QUESTIONS:
        reading = read_question(question, today)
        query_families(reading, today)
        text = _TEXT.format(reading.entity)
        instruction_in(text)
        document = Document(1, "https://example.org/", reading.entity, text, text=text)
        pack = Assembly(reading, today).pack((document,))
        evidence_text(pack)
        grounding_fault(text, replace(pack, answer="7 November 1867"))
        check_claims(text, {1: document})
