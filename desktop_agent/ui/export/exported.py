"""A conversation as it leaves the program: what every format is made from.

Nothing here knows Qt. The JSON format is these values, field by field (see `json_form`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnStatus
from desktop_agent.core.events import PageRead
from desktop_agent.core.research import Claim, Source, Usage
from desktop_agent.ui.turn import Turn


@dataclass(frozen=True, slots=True)
class ExportedSource:
    """A source of an answer.

    ``fetched`` is when the page was read, ISO 8601 in UTC, or empty; ``snapshot`` the SHA-256 of
    the text that was kept of it; ``quotes`` what the check of the citations found there.
    """

    number: int
    title: str
    url: str
    read: bool = False
    fetched: str = ""
    snapshot: str = ""
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedTurn:
    """A question and its answer in markdown, with all that stands behind it.

    ``asked`` is ISO 8601 in UTC, or empty; ``partial`` is True where the answer broke off.
    ``verdict`` are the phrases of the verdict on the answer, in English.
    """

    question: str
    answer: str
    status: TurnStatus
    partial: bool = False
    asked: str = ""
    attachments: tuple[str, ...] = ()
    strategy: str = ""
    provider: str = ""
    model: str = ""
    run_id: str = ""
    seconds: float = 0.0
    error: str = ""
    from_internal_knowledge: bool = False
    offline: bool = False
    verdict: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    sources: tuple[ExportedSource, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """The turns of a conversation as they are shown, the first one first."""

    title: str
    turns: tuple[ExportedTurn, ...]
    created: str = ""
    updated: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()


def exported_conversation(
    conversation: Conversation, turns: Sequence[StoredTurn]
) -> ExportedConversation:
    """Gives a stored conversation with these turns."""
    return ExportedConversation(
        title=conversation.title,
        turns=tuple(exported_turn(each) for each in turns),
        created=conversation.created,
        updated=conversation.updated,
        folder=conversation.folder,
        tags=conversation.tags,
    )


def exported_turn(stored: StoredTurn) -> ExportedTurn:
    """Gives a stored turn; where its events are gone, what is left of it."""
    turn = Turn(stored.question, stored.id, stored.attachments)
    for event in stored.events:
        turn.apply(event)
    return of_turn(turn, stored.status, stored.asked, stored.answer)


def of_turn(
    turn: Turn, status: TurnStatus = "running", asked: str = "", text: str = ""
) -> ExportedTurn:
    """Gives a turn of the open chat; ``text`` stands in where no event told the answer."""
    finished, started, answer = turn.finished, turn.started, turn.answer
    if finished is not None and status == "running":
        status = finished.status
    claims = answer.claims if answer is not None else ()
    error = f"{finished.error} {finished.remedy}".strip() if finished is not None else ""
    return ExportedTurn(
        question=turn.question,
        answer=turn.text or text,
        status=status,
        partial=(answer is None or answer.incomplete)
        and status in ("running", "interrupted", "stopped", "failed"),
        asked=asked,
        attachments=tuple(each.name for each in turn.attachments),
        strategy=started.strategy if started is not None else "",
        provider=started.provider if started is not None else "",
        model=started.model if started is not None else "",
        run_id=started.run_id if started is not None else "",
        seconds=round(turn.elapsed_s, 1),
        error=error,
        from_internal_knowledge=answer is not None and answer.from_internal_knowledge,
        offline=answer is not None and answer.offline,
        verdict=turn.verdict.phrases,
        usage=finished.usage if finished is not None else Usage(),
        sources=_sources(turn, asked, claims),
        claims=claims,
    )


def _sources(turn: Turn, asked: str, claims: Sequence[Claim]) -> tuple[ExportedSource, ...]:
    if turn.answer is None:
        return ()
    pages = [event for event in turn.events if isinstance(event, PageRead)]
    return tuple(
        ExportedSource(
            number=each.number,
            title=each.title,
            url=each.url,
            read=each.read,
            fetched=_fetched(each, pages, asked),
            snapshot=each.snapshot,
            quotes=_quotes(each.number, claims),
        )
        for each in turn.answer.sources
    )


def _fetched(source: Source, pages: Sequence[PageRead], asked: str) -> str:
    """Gives when the page was read: the run's begin and the event's seconds since then."""
    if not source.read:
        return ""
    for page in pages:
        if source.url in (page.url, page.final_url) or (
            source.snapshot and source.snapshot == page.snapshot
        ):
            try:
                moment = datetime.fromisoformat(asked) + timedelta(seconds=page.t)
            except (ValueError, OverflowError):
                return ""
            return moment.isoformat(timespec="seconds")
    return ""


def _quotes(number: int, claims: Sequence[Claim]) -> tuple[str, ...]:
    checks = [check for claim in claims for check in claim.checks]
    quotes = (" ".join(check.quote.split()) for check in checks if check.source == number)
    return tuple(dict.fromkeys(quote for quote in quotes if quote))
