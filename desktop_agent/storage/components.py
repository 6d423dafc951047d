"""The archive of a component: checked against what it lists, and unpacked.

It is a ZIP file. ``component.json`` in it says what it is and names every other file, with its size
and its SHA-256. Its signers have signed the archive as a whole; that is no reason to let it write
outside of its folder, or fill the disk.
"""

import hashlib
import importlib
import importlib.util
import io
import json
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.files import locked, make_folder

# --- Which build of a component fits this program: by system, machine, Python and version.

NEEDED: Final = {"lancedb": ">=0.40,<0.41"}
"""What can be added, and the versions that this program works with; as in the extra of that name."""

_SYSTEMS = {"win32": "windows", "darwin": "macos"}


@dataclass(frozen=True, slots=True)
class Build:
    """A build of a component; ``python`` is as in the names of wheels, ``cp311``."""

    name: str
    version: str
    system: str
    machine: str
    python: str

    @property
    def file_name(self) -> str:
        """What its archive is called."""
        return f"{self.name}-{self.version}-{self.system}-{self.machine}-{self.python}.zip"


def build_for_here(name: str, version: str = "") -> Build:
    """Gives the build that would fit this program on this machine."""
    system = _SYSTEMS.get(sys.platform, sys.platform)
    return Build(
        name,
        version,
        system,
        platform.machine().lower(),
        f"cp{sys.version_info.major}{sys.version_info.minor}",
    )


def misfit(build: Build) -> str:
    """Tells why a build cannot be used here, as in "it is for Python 3.12"; "" where it can."""
    here = build_for_here(build.name)
    if build.name not in NEEDED:
        return "it is not known to this program"
    if (build.system, build.machine) != (here.system, here.machine):
        return f"it is for {build.system} on {build.machine}"
    if build.python != here.python:
        return f"it is for another Python ({build.python}; this is {here.python})"
    return _version_misfit(build)


def newness(version: str) -> tuple[bool, object]:
    """Gives what versions are sorted by; one that is no version comes before all others."""
    from packaging.version import InvalidVersion, Version

    try:
        return True, Version(version)
    except InvalidVersion:
        return False, version


def _version_misfit(build: Build) -> str:
    from packaging.specifiers import SpecifierSet
    from packaging.version import InvalidVersion, Version

    needed = NEEDED[build.name]
    try:
        fits = Version(build.version) in SpecifierSet(needed)
    except InvalidVersion:
        return "its version cannot be read"
    return "" if fits else f"this program needs {needed}"


MANIFEST: Final = "component.json"
MOST_BYTES: Final = 2 << 30
"""Of all files of a component together."""
MOST_FILES: Final = 20_000

_MANIFEST_MOST = 8 << 20
_MOST_RATIO = 30
"""How often larger than itself an archive may become; libraries come to 4."""
_SMALL = 1 << 20
_BLOCK = 1 << 20
_PATH_MOST = 200
_END, _END_BYTES = b"PK\x05\x06", 22
_DIRECTORY_BYTES = 512
"""That a member takes in the directory at the end, at most."""

