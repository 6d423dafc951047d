"""The network ledger panel, with its table and the table's model.

Each row is a request, or a host with the totals of its requests. The model itself sorts and filters
the requests, building a list in one pass. A proxy model would instead call into Python for each of
50,000 rows.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.dates import brief, clock
from desktop_agent.frontends.ui.wording.reasoning import requests, size, traffic

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "Ledger")

Index = QModelIndex | QPersistentModelIndex
TIME, HOST, PURPOSE, SENT, RECEIVED, QUESTION = range(6)
OUTCOME = Qt.ItemDataRole.UserRole.value
"""Item data role of the outcome of the request: ok, failed or refused."""
_NOWHERE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignVCenter.value
_RIGHT = Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignVCenter.value


@dataclass(slots=True)
class Line:
    """A table row: a single request, or all ``count`` requests to a host."""

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
    """Qt model of requests, filtered by time and words and optionally grouped by host."""

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

    def show(self, lines: list[Line]) -> None:
        self._requests = lines
        self._rebuild()

    def look(self, words: str, since: float, *, by_host: bool) -> None:
        """Show the requests made since ``since`` that contain every word in ``words``.

        If ``by_host`` is True, they are grouped by host.
        """
        rebuild = by_host != self._by_host or (by_host and since != self._since)
        self._words, self._since, self._by_host = words.casefold().split(), since, by_host
        if rebuild:
            self._rebuild()
        else:
            self._filter()

    def know_question(self, run_id: str, question: str) -> None:
        self._questions[run_id] = question

    @property
    def count(self) -> int:
        """The number of requests, including those that are filtered out."""
        return len(self._requests)

    def totals(self) -> tuple[int, int, int]:
        """Return the number of visible requests and the total bytes sent and received."""
        return (
            sum(line.count for line in self._shown),
            sum(line.sent for line in self._shown),
            sum(line.received for line in self._shown),
        )

    def line(self, row: int) -> Line:
        return self._shown[row]

    def question(self, line: Line) -> str:
        return self._questions.get(line.run_id, "")

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 6

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in (SENT, RECEIVED) else _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        time, purpose = tr("Time"), tr("Purpose")
        if self._by_host:
            time, purpose = tr("Last"), tr("Requests")
        titles = (time, tr("Host"), purpose, tr("Sent"), tr("Received"), tr("Question"))
        return titles[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, index.column())
        if role == OUTCOME:
            return line.outcome
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (SENT, RECEIVED):
            return _RIGHT
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self.row_text(line)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order)
        self._filter()

    def row_text(self, line: Line) -> str:
        """Format a row as one line for copying, tooltips and screen readers."""
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
        shown = self._lines
        for word in self._words:
            runs = {run for run, said in self._questions.items() if word in said.casefold()}
            shown = [line for line in shown if word in line.words or line.run_id in runs]
        if self._since > float("-inf"):
            shown = [line for line in shown if line.at >= self._since]
        column, order = self._order
        backwards = order == Qt.SortOrder.DescendingOrder
        self._shown = sorted(shown, key=self._key(column), reverse=backwards)
        self.endResetModel()

    def _key(self, column: int) -> Callable[[Line], float | str]:
        if column == QUESTION:
            return self.question
        purpose = "count" if self._by_host else "purpose"
        return attrgetter(("at", "host", purpose, "sent", "received")[column])


def ended(line: Line) -> str:
    """Return the translated "refused" or "failed", or "" if the request succeeded."""
    return {"refused": tr("refused"), "failed": tr("failed")}.get(line.outcome, "")


def purpose(line: Line) -> str:
    """Return the display name of a request's purpose."""
    return {
        "search": tr("search"),
        "fetch": tr("page"),
        "model": tr("model"),
        "documents": tr("documents"),
        "mcp": tr("MCP server"),
    }.get(line.purpose, line.purpose)


# --- Table of requests

_ROOM = ((SENT, 340), (PURPOSE, 470), (QUESTION, 600))
"""Optional columns, each with the panel's minimum width in pixels at which it is shown."""


