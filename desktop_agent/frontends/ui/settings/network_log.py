"""The network log: every request that left this computer or was refused."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QTableView,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.network import is_loopback
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, write_atomically
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.dates import brief, clock
from desktop_agent.frontends.ui.wording.reasoning import requests, size, traffic

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "NetworkLog")

Index = QModelIndex | QPersistentModelIndex
TIME, HOST, PURPOSE, SENT, RECEIVED, QUESTION = range(6)
_NOWHERE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignVCenter.value
_RIGHT = Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignVCenter.value


@dataclass(slots=True)
class Line:
    """A row: ``count`` requests to a host, usually one. ``at`` is the time of the last."""

    at: float
    host: str
    purpose: str
    sent: int
    received: int
    outcome: str
    run_id: str
    question: str
    count: int = 1

    @property
    def ended(self) -> str:
        return {"refused": tr("blocked"), "failed": tr("failed")}.get(self.outcome, "")

    @property
    def what(self) -> str:
        names = {
            "search": tr("search"),
            "fetch": tr("page"),
            "model": tr("model"),
            "documents": tr("documents"),
            "mcp": tr("MCP server"),
        }
        said = ", ".join(names.get(each, each) for each in self.purpose.split(", "))
        return f"{said} ({self.count:,})" if self.count > 1 else said

    @property
    def text(self) -> str:
        """The row as one line for copying, tooltips and screen readers."""
        parts = [clock(self.at), self.host, self.what]
        if self.outcome == "refused":
            parts.append(tr("blocked because you were offline"))
        else:
            sent, received = size(self.sent), size(self.received)
            parts += [self.ended, tr("sent {0}, received {1}").format(sent, received)]
        return " · ".join(filter(None, [*parts, self.question]))

    def holds(self, word: str) -> bool:
        text = f"{self.host} {self.purpose} {self.outcome} {self.question}"
        return word in text.casefold()

    def add(self, other: "Line") -> None:
        self.count += 1
        self.sent += other.sent
        self.received += other.received
        if other.purpose not in self.purpose.split(", "):
            self.purpose += f", {other.purpose}"
        if other.outcome != self.outcome:
            self.outcome = "ok"
        if other.run_id != self.run_id:
            self.question = ""


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: the lines that hold every word, sorted by a column."""

    words: tuple[str, ...] = ()
    by_host: bool = False
    column: int = TIME
    backwards: bool = True

    def of(self, lines: Iterable[Line]) -> list[Line]:
        chosen = (line for line in lines if all(line.holds(word) for word in self.words))
        key = ("at", "host", "count" if self.by_host else "purpose", "sent", "received", "question")
        shown = folded(chosen, by_host=self.by_host)
        return sorted(shown, key=attrgetter(key[self.column]), reverse=self.backwards)


_is_local = cache(is_loopback)


def folded(lines: Iterable[Line], *, by_host: bool) -> list[Line]:
    """Add up requests, newest first: of each host, or those to this computer that repeat."""
    shown: list[Line] = []
    newest: dict[str, Line] = {}
    for line in lines:
        before = newest.get(line.host)
        same = before is not None and all(
            getattr(line, name) == getattr(before, name)
            for name in ("purpose", "outcome", "run_id")
        )
        if before is not None and (by_host or (same and _is_local(line.host))):
            before.add(line)
        else:
            newest[line.host] = line
            shown.append(line)
    return shown


