"""What is kept of failures, and the file of texts that a report of one needs."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.crash import CrashReport
from desktop_agent.core.updates import Progress
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.upkeep.session import Diagnostics, UpkeepSession
from desktop_agent.ui.upkeep.work import Work


class Diagnosing(QObject):
    """``crashes`` are the reports that are kept, the newest first; None until they were read.

    ``changed`` tells that something is other now, ``saved`` is the file that was written last.
    """

    changed = Signal()

    def __init__(self, session: UpkeepSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.saving = Work(tasks, self)
        self.reading = Work(tasks, self)
        self.crashes: tuple[CrashReport, ...] | None = None
        self.saved: Path | None = None
        for work in (self.saving, self.reading):
            work.changed.connect(self.changed)

    def save(self, path: Path) -> None:
        """Writes the file."""

        async def write(_progress: Progress) -> Path:
            return await (await self._diagnostics()).write(path)

        def keep(written: Path) -> None:
            self.saved = written

        if not self.saving.active:
            self.saved = None
            self.saving.start(write, keep)

    def read(self) -> None:
        """Reads which reports there are."""

        async def read(_progress: Progress) -> tuple[CrashReport, ...]:
            diagnostics = await self._diagnostics()
            return await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(read, self._take)

    def forget(self) -> None:
        """Deletes the reports."""

        async def forget(_progress: Progress) -> tuple[CrashReport, ...]:
            diagnostics = await self._diagnostics()
            await asyncio.to_thread(diagnostics.forget_crashes)
            return await asyncio.to_thread(diagnostics.crashes)

        self.reading.start(forget, self._take)

    async def _diagnostics(self) -> Diagnostics:
        return await asyncio.to_thread(lambda: self._session.diagnostics)

    def _take(self, crashes: tuple[CrashReport, ...]) -> None:
        self.crashes = crashes
