"""The maintenance operations: updates, backups and diagnostics."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, Signal

from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.frontends.ui.widgets.operation import Operation
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible

if TYPE_CHECKING:
    from desktop_agent.app.backups import Backups
    from desktop_agent.app.diagnostics import Diagnostics
    from desktop_agent.app.session import Session
    from desktop_agent.app.updates import Updates

tr = partial(QCoreApplication.translate, "Upkeep")

_NAME_MOST = 80


def one_line(text: str, characters: int = _NAME_MOST) -> str:
    """Put untrusted text on one line of limited length, and make hidden characters visible."""
    return clipped(visible(" ".join(text.split())), characters, 1)


class Upkeep(QObject):
    """All maintenance operations; ``changed`` is emitted on any change of their state.

    They belong to the window, so downloads continue when the settings are closed. ``quit_wanted``
    is emitted when the program must quit so that a backup can be restored.

    ``configured`` tells whether this build has a source of updates, or is None while this is
    unknown, and ``host`` is the host of that source. ``release`` is the newer version, or None, and
    the result of ``downloading`` its verified file. The result of ``inspecting`` is the path and
    contents of a backup, and what restoring it would start and change. ``waits`` is True if a
    backup will replace all data at the next start.
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
        """Find out whether this build has a source of updates, without connecting to it."""
        self.opening.start(lambda _progress: self._open_updates())

    def check(self, then: Callable[[], object] = lambda: None) -> None:
        """Check for a newer version, and call ``then`` if the check succeeds."""

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
        """Download the newer version into the user's downloads folder."""
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
        """Prepare a backup so that it is restored at the next start."""

        async def restore(progress: Progress) -> None:
            await (await self._backups()).restore(path, progress)
            self.waits = True

        self.restoring.start(restore)

    def look_for_waiting(self, *, give_up: bool = False) -> None:
        """Find out whether a backup is to be restored at the next start, and maybe cancel that."""

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
            return await (await self._diagnostics()).write(path)

        self.saving.start(write)

    def read_crashes(self, *, forget: bool = False) -> None:
        """Read the crash reports, newest first, after deleting them if ``forget`` is True."""

        async def read(_progress: Progress) -> tuple[CrashReport, ...]:
            diagnostics = await self._diagnostics()
            if forget:
                await asyncio.to_thread(diagnostics.forget_crashes)
            return await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(read)

    async def _diagnostics(self) -> "Diagnostics":
        return await asyncio.to_thread(lambda: self._session.diagnostics)


def downloads_folder() -> Path:
    """Return the user's downloads folder, or the home folder if there is none."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return Path(found) if found else Path.home()