class LogModel(QAbstractTableModel):
    """Qt model of the lines that are shown."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: list[Line] = []

    def show(self, lines: list[Line]) -> None:
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 6

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in (SENT, RECEIVED) else _LEFT
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        titles = tr("Time"), tr("Host"), tr("Purpose"), tr("Sent"), tr("Received"), tr("Question")
        return titles[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            received = line.ended or size(line.received)
            cells = brief(line.at), line.host, line.what, size(line.sent), received, line.question
            return cells[column]
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(self._colour(line, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (SENT, RECEIVED):
            return _RIGHT
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return line.text
        return None

    def _colour(self, line: Line, column: int) -> str:
        """Colour what became of refused and failed requests, which is also shown as text."""
        colours = self._theme.colours
        ended = {"refused": colours.warn, "failed": colours.error}
        if column == RECEIVED and line.outcome in ended:
            return ended[line.outcome]
        return colours.text if column == HOST else colours.muted


_ROOM = ((SENT, 340), (PURPOSE, 430), (QUESTION, 560))
"""Optional columns, each with the minimum width of the table in pixels at which it is shown."""
_ROWS_SHOWN = 10


class LogTable(QTableView):
    """A table of requests. If it is narrow, some columns are hidden; tooltips show all values."""

    def __init__(self, theme: Theme, model: LogModel) -> None:
        super().__init__()
        self._lines = model
        self.setObjectName("ledgerTable")
        self.setModel(model)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Requests"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        header.setSectionsClickable(True)
        header.setSortIndicator(TIME, Qt.SortOrder.DescendingOrder)
        header.setSortIndicatorShown(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in (HOST, QUESTION):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().horizontalAdvance("0")
        for column, letters in ((TIME, 10), (PURPOSE, 14), (SENT, 9), (RECEIVED, 10)):
            self.setColumnWidth(column, letter * letters)
        theme.changed.connect(self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Be as tall as the rows, up to a limit, and hide the columns for which there is no room."""
        rows = min(max(self._lines.rowCount(), 1), _ROWS_SHOWN)
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + rows * self.verticalHeader().defaultSectionSize() + 4)
        for column, width in _ROOM:
            self.setColumnHidden(column, self.width() < width)
        if not any(line.question for line in self._lines.lines):
            self.setColumnHidden(QUESTION, True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = sorted({index.row() for index in self.selectedIndexes()})
        if event.matches(QKeySequence.StandardKey.Copy) and rows:
            # whole rows, whereas Qt would copy one cell
            QGuiApplication.clipboard().setText(
                "\n".join(self._lines.lines[row].text for row in rows)
            )
        else:
            super().keyPressEvent(event)


_TYPING_MS = 120
_REFRESH_MS = 1_000


class NetworkLog(QWidget):
    """The log with its filters. It is read in a thread, again and again while it is visible."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._session = session
        self._tasks = tasks
        self._read: tuple[object, View] | None = None
        self._questions: dict[str, str] = {}
        self.model = LogModel(theme, self)
        self.filter = filter_field(tr("Filter by host or purpose"))
        self.by_host = button(tr("Group by host"), self.refresh)
        self.by_host.setCheckable(True)
        self.export = button(tr("Export…"), self._choose_file)
        self.export.setAccessibleName(tr("Export the network log"))
        self.erase = button(tr("Clear…"), self._ask_to_clear)
        self.erase.setAccessibleName(tr("Clear the network log"))
        self.view = LogTable(theme, self.model)
        self.totals = ElidedLabel()
        self.totals.setObjectName("hint")
        self.said = Said("hint")
        self.note = empty_note()
        first = hbox((self.filter, 1), self.by_host, spacing=8)
        last = hbox((self.totals, 1), self.export, self.erase, spacing=8)
        vbox(first, self.note, self.view, last, self.said, parent=self, spacing=8)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._again = QTimer(self, interval=_REFRESH_MS)
        for signal in (self._typing.timeout, self._again.timeout):
            signal.connect(lambda *_: self.refresh())
        self.view.horizontalHeader().sortIndicatorChanged.connect(lambda *_: self.refresh())
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self._show_totals(0)

    def refresh(self) -> None:
        """Read the log again if it has changed, and show what is wanted of it."""
        work = asyncio.to_thread(self._arrange, self._wanted())
        self._tasks.start(work, while_alive(self, self._show), while_alive(self, self._failed))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._again.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._again.stop()

    # --- Reading, in a thread

    def _wanted(self) -> View:
        header = self.view.horizontalHeader()
        return View(
            tuple(self.filter.text().casefold().split()),
            self.by_host.isChecked(),
            header.sortIndicatorSection(),
            header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
        )

    def _arrange(self, view: View) -> tuple[object, list[Line], int, View] | None:
        """Return what is to be shown and the number of all requests; None if nothing changed."""
        path = self._session.paths.ledger_file
        self._session.ledger.flush()
        try:
            now = path.stat()
            stamp: object = (now.st_size, now.st_mtime_ns, now.st_ino)
        except OSError:
            stamp = None
        if self._read == (stamp, view):
            return None
        entries = self._session.ledger.read()
        new = {each.run_id for each in entries if each.run_id} - self._questions.keys()
        if new:
            found = self._session.recorded_questions(new)
            self._questions |= {each: " ".join(found.get(each, "").split()) for each in new}
        lines = [
            Line(
                each.at,
                each.host,
                each.purpose,
                each.bytes_sent,
                each.bytes_received,
                each.outcome,
                each.run_id,
                self._questions.get(each.run_id, ""),
            )
            for each in entries
        ]
        return stamp, view.of(lines), len(entries), view

    # --- Showing

    def _show(self, read: tuple[object, list[Line], int, View] | None) -> None:
        if read is None:
            return
        stamp, lines, count, view = read
        if view != self._wanted():
            return  # the filter has changed meanwhile
        self._read = stamp, view
        self.model.show(lines)
        self.view.fit()
        self.said.say("")
        self._show_totals(count)

    def _show_totals(self, count: int) -> None:
        lines = self.model.lines
        self.view.setVisible(bool(lines))
        self.note.setVisible(not lines)
        self.note.setText(tr("No requests found") if count else tr("No requests yet"))
        number = requests(sum(line.count for line in lines))
        sent, received = sum(line.sent for line in lines), sum(line.received for line in lines)
        self.totals.show_text(f"{number} · {traffic(sent, received)}")
        for act in (self.export, self.erase):
            act.setEnabled(count > 0)

    def _failed(self, error: AgentError) -> None:
        self.said.say(localized_error(error), "error")

    # --- Actions

    def _choose_file(self) -> None:
        forms = (("CSV", "csv"), ("JSON", "json"))
        ask_save_path(self, tr("Export the network log"), tr("Network log"), forms, self.write_to)

    def write_to(self, path: Path) -> None:
        """Export all requests, as JSON if the extension is ``.json`` and as CSV otherwise."""

        def write() -> None:
            is_json = path.suffix.lower() == ".json"
            text = self._session.ledger.export("json" if is_json else "csv")
            write_atomically(path, text.encode())

        self._run(write, lambda: self.said.say(tr("Saved as {0}").format(path.name), "ok"))

    def _ask_to_clear(self) -> None:
        about = tr("You won't be able to look up past requests. This can't be undone.")
        confirm(self, tr("Clear the network log?"), about, tr("Clear"), self._clear, tr("Cancel"))

    def _clear(self) -> None:
        self._run(self._session.ledger.clear, self.refresh)

    def _run(self, work: Callable[[], object], done: Callable[[], object]) -> None:
        ended, failed = while_alive(self, lambda _none: done()), while_alive(self, self._failed)
        self._tasks.start(asyncio.to_thread(work), ended, failed)
