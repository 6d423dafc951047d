"""Requests for Qt's tables: one a row, or one row a host with its sums; sorted and filtered here.

A proxy model would ask Python for each of 50,000 rows by itself; here a list is made at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_agent.ui.panel.moments import brief, clock
from desktop_agent.ui.panel.network_ledger import Entry
from desktop_agent.ui.words import size

Index = QModelIndex | QPersistentModelIndex
TIME, HOST, PURPOSE, SENT, RECEIVED, QUESTION = range(6)
REFUSED = Qt.ItemDataRole.UserRole.value
"""Role: how the request ended: ok, failed or refused."""
_NOWHERE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignVCenter.value
_RIGHT = Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignVCenter.value


@dataclass(slots=True)
class Line:
    """One row: a request, or all requests to a host (``count`` of them)."""

    at: float
    host: str
    purpose: str
    sent: int
    received: int
    outcome: str
    run_id: str
    words: str
    count: int = 1


class LedgerModel(QAbstractTableModel):
    """The requests that are shown: of all time or of today, by words, one by one or by host."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests: list[Line] = []
        self._lines: list[Line] = []
        self._shown: list[Line] = []
        self._questions: dict[str, str] = {}
        self._words: list[str] = []
        self._since = float("-inf")
        self._by_host = False
        self._order: tuple[int, Qt.SortOrder] = (TIME, Qt.SortOrder.DescendingOrder)

    def prepare(self, entries: Sequence[Entry]) -> list[Line]:
        """Makes rows of entries, newest first; so much work that a thread should do it."""
        return [_line(each) for each in entries]

    def show(self, lines: list[Line]) -> None:
        """Takes the requests that were prepared."""
        self._requests = lines
        self._rebuild()

    def look(self, words: str, since: float, *, by_host: bool) -> None:
        """Shows what holds every word and is not older than ``since``; hosts with their sums if asked."""
        rebuild = by_host != self._by_host or (by_host and since != self._since)
        self._words, self._since, self._by_host = words.casefold().split(), since, by_host
        if rebuild:
            self._rebuild()
        else:
            self._filter()

    def know_questions(self, questions: Mapping[str, str]) -> None:
        """Learns the questions of runs, by their ids."""
        self._questions.update(questions)

    @property
    def count(self) -> int:
        """How many entries there are, shown or not."""
        return len(self._requests)

    def totals(self) -> tuple[int, int, int]:
        """Gives the requests and the bytes sent and received of what is shown."""
        return (
            sum(line.count for line in self._shown),
            sum(line.sent for line in self._shown),
            sum(line.received for line in self._shown),
        )

    def line(self, row: int) -> Line:
        """Gives what a row shows."""
        return self._shown[row]

    def question(self, line: Line) -> str:
        """Gives the question that a request belonged to, or nothing."""
        return self._questions.get(line.run_id, "")

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 6

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in (SENT, RECEIVED) else _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            tr("Last") if self._by_host else tr("Time"),
            tr("Host"),
            tr("Requests") if self._by_host else tr("Purpose"),
            tr("Sent"),
            tr("Received"),
            tr("Question"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, index.column())
        if role == REFUSED:
            return line.outcome
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (SENT, RECEIVED):
            return _RIGHT
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self.told(line)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order)
        self._filter()

    def told(self, line: Line) -> str:
        """Says a row in words."""
        parts = [clock(line.at), line.host, line.purpose]
        if line.count > 1:
            parts.append(tr("{0} requests").format(f"{line.count:,}"))
        if line.outcome == "refused":
            parts.append(tr("refused: the network was switched off"))
        else:
            parts += [tr("failed")] if line.outcome == "failed" else []
            parts.append(tr("sent {0}, received {1}").format(size(line.sent), size(line.received)))
        return " · ".join(part for part in [*parts, self.question(line)] if part)

    def _text(self, line: Line, column: int) -> str:
        match column:
            case 0:
                return brief(line.at)
            case 1:
                return line.host
            case 2:
                return f"{line.count:,}" if self._by_host else purpose(line)
            case 3:
                return size(line.sent)
            case 4:
                return ended(line) or size(line.received)
        return self.question(line)

    def _rebuild(self) -> None:
        self._lines = self._sums() if self._by_host else self._requests
        self._filter()

    def _sums(self) -> list[Line]:
        hosts: dict[str, Line] = {}
        for each in self._requests:
            if each.at < self._since:
                continue
            line = hosts.get(each.host)
            if line is None:
                hosts[each.host] = replace(each, run_id="")
                continue
            line.count += 1
            line.sent += each.sent
            line.received += each.received
            if each.outcome != line.outcome:
                line.outcome = "ok"
            if each.purpose not in line.purpose.split(", "):
                line.purpose += f", {each.purpose}"
        return list(hosts.values())

    def _filter(self) -> None:
        self.beginResetModel()
        since, words = self._since, self._words
        shown = self._lines
        for word in words:
            runs = {run for run, said in self._questions.items() if word in said.casefold()}
            shown = [line for line in shown if word in line.words or line.run_id in runs]
        if since > float("-inf"):
            shown = [line for line in shown if line.at >= since]
        column, order = self._order
        backwards = order == Qt.SortOrder.DescendingOrder
        self._shown = sorted(shown, key=self._key(column), reverse=backwards)
        self.endResetModel()

    def _key(self, column: int) -> Callable[[Line], float | str]:
        keys: Mapping[int, Callable[[Line], float | str]] = {
            HOST: lambda line: line.host,
            PURPOSE: (lambda line: line.count) if self._by_host else (lambda line: line.purpose),
            SENT: lambda line: line.sent,
            RECEIVED: lambda line: line.received,
            QUESTION: lambda line: self._questions.get(line.run_id, ""),
        }
        return keys.get(column, lambda line: line.at)


def tr(text: str) -> str:
    """Translates within the ledger."""
    return QCoreApplication.translate("Ledger", text)


def ended(line: Line) -> str:
    """Says that a request was refused or failed; nothing for one that went well."""
    return {"refused": tr("refused"), "failed": tr("failed")}.get(line.outcome, "")


def purpose(line: Line) -> str:
    """Says what a request was for."""
    return {
        "search": tr("search"),
        "fetch": tr("page"),
        "model": tr("model"),
        "documents": tr("documents"),
        "mcp": tr("MCP server"),
    }.get(line.purpose, line.purpose)


def _line(entry: Entry) -> Line:
    return Line(
        entry.at,
        entry.host,
        entry.purpose,
        entry.bytes_sent,
        entry.bytes_received,
        entry.outcome,
        entry.run_id,
        f"{entry.host} {entry.purpose} {entry.outcome}".casefold(),
    )
