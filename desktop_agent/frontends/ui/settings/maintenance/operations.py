"""The maintenance operations: updates, backups and diagnostics."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible

if TYPE_CHECKING:
    from desktop_agent.app.backups import Backups
    from desktop_agent.app.diagnostics import Diagnostics
    from desktop_agent.app.session import Session
    from desktop_agent.app.updates import Updates

tr = partial(QCoreApplication.translate, "Upkeep")

_NAME_MOST = 80
_INSTALLERS = frozenset([".appinstaller", ".deb", ".dmg", ".exe", ".msi", ".pkg", ".rpm"])


def one_line(text: str, characters: int = _NAME_MOST) -> str:
    """Put untrusted text on one line of limited length, and make hidden characters visible."""
    return clipped(visible(" ".join(text.split())), characters, 1)


def is_installer(path: Path) -> bool:
    """Return whether the system can execute a downloaded file as an installer."""
    return path.suffix.lower() in _INSTALLERS


# --- A long operation: progress, cancellation and result

WorkState = Literal["idle", "running", "stopping", "stopped", "failed", "done"]
_SHOWN_EVERY_MS = 100


class Operation(QObject):
    """Runs one task at a time.

    ``changed`` is emitted whenever the state changes, and at most ten times a second as the task
    progresses. ``done`` and ``total`` are in the units of the task, usually bytes; a total of 0
    means that it is unknown. ``error`` is set if the task failed.
    """

    changed = Signal()

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._task: asyncio.Task[object] | None = None
        self._told = (0, 0)
        self.state: WorkState = "idle"
        self.done = self.total = 0
        self.error: AgentError | None = None
        self._clock = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._clock.timeout.connect(self._show_progress)

    @property
    def active(self) -> bool:
        return self.state in ("running", "stopping")

    @property
    def percent(self) -> int:
        return min(100, 100 * self.done // self.total) if self.total else 0

    def start(self, make: Callable[[Progress], Coroutine[Any, Any, object]]) -> None:
        """Start a task unless one is active. The task may report progress from any thread."""
        if self.active:
            return
        self.state, self.error = "running", None
        self._told = (0, 0)
        self.done = self.total = 0
        self._task = self._tasks.start(
            make(self._tell),
            while_alive(self, lambda _result: self._end("done")),
            while_alive(self, lambda error: self._end("failed", error)),
        )
        self._task.add_done_callback(while_alive(self, self._leave))
        self._clock.start()
        self.changed.emit()

    def stop(self) -> None:
        """Cancel the task. The operation ends once the task has cleaned up."""
        if self.state == "running" and self._task is not None:
            self.state = "stopping"
            self._task.cancel()
            self.changed.emit()

    def forget(self) -> None:
        """Reset the operation to idle if it has finished."""
        if not self.active and self.state != "idle":
            self.state, self.error = "idle", None
            self.changed.emit()

    def _tell(self, done: int, total: int) -> None:
        self._told = (done, total)  # the timer shows it, because this may be another thread

    def _show_progress(self) -> None:
        if self._told != (self.done, self.total):
            self.done, self.total = self._told
            self.changed.emit()

    def _leave(self, task: asyncio.Task[object]) -> None:
        """End the operation if its task was cancelled or failed unexpectedly."""
        if self.active and task is self._task:
            self._end("stopped" if task.cancelled() else "idle")

    def _end(self, state: WorkState, error: AgentError | None = None) -> None:
        self._clock.stop()
        self._task = None
        self.state, self.error = state, error
        self.changed.emit()


def fault(*works: Operation) -> str:
    """Return the error message of the first failed operation, or "" if none has failed."""
    return next((localized_error(each.error) for each in works if each.state == "failed"), "")


class _Operations(QObject):
    """Base class for operations of one kind; ``changed`` is emitted on any change."""

    changed = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks

    def _operation(self) -> Operation:
        made = Operation(self._tasks, self)
        made.changed.connect(self.changed)
        return made


class UpdateOperations(_Operations):
    """The state of updates, shared by all widgets that show the newer version.

    ``configured`` tells whether this build has a source of updates, or is None while this is
    unknown, and ``host`` is the host of that source. ``release`` is the newer version, or None.
    ``path`` is the file of that version once it is downloaded and verified.
    """

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(session, tasks, parent)
        self.opening, self.looking, self.loading = (self._operation() for _ in range(3))
        self.configured: bool | None = None
        self.host = ""
        self.release: Release | None = None
        self.path: Path | None = None

    def open(self) -> None:
        """Find out whether this build has a source of updates, without connecting to it."""
        self.opening.start(lambda _progress: self._open())

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Check for a newer version, and call ``then`` if the check succeeds."""

        async def look(_progress: Progress) -> None:
            release = await (await self._updates()).check()
            if release != self.release:
                self.release, self.path = release, None
                self.loading.forget()
            then()

        self.looking.start(look)

    async def is_due(self) -> bool:
        settings = self._session.settings
        if not settings.updates.check or settings.network.offline:
            return False  # without loading the updater
        await self._open()
        updates = self._session.updates
        return bool(self.configured) and await asyncio.to_thread(lambda: updates.due)

    def download(self) -> None:
        """Download the newer version into the user's downloads folder."""
        release = self.release
        if release is None or self.path is not None:
            return

        async def load(progress: Progress) -> None:
            updates = self._session.updates
            self.path = await updates.download(release, downloads_folder(), progress)

        self.loading.start(load)

    async def _updates(self) -> "Updates":
        return await asyncio.to_thread(lambda: self._session.updates)  # loading it takes long

    async def _open(self) -> None:
        updates = await self._updates()
        self.configured, self.host = await asyncio.to_thread(
            lambda: (updates.configured, updates.host)
        )


def downloads_folder() -> Path:
    """Return the user's downloads folder, or the home folder if there is none."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return Path(found) if found else Path.home()


class BackupOperations(_Operations):
    """The state of backups.

    ``written`` is the path and contents of the backup that was last written, and ``found`` those of
    the backup that was last inspected. ``effects`` describes what restoring the inspected backup
    would start and change. ``waits`` is True if a backup will replace all data at the next start.
    """

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(session, tasks, parent)
        self.writing, self.looking = self._operation(), self._operation()
        self.restoring, self.waiting = self._operation(), self._operation()
        self.written: tuple[Path, BackupInfo] | None = None
        self.found: tuple[Path, BackupInfo] | None = None
        self.effects = RestoreEffects()
        self.waits = False

    def write(self, path: Path) -> None:
        async def write(progress: Progress) -> None:
            self.written = (path, await (await self._backups()).write(path, progress))

        if not self.writing.active:
            self.written = None
            self.writing.start(write)

    def look(self, path: Path) -> None:
        async def look(_progress: Progress) -> None:
            backups = await self._backups()
            info, effects = await backups.look(path), await backups.effects(path)
            self.found, self.effects = (path, info), effects

        if not self.looking.active:
            self.found = None
            self.looking.start(look)

    def restore(self) -> None:
        """Prepare the inspected backup so that it is restored at the next start."""
        if self.found is None:
            return
        path, _info = self.found

        async def restore(progress: Progress) -> None:
            await (await self._backups()).restore(path, progress)
            self.waits = True

        self.restoring.start(restore)

    def open(self, *, give_up: bool = False) -> None:
        """Find out whether a backup is to be restored at the next start, and maybe cancel that."""

        async def ask(_progress: Progress) -> None:
            backups = await self._backups()
            if give_up:
                await backups.give_up()
            self.waits = await backups.waiting()

        self.waiting.start(ask)

    async def _backups(self) -> "Backups":
        return await asyncio.to_thread(lambda: self._session.backups)


class DiagnosticsOperations(_Operations):
    """The state of diagnostics and crash reports.

    ``crashes`` contains the stored reports, newest first, or is None until they have been read.
    ``saved`` is the path of the diagnostics file that was last written.
    """

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(session, tasks, parent)
        self.saving, self.reading = self._operation(), self._operation()
        self.crashes: tuple[CrashReport, ...] | None = None
        self.saved: Path | None = None

    def save(self, path: Path) -> None:
        async def write(_progress: Progress) -> None:
            self.saved = await (await self._diagnostics()).write(path)

        if not self.saving.active:
            self.saved = None
            self.saving.start(write)

    def read(self, *, forget: bool = False) -> None:
        """Read the crash reports, after deleting them if ``forget`` is True."""

        async def read(_progress: Progress) -> None:
            diagnostics = await self._diagnostics()
            if forget:
                await asyncio.to_thread(diagnostics.forget_crashes)
            self.crashes = await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(read)

    async def _diagnostics(self) -> "Diagnostics":
        return await asyncio.to_thread(lambda: self._session.diagnostics)


class Upkeep(QObject):
    """All maintenance operations.

    They belong to the window, so downloads continue when the settings are closed. ``quit_wanted``
    is emitted when the program must quit so that a backup can be restored.
    """

    quit_wanted = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.updating = UpdateOperations(session, tasks, self)
        self.backing_up = BackupOperations(session, tasks, self)
        self.diagnosing = DiagnosticsOperations(session, tasks, self)
