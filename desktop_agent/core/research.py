"""Questions, searches, pages, sources, claims and answers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from desktop_agent.core.errors import ModelError
from desktop_agent.core.messages import Attachment, Message


class QuestionType(StrEnum):
    """The form of answer that a question asks for."""

    NUMERIC = "numeric"
    BOOLEAN = "boolean"
    LIST = "list"
    EXPLANATORY = "explanatory"
    FACTUAL = "factual"


class Outcome(StrEnum):
    """The outcome of one request to a search engine."""

    OK = "ok"
    NO_RESULTS = "no_results"
    RATE_LIMITED = "rate_limited"
    BLOCKED = "blocked"
    NETWORK_ERROR = "network_error"
    TIMEOUT = "timeout"
    LAYOUT_CHANGED = "layout_changed"
    AUTH_ERROR = "auth_error"
    HTTP_ERROR = "http_error"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result of a search engine; ``rank`` counts from 1, ``date`` is ISO 8601 or empty."""

    title: str
    url: str
    snippet: str
    engine: str
    rank: int
    date: str = ""


@dataclass(frozen=True, slots=True)
class EngineAttempt:
    """One request to one engine, or the reason why none was sent; ``ms`` is wall time."""

    engine: str
    query: str
    outcome: Outcome
    results: int = 0
    ms: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The attempts of a search, in order, and its results."""

    query: str
    hits: tuple[SearchHit, ...]
    attempts: tuple[EngineAttempt, ...]

    @property
    def failed(self) -> bool:
        """True if no engine could answer; an empty result of an engine is an answer."""
        answered = (Outcome.OK, Outcome.NO_RESULTS)
        return not any(attempt.outcome in answered for attempt in self.attempts)


PageFormat = Literal["markdown", "text", "html"]
FactOrigin = Literal["json_ld", "open_graph", "meta", "table"]


@dataclass(frozen=True, slots=True)
class PageFact:
    """One fact from the machine-readable data of a page.

    ``subject`` is the thing (the type and name of a JSON-LD object, the caption or first cell of a
    table row), ``name`` the property or column.
    """

    origin: FactOrigin
    subject: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was read.

    ``text`` is in the requested format and cut at ``max_length`` if one was given; ``total_chars``
    counts the whole. ``stored`` is the text whose characters citations count: the whole text,
    followed by the facts that the text does not hold, if any. ``fetched_at`` is ISO 8601 in UTC.
    ``snapshot`` is the SHA-256 of ``stored``, in hex, or empty if nothing was stored. ``links`` are
    absolute, in page order. ``published`` is the date the page states (of the last change, if it
    names one) in ISO 8601, sometimes only a month or year; ``language`` its BCP 47 tag. ``author``
    names who wrote it (several separated by commas), ``site`` is the name of its site,
    ``canonical`` the address under its own domain that it states, which is for naming and comparing
    it, never to be fetched unasked. ``wall`` is ``paywall`` if ``text`` is only the beginning of
    paid content. All of these may be empty.
    """

    url: str
    final_url: str
    title: str
    text: str
    media_type: str
    fetched_at: str
    total_chars: int
    truncated: bool = False
    snapshot: str = ""
    links: tuple[str, ...] = ()
    facts: tuple[PageFact, ...] = ()
    published: str = ""
    language: str = ""
    stored: str = field(default="", repr=False)
    author: str = ""
    site: str = ""
    canonical: str = ""
    wall: str = ""


Mark = Literal["supported", "partly", "contradicted", "unconfirmed"]
"""The result of checking a citation.

``contradicted``: the source says otherwise, and the quote shows it. ``unconfirmed``: it could not
be confirmed, for example because the page was not read.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A source, cited as ``[number]``; ``read`` is False if only a snippet was seen."""

    number: int
    title: str
    url: str
    snapshot: str = ""
    read: bool = False


@dataclass(frozen=True, slots=True)
class QuotedPassage:
    """A passage of a source that is relevant to the question.

    ``start`` and ``end`` are characters of the snapshot, both -1 if only a snippet was seen;
    ``heading`` is the path of the headings above it, joined by `` > ``. ``snapshot`` is the SHA-256
    of the text that they count in, or empty if it is that of the source.
    """

    source: int
    text: str
    heading: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """What one cited source says about a sentence.

    ``quote`` is the text from ``start`` to ``end`` (characters) of the snapshot; both are -1 if
    there is none. ``reason`` says in a few words what keeps the mark from being better.
    """

    source: int
    mark: Mark
    quote: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of an answer with its citations and their checks.

    ``checks`` has one entry for each of ``citations``, in their order, followed by that of an
    uncited page that contradicts the statement; ``mark``, ``quote``, ``start`` and ``end`` are
    those of the best of them. A statement without a citation is a claim only if a source
    contradicts it or if it names a value that no source holds. A ``struck`` statement was removed
    from the answer because a source contradicts it.
    """

    text: str
    citations: tuple[int, ...] = ()
    mark: Mark = "unconfirmed"
    quote: str = ""
    start: int = -1
    end: int = -1
    reason: str = ""
    checks: tuple[CitationCheck, ...] = ()
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Discovery:
    """A saved finding; ``timestamp`` is ISO 8601 in UTC."""

    timestamp: str
    title: str
    description: str
    url: str = ""
    conversation_id: str = ""
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage of a run, or of one model call."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.model_calls + other.model_calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A user's question and its options. Empty means: as the settings say.

    With ``documents`` the user's documents are searched as well. With ``review_plan`` a run that
    makes a plan waits for `Session.plans` to return it. With a ``turn_id`` the events are kept in
    that turn of the conversation. ``servers`` are the MCP servers whose tools may be used, None for
    those that are on by default. A ``background`` run, which nobody waits for, starts no others.
    ``approval_cards`` is True if the frontend shows a card on which the user allows a side effect
    after the run has read untrusted text; otherwise such a call is refused.
    """

    text: str
    strategy: str = "auto"
    provider: str = ""
    model: str = ""
    budget_s: float | None = None
    offline: bool = False
    documents: bool = True
    bare: bool = False
    review_plan: bool = False
    history: tuple[Message, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    conversation_id: str = ""
    turn_id: int = 0
    servers: tuple[str, ...] | None = None
    background: bool = False
    approval_cards: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a strategy; not ``sufficient`` if nothing could be answered.

    ``failure`` is the model's failure that the answer had to do without; an ``incomplete`` one is
    what was written until then. ``offline`` says that the web was not used because the network was
    off.
    """

    text: str
    question_type: str = ""
    sources: tuple[Source, ...] = ()
    claims: tuple[Claim, ...] = field(default=())
    grounded: bool | None = None
    from_internal_knowledge: bool = False
    sufficient: bool = True
    offline: bool = False
    failure: ModelError | None = None
    incomplete: bool = False
