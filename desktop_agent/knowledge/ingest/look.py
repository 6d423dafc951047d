"""Looks at sources: what is in them, and whether they are there at all."""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.catalogue_rows import Source
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.ingest.found import Found, Unseen
from desktop_agent.knowledge.ingest.pages import Pages
from desktop_agent.knowledge.ingest.scan import FolderScan


@dataclass(slots=True)
class Look:
    """What is in a source; ``unseen`` is whole when ``found`` was gone through.

    A ``partial`` look was at ``paths`` alone, and ``gone`` are those that are not there. A source
    that is ``missing`` is not there itself, as a disk that was unplugged.
    """

    source: Source
    found: Iterable[Found] = ()
    unseen: list[Unseen] = field(default_factory=list)
    missing: bool = False
    device: str = ""
    partial: bool = False
    paths: Collection[str] = ()
    gone: tuple[str, ...] = ()

    def is_there(self) -> bool:
        """Tells whether the source is there now: a disk may be unplugged while it is looked at."""
        return self.source.kind not in {"folder", "file"} or Path(self.source.path).exists()

    def was_below(self, path: str) -> bool:
        """Tells whether a path, as it is shown, was in a folder that is gone."""
        return path.startswith(tuple(f"{readable(each)}{os.sep}" for each in self.gone))


@dataclass(frozen=True, slots=True)
class Looker:
    """Looks at sources; all of it is for a thread.

    Of folders, files with one of ``suffixes`` are found; folders in ``leave_out`` are passed by.
    ``stopped`` is asked at each folder, ``entered`` is told of it.
    """

    pages: Pages
    suffixes: Collection[str]
    leave_out: Collection[str]
    stopped: Callable[[], bool]
    entered: Callable[[str], None]

    def look(self, source: Source) -> Look:
        """Looks at a whole source, as far as ``found`` is gone through."""
        if source.kind in {"snapshots", "discoveries"}:
            return self._look_at_pages(source)
        try:
            state = Path(source.path).stat()
        except OSError:
            return Look(source, missing=True, device=source.device)
        device = str(state.st_dev)
        if source.kind == "file":
            if not stat.S_ISREG(state.st_mode):
                return Look(source, missing=True)
            return Look(source, [_file(source, source.path, state)], device=device)
        if not stat.S_ISDIR(state.st_mode) or _is_unmounted(source, device):
            return Look(source, missing=True, device=source.device)
        scan = self._scan(source)
        return Look(source, _files(source, scan.files()), scan.unseen, device=device)

    def look_again(self, source: Source, paths: Collection[str]) -> Look:
        """Looks at some paths of a source, and below them."""
        whole = self.look(source)
        if source.kind != "folder" or whole.missing or source.path in paths:
            whole.found = list(whole.found)
            return whole
        scan, found, gone = self._scan(source), list[Found](), list[str]()
        for path in paths:
            try:
                found += _files(source, scan.look_at(path))
            except OSError:
                gone.append(path)
        below = (each.path for each in found)
        return Look(
            source,
            found,
            scan.unseen,
            device=whole.device,
            partial=True,
            paths={*paths, *below},
            gone=tuple(gone),
        )

    def _scan(self, source: Source) -> FolderScan:
        return FolderScan(source.path, self.suffixes, self.leave_out, self.stopped, self.entered)

    def _look_at_pages(self, source: Source) -> Look:
        try:
            return Look(source, list(self.pages.found(source)))
        except StorageError as error:
            return Look(source, unseen=[Unseen(source.path, error.message, error.remedy)])


def _files(source: Source, files: Iterable[tuple[str, os.stat_result]]) -> Iterator[Found]:
    for path, state in files:
        yield _file(source, path, state)


def _file(source: Source, path: str, state: os.stat_result) -> Found:
    return Found(source, path, state.st_size, state.st_mtime_ns)


def _is_unmounted(source: Source, device: str) -> bool:
    """Tells whether the folder is the bare place where a disk was mounted when it was last seen."""
    if not source.device or source.device == device:
        return False
    try:
        with os.scandir(source.path) as entries:
            return next(entries, None) is None
    except OSError:
        return False
