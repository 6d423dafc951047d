"""The maintenance operations: updates, backups and diagnostics."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive

if TYPE_CHECKING:
    from desktop_agent.app.backups import Backups
    from desktop_agent.app.diagnostics import Diagnostics
    from desktop_agent.app.session import Session
    from desktop_agent.app.updates import Updates

# --- A long operation: progress, cancellation and result

T = TypeVar("T")
WorkState = Literal["idle", "running", "stopping", "stopped", "failed", "done"]
_SHOWN_EVERY_MS = 100


class Operation(QObject):
    """Runs one task at a time.

    ``changed`` is emitted when its state changes, and for progress at most ten times a second.
    ``done`` and ``total`` are in the units of the task, mostly bytes; a total of 0 means unknown.
    ``error`` is the reason why it failed.
    """

    changed = Signal()

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._task: asyncio.Task[Any] | None = None
        self._told = (0, 0)
        self.state: WorkState = "idle"
        self.done = self.total = 0
        self.error: AgentError | None = None
        self._clock = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._clock.timeout.connect(self._show_progress)

    @property
    def active(self) -> bool:
        return self.state in ("running", "stopping")

    def start(
        self,
        make: Callable[[Progress], Coroutine[Any, Any, T]],
        then: Callable[[T], object] = lambda _result: None,
    ) -> bool:
        """Start a task unless one is active; return whether it was started.

        ``make`` may report progress from any thread. ``then`` is called with the result before
        ``changed`` is emitted for the end.
        """
        if self.active:
            return False
        self.state, self.error = "running", None
        self._told = (0, 0)
        self.done = self.total = 0
        self._task = self._tasks.start(
            make(self._tell),
            while_alive(self, partial(self._succeed, then)),
            while_alive(self, self._fail),
        )
        self._task.add_done_callback(while_alive(self, self._leave))
        self._clock.start()
        self.changed.emit()
        return True

    def stop(self) -> None:
        """Cancel the task. The operation ends once the task has cleaned up."""
        if self.state == "running" and self._task is not None:
            self.state = "stopping"
            self._task.cancel()
            self.changed.emit()

    def forget(self) -> None:
        """Reset a finished operation to idle."""
        if not self.active and self.state != "idle":
            self.state, self.error = "idle", None
            self.changed.emit()

    def _tell(self, done: int, total: int) -> None:
        self._told = (done, total)  # shown by the clock: this may be another thread

    def _show_progress(self) -> None:
        if self._told != (self.done, self.total):
            self.done, self.total = self._told
            self.changed.emit()

    def _succeed(self, then: Callable[[T], object], result: T) -> None:
        self._end("done")
        then(result)
        self.changed.emit()

    def _fail(self, error: AgentError) -> None:
        self._end("failed")
        self.error = error
        self.changed.emit()

    def _leave(self, task: asyncio.Task[Any]) -> None:
        """Handle the endings that nothing else reports: cancellation and bugs."""
        if self.active and task is self._task:
            self._end("stopped" if task.cancelled() else "idle")
            self.changed.emit()

    def _end(self, state: WorkState) -> None:
        self._clock.stop()
        self._task = None
        self.state = state


class UpdateOperations(QObject):
    """The state of updates, shared by all parts that show a newer version.

    ``changed`` is emitted on any change. ``configured`` is None until it is known whether this
    build has an update source, and ``host`` is the host of that source. ``release`` is the newer
    version, if there is one, and ``path`` is its file once it is downloaded and verified.
    """

    changed = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.opening = Operation(tasks, self)
        self.looking = Operation(tasks, self)
        self.loading = Operation(tasks, self)
        self.configured: bool | None = None
        self.host = ""
        self.release: Release | None = None
        self.path: Path | None = None
        for work in (self.opening, self.looking, self.loading):
            work.changed.connect(self.changed)

    @property
    def automatic(self) -> bool:
        return self._session.settings.updates.check

    def open(self) -> None:
        """Determine whether this build has an update source, without connecting to it."""
        self.opening.start(lambda _progress: self._open())

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Check for a newer version, and call ``then`` once the result is available."""

        def take(release: Release | None) -> None:
            if release != self.release:
                self.release, self.path = release, None
                self.loading.forget()
            then()

        self.looking.start(lambda _progress: self._look(), take)

    async def is_due(self) -> bool:
        settings = self._session.settings
        if not settings.updates.check or settings.network.offline:
            return False  # nothing is even loaded for it
        await self._open()
        updates = self._session.updates
        return bool(self.configured) and await asyncio.to_thread(lambda: updates.due)

    def download(self) -> None:
        """Download the newer version into the user's downloads folder."""
        release = self.release
        if release is None or self.path is not None:
            return

        async def load(progress: Progress) -> Path:
            return await self._session.updates.download(release, downloads_folder(), progress)

        self.loading.start(load, self._take_file)

    def stop(self) -> None:
        self.loading.stop()

    # --- Work

    async def _updates(self) -> "Updates":
        return await asyncio.to_thread(lambda: self._session.updates)  # which takes long to load

    async def _open(self) -> None:
        updates = await self._updates()
        self.configured, self.host = await asyncio.to_thread(
            lambda: (updates.configured, updates.host)
        )

    async def _look(self) -> Release | None:
        return await (await self._updates()).check()

    def _take_file(self, path: Path) -> None:
        self.path = path


