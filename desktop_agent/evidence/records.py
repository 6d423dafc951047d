"""Data types of the evidence layer."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from desktop_agent.core.research import PageFact, Passage, QuestionType

EXTRACTED_AT = 0.6
"""Minimum confidence at which a candidate becomes the extracted answer."""


class Intent(StrEnum):
    """The kind of fact that a question asks for."""

    LATEST_ALBUM = "latest_album_of_artist"
    PERFORMER = "who_performed_song"
    TITLE_HOLDER = "current_title_holder"
    LATEST_VERSION = "latest_version_of_software"
    EVENT_DATE = "event_date"
    GENERAL = "general_fact"


class AnswerType(StrEnum):
    """The type of answer that a question expects."""

    PERSON = "person"
    PLACE = "place"
    DATE = "date"
    NUMBER = "number"
    TITLE = "title"
    YES_NO = "yes_no"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed question.

    ``entity`` is the subject, spelt as in the question: an artist, a song, an office with its
    organisation (``CEO of Nvidia``), a piece of software, or the person or thing involved in an
    event.

    ``detail`` depends on the intent and may be empty. It is an event (``born``, ``died``,
    ``released``, ``founded``, ``happened``), the artist named in a question about a song, a role
    (``CEO``), or ``LTS``.

    ``current`` is true if the answer changes over time. ``language`` is an ISO 639-1 code, or
    ``en`` if undetermined. ``narrowing`` holds the folded words that restrict the question further
    (``us``, ``2019``, ``edition``); a source must state the answer together with them.
    """

    text: str
    intent: Intent
    entity: str
    detail: str = ""
    question_type: QuestionType = QuestionType.FACTUAL
    current: bool = False
    language: str = "en"
    answer_type: AnswerType = AnswerType.OTHER
    narrowing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A search result and, once it has been read, the page it links to.

    ``number`` is the source number, and ``rank`` is the 1-based position in the search results.
    ``date`` is the ISO 8601 date of the page or, failing that, of the search result; it may be
    empty. ``text`` is the full stored text of the page. ``text`` and ``snapshot`` are empty until
    the page has been read.
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

    @property
    def read(self) -> bool:
        return bool(self.text)


MentionPlace = Literal["title", "snippet", "text", "data"]


@dataclass(frozen=True, slots=True)
class Mention:
    """An occurrence in a source of a value stated as the answer.

    ``strength``, in [0, 1], rates how reliably the matched pattern answers the question. ``quote``
    is the surrounding sentence or row. ``date`` is the ISO 8601 date of the statement, such as an
    album's release date, or else of the document; it may be empty.
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
    """A possible answer and the evidence for it.

    ``domains`` contains distinct registrable domains, and ``trust``, in [0, 1], is the trust score
    of the most trusted domain. ``confidence``, in [0, 1], combines the number of agreeing domains,
    their trust and the strength of the mentions. ``why`` explains the confidence to the user in one
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
class Hop:
    """A search round: its query family, its queries, and whether the results were relevant.

    ``failed`` is true if no engine answered; the lack of results then proves nothing.
    """

    family: str
    queries: tuple[str, ...]
    relevant: bool = True
    note: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """The evidence layer's complete result for one question.

    ``answer`` is empty unless the best candidate reaches `EXTRACTED_AT`. ``notes`` are remarks for
    the reader, for example on a disagreement, an unsuccessful round or syndicated text.
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
        """The candidate that supplied the answer, or None."""
        return self.candidates[0] if self.answer and self.candidates else None

    @property
    def sufficient(self) -> bool:
        """Whether there is an extracted answer or a relevant passage."""
        return bool(self.answer) or bool(self.passages)
