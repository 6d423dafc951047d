"""The network log: every request that left this computer or was blocked."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.core.network import OutboundRequest, is_loopback
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, write_atomically
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, Said, empty_note
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.row_delegate import TwoLineList, TwoLineRow
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.wording.dates import brief, clock
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import requests, size, traffic

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "NetworkLog")

Wanted = tuple[tuple[str, ...], bool]
"""The words that a line must hold, and whether the requests to each host are added up."""


@dataclass(slots=True)
class Line:
    """A row: the newest of ``count`` requests to a host, with the total bytes they transferred."""

    entry: OutboundRequest
    question: str
    count: int = 1

    @property
    def what(self) -> str:
        names = self.entry.purpose.split(", ")
        said = ", ".join(label("NetworkLog", "purpose", each, each) for each in names)
        return f"{said} ({self.count:,})" if self.count > 1 else said

    @property
    def moved(self) -> str:
        """The bytes sent and received, or a note that the request was blocked."""
        entry = self.entry
        if entry.outcome == "refused":
            return tr("blocked because you were offline")
        sent, received = size(entry.bytes_sent), size(entry.bytes_received)
        moved = tr("sent {0}, received {1}").format(sent, received)
        return f"{tr('failed')} · {moved}" if entry.outcome == "failed" else moved

    @property
    def text(self) -> str:
        """The row as one line of text, for copying."""
        parts = (clock(self.entry.at), self.entry.host, self.what, self.moved, self.question)
        return " · ".join(filter(None, parts))

    def holds(self, word: str) -> bool:
        entry = self.entry
        return word in f"{entry.host} {entry.purpose} {entry.outcome} {self.question}".casefold()

    def add(self, other: "Line") -> None:
        entry, older = self.entry, other.entry
        known = older.purpose in entry.purpose.split(", ")
        self.count += 1
        self.entry = replace(
            entry,
            bytes_sent=entry.bytes_sent + older.bytes_sent,
            bytes_received=entry.bytes_received + older.bytes_received,
            purpose=entry.purpose if known else f"{entry.purpose}, {older.purpose}",
            outcome=entry.outcome if entry.outcome == older.outcome else "ok",
        )
        if older.run_id != entry.run_id:
            self.question = ""


_is_local = cache(is_loopback)


def folded(lines: Iterable[Line], *, by_host: bool) -> list[Line]:
    """Merge requests, which must be given newest first.

    If ``by_host`` is True, all requests to a host are merged; otherwise, only repeated requests to
    this computer are.
    """
    shown: list[Line] = []
    newest: dict[str, Line] = {}
    for line in lines:
        host = line.entry.host
        before = newest.get(host)
        same = before is not None and all(
            getattr(line.entry, name) == getattr(before.entry, name)
            for name in ("purpose", "outcome", "run_id")
        )
        if before is not None and (by_host or (same and _is_local(host))):
            before.add(line)
        else:
            newest[host] = line
            shown.append(line)
    return shown


_OUTCOMES: dict[str, ColourName] = {"refused": "warn", "failed": "error"}


def _row(line: Line) -> TwoLineRow:
    entry = line.entry
    return TwoLineRow(
        f"{entry.at} {entry.host} {entry.purpose}",
        line,
        entry.host,
        " · ".join(filter(None, (line.what, line.moved, line.question))),
        mark=brief(entry.at),
        colour=_OUTCOMES.get(entry.outcome, "faint"),
    )


_REFRESH_MS = 1_000


class NetworkLog(QWidget):
    """The log with its filters. While visible, it is periodically reread in a thread."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._session = session
        self._tasks = tasks
        self._read: tuple[object, Wanted] | None = None
        self._questions: dict[str, str] = {}
        self.filter = SearchField(theme, tr("Filter by host or purpose"))
        self.by_host = push_button(tr("Group by host"), self.refresh)
        self.by_host.setCheckable(True)
        self.export = push_button(tr("Export…"), self._choose_file)
        self.export.setAccessibleName(tr("Export the network log"))
        self.erase = push_button(tr("Clear…"), self._ask_to_clear)
        self.erase.setAccessibleName(tr("Clear the network log"))
        self.view = TwoLineList(theme, tr("Requests"))
        own_action(self.view, tr("Copy"), QKeySequence.StandardKey.Copy, self._copy)
        self.totals = ElidedLabel()
        self.totals.setObjectName("hint")
        self.said = Said("hint")
        self.note = empty_note()
        first = hbox((self.filter, 1), self.by_host, spacing=8)
        last = hbox((self.totals, 1), self.export, self.erase, spacing=8)
        vbox(first, self.note, self.view, last, self.said, parent=self, spacing=8)
        self._again = QTimer(self, interval=_REFRESH_MS)
        self._again.timeout.connect(self.refresh)
        self.filter.wanted.connect(lambda _words: self.refresh())
        self._show_totals((), 0)

    def refresh(self) -> None:
        """Reread the log if it has changed, and show the entries that match the filters."""
        work = asyncio.to_thread(self._arrange, self._wanted())
        self._tasks.start(work, self._show, self.said.fail)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._again.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._again.stop()

    # --- Reading, in a thread

    def _wanted(self) -> Wanted:
        return tuple(self.filter.words.casefold().split()), self.by_host.isChecked()

    def _arrange(self, wanted: Wanted) -> tuple[object, list[Line], int, Wanted] | None:
        """Return what to show and the total number of requests, or None if nothing changed."""
        path = self._session.paths.ledger_file
        self._session.ledger.flush()
        try:
            now = path.stat()
            stamp: object = (now.st_size, now.st_mtime_ns, now.st_ino)
        except OSError:
            stamp = None
        if self._read == (stamp, wanted):
            return None
        entries = self._session.ledger.read()
        new = {each.run_id for each in entries if each.run_id} - self._questions.keys()
        if new:
            found = self._session.recorded_questions(new)
            self._questions |= {each: " ".join(found.get(each, "").split()) for each in new}
        lines = [Line(each, self._questions.get(each.run_id, "")) for each in entries]
        words, by_host = wanted
        held = (line for line in lines if all(line.holds(word) for word in words))
        return stamp, folded(held, by_host=by_host), len(entries), wanted

    # --- Showing

    def _show(self, read: tuple[object, list[Line], int, Wanted] | None) -> None:
        if read is None:
            return
        stamp, lines, count, wanted = read
        if wanted != self._wanted():
            return  # the filter has changed meanwhile
        self._read = stamp, wanted
        self.view.show_rows(list(map(_row, lines)))
        self.said.say("")
        self._show_totals(lines, count)

    def _show_totals(self, lines: Sequence[Line], count: int) -> None:
        self.view.setVisible(bool(lines))
        self.note.setVisible(not lines)
        self.note.setText(tr("No requests found") if count else tr("No requests yet"))
        number = requests(sum(line.count for line in lines))
        sent = sum(line.entry.bytes_sent for line in lines)
        received = sum(line.entry.bytes_received for line in lines)
        self.totals.show_text(f"{number} · {traffic(sent, received)}")
        for act in (self.export, self.erase):
            act.setEnabled(count > 0)

    # --- Actions

    def _copy(self) -> None:
        line: Line | None = self.view.current
        if line is not None:
            QGuiApplication.clipboard().setText(line.text)

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
        confirm(self, tr("Clear the network log?"), about, tr("Clear"), self._clear)

    def _clear(self) -> None:
        self._run(self._session.ledger.clear, self.refresh)

    def _run(self, work: Callable[[], object], done: Callable[[], object]) -> None:
        ended = while_alive(self, lambda _none: done())
        self._tasks.start(asyncio.to_thread(work), ended, self.said.fail)