def downloads_folder() -> Path:
    """Return the user's downloads folder."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return Path(found) if found else Path.home()


# --- Backups: write, inspect and restore


class BackupOperations(QObject):
    """The state of backups.

    ``written`` is the file that was written last, and ``found`` the contents of the file that was
    inspected last. ``effects`` lists what restoring that file would start and ask. ``waits`` is
    True if a backup will replace all data at the next start.
    """

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.writing = Operation(tasks, self)
        self.looking = Operation(tasks, self)
        self.restoring = Operation(tasks, self)
        self.waiting = Operation(tasks, self)
        self.written: tuple[Path, BackupInfo] | None = None
        self.found: tuple[Path, BackupInfo] | None = None
        self.effects = RestoreEffects()
        self.waits = False

    def write(self, path: Path) -> None:

        async def write(progress: Progress) -> BackupInfo:
            return await (await self._backups()).write(path, progress)

        def keep(info: BackupInfo) -> None:
            self.written = (path, info)

        if not self.writing.active:
            self.written = None
            self.writing.start(write, keep)

    def look(self, path: Path) -> None:

        async def look(_progress: Progress) -> tuple[BackupInfo, RestoreEffects]:
            backups = await self._backups()
            return await backups.look(path), await backups.effects(path)

        def keep(seen: tuple[BackupInfo, RestoreEffects]) -> None:
            self.found, self.effects = (path, seen[0]), seen[1]

        if not self.looking.active:
            self.found = None
            self.looking.start(look, keep)

    def restore(self) -> None:
        """Stage the inspected backup for the next start."""
        if self.found is None:
            return
        path, _info = self.found

        async def restore(progress: Progress) -> BackupInfo:
            return await (await self._backups()).restore(path, progress)

        def keep(_info: BackupInfo) -> None:
            self.waits = True

        self.restoring.start(restore, keep)

    def open(self) -> None:
        """Determine whether a backup is staged for the next start."""

        async def ask(_progress: Progress) -> bool:
            return await (await self._backups()).waiting()

        self.waiting.start(ask, self._take_waits)

    def give_up(self) -> None:

        async def give_up(_progress: Progress) -> bool:
            backups = await self._backups()
            await backups.give_up()
            return await backups.waiting()

        self.waiting.start(give_up, self._take_waits)

    def _take_waits(self, waits: bool) -> None:  # noqa: FBT001 - what a task gives
        self.waits = waits

    async def _backups(self) -> "Backups":
        return await asyncio.to_thread(lambda: self._session.backups)


# --- Crash reports and the diagnostics file


class DiagnosticsOperations(QObject):
    """The state of diagnostics and crash reports.

    ``crashes`` holds the stored reports, newest first, or None until they are read. ``changed`` is
    emitted on any change, and ``saved`` is the file that was written last.
    """

    changed = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.saving = Operation(tasks, self)
        self.reading = Operation(tasks, self)
        self.crashes: tuple[CrashReport, ...] | None = None
        self.saved: Path | None = None
        for work in (self.saving, self.reading):
            work.changed.connect(self.changed)

    def save(self, path: Path) -> None:

        async def write(_progress: Progress) -> Path:
            return await (await self._diagnostics()).write(path)

        def keep(written: Path) -> None:
            self.saved = written

        if not self.saving.active:
            self.saved = None
            self.saving.start(write, keep)

    def read(self) -> None:

        async def read(_progress: Progress) -> tuple[CrashReport, ...]:
            diagnostics = await self._diagnostics()
            return await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(read, self._take)

    def forget(self) -> None:

        async def forget(_progress: Progress) -> tuple[CrashReport, ...]:
            diagnostics = await self._diagnostics()
            await asyncio.to_thread(diagnostics.forget_crashes)
            return await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(forget, self._take)

    async def _diagnostics(self) -> "Diagnostics":
        return await asyncio.to_thread(lambda: self._session.diagnostics)

    def _take(self, crashes: tuple[CrashReport, ...]) -> None:
        self.crashes = crashes


# --- All operations together


class Upkeep(QObject):
    """All maintenance operations.

    They live as long as the window, so downloads continue when the settings are closed.
    ``quit_wanted`` is emitted to end the program so that a backup can be restored.
    """

    quit_wanted = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.updating = UpdateOperations(session, tasks, self)
        self.backing_up = BackupOperations(session, tasks, self)
        self.diagnosing = DiagnosticsOperations(session, tasks, self)
