"""Added components in this process: found, put where imports look, and kept from being removed.

``<folder>/<name>/<version>/`` is a component; it is there whole or not at all. The file ``REMOVED``
in it says that it is to go: what a running program has loaded is removed when none uses it.
"""

import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from desktop_agent.storage.component_archive import MANIFEST, read_manifest
from desktop_agent.storage.component_fit import Build, misfit, newness

if sys.platform != "win32":
    import fcntl

REMOVED: Final = "REMOVED"

_activating = threading.Lock()
_used: dict[Path, int] = {}
"""Folders on ``sys.path``, each with the descriptor that tells other processes so."""


@dataclass(frozen=True, slots=True)
class Added:
    """A component that was added; ``size`` is of its files in bytes, ``misfit`` why it is not used."""

    build: Build
    folder: Path
    size: int
    misfit: str


def added(folder: Path, name: str) -> tuple[Added, ...]:
    """Gives what was added under that name, the newest first; what is to be removed is not in it."""
    found = []
    with suppress(OSError):
        for each in (folder / name).iterdir():
            if each.name.startswith(".") or (each / REMOVED).exists():
                continue
            with suppress(OSError, ValueError):
                manifest = read_manifest((each / MANIFEST).read_bytes())
                build = manifest.build
                if (build.name, build.version) == (name, each.name):
                    found.append(Added(build, each, manifest.unpacked, misfit(build)))
    return tuple(sorted(found, key=lambda one: newness(one.build.version), reverse=True))


def is_builtin(folder: Path, name: str) -> bool:
    """True where a package can be imported without anything that was added."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):  # what stands in sys.modules has no spec
        return name in sys.modules
    if spec is None:
        return False
    return spec.origin is None or not Path(spec.origin).is_relative_to(folder)


def activate(folder: Path, name: str) -> str:
    """Lets a component be imported from here on, where it was added and is not there anyway.

    What belongs to the program itself wins over what a component brings.

    Returns:
        Why what was added is not used, as "LanceDB 0.39 is …"; "" where it is, or nothing was added.
    """
    with _activating:
        if is_builtin(folder, name) or any(each.parent == folder / name for each in _used):
            return ""
        return _activate(folder, name)


def _activate(folder: Path, name: str) -> str:
    descriptor = _begin_use(folder, name)
    there = added(folder, name)
    fitting = next((each for each in there if not each.misfit), None)
    if fitting is None:
        if descriptor >= 0:
            os.close(descriptor)
        return f"{name} {there[0].build.version} was added, but {there[0].misfit}" if there else ""
    _used[fitting.folder] = descriptor
    sys.path.append(str(fitting.folder))
    importlib.invalidate_caches()
    return ""


@contextmanager
def unused(folder: Path, name: str) -> Iterator[bool]:
    """Tells whether no process uses a component; none begins to meanwhile.

    On Windows it knows of this process alone; there the system itself keeps what others have loaded.
    """
    if sys.platform == "win32":
        yield not any(each.parent == folder / name for each in _used)
        return
    descriptor = os.open(_use_file(folder, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def _begin_use(folder: Path, name: str) -> int:
    """Gives a descriptor that is held for as long as the process lives; -1 where there can be none."""
    if sys.platform == "win32" or not (folder / name).is_dir():
        return -1
    try:
        descriptor = os.open(_use_file(folder, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:  # a folder that may only be read: nobody removes anything from it
        return -1
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def _use_file(folder: Path, name: str) -> Path:
    return folder / f"{name}.used"