_PLAIN = re.compile(r"[A-Za-z0-9_+@=,. -]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)

Told = Callable[[int], None]
"""Told of the bytes that have been unpacked."""


class Stopped(Exception):
    """The unpacking was to end."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``component.json`` says; ``files`` gives size in bytes and SHA-256 by path."""

    build: Build
    files: Mapping[str, tuple[int, str]]

    @property
    def unpacked(self) -> int:
        """Bytes of all its files."""
        return sum(size for size, _ in self.files.values())


def read_manifest(data: bytes) -> Manifest:
    """Gives what a manifest says; raises `ValueError` where it is none."""
    try:
        read: Any = json.loads(data)
        build = Build(
            *(str(read[key]) for key in ("name", "version", "system", "machine", "python"))
        )
        files = {path: (int(size), str(digest)) for path, (size, digest) in read["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("its list of files cannot be read") from None
    if not all(
        _PLAIN.fullmatch(each) and each[0].isalnum() for each in (build.name, build.version)
    ):
        raise ValueError("its name or version is none")
    if any(size < 0 for size, _ in files.values()):
        raise ValueError("its list of files cannot be read")
    return Manifest(build, files)


def unpack(
    archive: Path, folder: Path, most_bytes: int, told: Told, stopped: Callable[[], bool]
) -> Manifest:
    """Writes the files of an archive into a folder, each to the disk itself.

    ``most_bytes`` is what its signers say that it becomes, 0 where they do not.

    Raises:
        StorageError: it is damaged, or holds what no component holds; what has been written by then
            is for the caller to remove. So it is where the disk is full.
        Stopped: ``stopped`` said so.
    """
    try:
        with archive.open("rb") as file:
            _check_end(file)
            with zipfile.ZipFile(file) as opened:
                manifest = _checked(opened, archive.stat().st_size, most_bytes)
                _write_all(opened, manifest, folder, told, stopped)
                return manifest
    except (ValueError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        told_of = str(error) if type(error) is ValueError else "it is damaged"
        raise StorageError(f"The archive {archive.name} is not used: {told_of}.") from None
    except OSError as error:
        raise StorageError(
            f"{archive.name} cannot be unpacked: {error.strerror}.",
            "Check that the disk is not full and who may write to that folder.",
        ) from None


def _check_end(file: IO[bytes]) -> None:
    """Refuses a directory that would take much memory, before it is read."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    if len(end) < _END_BYTES or not end.startswith(_END):
        raise ValueError("it is damaged")
    count = int.from_bytes(end[10:12], "little")
    directory = int.from_bytes(end[12:16], "little")
    if count > MOST_FILES or directory > count * _DIRECTORY_BYTES:
        raise ValueError("it holds too many files")
    file.seek(0)


def _checked(opened: zipfile.ZipFile, size: int, most_bytes: int) -> Manifest:
    listed = {info.filename: info for info in opened.infolist()}
    if len(listed) != len(opened.infolist()):
        raise ValueError("a file is in it twice")
    if len(listed) > MOST_FILES:
        raise ValueError("it holds too many files")
    for info in listed.values():
        _check_member(info)
    total = sum(info.file_size for info in listed.values())
    if total > min(MOST_BYTES, most_bytes + _SMALL if most_bytes else MOST_BYTES):
        raise ValueError("it holds more than its signers say")
    if total > _SMALL and total > _MOST_RATIO * size:
        raise ValueError("it would become far larger than it is")
    told = listed.pop(MANIFEST, None)
    if told is None or told.file_size > _MANIFEST_MOST:
        raise ValueError("its list of files is missing")
    manifest = read_manifest(opened.read(told))
    if {name: info.file_size for name, info in listed.items()} != {
        name: length for name, (length, _) in manifest.files.items()
    }:
        raise ValueError("it holds other files than it lists")
    _check_paths(listed)
    return manifest


def _check_member(info: zipfile.ZipInfo) -> None:
    parts = info.filename.split("/")
    if (
        info.orig_filename != info.filename
        or len(info.filename) > _PATH_MOST
        or not all(_is_plain(part) for part in parts)
    ):
        raise ValueError(f"it holds a file {info.filename[:80]!r}")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise ValueError(f"{info.filename!r} is no plain file")
    if info.flag_bits & 0x1:
        raise ValueError("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("it is compressed in an unknown way")


def _is_plain(part: str) -> bool:
    """True for a name that means the same on every system, and no other place."""
    return (
        bool(_PLAIN.fullmatch(part))
        and not part.endswith((".", " "))
        and not _DEVICES.fullmatch(part)
    )


def _check_paths(names: Mapping[str, zipfile.ZipInfo]) -> None:
    """Refuses two paths of which one would be written over the other, or into it."""
    folded = {name.casefold() for name in names} | {MANIFEST}
    if len(folded) != len(names) + 1:
        raise ValueError("two of its files have one name")
    folders = {str(parent) for name in folded for parent in PurePosixPath(name).parents}
    if folders & folded:
        raise ValueError("one of its files is a folder as well")


def _write_all(
    opened: zipfile.ZipFile,
    manifest: Manifest,
    folder: Path,
    told: Told,
    stopped: Callable[[], bool],
) -> None:
    written = 0
    for name, (_, digest) in manifest.files.items():
        target = folder.joinpath(*name.split("/"))
        target.parent.mkdir(parents=True, exist_ok=True)
        found = hashlib.sha256()
        with opened.open(name) as source, target.open("xb") as file:
            while block := source.read(_BLOCK):
                if stopped():
                    raise Stopped
                found.update(block)
                file.write(block)
                written += len(block)
                told(written)
            file.flush()
            os.fsync(file.fileno())
        if found.hexdigest() != digest:
            raise ValueError(f"{name} is not what it lists")
    with (folder / MANIFEST).open("xb") as file:
        file.write(opened.read(MANIFEST))
        file.flush()
        os.fsync(file.fileno())


# --- Added components in this process: found, put where imports look, and kept from being removed.
#
# ``<folder>/<name>/<version>/`` is a component; it is there whole or not at all. The file ``REMOVED``
# in it says that it is to go: what a running program has loaded is removed when none uses it.

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


# --- The folder of components: what comes into it, and what goes.

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
