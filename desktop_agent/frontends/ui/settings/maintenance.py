"""Updates, backups and diagnostics: their operations, settings panes and dialogs."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject, QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QPlainTextEdit, QProgressBar, QWidget

from desktop_agent import __version__
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.frontends.ui.export.save_dialog import ask_paths, ask_save_path
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.widgets.browser import open_address, open_folder
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import Said, heading, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import bytes_text
from desktop_agent.frontends.ui.widgets.plain_text import TextDialog
from desktop_agent.frontends.ui.widgets.tasks import Operation, Tasks, fault
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.frontends.ui.wording.labels import labels, product

if TYPE_CHECKING:
    from desktop_agent.app.backups import Backups
    from desktop_agent.app.session import Session
    from desktop_agent.app.updates import Updates

tr = partial(QCoreApplication.translate, "Upkeep")
T = TypeVar("T")

_NAME_MOST = 80


def one_line(text: str, characters: int = _NAME_MOST) -> str:
    """Put untrusted text on one line of limited length, making hidden characters visible."""
    return clipped(visible(" ".join(text.split())), characters, 1)


class Upkeep(QObject):
    """All maintenance operations; ``changed`` is emitted whenever their state changes.

    They belong to the window, so downloads continue when the settings are closed. ``quit_wanted``
    is emitted when the program must quit so that a backup can be restored.

    ``configured`` says whether this build has an update source, and is None while unknown; ``host``
    is that source's host. ``release`` is the newer version, or None. The result of ``downloading``
    is the verified file; that of ``inspecting`` is a backup's path and contents, with the effects
    of restoring it. ``waits`` is True if a backup will replace all data at the next start.
    """

    changed = Signal()
    quit_wanted = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self.opening: Operation[None] = self._operation()
        self.checking: Operation[None] = self._operation()
        self.downloading: Operation[Path] = self._operation()
        self.configured: bool | None = None
        self.host = ""
        self.release: Release | None = None
        self.writing: Operation[tuple[Path, BackupInfo]] = self._operation()
        self.inspecting: Operation[tuple[Path, BackupInfo, RestoreEffects]] = self._operation()
        self.restoring: Operation[None] = self._operation()
        self.awaiting: Operation[None] = self._operation()
        self.waits = False
        self.saving: Operation[Path] = self._operation()
        self.reading: Operation[tuple[CrashReport, ...]] = self._operation()

    def _operation(self) -> Operation[Any]:
        made: Operation[Any] = Operation(self._tasks, self)
        made.changed.connect(self.changed)
        return made

    # --- Updates

    def open_updates(self) -> None:
        """Check whether this build has an update source, without connecting to it."""
        self.opening.start(lambda _progress: self._open_updates())

    def check(self, then: Callable[[], object] = lambda: None) -> None:
        """Check for a newer version, and call ``then`` on success."""

        async def check(_progress: Progress) -> None:
            release = await (await self._updates()).check()
            if release != self.release:
                self.release = release
                self.downloading.forget()
            then()

        self.checking.start(check)

    async def is_due(self) -> bool:
        settings = self._session.settings
        if not settings.updates.check or settings.network.offline:
            return False  # without loading the updater
        await self._open_updates()
        updates = self._session.updates
        return bool(self.configured) and await asyncio.to_thread(lambda: updates.due)

    def download(self) -> None:
        """Download the newer version to the user's downloads folder."""
        release = self.release
        if release is not None and self.downloading.result is None:
            load, folder = self._session.updates.download, downloads_folder()
            self.downloading.start(lambda progress: load(release, folder, progress))

    async def _open_updates(self) -> None:
        updates = await self._updates()
        self.configured, self.host = await asyncio.to_thread(
            lambda: (updates.configured, updates.host)
        )

    async def _updates(self) -> "Updates":
        return await asyncio.to_thread(lambda: self._session.updates)  # loading it takes long

    # --- Backups

    def write_backup(self, path: Path) -> None:
        async def write(progress: Progress) -> tuple[Path, BackupInfo]:
            return path, await (await self._backups()).write(path, progress)

        self.writing.start(write)

    def inspect(self, path: Path) -> None:
        async def inspect(_progress: Progress) -> tuple[Path, BackupInfo, RestoreEffects]:
            backups = await self._backups()
            return path, await backups.look(path), await backups.effects(path)

        self.inspecting.start(inspect)

    def restore(self, path: Path) -> None:
        """Prepare a backup to be restored at the next start."""

        async def restore(progress: Progress) -> None:
            await (await self._backups()).restore(path, progress)
            self.waits = True

        self.restoring.start(restore)

    def look_for_waiting(self, *, give_up: bool = False) -> None:
        """Check whether a backup will be restored at the next start.

        If ``give_up`` is True, first cancel the restore.
        """

        async def ask(_progress: Progress) -> None:
            backups = await self._backups()
            if give_up:
                await backups.give_up()
            self.waits = await backups.waiting()

        self.awaiting.start(ask)

    async def _backups(self) -> "Backups":
        return await asyncio.to_thread(lambda: self._session.backups)

    # --- Diagnostics and crash reports

    def save_diagnostics(self, path: Path) -> None:
        async def write(_progress: Progress) -> Path:
            diagnostics = await asyncio.to_thread(lambda: self._session.diagnostics)
            return await diagnostics.write(path)

        self.saving.start(write)

    def read_crashes(self, *, forget: bool = False) -> None:
        """Read the crash reports, newest first; if ``forget`` is True, delete them first."""

        async def read(_progress: Progress) -> tuple[CrashReport, ...]:
            if forget:
                await asyncio.to_thread(self._session.crash_reports.forget)
            return await asyncio.to_thread(self._session.crash_reports.list)

        self.reading.start(read)


def downloads_folder() -> Path:
    """Return the user's downloads folder, or the home folder if there is none."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return Path(found) if found else Path.home()


_DOT = " · "
_TARGET_MOST = 2_000
"""Maximum number of characters of a command or an address, large enough to hide no part of it."""


class OperationView(QWidget):
    """A progress bar with a cancel button while an operation is running, and then its outcome.

    ``doing`` is the label of the operation. ``done`` returns what to say about its result, and the
    file that it has written, which the button ``folder`` shows. ``stopped`` is said if the user has
    cancelled it.
    """

    def __init__(
        self,
        work: Operation[T],
        doing: str,
        done: Callable[[T], tuple[str, Path | None]],
        stopped: str = "",
    ) -> None:
        super().__init__()
        self._work: Operation[Any] = work
        self._doing = doing
        self._done: Callable[[Any], tuple[str, Path | None]] = done
        self._stopped = stopped
        self._file: Path | None = None
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(doing)
        self.told = label("", "hint")
        self.cancel = push_button(tr("Cancel"), work.stop)
        self.said = Said()
        self.folder = push_button(tr("Show in folder"), self._show_folder)
        self._progress = QWidget()
        lines = vbox(STRETCH, self.bar, self.told, STRETCH, spacing=5)
        centre = Qt.AlignmentFlag.AlignVCenter
        hbox((lines, 1), (self.cancel, 0, centre), parent=self._progress, spacing=12)
        vbox(self.said, self._progress, parent=self)
        work.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        work = self._work
        self._show_progress()
        text, self._file = self._done(work.result) if work.state == "done" else ("", None)
        if work.state == "stopped":
            text = self._stopped
        self.said.say(text or fault(work), "error" if work.error else "ok" if work.result else "")
        self.folder.setVisible(self._file is not None)
        self.setVisible(work.active or bool(self.said.text()))

    def _show_folder(self) -> None:
        if self._file is not None:
            open_folder(self._file)

    def _show_progress(self) -> None:
        work = self._work
        self.bar.setRange(0, 100 if work.total else 0)
        self.bar.setValue(100 * work.done // max(work.total, 1))
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
        self._progress.setVisible(work.active)


# --- Updates

_INSTALLERS = frozenset([".appinstaller", ".deb", ".dmg", ".exe", ".msi", ".pkg", ".rpm"])
"""Suffixes of files that the system can execute as an installer."""


class UpdatesPane(QWidget):
    """A pane that shows the current version and checks for updates only on request."""

    def __init__(self, theme: Theme, upkeep: Upkeep) -> None:
        super().__init__()
        self._upkeep = upkeep
        self.said = Said()
        self.version = wrapped(tr("Desktop Agent {0}").format(__version__), "section")
        self.host = Said("hint")
        self.check = push_button(tr("Check now"), upkeep.check)
        self.get = push_button(tr("Download"), upkeep.download, name="primary")
        self.get.setToolTip(tr("Download and check the new version. Nothing is installed."))
        theme.bind_icon(self.get, "download", "on_accent", side=16)
        text, stopped = tr("{0} was downloaded and checked"), tr("Download cancelled")
        self.line = OperationView(
            upkeep.downloading,
            tr("Downloading…"),
            lambda file: (text.format(file.name), file),
            stopped,
        )
        self.install = push_button(tr("Open installer"), self._open, name="primary")
        self.notes = MarkdownView(theme)
        self.notes.setAccessibleName(tr("What's new"))
        self._noted = ""
        self._box = QFrame()
        self._box.setObjectName("foldBox")
        self._box.setLayout(vbox(self.notes, margins=(14, 12, 14, 12)))
        buttons = hbox(self.install, self.line.folder, self.get, self.check, STRETCH, spacing=8)
        lines = (self.version, self.said, self.line, buttons, self.host, self._box)
        vbox(*lines, parent=self, spacing=8)
        upkeep.changed.connect(self._show)
        upkeep.open_updates()
        self._show()

    def _show(self) -> None:
        upkeep, release = self._upkeep, self._upkeep.release
        file = upkeep.downloading.result
        self._say_what_was_found()
        text = tr("Gets a signed list of versions from {0}. Nothing about you is sent.")
        self.host.say(text.format(upkeep.host) if upkeep.configured else "")
        self.check.setVisible(bool(upkeep.configured))
        self.check.setEnabled(not upkeep.checking.active)
        self.get.setVisible(release is not None and not file and not upkeep.downloading.active)
        self.install.setVisible(file is not None and file.suffix.lower() in _INSTALLERS)
        notes = release.notes if release is not None else ""
        if notes != self._noted:
            self._noted = notes
            self.notes.show_markdown(notes)
        self._box.setVisible(bool(notes.strip()))

    def _say_what_was_found(self) -> None:
        upkeep = self._upkeep
        problem = fault(upkeep.checking, upkeep.opening)
        if upkeep.configured is False:
            text = tr(
                "Updates aren't available in this build. It never connects to check for them."
            )
            self.said.say(text)
        elif upkeep.checking.active:
            self.said.say(tr("Checking for a new version…"))
        elif problem:
            self.said.say(problem, "error")
        elif upkeep.release is not None:
            self.said.say(_release_line(upkeep.release), "ok")
        else:
            is_newest = upkeep.checking.state == "done"
            self.said.say(tr("You have the latest version") if is_newest else "", "ok")

    def _open(self) -> None:
        file = self._upkeep.downloading.result
        if file is not None:
            open_address(file.as_uri())


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
    """A dialog that describes an inspected backup and offers to quit and restore it."""

    def __init__(self, upkeep: Upkeep, parent: QWidget | None) -> None:
        super().__init__(parent)
        assert upkeep.inspecting.result is not None
        path, info, effects = upkeep.inspecting.result
        self._upkeep = upkeep
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Restore a backup"))
        self.setMinimumWidth(_WIDTH)
        self.holdings = wrapped("\n".join(f"• {each}" for each in _holdings(info)))
        self.index = Said("hint")
        if info.folders and not info.index:
            self.index.say(tr("Your documents will be indexed again afterwards."))
        self.effects = _effects_view(effects)
        note = wrapped(
            tr(
                "The next time Desktop Agent starts, this backup will replace all of its "
                "data. Your current data will be kept in a separate folder."
            )
        )
        upkeep.restoring.forget()
        doing = tr("Unpacking and checking…")
        self.line = OperationView(upkeep.restoring, doing, lambda _none: ("", None))
        self.line.cancel.hide()  # the dialog has a cancel button
        restore = partial(upkeep.restore, path)
        self.restore = push_button(tr("Restore and quit"), restore, name="primary")
        self.restore.setToolTip(tr("Then start Desktop Agent again"))
        self.cancel = push_button(tr("Cancel"), self.reject)
        head = (heading(one_line(path.name), "section"), wrapped(_made(info), "muted"))
        buttons = hbox(STRETCH, self.cancel, self.restore, spacing=8)
        told = (*head, self.holdings, self.index, self.effects, note, self.line)
        vbox(*told, 6, STRETCH, buttons, parent=self, margins=(22, 20, 22, 18), spacing=10)
        upkeep.restoring.changed.connect(self._show)
        self.cancel.setFocus()

    def reject(self) -> None:
        self._upkeep.restoring.stop()
        super().reject()

    def _show(self) -> None:
        work = self._upkeep.restoring
        self.restore.setEnabled(not work.active)
        if work.state == "done":
            self.accept()
            self._upkeep.quit_wanted.emit()


def _effects_view(effects: RestoreEffects) -> QPlainTextEdit:
    """Return a plain-text view of what restoring an untrusted backup would start or change."""
    shown = QPlainTextEdit("\n".join(_effects(effects)))
    shown.setReadOnly(True)
    shown.setTabChangesFocus(True)
    shown.setObjectName("restoreEffects")
    shown.setAccessibleName(tr("What restoring will start and change"))
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
    """List a backup's contents by kind, omitting empty kinds."""
    told = []
    for name, (one, many) in labels("Upkeep", "counts").items():
        count: int = getattr(info, name)
        told += [one if count == 1 else many.format(f"{count:,}")] if count else []
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
    """A pane for making and restoring backups."""

    def __init__(self, theme: Theme, upkeep: Upkeep) -> None:
        super().__init__()
        self._upkeep = upkeep
        self.said = Said()
        self.make = push_button(tr("Make a backup…"), self.make_backup)
        theme.bind_icon(self.make, "export", side=16)
        tip = tr("Choose a backup and see what is in it")
        self.restore = push_button(tr("Restore…"), self.restore_backup, tip=tip)
        theme.bind_icon(self.restore, "restore", side=16)
        doing = tr("Collecting your data…")
        self.line = OperationView(upkeep.writing, doing, _saved, tr("Backup cancelled"))
        give_up = partial(upkeep.look_for_waiting, give_up=True)
        tip = tr("Cancel the restore. The backup file is kept.")
        self.leave = push_button(tr("Don't restore"), give_up, tip=tip)
        note = wrapped(
            tr("Keys stay in the keyring. The file is not encrypted, so keep it safe."), "hint"
        )
        shown = (self.make, self.restore, self.line.folder, self.leave)
        buttons = hbox(*shown, STRETCH, spacing=8)
        vbox(note, self.line, self.said, buttons, parent=self, spacing=8)
        upkeep.changed.connect(self._show)
        upkeep.inspecting.changed.connect(self._inspected)
        upkeep.look_for_waiting()
        self._show()

    def make_backup(self) -> QFileDialog:
        forms = [(tr("Backup"), ENDING)]
        name = f"Desktop Agent {_today()}"
        return ask_save_path(self, tr("Make a backup"), name, forms, self._upkeep.write_backup)

    def restore_backup(self) -> QFileDialog:
        forms, mode = [f"{tr('Backup')} (*.{ENDING})"], QFileDialog.FileMode.ExistingFile

        def inspect(paths: list[Path]) -> None:
            self._upkeep.inspect(paths[0])

        dialog = ask_paths(self, tr("Restore a backup"), inspect, mode, forms)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        dialog.setDirectory(QStandardPaths.writableLocation(documents))
        return dialog

    def _show(self) -> None:
        upkeep = self._upkeep
        self.make.setEnabled(not upkeep.writing.active and not upkeep.waits)
        self.restore.setEnabled(not upkeep.inspecting.active and not upkeep.waits)
        self.leave.setVisible(upkeep.waits)
        self.leave.setEnabled(not upkeep.awaiting.active)
        if upkeep.waits:
            self.said.say(tr("The backup will be restored when you restart the app"), "warn")
        elif upkeep.inspecting.active:
            self.said.say(tr("Reading the backup…"))
        else:
            self.said.say(fault(upkeep.inspecting, upkeep.awaiting), "error")

    def _inspected(self) -> None:
        if self._upkeep.inspecting.state == "done" and self.isVisible():
            RestoreDialog(self._upkeep, self.window()).open()


