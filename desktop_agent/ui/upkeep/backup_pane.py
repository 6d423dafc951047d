"""Everything in one file, and back."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop_agent.ui.browser import open_folder
from desktop_agent.ui.export.save_dialog import ask_where
from desktop_agent.ui.models.words import bytes_text
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.backing_up import BackingUp
from desktop_agent.ui.upkeep.part import Said, button, row_of, section
from desktop_agent.ui.upkeep.restore_dialog import RestoreDialog
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.upkeep.work_line import WorkLine

ENDING = "agentbackup"
"""Of the file names of backups."""


class BackupPane(QWidget):
    """``quit_`` is called when a backup lies ready to take everything's place."""

    def __init__(self, theme: Theme, backing_up: BackingUp, quit_: Callable[[], object]) -> None:
        super().__init__()
        self._backing_up = backing_up
        self._quit = quit_
        self.make = button(tr("Make a backup…"), self.make_backup)
        self.make.setToolTip(tr("Asks where to write the file"))
        self.restore = button(tr("Restore…"), self.restore_backup)
        self.restore.setToolTip(tr("Asks for a backup, and shows first what is in it"))
        theme.bind_icon(self.make, "export", "muted", side=16)
        theme.bind_icon(self.restore, "restore", "muted", side=16)
        self.line = WorkLine(backing_up.writing, tr("Gathering what there is…"))
        self.said = Said()
        self.found = Said()
        self.folder = button(tr("Show in folder"), self._show_folder)
        self.leave = button(tr("Leave everything as it is"), backing_up.give_up)
        self.leave.setToolTip(tr("The backup that waits is not restored; its file stays"))
        self._lay_out()
        done = (backing_up.writing, backing_up.looking, backing_up.restoring, backing_up.waiting)
        for work in done:
            work.changed.connect(self._show)
        backing_up.looking.changed.connect(self._looked)
        self._show()
        backing_up.open()

    def make_backup(self) -> QFileDialog:
        """Asks where to write a backup, and writes it."""
        day = datetime.now(UTC).astimezone().date().isoformat()
        name = f"Desktop Agent {day}"
        forms = [(tr("Backup"), ENDING)]
        return ask_where(self, tr("Make a backup"), name, forms, self._backing_up.write)

    def restore_backup(self) -> QFileDialog:
        """Asks for a backup, and looks into it."""
        dialog = QFileDialog(self, tr("Restore a backup"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        dialog.setDirectory(QStandardPaths.writableLocation(documents))
        dialog.setNameFilters([f"{tr('Backup')} (*.{ENDING})", f"{tr('All files')} (*)"])
        dialog.fileSelected.connect(lambda path: self._backing_up.look(Path(path)))
        dialog.open()
        return dialog

    # --- what happens

    def _show(self) -> None:
        work = self._backing_up
        self.make.setEnabled(not work.writing.active and not work.waits)
        self.restore.setEnabled(not work.looking.active and not work.waits)
        self.folder.setVisible(work.written is not None)
        fault = words.fault(work.writing)
        if work.written is not None:
            path, info = work.written
            text = tr("Everything is in {0} ({1} once it is unpacked).")
            self.said.say(text.format(path.name, bytes_text(info.bytes)), "ok")
        elif work.writing.state == "stopped":
            self.said.say(tr("The backup was broken off. Nothing was left behind."))
        else:
            self.said.say(fault, "error")
        self._show_found()

    def _show_found(self) -> None:
        work = self._backing_up
        self.leave.setVisible(work.waits)
        self.leave.setEnabled(not work.waiting.active)
        if work.waits:
            text = tr("The backup takes everything's place when the program is started next.")
            self.found.say(text, "warn")
        elif work.looking.active:
            self.found.say(tr("Looking what is in it…"))
        else:
            self.found.say(words.fault(work.looking, work.waiting), "error")

    def _looked(self) -> None:
        work = self._backing_up
        if work.looking.state == "done" and work.found is not None and self.isVisible():
            RestoreDialog(work, self._quit, self.window()).open()

    def _show_folder(self) -> None:
        if self._backing_up.written is not None:
            open_folder(self._backing_up.written[0])

    # --- building

    def _lay_out(self) -> None:
        about = wrapped(
            tr(
                "One file with everything of yours: settings, conversations, runs and the pages "
                "that they read, discoveries, templates, scheduled questions, MCP servers, and "
                "which folders your documents are in."
            ),
            "muted",
        )
        note = wrapped(
            tr(
                "Keys for providers are not in it: they stay in the keyring of this computer. "
                "The file is not encrypted, so keep it where you keep your own documents."
            ),
            "hint",
        )
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 22)
        lines.setSpacing(10)
        lines.addWidget(section(tr("Backup")))
        for part in (about, note, self.said, self.found, self.line):
            lines.addWidget(part)
        lines.addLayout(row_of(self.make, self.restore, self.folder, self.leave))
