"""The sources of a turn, built from its events, and their model: headings, sources and quotes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_agent.core.citations import MARKS, citation_numbers
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead
from desktop_agent.core.research import CitationCheck, Claim, Mark, QuotedPassage, Source
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence
from desktop_agent.frontends.ui.wording.dates import moment

# --- Sources of a turn: cited ones with their quotes, and other pages read


@dataclass(frozen=True, slots=True)
class Quote:
    """A text quoted from a source, either checked for a claim or relevant to the question.

    ``check`` is None if the text is only relevant to the question. ``start`` and ``end`` are -1 if
    the page was not read.
    """

    text: str
    claim: str = ""
    start: int = -1
    end: int = -1
    snapshot: str = ""
    check: CitationCheck | None = None


@dataclass(frozen=True, slots=True)
class UsedSource:
    """A source with its quotes; ``number`` is 0 for a page that was read but is not a source.

    ``preview`` is True if only a preview was read because the page is behind a paywall.
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
        """Return the marks of the claims that cite this source, with their counts, best first."""
        found = [quote.check.mark for quote in self.quotes if quote.check is not None]
        return tuple((mark, found.count(mark)) for mark in MARKS if mark in found)

    def spans(self, snapshot: str) -> tuple[tuple[int, int], ...]:
        """Return the quoted spans of a stored text in order, without duplicates.

        If a page was read twice in a run and had changed in between, it is stored twice.
        """
        known = {
            (each.start, each.end)
            for each in self.quotes
            if 0 <= each.start < each.end and each.snapshot in ("", snapshot)
        }
        return tuple(sorted(known))


class TurnSources:
    """Follows the events of a turn. `sources` changes only when `apply` returns True."""

    def __init__(self) -> None:
        self._pages: dict[str, PageRead] = {}
        self._evidence: list[EvidenceFound] = []
        self._answer: AnswerGiven | None = None

    def apply(self, event: Event) -> bool:
        """Apply an event; return True if it concerns sources."""
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
        """Return the cited sources by number, followed by pages that were read but not cited."""
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
        """Yield the pages that were read but are not sources."""
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


# --- References

ReferenceForm = Literal["plain", "markdown", "bibtex"]
_BIBTEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{each: "\\" + each for each in "&%$#_{}"},
}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>])")
_ADDRESS: Mapping[str, str] = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"}


def reference(form: ReferenceForm, title: str, url: str, read_at: str = "") -> str:
    """Return a reference; ``read_at`` is in ISO 8601 or empty, and only its date is used.

    The BibTeX format is an ``@online`` entry for biblatex.
    """
    title = " ".join(title.split()) or url
    day = read_at[:10]
    forms: Mapping[ReferenceForm, Callable[[str, str, str], str]] = {
        "plain": _plain,
        "markdown": _markdown,
        "bibtex": _bibtex,
    }
    return forms[form](title, url, day)


def _plain(title: str, url: str, day: str) -> str:
    read = f" (read {day})" if day else ""
    return f"{title}. {host_of(url)}. {url}{read}"


def _markdown(title: str, url: str, day: str) -> str:
    address = "".join(_ADDRESS.get(each, each) for each in url)
    read = f", read {day}" if day else ""
    shown = _MARKDOWN.sub(r"\\\1", title)
    return f"[{shown}]({address}) ({host_of(url)}{read})"