class LedgerTable(QTableView):
    """A table of requests.

    If the table is narrow, some columns are hidden, but tooltips show all values.
    """

    def __init__(self, theme: Theme, requests: LedgerModel) -> None:
        super().__init__()
        self._requests = requests
        self.setObjectName("ledgerTable")
        small = theme.font
        small.setPointSizeF(small.pointSizeF() * 0.9)
        self.setFont(small)
        self.setModel(requests)
        self.setItemDelegate(_LedgerDelegate(theme, self))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Requests"))
        self.setAccessibleDescription(self.tr("Every request with its host; Ctrl+C copies"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in (HOST, QUESTION):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().horizontalAdvance("0")
        for column, letters in ((TIME, 10), (PURPOSE, 13), (SENT, 9), (RECEIVED, 9)):
            self.setColumnWidth(column, letter * letters)
        self.setSortingEnabled(True)
        self.sortByColumn(TIME, Qt.SortOrder.DescendingOrder)
        theme.changed.connect(self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for column, width in _ROOM:
            self.setColumnHidden(column, self.width() < width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()  # whole rows, whereas Qt would copy one cell
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        rows = sorted({index.row() for index in self.selectedIndexes()})
        lines = [self._requests.row_text(self._requests.line(row)) for row in rows]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))


class _LedgerDelegate(QStyledItemDelegate):
    """Colours refused and failed requests. Their outcome is also shown as text."""

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        colours, palette = self._theme.colours, option.palette
        usual = colours.text if index.column() == HOST else colours.muted
        shades = {"refused": colours.warn, "failed": colours.error}
        shade = QColor(shades.get(str(index.data(OUTCOME)), usual))
        palette.setColor(palette.ColorRole.Text, shade)
        palette.setColor(palette.ColorRole.HighlightedText, shade)


# --- Panel: every request that left this machine or was refused

_TYPING_MS = 120
_REFRESH_MS = 1_000


class LedgerPanel(QWidget):
    """A panel that lists network requests; reads the ledger in a thread, and only while visible.

    ``failed`` is emitted with an `AgentError`, and ``counted`` with the number of requests.
    """

    icon_name = "network"
    failed = Signal(object)
    counted = Signal(int)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._ledger = session.ledger
        self._tasks = tasks
        self.model = LedgerModel(self)
        self.filter = filter_field(self.tr("Filter by host or purpose"))
        self.filter.setAccessibleName(self.tr("Filter requests"))
        self.days = QComboBox()
        self.days.addItem(self.tr("Today"), True)
        self.days.addItem(self.tr("All"), False)
        self.days.setAccessibleName(self.tr("Which days are shown"))
        self.days.setToolTip(self.tr("Which days are shown"))
        self.by_host = icon_button(theme, "group", self.tr("Add up by host"))
        self.by_host.setCheckable(True)
        export, erase = self.tr("Export the ledger"), self.tr("Clear the ledger")
        self.export = icon_button(theme, "export", export, self._choose_file)
        self.erase = icon_button(theme, "trash", erase, self._ask_to_clear)
        self.view = LedgerTable(theme, self.model)
        self.totals = ElidedLabel()
        self.totals.setObjectName("meta")
        self._note = empty_note()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._soon = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self._look()

    def refresh(self) -> None:
        """Reload the ledger if the panel is visible; a hidden panel reloads when it is shown."""
        if self.isVisible():
            self._tasks.start(asyncio.to_thread(self._read), self._show, self.failed.emit)

    def refresh_soon(self) -> None:
        """Schedule a reload within a second unless one is already scheduled."""
        if not self._soon.isActive():
            self._soon.start()

    def know_question(self, run_id: str, question: str) -> None:
        self.model.know_question(run_id, " ".join(question.split()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    # --- Showing

    def _read(self) -> list[Line]:
        return [
            Line(
                each.at,
                each.host,
                each.purpose,
                each.bytes_sent,
                each.bytes_received,
                each.outcome,
                each.run_id,
                f"{each.host} {each.purpose} {each.outcome}".casefold(),
            )
            for each in self._ledger.read()
        ]

    def _show(self, lines: list[Line]) -> None:
        self.model.show(lines)
        self._show_totals()

    def _look(self) -> None:
        # not QDate: its time zone tables take 3 MiB
        today = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        since = today.timestamp() if self.days.currentData() else float("-inf")
        self.model.look(self.filter.text(), since, by_host=self.by_host.isChecked())
        self._show_totals()

    def _show_totals(self) -> None:
        count, sent, received = self.model.totals()
        none = self.model.rowCount() == 0
        self.view.setVisible(not none)
        self._note.setVisible(none)
        nothing = self.tr("Nothing has been sent anywhere.")
        self._note.setText(self.tr("Nothing matches.") if self.model.count else nothing)
        self.totals.show_text(f"{requests(count)} · {traffic(sent, received)}")
        for button in (self.export, self.erase):
            button.setEnabled(self.model.count > 0)
        self.counted.emit(self.model.count)

    # --- Actions

    def _choose_file(self) -> None:
        from desktop_agent.frontends.ui.export.save_dialog import ask_save_path

        forms = (("CSV", "csv"), ("JSON", "json"))
        ask_save_path(self, self.tr("Export the ledger"), self.tr("Ledger"), forms, self.write_to)

    def write_to(self, path: Path) -> None:
        """Export all requests, as JSON if the extension is ``.json`` and as CSV otherwise."""
        from desktop_agent.frontends.ui.export.save_dialog import write_atomically

        def write() -> None:
            kind: Literal["json", "csv"] = "json" if path.suffix.lower() == ".json" else "csv"
            write_atomically(path, self._ledger.export(kind).encode())

        self._tasks.start(asyncio.to_thread(write), failed=self.failed.emit)

    def _ask_to_clear(self) -> None:
        from desktop_agent.frontends.ui.widgets.error_dialog import confirm

        text, clear, keep = self.tr("Clear the ledger?"), self.tr("Clear"), self.tr("Keep")
        about = self.tr(
            "What was sent so far can then no longer be looked up. This cannot be undone."
        )
        confirm(self, text, about, clear, self._clear, keep)

    def _clear(self) -> None:
        self._tasks.start(
            asyncio.to_thread(self._ledger.clear), lambda _none: self.refresh(), self.failed.emit
        )

    # --- Building

    def _connect(self) -> None:
        self._typing.timeout.connect(self._look)
        self._soon.timeout.connect(self.refresh)
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self.days.currentIndexChanged.connect(lambda _index: self._look())
        self.by_host.toggled.connect(lambda _on: self._look())

    def _lay_out(self) -> None:
        first = hbox((self.filter, 1), self.days, margins=(12, 4, 10, 4), spacing=6)
        buttons = (self.by_host, self.export, self.erase)
        second = hbox((self.totals, 1), *buttons, margins=(14, 0, 8, 4), spacing=2)
        vbox(first, second, (self._note, 1), (self.view, 1), parent=self, spacing=0)
