"""Replace all user data with an unpacked backup at startup, before any file is opened.

Each item of the old data is moved to a separate folder, and the unpacked item takes its place. The
steps are first written to a journal. If the process is killed, the next start completes the
restore. If an item cannot be renamed, all steps are rolled back. The program therefore never opens
a mix of old and new data.
"""

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.storage.files import locked, make_folder, name_with, sync_folder, write_atomic
from desktop_agent.storage.paths import Paths

_JOURNAL = "journal.json"
_KEPT = ".before-restore-"
_PART = ".unpacking"
_OVER = ".restored"


def restoring_folder(paths: Paths) -> Path:
    """Return `Paths.restoring`, with symbolic links in the data folder's path resolved."""
    return paths._replace(data=Path(os.path.realpath(paths.data))).restoring


def unpacking_folder(paths: Paths) -> Path:
    """Return the folder for unpacking a backup; it becomes `restoring_folder` when complete."""
    return name_with(restoring_folder(paths), _PART)


def complete_restore(paths: Paths) -> RestoreOutcome | None:
    """Apply a pending restore, or return None. Call this before opening user data.

    Raise `StorageError` if a restore has begun but can be neither completed nor rolled back now. No
    data is lost in this case, but user data must not be opened.
    """
    if not os.path.lexists(staged := restoring_folder(paths)):
        return None
    try:
        with locked(staged):
            return _Restore(paths, staged).finish() if staged.exists() else None
    except StorageError:
        if (staged / _JOURNAL).exists():
            raise
        return RestoreOutcome(done=False, why=f"{staged} is in use by another process.")


def tidy(paths: Paths) -> None:
    """Remove the remains of restores, except the newest folder of replaced data."""
    staged = restoring_folder(paths)
    if staged.exists():
        return
    for rest in (unpacking_folder(paths), name_with(staged, _OVER)):
        shutil.rmtree(rest, ignore_errors=True)
    for empty in kept_folders(paths):  # left by a restore that did not begin
        with suppress(OSError):
            empty.rmdir()
    for old in kept_folders(paths)[1:]:
        shutil.rmtree(old, ignore_errors=True)


def kept_folders(paths: Paths) -> tuple[Path, ...]:
    """Return the folders that contain data replaced by restores, newest first."""
    data = Path(os.path.realpath(paths.data))
    try:
        found = [p for p in data.parent.iterdir() if p.name.startswith(data.name + _KEPT)]
    except OSError:
        return ()
    return tuple(sorted(found, reverse=True))


class _Step(NamedTuple):
    """The replacement of one item: its path, the new data, and where the old data is kept."""

    name: str
    new: Path
    place: Path
    old: Path
    moves: bool
    had: bool
    has: bool

    def carry_out(self) -> None:
        """Replace the old item with the new one, unless this has already been done."""
        if not self.moves:
            self._write()
            return
        if self.has and not self.new.exists():
            return
        if self.had and not os.path.lexists(self.old):
            make_folder(self.old.parent)
            self.place.rename(self.old)
        if self.has:
            make_folder(self.place.parent)
            self.new.rename(self.place)

    def take_back(self) -> None:
        """Restore the old item if it has been replaced."""
        if not self.moves:
            if self.had and self.old.exists():
                write_atomic(self.place, self.old.read_bytes())
            elif not self.had:
                self.place.unlink(missing_ok=True)
            return
        if self.has and not self.new.exists():
            self.place.rename(self.new)
        if self.had and os.path.lexists(self.old):
            self.old.rename(self.place)

    def _write(self) -> None:
        """Overwrite the item by copying, because it may be a symbolic link to another disk."""
        if self.had and not self.old.exists():
            write_atomic(self.old, self.place.read_bytes())
        if self.has:
            write_atomic(self.place, self.new.read_bytes())
        else:
            self.place.unlink(missing_ok=True)