def _bibtex(title: str, url: str, day: str) -> str:
    words = re.findall(r"[a-z0-9]+", f"{host_of(url).split('.')[0]} {title}".lower())
    fields = {
        "title": "{" + "".join(_BIBTEX.get(each, each) for each in title) + "}",
        "organization": "".join(_BIBTEX.get(each, each) for each in host_of(url)),
        "url": "".join({"{": "%7B", "}": "%7D", "\\": "%5C"}.get(each, each) for each in url),
        "urldate": day,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@online{{{'-'.join(words[:4]) or 'source'},", *lines, "}"])


Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole.value
"""Item data role of the `SourceRow` or `Quote` of an index, or the str of a heading."""
_NOWHERE = QModelIndex()
_TOP = 0


@dataclass(slots=True)
class SourceRow:
    """A listed source; ``read_at`` is in ISO 8601, and empty while it is unknown."""

    source: UsedSource
    read_at: str = ""
    fault: str = ""


Row = SourceRow | Quote | str


class SourcesModel(QAbstractItemModel):
    """A model with two levels.

    The id of an index is 0 at the top level, and the row of its parent plus one below.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SourceRow | str] = []

    def show(self, sources: Sequence[UsedSource], known: Mapping[str, SourceRow]) -> None:
        """Replace the sources; those whose addresses are in ``known`` keep their read times."""
        self.beginResetModel()
        self._rows = []
        for cited, heading in ((True, tr("Cited")), (False, tr("Read or found, not cited"))):
            group = [each for each in sources if each.cited is cited]
            if group:
                self._rows.append(f"{heading} · {len(group)}")
            for each in group:
                before = known.get(each.url)
                about = (before.read_at, before.fault) if before is not None else ("", "")
                self._rows.append(SourceRow(each, *about))
        self.endResetModel()

    @property
    def sources(self) -> list[SourceRow]:
        """The rows of the sources, without the headings."""
        return [row for row in self._rows if isinstance(row, SourceRow)]

    def told(self, url: str, read_at: str, fault: str) -> None:
        """Set when the page at an address was read, or why the time is unknown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, SourceRow) and row.source.url == url:
                row.read_at, row.fault = read_at, fault
                index = self.index(number, 0)
                self.dataChanged.emit(index, index)

    def row(self, index: Index) -> Row | None:
        if not index.isValid():
            return None
        if index.internalId() == _TOP:
            return self._rows[index.row()]
        above = self._rows[int(index.internalId()) - 1]
        return above.source.quotes[index.row()] if isinstance(above, SourceRow) else None

    def source_of(self, index: Index) -> SourceRow | None:
        """Return the source of an index or of the quote at it, or None for a heading."""
        row = self.row(index.parent() if isinstance(self.row(index), Quote) else index)
        return row if isinstance(row, SourceRow) else None

    def index_of(self, number: int, check: CitationCheck | None = None) -> QModelIndex:
        """Return the index of a source by its number, or of the quote that belongs to ``check``."""
        return self._first(
            lambda row: row.source.number == number and number > 0,
            lambda quote: check is not None and quote.check == check,
        )

    def index_at(self, url: str) -> QModelIndex:
        """Return the index of a source by its address."""
        return self._first(lambda row: row.source.url == url, lambda _quote: False)

    def _first(
        self, wanted: Callable[[SourceRow], bool], quoted: Callable[[Quote], bool]
    ) -> QModelIndex:
        for number, row in enumerate(self._rows):
            if isinstance(row, SourceRow) and wanted(row):
                index = self.index(number, 0)
                for place, quote in enumerate(row.source.quotes):
                    if quoted(quote):
                        return self.index(place, 0, index)
                return index
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        if column or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, child: Index | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        if child is None or not child.isValid() or child.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(int(child.internalId()) - 1, 0, _TOP)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._rows)
        row = self._rows[parent.row()] if parent.internalId() == _TOP else None
        return len(row.source.quotes) if isinstance(row, SourceRow) else 0

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.row(index), str):
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None or role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(row) if role == Qt.ItemDataRole.AccessibleTextRole else _shown(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, SourceRow):
            return row.source.url
        return None


def tr(text: str) -> str:
    """Translate in the context "Sources"."""
    return QCoreApplication.translate("Sources", text)


def about(row: SourceRow) -> str:
    """Describe where a source comes from and when it was read."""
    parts = [host_of(row.source.url)]
    if row.fault:
        parts.append(tr("the stored page cannot be shown"))
    elif not row.source.read:
        parts.append(tr("snippet only"))
    elif row.read_at:
        parts.append(tr("read {0}").format(moment(row.read_at)))
    else:
        parts.append(tr("read"))
    if row.source.preview and row.source.read:
        parts.append(tr("preview only"))
    return " · ".join(parts)


def spoken(row: Row) -> str:
    """Return a row's text for a screen reader."""
    if isinstance(row, str):
        return row
    if isinstance(row, Quote):
        marked = evidence.mark(row.check.mark) if row.check is not None else ""
        reason = localized(row.check.reason) if row.check is not None else ""
        said = tr("nothing is quoted") if not row.text else " ".join(row.text.split())
        return ". ".join(part for part in (marked, said, reason) if part)
    number = tr("Source {0}").format(row.source.number) if row.source.number else ""
    counted = [evidence.counted(mark, count) for mark, count in row.source.marks()]
    return ". ".join(part for part in (number, row.source.title, about(row), *counted) if part)


def _shown(row: Row) -> str:
    if isinstance(row, str):
        return row
    return " ".join(row.text.split()) if isinstance(row, Quote) else row.source.title
