"""Data types of the evidence layer: reading, documents, mentions, candidates, passages, pack."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from desktop_agent.core.research import PageFact, QuestionType

EXTRACTED_AT = 0.6
"""Minimum confidence of an extracted answer."""


class Intent(StrEnum):
    """The kind of fact that a question asks for."""

    LATEST_ALBUM = "latest_album_of_artist"
    PERFORMER = "who_performed_song"
    TITLE_HOLDER = "current_title_holder"
    LATEST_VERSION = "latest_version_of_software"
    EVENT_DATE = "event_date"
    GENERAL = "general_fact"


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed question.

    ``entity`` is the artist, song, office (with its body: ``CEO of Nvidia``), software, or the
    person or thing of an event, spelt as in the question. ``detail`` narrows it down: the event
    (``born``, ``died``, ``released``, ``founded``, ``happened``), the artist already named in a
    question about a song, or the role of an office alone (``CEO``); otherwise empty. ``current`` is
    true if the answer changes with time, ``language`` a code as in `web.search.language` (``en`` if
    undetermined).
    """

    text: str
    intent: Intent
    entity: str
    detail: str = ""
    question_type: QuestionType = QuestionType.FACTUAL
    current: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Document:
    """A document seen by a run: a search result, and its page once read.

    ``number`` is the source number; ``rank`` counts from 1 over all results of its query; ``date``
    is ISO 8601 (the page's if it has one, else the result's) or empty. ``text`` and ``snapshot``
    are empty until the page was read; ``text`` is then the whole stored text.
    """

    number: int
    url: str
    title: str
    snippet: str = ""
    date: str = ""
    rank: int = 1
    text: str = ""
    snapshot: str = ""
    facts: tuple[PageFact, ...] = ()
    language: str = ""

    @property
    def read(self) -> bool:
        """True once the page's text is available."""
        return bool(self.text)


MentionPlace = Literal["title", "snippet", "text", "data"]


@dataclass(frozen=True, slots=True)
class Mention:
    """One place that names a value as the answer.

    ``strength`` in [0, 1] is how certainly the pattern means the question's answer; ``quote`` the
    sentence or row around it; ``date`` ISO 8601, of the statement if it has one (an album's
    release), else of the document, or empty.
    """

    value: str
    source: int
    place: MentionPlace
    pattern: str
    strength: float
    quote: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value with all evidence for it; ``domains`` are distinct registrable domains.

    ``trust`` in [0, 1] is that of its best domain. ``confidence`` in [0, 1] combines the agreeing
    domains, their trust and the strength of the mentions; ``why`` explains it to the user in one
    line.
    """

    value: str
    confidence: float
    trust: float
    domains: tuple[str, ...]
    sources: tuple[int, ...]
    date: str = ""
    why: str = ""
    sightings: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a source's text; ``start`` and ``end`` are character offsets in the stored text.

    Both are -1 for the snippet of an unread page. ``heading`` is the path of the headings above it,
    joined by `` > ``.
    """

    source: int
    text: str
    start: int = -1
    end: int = -1
    heading: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Hop:
    """One search round: its query family, its queries, and whether it was useful.

    ``failed`` means that no engine answered, so nothing is known about what could be found.
    """

    family: str
    queries: tuple[str, ...]
    relevant: bool = True
    note: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """The complete result of the evidence layer for one question.

    ``answer`` is empty unless the best candidate reaches `EXTRACTED_AT`; ``notes`` are remarks for
    the reader (a disagreement, a round that found nothing useful, syndicated texts).
    """

    reading: Reading
    documents: tuple[Document, ...] = ()
    hops: tuple[Hop, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    answer: str = ""
    confidence: float = 0.0
    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Candidate | None:
        """The candidate that the answer was taken from, or None."""
        return self.candidates[0] if self.answer and self.candidates else None

    @property
    def sufficient(self) -> bool:
        """True if there is an extracted answer, or passages that address a general question."""
        general = self.reading.intent is Intent.GENERAL
        return bool(self.answer) or (general and bool(self.passages))
