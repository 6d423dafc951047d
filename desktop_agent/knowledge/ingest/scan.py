"""Looks through a folder for the files that can be indexed."""

import os
import stat
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from desktop_agent.core.file_names import shown_name
from desktop_agent.knowledge.ingest.found import Unseen

_LEFT_OUT = frozenset(
    {
        "__macosx",
        "__pycache__",
        "$recycle.bin",
        "bower_components",
        "cvs",
        "lost+found",
        "node_modules",
        "site-packages",
        "system volume information",
    }
)
"""Folders of programs and systems, not of documents; those with a dot are hidden anyway."""

_MARKS = frozenset({"CACHEDIR.TAG", "pyvenv.cfg"})
"""Files that say of their folder that it is a cache (bford.info/cachedir) or holds libraries."""

_HIDDEN = stat.FILE_ATTRIBUTE_HIDDEN | stat.FILE_ATTRIBUTE_SYSTEM


@dataclass(slots=True)
class FolderScan:
    """The files below ``root`` that have one of ``suffixes`` (lower case, with their dot).

    Left out are what is hidden, folders of version control, dependencies and caches, those in
    ``leave_out`` (exact paths), links to folders, links out of ``root``, and what is neither a file
    nor a folder. Nothing is opened but the folders, and there is no recursion. ``unseen`` gathers
    the folders that could not be looked into. ``stopped`` is asked before each folder.
    """

    root: str
    suffixes: Collection[str]
    leave_out: Collection[str] = ()
    stopped: Callable[[], bool] = bool
    entered: Callable[[str], None] = lambda _: None
    unseen: list[Unseen] = field(default_factory=list)

    def files(self, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
        """Gives path and state of each file of ``root``, or of one folder in it."""
        pending, visited = [below or self.root], set[tuple[int, int]]()
        while pending and not self.stopped():
            folder = pending.pop()
            self.entered(folder)
            for entry in self._entries(folder, visited):
                try:
                    if entry.is_dir(follow_symlinks=False):
                        if self._is_wanted_folder(entry.path, entry.name):
                            pending.append(entry.path)
                    elif self._is_wanted_name(entry.name):
                        found = self._state(entry)
                        if found is not None:
                            yield entry.path, found
                except OSError:
                    continue  # it went away just now

    def _entries(self, folder: str, visited: set[tuple[int, int]]) -> "Sequence[os.DirEntry[str]]":
        """Lists a folder; nothing of one that was come by already, as on a mount within itself."""
        try:
            found = Path(folder).stat()
            identity = (found.st_dev, found.st_ino)
            if identity in visited:
                return ()
            visited.add(identity)
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError as error:
            self.unseen.append(_unseen(folder, error))
            return ()
        return listed if _MARKS.isdisjoint(entry.name for entry in listed) else ()

    def covers(self, path: str) -> bool:
        """Tells whether a path below ``root`` would be come by: nothing above it is left out."""
        folder = Path(self.root)
        *above, name = Path(path).relative_to(folder).parts
        for part in (*above, ""):
            if any((folder / mark).exists() for mark in _MARKS):
                return False
            folder /= part
            if part and (folder.is_symlink() or not self._is_wanted_folder(str(folder), part)):
                return False
        return not name.startswith(".")

    def passes_by(self, path: str) -> bool:
        """Tells whether a path below ``root`` is left out by its name alone, or that of a folder."""
        if any(path == each or path.startswith(f"{each}{os.sep}") for each in self.leave_out):
            return True
        parts = Path(path).relative_to(self.root).parts
        return any(part.startswith(".") or part.lower() in _LEFT_OUT for part in parts)

    def look_at(self, path: str) -> Iterator[tuple[str, os.stat_result]]:
        """Gives a file, or all files of a folder, that was added or changed below ``root``.

        Raises:
            FileNotFoundError: it is not there.
        """
        found = os.lstat(path)
        if not self.covers(path):
            return
        name = Path(path).name
        if stat.S_ISDIR(found.st_mode):
            if self._is_wanted_folder(path, name):
                yield from self.files(path)
        elif self._is_wanted_name(name):
            state = self._checked(path, found, is_link=stat.S_ISLNK(found.st_mode))
            if state is not None:
                yield path, state

    def _is_wanted_folder(self, path: str, name: str) -> bool:
        return (
            not name.startswith(".")
            and name.lower() not in _LEFT_OUT
            and path not in self.leave_out
        )

    def _is_wanted_name(self, name: str) -> bool:
        # "~$report.docx" is what an office program keeps beside a document that is open
        suffix = name[name.rfind(".") :].lower()
        return suffix in self.suffixes and not name.startswith((".", "~$"))

    def _state(self, entry: "os.DirEntry[str]") -> os.stat_result | None:
        return self._checked(
            entry.path, entry.stat(follow_symlinks=False), is_link=entry.is_symlink()
        )

    def _checked(self, path: str, found: os.stat_result, *, is_link: bool) -> os.stat_result | None:
        if is_link:
            target = os.path.realpath(path)  # Path.resolve raises for a link to itself
            if not Path(target).is_relative_to(os.path.realpath(self.root)):
                return None
            found = Path(target).stat()
        if sys.platform == "win32" and found.st_file_attributes & _HIDDEN:
            return None
        return found if stat.S_ISREG(found.st_mode) else None


def _unseen(folder: str, error: OSError) -> Unseen:
    name = shown_name(Path(folder).name or folder)
    return Unseen(
        folder,
        f"The folder {name} cannot be looked into: {error.strerror or error}.",
        "Check who may read it.",
    )
