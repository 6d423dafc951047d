"""Data types for questions, searches, pages, sources, claims and answers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from desktop_agent.core.errors import ModelError
from desktop_agent.core.messages import Attachment, Message


class QuestionType(StrEnum):
    """The kind of answer that a question asks for."""

    NUMERIC = "numeric"
    BOOLEAN = "boolean"
    LIST = "list"
    EXPLANATORY = "explanatory"
    FACTUAL = "factual"


class Outcome(StrEnum):
    """The outcome of a request to a search engine."""

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
    """A search result; ``rank`` is 1-based, and ``date`` is ISO 8601, or "" if unknown.

    ``kind`` is the kind of search that found it.
    """

    title: str
    url: str
    snippet: str
    engine: str
    rank: int
    date: str = ""
    kind: Literal["web", "news"] = "web"

    @property
    def label(self) -> str:
        """The title, with a prefix if the result is news."""
        return f"[NEWS] {self.title}" if self.kind == "news" else self.title


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A search result, shortened for events."""

    title: str
    url: str
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class EngineAttempt:
    """A request to a search engine, or the reason why none was sent.

    ``ms`` is the wall-clock time in milliseconds. ``hits`` are the first results, which a
    `SearchReport` omits.
    """

    engine: str
    query: str
    outcome: Outcome
    results: int = 0
    ms: int = 0
    detail: str = ""
    hits: tuple[ShownHit, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The hits of a search, and the requests made for it, in order."""

    query: str
    hits: tuple[SearchHit, ...]
    attempts: tuple[EngineAttempt, ...]

    @property
    def failed(self) -> bool:
        """Whether no engine responded. An empty result list counts as a response."""
        answered = (Outcome.OK, Outcome.NO_RESULTS)
        return not any(attempt.outcome in answered for attempt in self.attempts)


PageFormat = Literal["markdown", "text", "html"]
FactOrigin = Literal["json_ld", "open_graph", "meta", "table"]


@dataclass(frozen=True, slots=True)
class PageFact:
    """A fact from the machine-readable data of a page.

    ``subject`` is the type and name of a JSON-LD object, or the caption or first cell of a table
    row. ``name`` is the property or column.
    """

    origin: FactOrigin
    subject: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was read.

    ``text`` is in the requested format, truncated to ``max_length`` if given; ``total_chars`` is
    the length of the complete text. ``stored`` is the text that citation offsets refer to: the
    complete text, followed by any facts that it does not contain. ``snapshot`` is the SHA-256 of
    ``stored``, in hex, or empty if nothing was stored. ``fetched_at`` is ISO 8601 in UTC. ``links``
    are absolute URLs in page order.

    The remaining fields may be empty. ``published`` is the date stated on the page, preferably of
    the last change, in ISO 8601; it may be only a year or month. ``author`` holds one or more
    names, separated by commas. ``site`` is the name of the site. ``wall`` is ``paywall`` if
    ``text`` is only the beginning of paid content. ``cut_at_bytes`` is the size limit at which the
    body was cut off, or 0.
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
    stored: str = field(default="", repr=False)
    author: str = ""
    site: str = ""
    wall: str = ""
    cut_at_bytes: int = 0

    @property
    def cut(self) -> str:
        """A description of what ``text`` omits from the page, or "" if it is complete."""
        shown = f"{len(self.text):,} of {self.total_chars:,} characters"
        missing = [shown] if len(self.text) < self.total_chars else []
        if self.cut_at_bytes:
            missing.append(
                f"only the first {self.cut_at_bytes / 2**20:.3g} MiB of the page were read"
            )
        elif self.truncated and not missing:
            missing.append("the page has too many elements: its end was not read")
        return "; ".join(missing)


@dataclass(frozen=True, slots=True)
class Fetch:
    """One fetch of a page.

    ``fetched_at`` is ISO 8601 in UTC, and ``total_chars`` is the length of the complete text.
    ``published`` and later fields are as in `Page`, but empty in records written by older versions.
    """

    url: str
    final_url: str
    title: str
    media_type: str
    fetched_at: str
    total_chars: int
    published: str = ""
    author: str = ""
    site: str = ""
    wall: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Stored text, and the fetches that returned it, oldest first."""

    hash: str
    text: str
    fetches: tuple[Fetch, ...]


Mark = Literal["supported", "partly", "contradicted", "unconfirmed"]
"""The result of checking a citation.

``contradicted`` means that the source says otherwise and that a quote shows it. ``unconfirmed``
means that the statement could not be confirmed, for example because the page was not read.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A source, cited as ``[number]``; ``read`` is False if only a search snippet was seen."""

    number: int
    title: str
    url: str
    snapshot: str = ""
    read: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a source.

    ``start`` and ``end`` are character offsets into the snapshot, or -1 if only a snippet was seen.
    ``heading`` is the path of headings above the passage, joined by `` > ``. ``snapshot`` is the
    SHA-256 of the text that the offsets refer to, or empty if that is the snapshot of the source.
    ``best`` holds the offsets within ``text`` of the most relevant sentence, or (0, 0) if there is
    none.
    """

    source: int
    text: str
    heading: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""
    best: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """The result of checking one sentence against one cited source.

    ``quote`` is the snapshot's text from offset ``start`` to ``end``, in characters; both are -1 if
    there is no quote. ``reason`` briefly explains why the mark is not higher.
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
    """A statement in an answer with its citations and their checks.

    ``checks`` parallels ``citations``; if an uncited page contradicts the statement, its check is
    appended. ``mark``, ``quote``, ``start`` and ``end`` are those of the decisive check. An uncited
    statement is a claim only if a source contradicts it, or if it contains a value that occurs in
    no source. A ``struck`` statement was removed from the answer because a source contradicts it.
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
    """A finding saved by the user; ``timestamp`` is ISO 8601 in UTC."""

    timestamp: str
    title: str
    description: str
    url: str = ""
    conversation_id: str = ""
    run_id: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """The number of model calls and tokens that a run or a call used."""

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
    """A user's question with its options. Empty options fall back to the settings.

    If ``web`` is False, no search engine is queried and no page is read; ``offline`` also forbids
    models on other machines. If ``documents`` is True, the user's documents are searched too. If
    ``review_plan`` is True, a run with a plan waits for its approval through `Session.plans`. If
    ``turn_id`` is set, the events are stored in that turn of the conversation. ``servers`` lists
    the MCP servers whose tools may be used; None means the default servers. A ``background`` run
    has no user waiting for it and cannot start other background runs. ``approval_cards`` is True if
    the frontend can ask the user to allow calls with side effects after the run has read untrusted
    text; otherwise such calls are refused.
    """

    text: str
    strategy: str = "auto"
    provider: str = ""
    model: str = ""
    budget_s: float | None = None
    offline: bool = False
    web: bool = True
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
    """A strategy's answer; ``sufficient`` is False if the question could not be answered.

    ``failure`` is the model failure, if any, that the strategy had to work around; an
    ``incomplete`` answer ends where it occurred. ``offline`` is True if the web was not used
    because the network was off. ``computed`` is True if the program worked the answer out itself,
    without a model or a source.
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
    computed: bool = False
