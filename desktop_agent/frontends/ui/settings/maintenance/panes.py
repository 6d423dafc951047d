"""The settings panes for updates, backups and diagnostics, and their dialogs."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from desktop_agent import __version__
from desktop_agent.core.maintenance import BackupInfo, CrashReport, Release, RestoreEffects
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.settings.maintenance.operations import (
    BackupOperations,
    DiagnosticsOperations,
    Operation,
    UpdateOperations,
    fault,
    is_installer,
    one_line,
    tr,
)
from desktop_agent.frontends.ui.widgets.browser import open_address, open_folder
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import Said, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import bytes_text
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.frontends.ui.wording.labels import product

_DOT = " · "
_TARGET_MOST = 2_000
"""Maximum number of characters of a command or an address, large enough to hide no part of it."""


class OperationView(QWidget):
    """A progress bar with a cancel button, visible only while an operation is running.

    ``doing`` is the label of the operation.
    """

    def __init__(self, work: Operation, doing: str) -> None:
        super().__init__()
        self._work = work
        self._doing = doing
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(doing)
        self.told = heading("", "hint")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel = push_button(tr("Cancel"), work.stop)
        lines = vbox(STRETCH, self.bar, self.told, STRETCH, spacing=5)
        centre = Qt.AlignmentFlag.AlignVCenter
        hbox((lines, 1), (self.cancel, 0, centre), parent=self, spacing=12)
        work.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        work = self._work
        self.bar.setRange(0, 100 if work.total else 0)
        self.bar.setValue(work.percent)
        text = self._doing
        if work.state == "stopping":
            text = tr("Stopping…")
        elif work.total and work.done >= work.total:
            text = tr("Checking…")
        elif work.total:
            text = tr("{0} of {1}").format(bytes_text(work.done), bytes_text(work.total))
        self.told.setText(text)
        self.bar.setAccessibleDescription(text)
        self.cancel.setEnabled(work.state == "running")
        self.setVisible(work.active)


def _folder_button(path: Callable[[], Path | None]) -> QPushButton:
    """Return a button that shows a file in its folder."""

    def show() -> None:
        file = path()
        if file is not None:
            open_folder(file)

    return push_button(tr("Show in folder"), show)


# --- Updates


class UpdatesPane(QWidget):
    """A pane that shows the current version. It checks for updates only when the user asks."""

    def __init__(self, theme: Theme, updating: UpdateOperations) -> None:
        super().__init__()
        self._updating = updating
        self.version = heading(tr("Desktop Agent {0}").format(__version__))
        self.version.setObjectName("section")
        self.version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.said, self.file = Said(), Said()
        self.host = wrapped("", "hint")
        self.check = push_button(tr("Check now"), updating.look)
        self.get = push_button(tr("Download"), updating.download, name="primary")
        self.get.setToolTip(tr("Download and check the new version. Nothing is installed."))
        theme.bind_icon(self.get, "download", "on_accent", side=16)
        self.line = OperationView(updating.loading, tr("Downloading…"))
        self.install = push_button(tr("Open installer"), self._open, name="primary")
        self.folder = _folder_button(lambda: updating.path)
        self.notes = MarkdownView(theme)
        self.notes.setAccessibleName(tr("What's new"))
        self._noted = ""
        self._box = QFrame()
        self._box.setObjectName("foldBox")
        self._box.setLayout(vbox(self.notes, margins=(14, 12, 14, 12)))
        buttons = hbox(self.install, self.folder, self.get, self.check, STRETCH, spacing=8)
        lines = (self.version, self.said, self.file, self.line, buttons, self.host, self._box)
        vbox(*lines, parent=self, spacing=8)
        updating.changed.connect(self._show)
        self._show()
        updating.open()

    def _show(self) -> None:
        updating = self._updating
        release, path = updating.release, updating.path
        self._show_look()
        text = tr("Gets a signed list of versions from {0}. Nothing about you is sent.")
        self.host.setText(text.format(updating.host))
        self.host.setVisible(bool(updating.configured))
        self.check.setVisible(bool(updating.configured))
        self.check.setEnabled(not updating.looking.active)
        self.get.setVisible(release is not None and path is None and not updating.loading.active)
        self.folder.setVisible(path is not None)
        self.install.setVisible(path is not None and is_installer(path))
        if path is not None:
            self.file.say(tr("{0} was downloaded and checked").format(path.name), "ok")
        elif updating.loading.state == "stopped":
            self.file.say(tr("Download cancelled"))
        else:
            self.file.say(fault(updating.loading), "error")
        notes = release.notes if release is not None else ""
        if notes != self._noted:
            self._noted = notes
            self.notes.show_markdown(notes)
        self._box.setVisible(bool(notes.strip()))

    def _show_look(self) -> None:
        updating = self._updating
        problem = fault(updating.looking, updating.opening)
        if updating.configured is False:
            self.said.say(
                tr("Updates aren't available in this build. It never connects to check for them.")
            )
        elif updating.looking.active:
            self.said.say(tr("Checking for a new version…"))
        elif problem:
            self.said.say(problem, "error")
        elif updating.release is not None:
            self.said.say(_release_line(updating.release), "ok")
        else:
            is_newest = updating.looking.state == "done"
            self.said.say(tr("You have the latest version") if is_newest else "", "ok")

    def _open(self) -> None:
        if self._updating.path is not None:
            open_address(self._updating.path.as_uri())


def _release_line(release: Release) -> str:
    parts = [tr("Version {0} is available").format(one_line(release.version))]
    day = QDate.fromString(release.released[:10], "yyyy-MM-dd")
    if day.isValid():
        parts.append(QLocale().toString(day, QLocale.FormatType.LongFormat))
    if release.target.size:
        parts.append(bytes_text(release.target.size))
    return _DOT.join(parts)


# --- The restore dialog: contents and effects, shown before anything happens

_WIDTH = 600
_LINES = 12


class RestoreDialog(QDialog):
    """A dialog that describes the inspected backup and offers to restore it.

    ``quit_`` is called once the backup is ready to be restored at the next start.
    """

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
        self.holdings = wrapped("\n".join(f"• {each}" for each in _holdings(info)))
        needs_index = bool(info.folders) and not info.index
        self.index = wrapped(tr("Your documents will be indexed again afterwards."), "hint")
        self.index.setVisible(needs_index)
        self.effects = self._make_effects()
        note = wrapped(
            tr(
                "The next time Desktop Agent starts, this backup will replace all of its "
                "data. Your current data will be kept in a separate folder."
            )
        )
        self.said = Said()
        backing_up.restoring.forget()
        self.line = OperationView(backing_up.restoring, tr("Unpacking and checking…"))
        self.line.cancel.hide()  # the dialog has a cancel button
        self.restore = push_button(tr("Restore and quit"), backing_up.restore, name="primary")
        self.restore.setToolTip(tr("Then start Desktop Agent again"))
        self.cancel = push_button(tr("Cancel"), self.reject)
        head = (heading(one_line(path.name), "section"), wrapped(_made(info), "muted"))
        buttons = hbox(STRETCH, self.cancel, self.restore, spacing=8)
        told = (*head, self.holdings, self.index, self.effects, note, self.said, self.line)
        vbox(*told, 6, STRETCH, buttons, parent=self, margins=(22, 20, 22, 18), spacing=10)
        backing_up.restoring.changed.connect(self._show)
        self.cancel.setFocus()

    def reject(self) -> None:
        self._backing_up.restoring.stop()
        super().reject()

    def _show(self) -> None:
        work = self._backing_up.restoring
        self.restore.setEnabled(not work.active)
        self.said.say(fault(work), "error")
        if work.state == "done":
            self.accept()
            self._quit()

    def _make_effects(self) -> QPlainTextEdit:
        """Return a plain-text view of what restoring the untrusted file would start or change."""
        shown = QPlainTextEdit("\n".join(_effects(self._backing_up.effects)))
        shown.setReadOnly(True)
        shown.setTabChangesFocus(True)
        shown.setObjectName("restoreEffects")
        shown.setAccessibleName(tr("What the backup starts and changes"))
        lines = shown.document().blockCount() + 2  # a long command wraps
        shown.setFixedHeight(min(_LINES, lines) * shown.fontMetrics().lineSpacing() + 24)
        shown.setVisible(bool(shown.toPlainText()))
        return shown


def _made(info: BackupInfo) -> str:
    when = one_line(moment(info.made))
    head = tr("Made on {0}").format(when) if when else tr("Date unknown")
    by = tr("Version {0}").format(one_line(info.version))
    return _DOT.join([head, by, bytes_text(info.bytes)])


def _holdings(info: BackupInfo) -> list[str]:
    """List what a backup contains, one kind at a time, leaving out kinds that are empty."""
    counts = (
        (info.conversations, tr("1 chat"), tr("{0} chats")),
        (info.runs, tr("1 recorded task"), tr("{0} recorded tasks")),
        (info.snapshots, tr("1 saved page"), tr("{0} saved pages")),
        (info.discoveries, tr("1 discovery"), tr("{0} discoveries")),
        (info.templates, tr("1 template"), tr("{0} templates")),
        (info.schedules, tr("1 schedule"), tr("{0} schedules")),
        (info.folders, tr("1 document folder"), tr("{0} document folders")),
    )
    told = [one if n == 1 else many.format(f"{n:,}") for n, one, many in counts if n]
    return [*told, tr("Settings and MCP servers")]


def _effects(found: RestoreEffects) -> list[str]:
    """Describe the servers, settings and keys that a restore would affect, and any errors."""
    lines = []
    new = [each for each in found.servers if not each.known]
    if new:
        lines.append(tr("MCP servers, off until you confirm them in Settings:"))
        lines += [f"    {one_line(each.name)}: {_whole(each.target)}" for each in new]
    if found.settings:
        lines.append(tr("Settings that change which servers are contacted or what may be read:"))
        lines += [
            f"    {each.setting}: {_whole(each.before) or '-'} → {_whole(each.after) or '-'}"
            for each in found.settings
        ]
    keys = [each for each in found.settings if each.key]
    if keys:
        lines.append(tr("Keys for a new server, not sent until you allow it:"))
        lines += [f"    {product(each.key)}: {_whole(each.after)}" for each in keys]
    return lines + [tr("Can't be used: {0}").format(_whole(each)) for each in found.faults]


def _whole(text: str) -> str:
    return one_line(text, _TARGET_MOST)


# --- Backups


ENDING = "agentbackup"
"""The file suffix of backups."""


class BackupPane(QWidget):
    """A pane for making and restoring backups.

    ``quit_`` is called once a backup is ready to be restored at the next start.
    """

    def __init__(
        self, theme: Theme, backing_up: BackupOperations, quit_: Callable[[], object]
    ) -> None:
        super().__init__()
        self._backing_up = backing_up
        self._quit = quit_
        self.make = push_button(tr("Make a backup…"), self.make_backup)
        self.restore = push_button(tr("Restore…"), self.restore_backup)
        self.restore.setToolTip(tr("Choose a backup and see what is in it"))
        theme.bind_icon(self.make, "export", "muted", side=16)
        theme.bind_icon(self.restore, "restore", "muted", side=16)
        self.line = OperationView(backing_up.writing, tr("Collecting your data…"))
        self.said, self.found = Said(), Said()
        self.folder = _folder_button(lambda: (backing_up.written or (None,))[0])
        self.leave = push_button(tr("Don't restore"), lambda: backing_up.open(give_up=True))
        self.leave.setToolTip(tr("Cancel restoring. The backup file is kept."))
        note = wrapped(
            tr("Keys stay in the keyring. The file is not encrypted, so keep it safe."), "hint"
        )
        buttons = hbox(self.make, self.restore, self.folder, self.leave, STRETCH, spacing=8)
        vbox(note, self.said, self.found, self.line, buttons, parent=self, spacing=8)
        backing_up.changed.connect(self._show)
        backing_up.looking.changed.connect(self._looked)
        self._show()
        backing_up.open()

    def make_backup(self) -> QFileDialog:
        forms = [(tr("Backup"), ENDING)]
        name = f"Desktop Agent {_today()}"
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

    def _show(self) -> None:
        work = self._backing_up
        self.make.setEnabled(not work.writing.active and not work.waits)
        self.restore.setEnabled(not work.looking.active and not work.waits)
        self.folder.setVisible(work.written is not None)
        if work.written is not None:
            path, info = work.written
            text = tr("Backup saved as {0} ({1} unpacked)")
            self.said.say(text.format(path.name, bytes_text(info.bytes)), "ok")
        elif work.writing.state == "stopped":
            self.said.say(tr("Backup cancelled"))
        else:
            self.said.say(fault(work.writing), "error")
        self.leave.setVisible(work.waits)
        self.leave.setEnabled(not work.waiting.active)
        if work.waits:
            self.found.say(tr("The backup will be restored when you restart the app"), "warn")
        elif work.looking.active:
            self.found.say(tr("Reading the backup…"))
        else:
            self.found.say(fault(work.looking, work.waiting), "error")

    def _looked(self) -> None:
        work = self._backing_up
        if work.looking.state == "done" and work.found is not None and self.isVisible():
            RestoreDialog(work, self._quit, self.window()).open()


# --- Crash reports and diagnostics


class CrashDialog(QDialog):
    """A dialog that shows the crash reports, newest first, and closes when they are deleted."""

    def __init__(self, diagnosing: DiagnosticsOperations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diagnosing = diagnosing
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Crash reports"))
        self.resize(640, 480)
        self.text = QPlainTextEdit("\n\n".join(map(_crash_text, diagnosing.crashes or ())))
        self.text.setObjectName("stackTrace")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.windowTitle())
        self.copy = push_button(tr("Copy"), self._copy)
        self.forget = push_button(tr("Delete"), lambda: diagnosing.read(forget=True))
        self.close_button = push_button(tr("Close"), self.accept)
        note = wrapped(
            tr(
                "Kept only on this computer. A report says where the app failed and "
                "contains nothing you asked or read."
            ),
            "muted",
        )
        buttons = hbox(self.copy, self.forget, STRETCH, self.close_button, spacing=8)
        lines = (note, (self.text, 1), buttons)
        vbox(*lines, parent=self, margins=(20, 18, 20, 16), spacing=10)
        diagnosing.changed.connect(self._changed)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _changed(self) -> None:
        if not self._diagnosing.crashes and not self._diagnosing.reading.active:
            self.accept()


class DiagnosticsPane(QWidget):
    """A pane that saves diagnostics to a file. Nothing is sent over the network."""

    def __init__(self, theme: Theme, diagnosing: DiagnosticsOperations) -> None:
        super().__init__()
        self._diagnosing = diagnosing
        self.save = push_button(tr("Save diagnostics…"), self.save_diagnostics)
        theme.bind_icon(self.save, "export", "muted", side=16)
        self.folder = _folder_button(lambda: diagnosing.saved)
        self.line = OperationView(diagnosing.saving, tr("Collecting diagnostics…"))
        self.said = Said()
        self.show_crashes = push_button(
            tr("Show crash reports"), lambda: CrashDialog(diagnosing, self.window()).open()
        )
        note = wrapped(
            tr(
                "Leaves out keys, questions, answers, pages, folder names and hosts. "
                "Nothing is sent: you decide who gets the file."
            ),
            "hint",
        )
        buttons = hbox(self.save, self.folder, self.show_crashes, STRETCH, spacing=8)
        vbox(note, self.said, self.line, buttons, parent=self, spacing=8)
        diagnosing.changed.connect(self._show)
        self._show()
        diagnosing.read()

    def save_diagnostics(self) -> QFileDialog:
        forms = [(tr("Diagnostics"), "zip")]
        name = f"Desktop Agent diagnostics {_today()}"
        return ask_save_path(self, tr("Save diagnostics"), name, forms, self._diagnosing.save)

    def _show(self) -> None:
        diagnosing = self._diagnosing
        self.save.setEnabled(not diagnosing.saving.active)
        self.folder.setVisible(diagnosing.saved is not None)
        problem = fault(diagnosing.saving, diagnosing.reading)
        if problem or diagnosing.saved is None:
            self.said.say(problem, "error")
        else:
            text = tr("Saved as {0}. Read it before you share it.")
            self.said.say(text.format(diagnosing.saved.name), "ok")
        self.show_crashes.setVisible(bool(diagnosing.crashes))


def _crash_text(report: CrashReport) -> str:
    head = _DOT.join(filter(None, (one_line(moment(report.when)), one_line(report.what))))
    return f"{head}\n\n{report.text}"


def _today() -> str:
    return datetime.now(UTC).astimezone().date().isoformat()
