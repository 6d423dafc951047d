"""What upkeep needs of the session; all of it is loaded when it is first asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from desktop_agent.core.backup import BackupInfo, RestoreEffects
from desktop_agent.core.crash import CrashReport
from desktop_agent.core.settings import Settings
from desktop_agent.core.updates import Component, Progress, Release


class Releases(Protocol):
    """Newer versions; what cannot be done raises `AgentError`."""

    @property
    def configured(self) -> bool:
        """Whether this build knows a place for updates, and whom to trust about it."""

    @property
    def due(self) -> bool:
        """Whether the daily look is switched on, allowed, and a day past."""

    @property
    def host(self) -> str:
        """The host that is asked; empty where there is none."""

    async def check(self) -> Release | None: ...

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path: ...


class Addable(Protocol):
    """What can be added to the program; what cannot be done raises `AgentError`."""

    async def list(self) -> tuple[Component, ...]: ...

    async def add(self, name: str, progress: Progress) -> Component: ...

    async def remove(self, name: str) -> None: ...


class Backups(Protocol):
    """Everything in one file; what cannot be done raises `AgentError`."""

    async def write(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def look(self, path: Path) -> BackupInfo: ...

    async def effects(self, path: Path) -> RestoreEffects: ...

    async def restore(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def waiting(self) -> bool: ...

    async def give_up(self) -> object: ...


class Diagnostics(Protocol):
    """What a report of a fault needs; the last two read and write files at once."""

    async def write(self, path: Path) -> Path: ...

    def crashes(self) -> tuple[CrashReport, ...]: ...

    def forget_crashes(self) -> None: ...


class UpkeepSession(Protocol):
    """The session as far as upkeep goes. The first use of a part loads what it is made of."""

    settings: Settings

    @property
    def updates(self) -> Releases: ...

    @property
    def components(self) -> Addable: ...

    @property
    def backups(self) -> Backups: ...

    @property
    def diagnostics(self) -> Diagnostics: ...
