"""The sources of a turn for Qt's views: headings, sources, and below each its quotes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_agent.core.research import CitationCheck
from desktop_agent.ui import evidence_words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel.moments import moment
from desktop_agent.ui.panel.turn_sources import Quote, UsedSource
from desktop_agent.ui.turn import host_of

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole.value
"""Role: the `SourceRow` or `Quote` of an index; a str for a heading."""
_NOWHERE = QModelIndex()
_TOP = 0


@dataclass(slots=True)
class SourceRow:
    """A source as it is listed; ``read_at`` is ISO 8601, empty while it is not known."""

    source: UsedSource
    read_at: str = ""
    fault: str = ""


Row = SourceRow | Quote | str


class SourcesModel(QAbstractItemModel):
    """Two levels; the number in an index is 0 at the top, and one more than its parent's row below."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SourceRow | str] = []

    def show(self, sources: Sequence[UsedSource], known: Mapping[str, SourceRow]) -> None:
        """Takes other sources; of those that are ``known`` by address the time of reading stays."""
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
        """The sources, without the headings."""
        return [row for row in self._rows if isinstance(row, SourceRow)]

    def told(self, url: str, read_at: str, fault: str) -> None:
        """Learns when the page of an address was read, or why that cannot be known."""
        for number, row in enumerate(self._rows):
            if isinstance(row, SourceRow) and row.source.url == url:
                row.read_at, row.fault = read_at, fault
                index = self.index(number, 0)
                self.dataChanged.emit(index, index)

    def row(self, index: Index) -> Row | None:
        """Gives what an index stands for."""
        if not index.isValid():
            return None
        if index.internalId() == _TOP:
            return self._rows[index.row()]
        above = self._rows[int(index.internalId()) - 1]
        return above.source.quotes[index.row()] if isinstance(above, SourceRow) else None

    def source_of(self, index: Index) -> SourceRow | None:
        """Gives the source of an index, of its quote, too; None for a heading."""
        row = self.row(index.parent() if isinstance(self.row(index), Quote) else index)
        return row if isinstance(row, SourceRow) else None

    def index_of(self, number: int, check: CitationCheck | None = None) -> QModelIndex:
        """Gives the index of a source by its number, or of the quote that belongs to a check."""
        return self._first(
            lambda row: row.source.number == number and number > 0,
            lambda quote: check is not None and quote.check == check,
        )

    def index_at(self, url: str) -> QModelIndex:
        """Gives the index of a source by its address."""
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
    """Translates within the sources panel."""
    return QCoreApplication.translate("Sources", text)


def about(row: SourceRow) -> str:
    """Says where a source is from and when it was read."""
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
    """Says a row in words, for a screen reader."""
    if isinstance(row, str):
        return row
    if isinstance(row, Quote):
        marked = evidence_words.mark(row.check.mark) if row.check is not None else ""
        reason = localized(row.check.reason) if row.check is not None else ""
        said = tr("nothing is quoted") if not row.text else " ".join(row.text.split())
        return ". ".join(part for part in (marked, said, reason) if part)
    number = tr("Source {0}").format(row.source.number) if row.source.number else ""
    counted = [evidence_words.counted(mark, count) for mark, count in row.source.marks()]
    return ". ".join(part for part in (number, row.source.title, about(row), *counted) if part)


def _shown(row: Row) -> str:
    if isinstance(row, str):
        return row
    return " ".join(row.text.split()) if isinstance(row, Quote) else row.source.title
