"""What a process holds: threads, open files and sockets, processes below it."""

import gc
import threading
import time
from collections import Counter
from pathlib import Path

import psutil

_POOLED = (
    *("asyncio_", "ThreadPoolExecutor", "waitpid-", "AnyIO", "QDBus", "Thread-1 (run)"),
    "keyring",  # a call to one that hangs cannot be ended; its thread does not keep the program
)


def held(home: Path) -> Counter[str]:
    """Counts what is held now; files count where they are the program's own."""
    gc.collect()
    held: Counter[str] = Counter()
    for thread in threading.enumerate():
        if not thread.name.startswith(_POOLED) and thread.is_alive():
            held[f"thread {thread.name}"] += 1
    for child in psutil.Process().children():
        try:
            held[f"process {child.name()}"] += child.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            continue
    for link in Path("/proc/self/fd").iterdir() if Path("/proc/self/fd").is_dir() else ():
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target.startswith("socket:"):
            held["sockets"] += 1
        elif target.startswith("pipe:"):
            held["pipes"] += 1
        elif target.startswith(str(home)):
            held[f"file {Path(target).name}"] += 1
    return held


def left_over(home: Path, before: Counter[str], seconds: float = 5.0) -> list[str]:
    """Gives what is held beyond ``before``, once it had time to go."""
    deadline = time.monotonic() + seconds
    while True:
        more = held(home) - before
        if not more or time.monotonic() > deadline:
            return [f"{count} more {what}" for what, count in sorted(more.items())]
        time.sleep(0.05)
