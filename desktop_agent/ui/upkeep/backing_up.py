"""Everything of the person's in one file: written, looked into, and put in the place of what there is."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject

from desktop_agent.core.backup import BackupInfo, RestoreEffects
from desktop_agent.core.updates import Progress
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.upkeep.session import Backups, UpkeepSession
from desktop_agent.ui.upkeep.work import Work


class BackingUp(QObject):
    """``written`` is the file that was written last, ``found`` what is in that which was looked into.

    ``effects`` are what that one would have the program start and ask.
    ``waits`` says that a backup takes everything's place at the next start.
    """

    def __init__(self, session: UpkeepSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.writing = Work(tasks, self)
        self.looking = Work(tasks, self)
        self.restoring = Work(tasks, self)
        self.waiting = Work(tasks, self)
        self.written: tuple[Path, BackupInfo] | None = None
        self.found: tuple[Path, BackupInfo] | None = None
        self.effects = RestoreEffects()
        self.waits = False

    def write(self, path: Path) -> None:
        """Writes everything into a file."""

        async def write(progress: Progress) -> BackupInfo:
            return await (await self._backups()).write(path, progress)

        def keep(info: BackupInfo) -> None:
            self.written = (path, info)

        if not self.writing.active:
            self.written = None
            self.writing.start(write, keep)

    def look(self, path: Path) -> None:
        """Looks what is in a file."""

        async def look(_progress: Progress) -> tuple[BackupInfo, RestoreEffects]:
            backups = await self._backups()
            return await backups.look(path), await backups.effects(path)

        def keep(seen: tuple[BackupInfo, RestoreEffects]) -> None:
            self.found, self.effects = (path, seen[0]), seen[1]

        if not self.looking.active:
            self.found = None
            self.looking.start(look, keep)

    def restore(self) -> None:
        """Lays the backup that was looked into ready for the next start."""
        if self.found is None:
            return
        path, _info = self.found

        async def restore(progress: Progress) -> BackupInfo:
            return await (await self._backups()).restore(path, progress)

        def keep(_info: BackupInfo) -> None:
            self.waits = True

        self.restoring.start(restore, keep)

    def open(self) -> None:
        """Finds out whether a backup waits for the next start."""

        async def ask(_progress: Progress) -> bool:
            return await (await self._backups()).waiting()

        self.waiting.start(ask, self._take_waits)

    def give_up(self) -> None:
        """Leaves everything as it is: the backup that waits is not restored."""

        async def give_up(_progress: Progress) -> bool:
            backups = await self._backups()
            await backups.give_up()
            return await backups.waiting()

        self.waiting.start(give_up, self._take_waits)

    def _take_waits(self, waits: bool) -> None:  # noqa: FBT001 - what a task gives
        self.waits = waits

    async def _backups(self) -> Backups:
        return await asyncio.to_thread(lambda: self._session.backups)
