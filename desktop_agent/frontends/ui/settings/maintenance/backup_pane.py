"""The pane for making and restoring backups of everything."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QPlainTextEdit, QWidget

from desktop_agent.frontends.ui.export.save_dialog import ask_save_path
from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operation_view import OperationView
from desktop_agent.frontends.ui.settings.maintenance.operations import BackupOperations
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import bytes_text
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- The restore dialog: contents and effects, shown before anything happens

_WIDTH = 600
_LINES = 12


class RestoreDialog(QDialog):
    """Shows the backup that ``backing_up`` has inspected, and calls ``quit`` once it is staged."""

    def __init__(
        self, backing_up: BackupOperations, quit_: Callable[[], object], parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        assert backing_up.found is not None
        self._backing_up = backing_up
        self._quit = quit_
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Restore a backup"))
        self.setMinimumWidth(_WIDTH)
        path, info = backing_up.found
        self._head = heading(labels.one_line(path.name), "section")
        self._made = wrapped(labels.made(info), "muted")
        self.holdings = wrapped("\n".join(f"• {each}" for each in labels.holdings(info)))
        self._index = wrapped(labels.index_line(info), "hint")
        self._index.setVisible(bool(self._index.text()))
        self.effects = self._make_effects()
        self.said = Said()
        backing_up.restoring.forget()
        self.line = OperationView(backing_up.restoring, tr("Unpacking and checking…"))
        self.line.cancel.hide()  # the dialog's own does that
        self.restore = button(tr("Restore and quit"), backing_up.restore, name="primary")
        self.restore.setToolTip(tr("Start the program again afterwards"))
        self.cancel = button(tr("Cancel"), self.reject)
        self._lay_out()
        backing_up.restoring.changed.connect(self._show)
        self.cancel.setFocus()

    def reject(self) -> None:
        self._backing_up.restoring.stop()
        super().reject()

    def _show(self) -> None:
        work = self._backing_up.restoring
        self.restore.setEnabled(not work.active)
        self.said.say(labels.fault(work), "error")
        if work.state == "done":
            self.accept()
            self._quit()

    def _make_effects(self) -> QPlainTextEdit:
        """Show, as plain text, everything that the untrusted file would start, ask and receive."""
        shown = QPlainTextEdit("\n".join(labels.effects(self._backing_up.effects)))
        shown.setReadOnly(True)
        shown.setTabChangesFocus(True)
        shown.setObjectName("restoreEffects")
        shown.setAccessibleName(tr("What the backup would start and ask"))
        lines = shown.document().blockCount() + 2  # a long command takes more than one
        shown.setFixedHeight(min(_LINES, lines) * shown.fontMetrics().lineSpacing() + 24)
        shown.setVisible(bool(shown.toPlainText()))
        return shown

    def _lay_out(self) -> None:
        note = wrapped(
            tr(
                "When the program is started next, this takes the place of everything that is "
                "there now. What is there now is kept in a folder beside it, so nothing is lost."
            )
        )
        told = (self._head, self._made, self.holdings, self._index, self.effects, note)
        buttons = hbox(STRETCH, self.cancel, self.restore, spacing=8)
        lines = vbox(
            *told, self.said, self.line, 6, STRETCH, buttons, margins=(22, 20, 22, 18), spacing=10
        )
        self.setLayout(lines)


ENDING = "agentbackup"
"""The file suffix of backups."""


class BackupPane(QWidget):
    """Makes and restores backups; calls ``quit_`` once a backup is staged to replace all data."""

    def __init__(
        self, theme: Theme, backing_up: BackupOperations, quit_: Callable[[], object]
    ) -> None:
        super().__init__()
        self._backing_up = backing_up
        self._quit = quit_
        self.make = button(
            tr("Make a backup…"), self.make_backup, tip=tr("Asks where to write the file")
        )
        self.restore = button(tr("Restore…"), self.restore_backup)
        self.restore.setToolTip(tr("Asks for a backup, and shows first what is in it"))
        theme.bind_icon(self.make, "export", "muted", side=16)
        theme.bind_icon(self.restore, "restore", "muted", side=16)
        self.line = OperationView(backing_up.writing, tr("Gathering what there is…"))
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
        day = datetime.now(UTC).astimezone().date().isoformat()
        name = f"Desktop Agent {day}"
        forms = [(tr("Backup"), ENDING)]
        return ask_save_path(self, tr("Make a backup"), name, forms, self._backing_up.write)

    def restore_backup(self) -> QFileDialog:
        dialog = QFileDialog(self, tr("Restore a backup"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        dialog.setDirectory(QStandardPaths.writableLocation(documents))
        dialog.setNameFilters([f"{tr('Backup')} (*.{ENDING})", f"{tr('All files')} (*)"])
        dialog.fileSelected.connect(lambda path: self._backing_up.look(Path(path)))
        dialog.open()
        return dialog

    # --- Events

    def _show(self) -> None:
        work = self._backing_up
        self.make.setEnabled(not work.writing.active and not work.waits)
        self.restore.setEnabled(not work.looking.active and not work.waits)
        self.folder.setVisible(work.written is not None)
        fault = labels.fault(work.writing)
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
            self.found.say(labels.fault(work.looking, work.waiting), "error")

    def _looked(self) -> None:
        work = self._backing_up
        if work.looking.state == "done" and work.found is not None and self.isVisible():
            RestoreDialog(work, self._quit, self.window()).open()

    def _show_folder(self) -> None:
        if self._backing_up.written is not None:
            open_folder(self._backing_up.written[0])

    # --- Construction

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
        head = heading(tr("Backup"), "section")
        buttons = hbox(self.make, self.restore, self.folder, self.leave, STRETCH, spacing=8)
        told = (about, note, self.said, self.found, self.line)
        self.setLayout(vbox(head, *told, buttons, margins=(0, 0, 0, 22), spacing=10))
