"""Updates, backups and diagnostics as the window asks for them, in memory."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from desktop_agent.core.errors import AgentError, Offline, StorageError, UpdateError
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
    Target,
)
from desktop_agent.core.settings import Settings

NOTES = """## What is new

- Answers come **sooner**: pages are read beside each other.
- The reasoning panel can be searched (`Ctrl+F`).
- Fixed: a table with many columns no longer runs out of the window.

![a picture](https://tracker.example.org/seen.png)

[All changes](https://docs.example.org/changes)
"""
TARGET = Target("releases/linux-x86_64/desktop-agent_0.2.0_amd64.deb", 84_300_000, {})
RELEASE = Release("0.2.0", "2026-11-18", NOTES, TARGET)
UNREACHABLE = UpdateError("updates.example.org does not answer.", "Try again later.")
INFO = BackupInfo("2026-11-20T08:05:00+00:00", "0.1.0", 412, 530, 2_204, 31, 1, 0, 2, 186_000_000)
CRASHES = (
    CrashReport(
        "2026-11-21T20:14:00+00:00",
        "0.1.0",
        "Segmentation fault in desktop_agent/frontends/ui/markdown/markdown_view.py",
        "Fatal Python error: Segmentation fault\n\nCurrent thread (most recent call first):\n"
        '  File "desktop_agent/frontends/ui/markdown/markdown_view.py", line 214 in _write_slice\n'
        '  File "desktop_agent/frontends/ui/main.py", line 62 in run',
    ),
    CrashReport("2026-11-02T07:40:00+00:00", "0.1.0", "MemoryError", "MemoryError"),
)


class ScriptedUpdates:
    """Finds ``release``, or fails with ``fault``; ``asked`` counts the connections.

    A download stays at one half until ``hold`` is set.
    """

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self.configured = True
        self.host = "updates.example.org"
        self.release: Release | None = None
        self.fault: AgentError | None = None
        self.asked = 0
        self.is_over = True
        self.folders: list[Path] = []
        self.hold = asyncio.Event()
        self.hold.set()
        self.broken_off = 0

    @property
    def due(self) -> bool:
        settings = self._settings()
        wanted = settings.updates.check and not settings.network.offline
        return wanted and self.configured and self.is_over

    async def check(self) -> Release | None:
        await asyncio.sleep(0)
        if self._settings().network.offline:
            raise Offline("The network is switched off.", "Switch it on to look for updates.")
        self.asked += 1
        self.is_over = False
        if self.fault is not None:
            raise self.fault
        return self.release

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path:
        self.asked += 1
        self.folders.append(folder)
        size = release.target.size
        try:
            progress(size // 2, size)
            await self.hold.wait()
            progress(size, size)
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        return folder / Path(release.target.name).name


class ScriptedBackups:
    """Writes a line; what is called broken is no backup."""

    def __init__(self) -> None:
        self.info = INFO
        self.effective = RestoreEffects()
        self.restored: list[Path] = []
        self.hold = asyncio.Event()
        self.hold.set()

    async def write(self, path: Path, progress: Progress) -> BackupInfo:
        progress(self.info.bytes // 3, self.info.bytes)
        await self.hold.wait()
        await asyncio.to_thread(path.write_text, "backup")
        return self.info

    async def look(self, path: Path) -> BackupInfo:
        await asyncio.sleep(0)
        self._refuse(path)
        return self.info

    async def effects(self, path: Path) -> RestoreEffects:
        await asyncio.sleep(0)
        return self.effective

    async def restore(self, path: Path, progress: Progress) -> BackupInfo:
        progress(self.info.bytes // 2, self.info.bytes)
        await self.hold.wait()
        self._refuse(path)
        self.restored.append(path)
        return self.info

    async def waiting(self) -> bool:
        await asyncio.sleep(0)
        return bool(self.restored)

    async def give_up(self) -> None:
        self.restored.clear()

    def _refuse(self, path: Path) -> None:
        if "broken" in path.name:
            raise StorageError(
                f"{path.name} is no backup of Desktop Agent.", "Choose another file."
            )


class ScriptedDiagnostics:
    """Holds the reports that it is given."""

    def __init__(self) -> None:
        self.reports: tuple[CrashReport, ...] = ()

    async def write(self, path: Path) -> Path:
        await asyncio.to_thread(path.write_text, "diagnostics")
        return path

    def list(self) -> tuple[CrashReport, ...]:
        return self.reports

    def forget(self) -> None:
        self.reports = ()
