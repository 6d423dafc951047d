"""The sources of a turn, built from its events, and a Qt model of the sources and their quotes."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from desktop_agent.core.citations import MARKS, citation_numbers
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead
from desktop_agent.core.research import CitationCheck, Claim, Mark, QuotedPassage, Source
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence
from desktop_agent.frontends.ui.wording.dates import moment

tr = partial(QCoreApplication.translate, "Sources")

# --- Sources of a turn: cited ones with their quotes, and other pages read


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote from a source that was checked against a claim, or that is relevant to the question.

    ``check`` is None if the quote is only relevant to the question. ``start`` and ``end`` are -1 if
    the page was not read.
    """

    text: str
    claim: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""
    check: CitationCheck | None = None


@dataclass(slots=True)
class UsedSource:
    """A source with its quotes; ``number`` is 0 for a page that was read but is not a source.

    ``preview`` is True if only a preview was read because the page is behind a paywall. ``read_at``
    is in ISO 8601 format, or empty if it is unknown. ``fault`` explains why the stored page cannot
    be loaded.
    """

    number: int
    title: str
    url: str
    snapshot: str
    read: bool
    cited: bool
    quotes: tuple[Quote, ...] = ()
    preview: bool = False
    read_at: str = ""
    fault: str = ""

    def marks(self) -> tuple[tuple[Mark, int], ...]:
        """Return the marks received by this source's quotes, with counts, best mark first."""
        found = [quote.check.mark for quote in self.quotes if quote.check is not None]
        return tuple((mark, found.count(mark)) for mark in MARKS if mark in found)

    def spans(self, snapshot: str) -> tuple[tuple[int, int], ...]:
        """Return the spans quoted from the stored text ``snapshot``, sorted and without duplicates.

        A page that changed between two reads is stored twice, so the caller must specify which text
        is meant.
        """
        known = {
            (each.start, each.end)
            for each in self.quotes
            if 0 <= each.start < each.end and each.snapshot in ("", snapshot)
        }
        return tuple(sorted(known))


class TurnSources:
    """Collects the sources of a turn from its events.

    The result of `sources` changes only when `apply` returns True.
    """

    def __init__(self) -> None:
        self._pages: dict[str, PageRead] = {}
        self._evidence: list[EvidenceFound] = []
        self._answer: AnswerGiven | None = None

    def apply(self, event: Event) -> bool:
        """Apply an event, and return whether it may change the sources."""
        match event:
            case PageRead():
                self._pages[event.final_url] = event
            case EvidenceFound():
                self._evidence = [each for each in self._evidence if not each.preliminary]
                self._evidence.append(event)
            case AnswerGiven():
                self._answer = event
            case _:
                return False
        return True

    def sources(self) -> tuple[UsedSource, ...]:
        """Return the cited sources, then the uncited ones, then other pages that were read."""
        known, claims, cited = self._known()
        passages = [passage for each in self._evidence for passage in each.passages]
        previews = {each.final_url for each in self._pages.values() if each.wall}
        used = [
            _used(each, claims, passages, cited=each.number in cited, preview=each.url in previews)
            for each in {source.number: source for source in known}.values()
        ]
        used.sort(key=lambda each: (not each.cited, each.number))
        return (*used, *self._rest(known))

    def _known(self) -> tuple[Sequence[Source], Sequence[Claim], frozenset[int]]:
        if self._answer is None:
            seen = {source.number: source for each in self._evidence for source in each.sources}
            return tuple(seen.values()), (), frozenset()
        numbers = {n for claim in self._answer.claims for n in claim.citations}
        numbers.update(citation_numbers(self._answer.text))
        return self._answer.sources, self._answer.claims, frozenset(numbers)

    def _rest(self, known: Sequence[Source]) -> Iterator[UsedSource]:
        urls = {source.url for source in known}
        for page in self._pages.values():
            url, preview = page.final_url, bool(page.wall)
            if url not in urls and page.url not in urls:
                about = (0, page.title or url, url, page.snapshot)
                yield UsedSource(*about, read=True, cited=False, preview=preview)


def _used(
    source: Source,
    claims: Sequence[Claim],
    passages: Sequence[QuotedPassage],
    *,
    cited: bool,
    preview: bool,
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
    about = (source.number, source.title or source.url, source.url, snapshot)
    return UsedSource(*about, source.read, cited, tuple(quotes), preview)


# --- References

ReferenceForm = Literal["plain", "markdown", "bibtex"]
_BIBTEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{each: "\\" + each for each in "&%$#_{}"},
    }
)
_BIBTEX_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
_MARKDOWN = re.compile(r"([\\`*_\[\]<>])")
_MARKDOWN_URL = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"})


def reference(form: ReferenceForm, title: str, url: str, read_at: str = "") -> str:
    """Format a bibliographic reference. BibTeX references are ``@online`` entries for biblatex.

    ``read_at`` is in ISO 8601 format, or "" if unknown. Only its date is used.
    """
    title, host, day = " ".join(title.split()) or url, host_of(url), read_at[:10]
    match form:
        case "plain":
            return f"{title}. {host}. {url}" + (f" (read {day})" if day else "")
        case "markdown":
            address, read = url.translate(_MARKDOWN_URL), f", read {day}" if day else ""
            shown = _MARKDOWN.sub(r"\\\1", title)
            return f"[{shown}]({address}) ({host}{read})"
        case "bibtex":
            words = re.findall(r"[a-z0-9]+", f"{host.split('.')[0]} {title}".lower())
            fields = {
                "title": "{" + title.translate(_BIBTEX) + "}",
                "organization": host.translate(_BIBTEX),
                "url": url.translate(_BIBTEX_URL),
                "urldate": day,
            }
            lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
            return "\n".join([f"@online{{{'-'.join(words[:4]) or 'source'},", *lines, "}"])


Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole.value
"""Item data role of the `UsedSource` or `Quote` in a row, or of a heading's text."""

Row = UsedSource | Quote | str


class SourcesModel(QStandardItemModel):
    """A Qt tree model of sources, grouped under headings, with quotes below each source."""

    def show(self, sources: Sequence[UsedSource]) -> None:
        """Replace the sources. Those already listed keep the time when they were read."""
        known = {each.url: each for each in self.sources}
        items: list[QStandardItem] = []
        for cited, heading in ((True, tr("Cited")), (False, tr("Read or found, not cited"))):
            group = [each for each in sources if each.cited is cited]
            if group:
                items.append(_item(f"{heading} · {len(group)}"))
            for each in group:
                before = known.get(each.url, each)
                each.read_at, each.fault = before.read_at, before.fault
                items.append(_item(each))
                items[-1].appendRows([_item(quote) for quote in each.quotes])
        self.clear()
        self.invisibleRootItem().appendRows(items)

    @property
    def sources(self) -> list[UsedSource]:
        rows = (self.row(self.index(place, 0)) for place in range(self.rowCount()))
        return [row for row in rows if isinstance(row, UsedSource)]

    def set_read(self, url: str, read_at: str, fault: str) -> None:
        """Record when the page at ``url`` was read, or the reason why this is unknown."""
        index = self.index_at(url)
        row = self.row(index)
        if isinstance(row, UsedSource):
            row.read_at, row.fault = read_at, fault
            self.itemFromIndex(index).setAccessibleText(spoken(row))

    def row(self, index: Index) -> Row | None:
        row: Row | None = index.data(ROW)
        return row

    def source_of(self, index: Index) -> UsedSource | None:
        """Return the source to which the row at an index belongs, or None for a heading."""
        row = self.row(index.parent() if isinstance(self.row(index), Quote) else index)
        return row if isinstance(row, UsedSource) else None

    def index_of(self, number: int, check: CitationCheck | None = None) -> QModelIndex:
        """Return the index of a source or, if it has a quote with this ``check``, of that quote."""
        found = self._first(lambda source: source.number == number > 0)
        for place in range(self.rowCount(found) if check is not None and found.isValid() else 0):
            quote = self.index(place, 0, found)
            if quote.data(ROW).check == check:
                return quote
        return found

    def index_at(self, url: str) -> QModelIndex:
        return self._first(lambda source: source.url == url)

    def _first(self, wanted: Callable[[UsedSource], bool]) -> QModelIndex:
        for place in range(self.rowCount()):
            row = self.row(self.index(place, 0))
            if isinstance(row, UsedSource) and wanted(row):
                return self.index(place, 0)
        return QModelIndex()


def _item(row: Row) -> QStandardItem:
    item = QStandardItem(_title(row))
    item.setEditable(False)
    item.setData(row, ROW)
    item.setAccessibleText(spoken(row))
    if isinstance(row, UsedSource):
        item.setToolTip(row.url)
    elif isinstance(row, str):
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    return item


def about(row: UsedSource) -> str:
    """Format a source's host, and whether or when the source was read."""
    parts = [host_of(row.url)]
    if row.fault:
        parts.append(tr("the stored page cannot be shown"))
    elif not row.read:
        parts.append(tr("snippet only"))
    elif row.read_at:
        parts.append(tr("read {0}").format(moment(row.read_at)))
    else:
        parts.append(tr("read"))
    if row.preview and row.read:
        parts.append(tr("preview only"))
    return " · ".join(parts)


def spoken(row: Row) -> str:
    """Return the text of a row for screen readers."""
    if isinstance(row, str):
        return row
    if isinstance(row, Quote):
        marked = evidence.mark(row.check.mark) if row.check is not None else ""
        reason = localized(row.check.reason) if row.check is not None else ""
        said = tr("nothing is quoted") if not row.text else " ".join(row.text.split())
        return ". ".join(part for part in (marked, said, reason) if part)
    number = tr("Source {0}").format(row.number) if row.number else ""
    counted = [evidence.counted(mark, count) for mark, count in row.marks()]
    return ". ".join(part for part in (number, row.title, about(row), *counted) if part)


def _title(row: Row) -> str:
    if isinstance(row, str):
        return row
    return " ".join(row.text.split()) if isinstance(row, Quote) else row.title
