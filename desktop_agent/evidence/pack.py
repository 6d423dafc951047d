"""The values of the evidence layer: what was asked, seen, found, and how sure it is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from desktop_agent.core.research import PageFact, QuestionType

EXTRACTED_AT = 0.6
"""The confidence from which a candidate counts as extracted."""


class Intent(StrEnum):
    """What kind of fact a question is after."""

    LATEST_ALBUM = "latest_album_of_artist"
    PERFORMER = "who_performed_song"
    TITLE_HOLDER = "current_title_holder"
    LATEST_VERSION = "latest_version_of_software"
    EVENT_DATE = "event_date"
    GENERAL = "general_fact"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question was understood.

    ``entity`` is the artist, song, office (with what it is of: ``CEO of Nvidia``), software or the
    person or thing of an event, spelt as in the question. ``detail`` narrows it down: the event
    (``born``, ``died``, ``released``, ``founded``, ``happened``), the artist that a question about a
    song already names, or the role alone of an office (``CEO``); empty where there is none.
    ``current`` is true where the answer changes with time, ``language`` a code as in
    `web.search.language` (``en`` where it cannot be told).
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
    """What a run saw at one address: as a search result, and as a page once it was read.

    ``number`` is that of the source; ``rank`` counts from 1 over all results of its query; ``date``
    is ISO 8601 (of the page where it gives one, else of the result) or empty. ``text`` and
    ``snapshot`` are empty until the page was read; ``text`` is then the whole stored text.
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
        """True once the page's text is there."""
        return bool(self.text)


MentionPlace = Literal["title", "snippet", "text", "data"]


@dataclass(frozen=True, slots=True)
class Mention:
    """One place that names a value as the answer.

    ``strength`` in [0, 1] is how surely the pattern means the question's answer; ``quote`` the
    sentence or row it stands in; ``date`` ISO 8601, of the statement where it gives one (an album's
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
    """A value with all that speaks for it; ``domains`` are registrable domains, each once.

    ``trust`` in [0, 1] is that of its best domain. ``confidence`` in [0, 1] counts domains that
    agree, their trust and the strength of the sightings; ``why`` tells it in a line for people.
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
    """A piece of a source's text; ``start`` and ``end`` are characters in the stored text.

    Both are -1 where it is a snippet of a page that was not read. ``heading`` is the path of the
    headings above it, joined by `` > ``.
    """

    source: int
    text: str
    start: int = -1
    end: int = -1
    heading: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Hop:
    """One round of searching: its query family, its queries, and whether it was of use.

    ``failed`` says that no engine answered: nothing is known then of what there is to find.
    """

    family: str
    queries: tuple[str, ...]
    relevant: bool = True
    note: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """All that the web evidence layer made of a question.

    ``answer`` is empty unless the best candidate reaches `EXTRACTED_AT`; ``notes`` say in words what
    a reader should know (a disagreement, a hop that found nothing of use, syndicated texts).
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
        """True when there is an extracted answer, or passages that speak to a general question."""
        general = self.reading.intent is Intent.GENERAL
        return bool(self.answer) or (general and bool(self.passages))