class _Restore:
    def __init__(self, paths: Paths, staged: Path) -> None:
        from desktop_agent.storage.backup.contents import items

        self._paths = paths._replace(workspace=None)
        self._staged = staged
        self._journal = staged / _JOURNAL
        self._items = items(paths)

    def finish(self) -> RestoreOutcome:
        begun = self._read()
        if begun is None:
            if why := self._in_use():
                return RestoreOutcome(done=False, why=why)
            begun = self._begin()
        kept, back, steps = begun
        if not back:
            try:
                for step in steps:
                    step.carry_out()
            except (OSError, StorageError) as error:
                self._note(kept, steps, back=True)
                self._take_back(kept, steps, error)
                return RestoreOutcome(
                    done=False, why=f"a file or folder cannot be replaced: {error}."
                )
            return self._end(kept)
        self._take_back(kept, steps, None)
        return RestoreOutcome(done=False, why="it was undone.")

    def _in_use(self) -> str:
        """Describe what is still using the data, or return ""."""
        from desktop_agent.storage.database import is_database_in_use

        paths = self._paths
        knowledge = (paths.knowledge / "catalogue.db", paths.knowledge / "index.db")
        for path in (paths.conversations_file, paths.run_list_file, *knowledge):
            if path.exists() and is_database_in_use(path):
                return f"another copy of Desktop Agent has {path} open."
        return _held(paths.unfinished)

    def _begin(self) -> tuple[Path, bool, list[_Step]]:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        data = Path(os.path.realpath(self._paths.data))
        kept = data.with_name(f"{data.name}{_KEPT}{stamp}")
        steps = [
            self._step(
                item.name,
                kept,
                had=os.path.lexists(item.path),
                has=(self._staged / item.name).exists(),
            )
            for item in self._items
        ]
        make_folder(kept)
        self._note(kept, steps, back=False)
        return kept, False, steps

    def _step(self, name: str, kept: Path, *, had: bool, has: bool) -> _Step:
        item = next(each for each in self._items if each.name == name)
        return _Step(name, self._staged / name, item.path, kept / name, item.moves, had, has)

    def _note(self, kept: Path, steps: Iterable[_Step], *, back: bool) -> None:
        rows = {step.name: [step.had, step.has] for step in steps}
        document = {"kept": kept.name, "back": back, "steps": rows}
        write_atomic(self._journal, json.dumps(document).encode())

    def _read(self) -> tuple[Path, bool, list[_Step]] | None:
        try:
            document = json.loads(self._journal.read_bytes())
            kept = self._staged.with_name(document["kept"])
            rows = document["steps"].items()
            steps = [self._step(name, kept, had=row[0], has=row[1]) for name, row in rows]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
            raise StorageError(
                f"{self._journal} cannot be read: {error}.",
                "A restore was in progress. Open the latest version of Desktop Agent, which may be "
                "able to finish it.",
            ) from None
        return kept, document["back"] is True, steps

    def _take_back(self, kept: Path, steps: Iterable[_Step], cause: Exception | None) -> None:
        try:
            for step in steps:
                step.take_back()
            shutil.rmtree(kept, ignore_errors=True)  # it only has copies of the settings
            self._journal.unlink()
        except (OSError, StorageError) as error:
            raise StorageError(
                "A restore was interrupted and can no longer be finished or undone: "
                f"{cause or error}.",
                "Close anything using Desktop Agent's files, or restart the computer, then start "
                "again. Nothing is lost.",
            ) from None

    def _end(self, kept: Path) -> RestoreOutcome:
        for folder in (self._paths.data, kept, kept.parent):
            if folder.exists():
                sync_folder(folder)
        over = name_with(self._staged, _OVER)
        shutil.rmtree(over, ignore_errors=True)
        self._staged.rename(over)
        sync_folder(over.parent)
        shutil.rmtree(over, ignore_errors=True)
        with suppress(OSError):
            name_with(self._staged, ".lock").unlink(missing_ok=True)
        return RestoreOutcome(done=True, kept=str(kept))


def _held(folder: Path) -> str:
    for lock in folder.glob("*.lock"):
        try:
            with locked(lock.with_name(lock.name.removesuffix(".lock")), timeout_s=0):
                pass
        except StorageError:
            return "another copy of Desktop Agent is running a task."
    return ""
