"""What the program holds at one moment, while it rests."""

import asyncio
import ctypes
import gc
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

MIB = 2**20
_NAMED = ("socket", "pipe", "anon_inode")
_TEMPORARY = (".tmp", ".part", ".new", "~", "-journal")


@dataclass(frozen=True)
class Sample:
    """After ``asked`` questions: resident memory in MiB, and what is open, at work and on the disk."""

    asked: int
    rss: float
    workers: dict[str, float]
    fds: dict[str, int]
    threads: dict[str, int]
    tasks: dict[str, int]
    temporary: list[str]

    @property
    def descriptors(self) -> int:
        return sum(self.fds.values())


def tidy() -> None:
    """Lets go of what nobody holds, so that what is left is held: cycles, widgets, the free heap.

    The program collects by itself, a little at a time, and the C library gives back what is free when
    it likes: neither is what a leak is.
    """
    for _ in range(3):
        gc.collect()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def take(asked: int, temporary: Path) -> Sample:
    """Measures the process that calls; ``temporary`` is its TMPDIR."""
    process = psutil.Process()
    return Sample(
        asked=asked,
        rss=process.memory_info().rss / MIB,
        workers=_workers(process),
        fds=_descriptors(),
        threads=_threads(process),
        tasks=dict(Counter(_task_name(each) for each in asyncio.all_tasks())),
        temporary=[str(path.relative_to(temporary)) for path in _files(temporary)],
    )


def _workers(process: psutil.Process) -> dict[str, float]:
    found: dict[str, float] = {}
    for child in process.children(recursive=True):
        try:
            words, used = child.cmdline(), child.memory_info().rss / MIB
        except psutil.Error:
            continue
        name = next((w for w in words if "worker" in w or ("." in w and "/" not in w)), words[:1])
        found[f"{name} {child.pid}"] = round(used, 1)
    return found


def _descriptors() -> dict[str, int]:
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        return {"all": psutil.Process().num_handles()}  # type: ignore[attr-defined]  # on Windows
    kinds: Counter[str] = Counter()
    for entry in folder.iterdir():
        try:
            leads = str(entry.readlink())
        except OSError:  # that of the listing itself
            continue
        kind = next((name for name in _NAMED if leads.startswith(name)), leads)
        kinds[kind] += 1
    return dict(kinds)


def _threads(process: psutil.Process) -> dict[str, int]:
    known = Counter(each.name.rstrip("0123456789").rstrip("_- ") for each in threading.enumerate())
    known["others"] = process.num_threads() - known.total()
    return dict(known)


def _task_name(task: "asyncio.Task[Any]") -> str:
    made = task.get_coro()
    return str(getattr(made, "__qualname__", made))


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if not path.is_dir()]


def left_over(home: Path) -> list[str]:
    """Gives the files in the program's folders that were to be there for a moment only."""
    found = _files(home)
    return [str(path.relative_to(home)) for path in found if path.name.endswith(_TEMPORARY)]
