"""A small disk of its own for a home, where this process may mount one."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Room:
    """A disk that can be filled to its last byte, and emptied again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filling = folder / "filling"

    def fill(self, left: int) -> None:
        with self._filling.open("ab") as file:
            while (free := shutil.disk_usage(self.folder).free) > left:
                size = os.fstat(file.fileno()).st_size
                try:
                    os.posix_fallocate(file.fileno(), 0, size + free - left)
                except OSError as error:  # somebody else has taken some of it meanwhile
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self) -> None:
        self._filling.unlink(missing_ok=True)


@contextmanager
def _mounted(folder: Path, *how: str) -> Iterator[None]:
    """Mount something over a folder; skips the test where that is not allowed."""
    mount = shutil.which("mount")
    if mount is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("nothing can be mounted by this user")
    if subprocess.run([mount, *how, str(folder)], capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def small_disk(folder: Path, size: str = "48m") -> Iterator[Room]:
    """Mounts one in memory; skips the test where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    with _mounted(folder, "-t", "tmpfs", "-o", f"size={size}", "none"):
        yield Room(folder)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Lets nothing be written below a folder, not even by root; skips where that is not allowed."""
    with _mounted(folder, "--bind", str(folder)):
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield
