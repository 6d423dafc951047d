"""The ledger: every request that left this machine, or was kept from leaving it."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QShowEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.panel.ledger_model import LedgerModel, Line
from desktop_agent.ui.panel.ledger_table import LedgerTable
from desktop_agent.ui.panel.network_ledger import Ledger, LedgerFormat
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.words import requests, traffic

_TYPING_MS = 120
_REFRESH_MS = 1_000


class LedgerDock(QWidget):
    """Lists requests; it reads the file in a thread, and only while it is seen."""

    icon_name = "network"
    failed = Signal(object)
    counted = Signal(int)

    def __init__(
        self, theme: Theme, ledger: Ledger, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ledger = ledger
        self._tasks = tasks
        self.model = LedgerModel(self)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter by host or purpose"))
        self.filter.setAccessibleName(self.tr("Filter requests"))
        add_clear_button(self.filter)
        self.days = QComboBox()
        self.days.addItem(self.tr("Today"), True)
        self.days.addItem(self.tr("All"), False)
        self.days.setAccessibleName(self.tr("Which days are shown"))
        self.days.setToolTip(self.tr("Which days are shown"))
        self.by_host = self._button("group", self.tr("Add up by host"))
        self.by_host.setCheckable(True)
        self.export = self._button("export", self.tr("Export the ledger"))
        self.erase = self._button("trash", self.tr("Clear the ledger"))
        self.view = LedgerTable(theme, self.model)
        self.totals = ElidedLabel()
        self.totals.setObjectName("meta")
        self._note = QLabel()
        self._note.setObjectName("muted")
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setContentsMargins(32, 32, 32, 32)
        self._typing = self._timer(_TYPING_MS, self._look)
        self._soon = self._timer(_REFRESH_MS, self.refresh)
        self._lay_out()
        self._connect()
        self._look()

    def refresh(self) -> None:
        """Reads the ledger anew; a hidden one waits until it is shown."""
        if self.isVisible():
            self._tasks.start(
                asyncio.to_thread(lambda: self.model.prepare(self._ledger.read())),
                self._show,
                self.failed.emit,
            )

    def refresh_soon(self) -> None:
        """Reads it anew within a second, however often this is called."""
        if not self._soon.isActive():
            self._soon.start()

    def know_question(self, run_id: str, question: str) -> None:
        """Learns the question of a run, so that its requests can name it."""
        self.model.know_questions({run_id: " ".join(question.split())})

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    # --- showing

    def _show(self, lines: list[Line]) -> None:
        self.model.show(lines)
        self._told()

    def _look(self) -> None:
        # not by QDate: its tables of time zones take 3 MiB
        today = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        since = today.timestamp() if self.days.currentData() else float("-inf")
        self.model.look(self.filter.text(), since, by_host=self.by_host.isChecked())
        self._told()

    def _told(self) -> None:
        count, sent, received = self.model.totals()
        none = self.model.rowCount() == 0
        self.view.setVisible(not none)
        self._note.setVisible(none)
        nothing = self.tr("Nothing has been sent anywhere.")
        self._note.setText(self.tr("Nothing matches.") if self.model.count else nothing)
        self.totals.show_text(f"{requests(count)} · {traffic(sent, received)}")
        self.export.setEnabled(self.model.count > 0)
        self.erase.setEnabled(self.model.count > 0)
        self.counted.emit(self.model.count)

    # --- what can be done with it

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Export the ledger"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["CSV (*.csv)", "JSON (*.json)"])
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(
            lambda name: dialog.setDefaultSuffix("json" if "json" in name else "csv")
        )
        dialog.fileSelected.connect(lambda path: self.write_to(Path(path)))
        dialog.open()

    def write_to(self, path: Path) -> None:
        """Exports all requests into a file, as JSON or CSV by its ending."""
        kind: LedgerFormat = "json" if path.suffix.lower() == ".json" else "csv"

        def write() -> None:
            text = self._ledger.export(kind)
            try:
                path.write_text(text, encoding="utf-8", newline="")
            except OSError as error:
                raise StorageError(
                    f"{path} cannot be written: {error.strerror}.", "Choose another folder."
                ) from None

        self._tasks.start(asyncio.to_thread(write), lambda _none: None, self._tell)

    def _ask_to_clear(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Clear the ledger?"))
        box.setInformativeText(
            self.tr("What was sent so far can then no longer be looked up. This cannot be undone.")
        )
        clear = box.addButton(self.tr("Clear"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        clear.clicked.connect(self._clear)
        box.open()

    def _clear(self) -> None:
        self._tasks.start(
            asyncio.to_thread(self._ledger.clear), lambda _none: self.refresh(), self._tell
        )

    def _tell(self, error: AgentError) -> None:
        self.failed.emit(error)

    # --- building

    def _connect(self) -> None:
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self.days.currentIndexChanged.connect(lambda _index: self._look())
        self.by_host.toggled.connect(lambda _on: self._look())
        self.export.clicked.connect(self._choose_file)
        self.erase.clicked.connect(self._ask_to_clear)
        self._theme.changed.connect(self.view.viewport().update)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 4, 10, 4)
        row.setSpacing(6)
        row.addWidget(self.filter, 1)
        row.addWidget(self.days)
        second = QHBoxLayout()
        second.setContentsMargins(14, 0, 8, 4)
        second.setSpacing(2)
        second.addWidget(self.totals, 1)
        for button in (self.by_host, self.export, self.erase):
            second.addWidget(button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addLayout(second)
        lines.addWidget(self._note, 1)
        lines.addWidget(self.view, 1)

    def _timer(self, interval: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(act)
        return timer

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button
