"""Newer versions of the program: looked for, told of, downloaded after a click, never installed here."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths, Signal

from desktop_agent.core.updates import Progress, Release
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.upkeep.session import Releases, UpkeepSession
from desktop_agent.ui.upkeep.work import Work


class Updating(QObject):
    """All who show a newer version share this; ``changed`` tells that something is other now.

    ``configured`` is None until it is known whether this build has a place for updates, and ``host``
    is that place. ``release`` is the newer version when there is one, ``path`` its file once that
    was downloaded and checked.
    """

    changed = Signal()

    def __init__(self, session: UpkeepSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.opening = Work(tasks, self)
        self.looking = Work(tasks, self)
        self.loading = Work(tasks, self)
        self.configured: bool | None = None
        self.host = ""
        self.release: Release | None = None
        self.path: Path | None = None
        for work in (self.opening, self.looking, self.loading):
            work.changed.connect(self.changed)

    @property
    def automatic(self) -> bool:
        """Whether the daily look is switched on."""
        return self._session.settings.updates.check

    def open(self) -> None:
        """Finds out whether this build has a place for updates; no connection is made for that."""
        self.opening.start(lambda _progress: self._open())

    def look(self, then: Callable[[], object] = lambda: None) -> None:
        """Asks whether there is a newer version, and calls ``then`` when the answer is there."""

        def take(release: Release | None) -> None:
            if release != self.release:
                self.release, self.path = release, None
                self.loading.forget()
            then()

        self.looking.start(lambda _progress: self._look(), take)

    async def is_due(self) -> bool:
        """Whether it is time for the daily look."""
        settings = self._session.settings
        if not settings.updates.check or settings.network.offline:
            return False  # nothing is even loaded for it
        await self._open()
        updates = self._session.updates
        return bool(self.configured) and await asyncio.to_thread(lambda: updates.due)

    def download(self) -> None:
        """Brings the newer version into the person's folder of downloads."""
        release = self.release
        if release is not None and self.path is None:
            self.loading.start(self._loader(release), self._take_file)

    def stop(self) -> None:
        """Breaks the download off."""
        self.loading.stop()

    # --- the work

    async def _open(self) -> None:
        updates = await _loaded(lambda: self._session.updates)

        def read() -> tuple[bool, str]:
            return updates.configured, updates.host

        self.configured, self.host = await asyncio.to_thread(read)

    async def _look(self) -> Release | None:
        updates = await _loaded(lambda: self._session.updates)
        return await updates.check()

    def _loader(self, release: Release) -> Callable[[Progress], Coroutine[Any, Any, Path]]:
        async def load(progress: Progress) -> Path:
            folder = downloads_folder()
            return await self._session.updates.download(release, folder, progress)

        return load

    def _take_file(self, path: Path) -> None:
        self.path = path


async def _loaded(part: Callable[[], Releases]) -> Releases:
    """Gives a part of the session, loaded in a thread."""
    return await asyncio.to_thread(part)


def downloads_folder() -> Path:
    """Gives the person's folder of downloads."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    return Path(found) if found else Path.home()
