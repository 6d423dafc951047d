"""The dialogs around runs in files: opening a recording, taking a run in, giving one away."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop_agent.core.events import Event, RunStarted
from desktop_agent.ui.export.file_name import file_name
from desktop_agent.ui.export.save_dialog import ask_where
from desktop_agent.ui.replay import words
from desktop_agent.ui.replay.holdings import holdings_of
from desktop_agent.ui.replay.words import tr
from desktop_agent.ui.tasks import Tasks

RECORDING = "jsonl"
"""The ending of the recordings that the program makes itself."""


class Archives(Protocol):
    """Runs as files of their own. Both methods raise `AgentError`."""

    @property
    def ending(self) -> str:
        """The ending of such a file, without the dot."""

    async def export(self, run_id: str, path: Path) -> object:
        """Writes a run with the pages that it has read."""

    async def import_(self, path: Path) -> tuple[str, int]:
        """Makes a conversation of a file; gives its id and that of its turn."""


class ArchiveDialogs(QObject):
    """Opens them over ``window``.

    ``chosen`` brings the file of a run to be played, ``exported`` the file that was written,
    ``imported`` the ids of the conversation and of the turn that a file has become; ``failed`` an
    `AgentError`.
    """

    chosen = Signal(object)
    exported = Signal(str)
    imported = Signal(str, int)
    failed = Signal(object)

    def __init__(self, archives: Archives, tasks: Tasks, window: QWidget) -> None:
        super().__init__(window)
        self._archives = archives
        self._tasks = tasks
        self._window = window

    def open_recording(self) -> QFileDialog:
        """Asks for a recorded run to be played."""
        forms = f"*.{RECORDING} *.{self._archives.ending}"
        return self._ask(tr("Open a recording"), forms, self.chosen.emit)

    def import_run(self) -> QFileDialog:
        """Asks for a run to be taken in as a conversation."""
        return self._ask(tr("Import a run"), f"*.{self._archives.ending}", self._import)

    def export_run(self, events: Sequence[Event]) -> QMessageBox:
        """Tells what the file of a run will hold, and asks then where to write it."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Export this run"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("The file will hold all that this run has read and written:"))
        box.setInformativeText("\n".join(words.holdings(holdings_of(events))))
        go_on = box.addButton(tr("Choose a file…"), QMessageBox.ButtonRole.AcceptRole)
        go_on.setObjectName("primary")
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(go_on)
        go_on.clicked.connect(partial(self._ask_where, events))
        box.open()
        return box

    def _ask_where(self, events: Sequence[Event]) -> None:
        started = next((each for each in events if isinstance(each, RunStarted)), None)
        if started is not None:
            name = file_name(started.question, tr("Run"))
            forms = [(tr("Recorded run"), self._archives.ending)]
            write = partial(self._export, started.run_id)
            ask_where(self._window, tr("Export this run"), name, forms, write)

    def _export(self, run_id: str, path: Path) -> None:
        self._tasks.start(
            self._archives.export(run_id, path),
            lambda _written: self.exported.emit(str(path)),
            self.failed.emit,
        )

    def _import(self, path: Path) -> None:
        self._tasks.start(
            self._archives.import_(path), lambda ids: self.imported.emit(*ids), self.failed.emit
        )

    def _ask(self, title: str, forms: str, done: Callable[[Path], object]) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([f"{tr('Recorded runs')} ({forms})", f"{tr('All files')} (*)"])
        dialog.fileSelected.connect(lambda name: done(Path(name)))
        dialog.open()
        return dialog
