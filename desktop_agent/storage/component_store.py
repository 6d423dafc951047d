"""The folder of components: what comes into it, and what goes."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.component_archive import Told, unpack
from desktop_agent.storage.component_fit import misfit
from desktop_agent.storage.component_use import REMOVED, Added, activate, added, is_builtin, unused
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.private_file import make_folder

_COMING, _GOING = ".new-", ".gone-"
_SPARE = 64 << 20
"""Bytes that are left free on the disk."""


class ComponentStore:
    """Components in a folder, ``<folder>/<name>/<version>/`` each. All methods block.

    One is unpacked beside its place and then moved there, so that what a crash leaves behind is never
    taken for it; `tidy` removes that.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def added(self, name: str) -> tuple[Added, ...]:
        """Gives what was added under that name, the newest first."""
        return added(self._folder, name)

    def is_builtin(self, name: str) -> bool:
        """True where it is there without having been added."""
        return is_builtin(self._folder, name)

    def activate(self, name: str) -> str:
        """Lets it be imported; as `component_use.activate`."""
        return activate(self._folder, name)

    @contextmanager
    def coming(self, name: str, needed: int) -> Iterator[Path]:
        """Gives an empty folder to bring an archive to; it is gone afterwards.

        ``needed`` is what the archive and its files take, in bytes.

        Raises:
            StorageError: the disk has not as much room, another process is adding it, or the folder
                cannot be written.
        """
        place = self._folder / name
        with self._alone(name):
            self._tidy(name)
            make_folder(place)
            try:
                free = shutil.disk_usage(place).free
                if free < needed + _SPARE:
                    raise StorageError(
                        f"{name} needs {_mb(needed + _SPARE)} on the disk of {place}, which has "
                        f"{_mb(free)}.",
                        "Make room, then add it again.",
                    )
                temporary = Path(tempfile.mkdtemp(prefix=_COMING, dir=place))
            except OSError as error:
                raise _cannot("written", place, error) from None
            try:
                yield temporary
            finally:
                shutil.rmtree(temporary, ignore_errors=True)

    def put(
        self,
        name: str,
        archive: Path,
        most_bytes: int,
        told: Told,
        stopped: Callable[[], bool],
    ) -> Added:
        """Unpacks an archive that lies in the folder of `coming`; other versions are to be removed.

        Raises:
            StorageError: the archive is damaged or no such component, does not fit this program, or
                the disk is full.
            component_archive.Stopped: ``stopped`` said so.
        """
        content = archive.parent / "content"
        make_folder(content)
        manifest = unpack(archive, content, most_bytes, told, stopped)
        build = manifest.build
        why = "it is another component" if build.name != name else misfit(build)
        if why:
            raise StorageError(f"The archive {archive.name} is not used: {why}.")
        place = self._folder / name
        target = place / build.version
        try:
            _sync_folders(content)
            self._clear(name, target)
            content.replace(target)
            _sync_folders(place, deep=False)
        except OSError as error:
            raise _cannot("written", target, error) from None
        self._mark(name, but=build.version)
        self._tidy(name)
        return Added(build, target, manifest.unpacked, "")

    def take_back(self, name: str, version: str) -> None:
        """Keeps a version that was to be removed, where it is still there; it is whole then."""
        mark = self._folder / name / version / REMOVED
        if mark.exists():
            with self._alone(name), suppress(OSError):
                mark.unlink()

    def remove(self, name: str) -> bool:
        """Removes a component; False where it is in use, and goes when `tidy` finds that it is not.

        Raises:
            StorageError: the folder cannot be written, or another process is adding it.
        """
        if not (self._folder / name).exists():
            return True
        with self._alone(name):
            self._mark(name)
            return self._tidy(name)

    def tidy(self, name: str) -> bool:
        """Removes what is to go, or was never finished; True where nothing of that is left."""
        if not (self._folder / name).exists():
            return True
        try:
            with self._alone(name):
                return self._tidy(name)
        except StorageError:  # somebody is adding it
            return False

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        with locked(self._folder / name, timeout_s=0.5):
            yield

    def _clear(self, name: str, target: Path) -> None:
        """Moves away what stands where a component is to come: a damaged one of that version."""
        if not target.exists():
            return
        with unused(self._folder, name) as free:
            if not free:
                raise StorageError(f"{name} is in use.", "Close Desktop Agent, then add it again.")
            target.replace(Path(tempfile.mkdtemp(prefix=_GOING, dir=target.parent)) / "old")

    def _mark(self, name: str, but: str = "") -> None:
        try:
            for each in (self._folder / name).iterdir():
                if each.is_dir() and not each.name.startswith(".") and each.name != but:
                    (each / REMOVED).touch()
        except OSError as error:
            raise _cannot("removed", self._folder / name, error) from None

    def _tidy(self, name: str) -> bool:
        """Moves what is to go aside while nobody uses it, and then deletes it, which takes longer."""
        place = self._folder / name
        try:
            going = [each for each in place.iterdir() if (each / REMOVED).exists()]
            if going:
                with unused(self._folder, name) as free:
                    for each in going if free else ():
                        each.replace(Path(tempfile.mkdtemp(prefix=_GOING, dir=place)) / "old")
            for each in place.iterdir():
                if each.name.startswith((_COMING, _GOING)):
                    shutil.rmtree(each, ignore_errors=True)
            left = [
                each
                for each in place.iterdir()
                if (each / REMOVED).exists() or each.name.startswith((_COMING, _GOING))
            ]
        except OSError:  # Windows does not let a library be moved that somebody has loaded
            return False
        return not left


def _sync_folders(root: Path, *, deep: bool = True) -> None:
    if os.name != "posix":
        return  # Windows has no handle of a folder to sync
    for parent in [each[0] for each in os.walk(root)] if deep else [str(root)]:
        descriptor = os.open(parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _cannot(done: str, place: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{place} cannot be {done}: {error.strerror}.",
        "Check that the disk is not full and who may write to that folder.",
    )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
