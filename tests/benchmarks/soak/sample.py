"""What the program holds at one moment, while it rests."""

import asyncio
import ctypes
import gc
import sys
import threading
import weakref
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import apsw
import psutil
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

MIB = 2**20
_NAMED = ("socket", "pipe", "anon_inode")
_TEMPORARY = (".tmp", ".part", ".new", "~", "-journal")


@dataclass(frozen=True)
class Sample:
    """Bytes in MiB. ``heap`` is what the C library has handed out; ``database_cache`` what of that the
    databases keep of their pages, up to a limit of each, which grows with them. ``objects`` are Python's, by type; ``shown`` counts the widgets, ``qt`` all below them."""

    asked: int
    seconds: float
    rss: float
    uss: float
    heap: float
    workers: dict[str, float]
    fds: dict[str, int]
    threads: dict[str, int]
    tasks: dict[str, int]
    shown: int
    qt: int
    objects: dict[str, int]
    temporary: list[str]
    files: dict[str, int]
    database_cache: float = 0.0

    @property
    def descriptors(self) -> int:
        """How many of them, of whatever kind."""
        return sum(self.fds.values())

    def told(self) -> dict[str, Any]:
        """Gives it as a JSON object."""
        return asdict(self)


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


def take(asked: int, seconds: float, home: Path, temporary: Path) -> Sample:
    """Measures the process that calls; ``home`` is the program's, ``temporary`` its TMPDIR."""
    process = psutil.Process()
    memory = process.memory_full_info()
    top = QApplication.topLevelWidgets()
    return Sample(
        asked=asked,
        seconds=seconds,
        rss=memory.rss / MIB,
        uss=memory.uss / MIB,
        heap=heap() / MIB,
        workers=_workers(process),
        fds=_descriptors(),
        threads=_threads(process),
        tasks=dict(Counter(_task_name(each) for each in asyncio.all_tasks())),
        shown=len(QApplication.allWidgets()),
        qt=sum(len(each.findChildren(QObject)) for each in top if each.parent() is None),
        objects=objects(),
        temporary=[str(path.relative_to(temporary)) for path in _files(temporary)],
        files=_sizes(home),
        database_cache=apsw.memory_used() / MIB,
    )


def heap() -> int:
    """Gives the bytes that the C library has handed out and not got back; 0 where it cannot tell."""
    if sys.platform != "linux":
        return 0

    class Told(ctypes.Structure):
        _fields_ = [
            (name, ctypes.c_size_t)
            for name in [
                "arena",
                "ordblks",
                "smblks",
                "hblks",
                "hblkhd",
                "usmblks",
                "fsmblks",
                "used",
                "free",
                "keep",
            ]
        ]

    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = Told
    told = ask()
    return int(told.used + told.hblkhd)


def objects(most: int = 0) -> dict[str, int]:
    """Counts what the collector knows, by type; all types, or the ``most`` frequent."""
    counted = Counter(_kind(each) for each in gc.get_objects())
    return dict(counted.most_common(most or None))


def _kind(each: object) -> str:
    """A closure is told by its name and a weak reference by what it leads to: both are what leaks."""
    if isinstance(each, FunctionType) and "<locals>" in each.__qualname__:
        return f"{each.__module__}.{each.__qualname__}"
    if type(each) is weakref.ReferenceType:
        return f"weak reference to {type(each()).__qualname__}"
    return f"{type(each).__module__}.{type(each).__qualname__}"


def _workers(process: psutil.Process) -> dict[str, float]:
    found: dict[str, float] = {}
    for child in process.children(recursive=True):
        try:
            words, used = child.cmdline(), child.memory_full_info().uss / MIB
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
    known = Counter(_without_number(each.name) for each in threading.enumerate())
    known["others"] = process.num_threads() - known.total()
    return dict(known)


def _without_number(name: str) -> str:
    return name.rstrip("0123456789").rstrip("_- ")


def _task_name(task: "asyncio.Task[Any]") -> str:
    made = task.get_coro()
    return str(getattr(made, "__qualname__", made))


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if not path.is_dir()]


def left_over(home: Path) -> list[str]:
    """Gives the files in the program's folders that were to be there for a moment only."""
    found = _files(home)
    return [str(path.relative_to(home)) for path in found if path.name.endswith(_TEMPORARY)]


def _sizes(home: Path) -> dict[str, int]:
    sizes: Counter[str] = Counter()
    for path in _files(home):
        try:
            size = path.stat().st_size
        except OSError:
            continue
        inside = path.relative_to(home).parts
        sizes["/".join(inside[:2])] += size
    return dict(sizes)