def _saved(written: tuple[Path, BackupInfo]) -> tuple[str, Path]:
    path, info = written
    text = tr("Backup saved as {0} ({1} unpacked)")
    return text.format(path.name, bytes_text(info.bytes)), path


# --- Crash reports and diagnostics


class CrashDialog(TextDialog):
    """A dialog that shows crash reports, newest first, and closes when they are deleted."""

    def __init__(self, upkeep: Upkeep, parent: QWidget | None = None) -> None:
        text = "\n\n".join(map(_crash_text, upkeep.reading.result or ()))
        copy = push_button(tr("Copy"), lambda: QGuiApplication.clipboard().setText(text))
        self.forget = push_button(tr("Delete"), partial(upkeep.read_crashes, forget=True))
        note = tr(
            "Kept only on this computer. A report says where the app failed and "
            "contains nothing you asked or read."
        )
        super().__init__(parent, tr("Crash reports"), note, text, copy, self.forget)
        self.text.setObjectName("stackTrace")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._reading = upkeep.reading
        upkeep.reading.changed.connect(self._changed)

    def _changed(self) -> None:
        if not self._reading.result and not self._reading.active:
            self.accept()


class DiagnosticsPane(QWidget):
    """A pane that saves diagnostics to a file. Nothing is sent over the network."""

    def __init__(self, theme: Theme, upkeep: Upkeep) -> None:
        super().__init__()
        self._upkeep = upkeep
        self.said = Said()
        self.save = push_button(tr("Save diagnostics…"), self.save_diagnostics)
        theme.bind_icon(self.save, "export", side=16)
        self.show_crashes = push_button(
            tr("Show crash reports"), lambda: CrashDialog(upkeep, self.window()).open()
        )
        note = wrapped(
            tr(
                "Leaves out keys, questions, answers, pages, folder names and hosts. "
                "Nothing is sent: you decide who gets the file."
            ),
            "hint",
        )
        text = tr("Saved as {0}. Read it before you share it.")
        self.line = OperationView(
            upkeep.saving,
            tr("Collecting diagnostics…"),
            lambda file: (text.format(file.name), file),
        )
        buttons = hbox(self.save, self.line.folder, self.show_crashes, STRETCH, spacing=8)
        vbox(note, self.line, self.said, buttons, parent=self, spacing=8)
        upkeep.changed.connect(self._show)
        upkeep.read_crashes()
        self._show()

    def save_diagnostics(self) -> QFileDialog:
        forms = [(tr("Diagnostics"), "txt")]
        name = f"Desktop Agent diagnostics {_today()}"
        save = self._upkeep.save_diagnostics
        return ask_save_path(self, tr("Save diagnostics"), name, forms, save)

    def _show(self) -> None:
        upkeep = self._upkeep
        self.save.setEnabled(not upkeep.saving.active)
        self.said.say(fault(upkeep.reading), "error")
        self.show_crashes.setVisible(bool(upkeep.reading.result))


def _crash_text(report: CrashReport) -> str:
    head = _DOT.join(filter(None, (one_line(moment(report.when)), one_line(report.what))))
    return f"{head}\n\n{report.text}"


def _today() -> str:
    return datetime.now(UTC).astimezone().date().isoformat()
