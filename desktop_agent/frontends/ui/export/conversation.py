"""The content of an exported conversation, shared by all formats, and its translated labels.

The JSON format has the same fields (see `text_formats`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnStatus
from desktop_agent.core.events import PageRead
from desktop_agent.core.markdown import cells_of, plain_text
from desktop_agent.core.research import Claim, Source, Usage
from desktop_agent.frontends.ui.conversation.turn import Turn, turn_of
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.frontends.ui.wording.reasoning import strategy_name


@dataclass(frozen=True, slots=True)
class ExportedSource:
    """A source of an answer.

    ``fetched`` is the UTC time when the page was read, in ISO 8601 format, or "" if unknown.
    ``snapshot`` is the SHA-256 hash of the stored text, and ``quotes`` are passages cited from it.
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
    """A question and its answer in Markdown, with sources, claims and metadata.

    ``asked`` is a UTC time in ISO 8601 format, or "" if unknown. ``partial`` is True if the answer
    is incomplete. ``verdict`` holds the untranslated phrases of the verdict on the answer.
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
    """A conversation with the turns currently displayed, oldest first."""

    title: str
    turns: tuple[ExportedTurn, ...]
    created: str = ""
    updated: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()


def exported_conversation(
    conversation: Conversation, turns: Sequence[StoredTurn]
) -> ExportedConversation:
    """Convert a stored conversation and the given turns for export."""
    return ExportedConversation(
        title=conversation.title,
        turns=tuple(of_turn(turn_of(each), each.status, each.asked, each.answer) for each in turns),
        created=conversation.created,
        updated=conversation.updated,
        folder=conversation.folder,
        tags=conversation.tags,
    )


def of_turn(
    turn: Turn, status: TurnStatus = "running", asked: str = "", text: str = ""
) -> ExportedTurn:
    """Convert a turn for export. If the turn has no text, ``text`` is used as its answer."""
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
    """Return when a source was read, in ISO 8601 format, or "" if unknown."""
    if not source.read:
        return ""
    for page in pages:
        if source.url in (page.url, page.final_url) or (
            source.snapshot and source.snapshot == page.snapshot
        ):
            try:
                read = datetime.fromisoformat(asked) + timedelta(seconds=page.t)
            except (ValueError, OverflowError):
                return ""
            return read.isoformat(timespec="seconds")
    return ""


def _quotes(number: int, claims: Sequence[Claim]) -> tuple[str, ...]:
    checks = [check for claim in claims for check in claim.checks]
    quotes = (" ".join(check.quote.split()) for check in checks if check.source == number)
    return tuple(dict.fromkeys(quote for quote in quotes if quote))


# --- Translated texts around the content


def tr(text: str) -> str:
    """Translate a string in the context "Export"."""
    return QCoreApplication.translate("Export", text)


def title_of(title: str) -> str:
    """Return the title on one line, or a placeholder if it is blank."""
    return " ".join(title.split()) or tr("Untitled chat")


def about_turn(turn: ExportedTurn) -> str:
    """Describe when and how a question was answered, on one line."""
    tokens = turn.usage.prompt_tokens + turn.usage.completion_tokens
    parts = [
        moment(turn.asked) if turn.asked else "",
        strategy_name(turn.strategy) if turn.strategy else "",
        turn.model,
        tr("{0} s").format(f"{turn.seconds:.1f}") if turn.seconds else "",
        tr("{0} tokens").format(f"{tokens:,}") if tokens else "",
    ]
    return " · ".join(part for part in parts if part)


def note_on(turn: ExportedTurn) -> str:
    """Return a note about a problem to show before the answer, or "" if there is no problem."""
    match turn.status:
        case "running":
            return tr("Incomplete: the answer was still being written.")
        case "interrupted":
            return tr("Incomplete: the app was closed before the answer was finished.")
        case "stopped" if not turn.partial:
            return tr("Stopped")
        case "failed" if not turn.error:
            return tr("Failed")
        case "failed" if turn.partial and turn.answer:
            return tr("Incomplete: the model failed. {0}").format(turn.error)
        case "failed":
            return tr("Failed: {0}").format(turn.error)
        case "answered" if turn.error:
            return tr("Not fully reviewed: the model failed. {0}").format(turn.error)
    return ""


def verdict_on(turn: ExportedTurn) -> str:
    """Return the translated verdict on an answer, on one line."""
    return " · ".join(localized(phrase) for phrase in turn.verdict)


def about_source(source: ExportedSource) -> str:
    """Describe when a source was read, or say that only its snippet was seen."""
    if not source.read:
        return tr("snippet only")
    return tr("read {0}").format(moment(source.fetched)) if source.fetched else tr("read")


def sentence(text: str) -> str:
    """Convert Markdown, such as a quote or a table row, to one line of plain text."""
    row = text.strip()
    if row.startswith("|"):
        row = " · ".join(cell for cell in cells_of(row) if cell)
    return " ".join(plain_text(row).split())
