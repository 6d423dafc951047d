"""Everything of a person as one file, and back."""

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from desktop_agent import __version__
from desktop_agent.core.backup import BackupInfo
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.backup_places import Names, databases, names, sources
from desktop_agent.storage.backup_reading import look, unpack
from desktop_agent.storage.backup_watch import Watch
from desktop_agent.storage.backup_writing import write_backup
from desktop_agent.storage.database_form import Form
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.restoring import restoring_folder, unpacking_folder

Progress = Callable[[int, int], None]
"""Told, in the event loop, of bytes that are done and of all there are; both are estimates."""

SUFFIX = ".agentbackup"

_TOLD_EVERY_S = 0.05

Result = TypeVar("Result")


class Backups:
    """Writes, looks at and restores backups. Its work is done in threads, and can be cancelled."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths._replace(workspace=None)

    async def write(
        self, path: Path, progress: Progress | None = None, *, index: bool = False
    ) -> BackupInfo:
        """Writes everything into one file, while the program works.

        Keys are not in it, nor what can be had again: the cache, logs, what was added to the program.
        With ``index`` the index of the documents is: it saves the time to make it anew, but holds the
        texts of all documents, and takes several times their room. LanceDB's is never in it.

        Raises:
            StorageError: something cannot be read, or the file not written; what was at ``path``
                still is.
        """
        found = sources(self._paths, _forms(), index=index)

        def work(watch: Watch) -> BackupInfo:
            return write_backup(found, path, __version__, watch)

        return await _in_thread(work, progress)

    async def look(self, path: Path) -> BackupInfo:
        """Tells what a backup holds; its contents are not read.

        Raises:
            StorageError: it is no backup, is damaged, or was written by a newer program.
        """
        return await asyncio.to_thread(look, path, self._known(), self._forms())

    async def restore(self, path: Path, progress: Progress | None = None) -> BackupInfo:
        """Checks a backup whole and unpacks it; at the next start it takes everything's place.

        What is there then is kept in a folder beside that of the data. One that was restored before,
        and waits, is given up for this one.

        Raises:
            StorageError: it is no backup, is damaged, was written by a newer program, or there is not
                room enough. Nothing is changed then.
        """

        def work(watch: Watch) -> BackupInfo:
            return self._restore(path, watch)

        return await _in_thread(work, progress)

    async def waiting(self) -> bool:
        """Tells whether a backup takes everything's place at the next start."""
        return await asyncio.to_thread(restoring_folder(self._paths).exists)

    async def give_up(self) -> None:
        """Leaves everything as it is: a backup that waits is not restored."""

        def work() -> None:
            staged, part = restoring_folder(self._paths), unpacking_folder(self._paths)
            shutil.rmtree(part, ignore_errors=True)
            with suppress(FileNotFoundError):
                staged.rename(part)
            shutil.rmtree(part, ignore_errors=True)

        await asyncio.to_thread(work)

    def _known(self) -> Names:
        return names(sources(self._paths, _forms(), index=True))

    def _forms(self) -> dict[str, Form]:
        return databases(sources(self._paths, _forms(), index=True))

    def _restore(self, path: Path, watch: Watch) -> BackupInfo:
        from desktop_agent.storage.file_lock import locked

        staged, part = restoring_folder(self._paths), unpacking_folder(self._paths)
        with locked(staged):
            shutil.rmtree(part, ignore_errors=True)
            try:
                info = unpack(path, part, self._known(), self._forms(), watch)
                _try_to_move(part, self._paths.data)
                if staged.exists():
                    shutil.rmtree(staged)
                part.rename(staged)
            except OSError as error:
                raise StorageError(
                    f"The backup cannot be restored: {error}.", "Nothing was changed."
                ) from None
            finally:
                shutil.rmtree(part, ignore_errors=True)
        return info


def _forms() -> Mapping[str, Form]:
    from desktop_agent.knowledge import catalogue_schema
    from desktop_agent.knowledge.index import schema

    return {"catalogue.db": catalogue_schema.FORM, "index.db": schema.FORM}


def _try_to_move(part: Path, data: Path) -> None:
    """Finds out now whether renaming into the data works; at the next start nobody could be told."""
    from desktop_agent.storage.private_file import make_folder

    make_folder(data)
    probe, there = part / ".probe", data / ".restore-probe"
    probe.touch()
    try:
        probe.rename(there)
    except OSError as error:
        raise StorageError(
            f"Nothing can be moved from {part.parent} into {data}: {error.strerror}.",
            "Both have to be on one disk; nothing was changed.",
        ) from None
    there.unlink()


async def _in_thread(work: Callable[[Watch], Result], progress: Progress | None) -> Result:
    """Carries out work in a thread; cancelled, it waits until the thread has tidied up."""
    loop = asyncio.get_running_loop()
    stop = threading.Event()
    last = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if progress is not None and (done == total or now - last >= _TOLD_EVERY_S):
            last = now
            loop.call_soon_threadsafe(progress, done, total)

    working = asyncio.ensure_future(asyncio.to_thread(work, Watch(stop.is_set, tell)))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([working])
        if not working.cancelled():
            working.exception()  # it is what was wanted
        raise
