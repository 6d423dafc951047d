"""The sources of a turn: what its answer cites, with what each says of it, and what else was read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_agent.core.citations import MARKS, citation_numbers
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead
from desktop_agent.core.research import CitationCheck, Claim, Mark, QuotedPassage, Source


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source: those that a claim was checked by, or a passage that speaks to the question.

    ``check`` is None for a passage; ``start`` and ``end`` are -1 where the page was not read.
    """

    text: str
    claim: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""
    check: CitationCheck | None = None


@dataclass(frozen=True, slots=True)
class UsedSource:
    """A source with its quotes; ``number`` is 0 for a page that was read and is no source.

    Of a page that is paid for only a ``preview`` was read.
    """

    number: int
    title: str
    url: str
    snapshot: str
    read: bool
    cited: bool
    quotes: tuple[Quote, ...] = ()
    preview: bool = False

    def marks(self) -> tuple[tuple[Mark, int], ...]:
        """Counts the marks of the claims that cite it, the best first."""
        found = [quote.check.mark for quote in self.quotes if quote.check is not None]
        return tuple((mark, found.count(mark)) for mark in MARKS if mark in found)

    def spans(self, snapshot: str) -> tuple[tuple[int, int], ...]:
        """Gives the quoted places in a stored text, in its order, once each.

        A page that was read twice in a run, and had changed, is stored twice.
        """
        known = {
            (each.start, each.end)
            for each in self.quotes
            if 0 <= each.start < each.end and each.snapshot in ("", snapshot)
        }
        return tuple(sorted(known))


class TurnSources:
    """Follows the events of a turn; `sources` changes only when `apply` gives True."""

    def __init__(self) -> None:
        self._pages: dict[str, PageRead] = {}
        self._evidence: list[EvidenceFound] = []
        self._answer: AnswerGiven | None = None

    def apply(self, event: Event) -> bool:
        """Takes the next event; True when it tells of sources."""
        match event:
            case PageRead():
                self._pages[event.final_url] = event
            case EvidenceFound():
                self._evidence.append(event)
            case AnswerGiven():
                self._answer = event
            case _:
                return False
        return True

    def sources(self) -> tuple[UsedSource, ...]:
        """Gives the cited sources by number, then what was read and not cited."""
        known, claims, cited = self._known()
        passages = [passage for each in self._evidence for passage in each.passages]
        previews = {each.final_url for each in self._pages.values() if each.wall}
        by_number = {
            source.number: replace(
                _used(source, claims, passages, cited=source.number in cited),
                preview=source.url in previews,
            )
            for source in known
        }
        used = sorted(by_number.values(), key=lambda each: (not each.cited, each.number))
        return (*used, *self._rest(known))

    def _known(self) -> tuple[Sequence[Source], Sequence[Claim], frozenset[int]]:
        if self._answer is None:
            seen = {source.number: source for each in self._evidence for source in each.sources}
            return tuple(seen.values()), (), frozenset()
        numbers = {n for claim in self._answer.claims for n in claim.citations}
        numbers.update(citation_numbers(self._answer.text))
        return self._answer.sources, self._answer.claims, frozenset(numbers)

    def _rest(self, known: Sequence[Source]) -> Iterator[UsedSource]:
        """Gives the pages that no source stands for."""
        urls = {source.url for source in known}
        for page in self._pages.values():
            if page.final_url not in urls and page.url not in urls:
                title, url = page.title or page.final_url, page.final_url
                yield UsedSource(
                    0, title, url, page.snapshot, read=True, cited=False, preview=bool(page.wall)
                )


def _used(
    source: Source,
    claims: Sequence[Claim],
    passages: Sequence[QuotedPassage],
    *,
    cited: bool,
) -> UsedSource:
    quotes = [
        Quote(check.quote, claim.text, check.start, check.end, check.snapshot, check)
        for claim in claims
        for check in claim.checks
        if check.source == source.number
    ]
    if not quotes:
        quotes = [
            Quote(each.text, each.heading, each.start, each.end, each.snapshot or source.snapshot)
            for each in passages
            if each.source == source.number
        ]
    snapshot = source.snapshot or next((each.snapshot for each in quotes if each.snapshot), "")
    return UsedSource(
        source.number,
        source.title or source.url,
        source.url,
        snapshot,
        source.read,
        cited,
        tuple(quotes),
    )
