"""Find and download files in a signed repository; each visit runs in its own thread.

Between visits, a folder keeps the chain of root metadata, the last verified metadata, and the
highest versions seen. Since these files may be lost or damaged, each visit starts with the root
metadata built into the program and verifies everything again, including the files on disk.
"""

import hashlib
import json
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tuf.api import exceptions
from tuf.api.exceptions import DownloadHTTPError
from tuf.api.serialization import DeserializationError
from tuf.ngclient.fetcher import FetcherInterface
from tuf.ngclient.updater import Updater

from desktop_agent.core.errors import StorageError, UpdateError
from desktop_agent.core.network import is_loopback
from desktop_agent.storage.files import locked, make_folder, read_small_json, write_atomic
from desktop_agent.web.downloads import DownloadFailed, Downloads

if TYPE_CHECKING:
    from tuf.api._payload import TargetFile  # not a declared export of tuf.api.metadata

# --- Errors of a repository

_NOTHING_TAKEN = "Nothing was installed. Try again later. If it still fails, tell the publisher."
_SAID: tuple[tuple[type[Exception], str, str], ...] = (
    (
        exceptions.ExpiredMetadataError,
        "The update list was signed too long ago. Someone may be blocking newer versions.",
        "Check that this computer's clock is correct, then try again later.",
    ),
    (
        exceptions.BadVersionNumberError,
        "The update list is older than the one offered before, or its parts don't match.",
        _NOTHING_TAKEN,
    ),
    (
        exceptions.UnsignedMetadataError,
        "The update list isn't signed by anyone this app trusts.",
        _NOTHING_TAKEN,
    ),
    (
        exceptions.LengthOrHashMismatchError,
        "The download doesn't match its signature.",
        _NOTHING_TAKEN,
    ),
    (
        DeserializationError,
        "The update list is damaged or invalid.",
        "Check the update address in the settings.",
    ),
    (exceptions.RepositoryError, "The parts of the update list don't match.", _NOTHING_TAKEN),
    (exceptions.DownloadError, "Updates can't be downloaded.", "Try again later."),
)


@contextmanager
def translated_update_errors() -> Iterator[None]:
    """Translate TUF and disk errors into `UpdateError`; other errors propagate unchanged."""
    try:
        yield
    except StorageError as error:
        raise UpdateError(error.message, error.remedy) from error
    except (exceptions.RepositoryError, exceptions.DownloadError) as error:
        said = error.__cause__  # our own error from a failed download, if any
        raise said if isinstance(said, UpdateError) else _fault(error) from error
    except OSError as error:
        why = error.strerror or error
        raise UpdateError(
            f"{error.filename} cannot be written: {why}."
            if error.filename
            else f"The update cannot be written: {why}.",
            "Check that the disk isn't full and that you can write to that folder.",
        ) from error


def _fault(error: Exception) -> UpdateError:
    for kind, message, remedy in _SAID:
        if isinstance(error, kind):
            return UpdateError(message, remedy)
    raise TypeError(type(error))


# --- HTTP fetcher for the TUF client


class UpdateFetcher(FetcherInterface):
    """Fetches metadata into memory, and files into an unnamed temporary file in ``into``.

    The temporary file vanishes if the process is killed.
    """

    def __init__(self, downloads: Downloads) -> None:
        self._downloads = downloads
        self.into: Path | None = None
        self.told: Callable[[int], None] = lambda _there: None

    def _fetch(self, url: str) -> Iterator[bytes]:
        raise NotImplementedError(f"{url}: a length is needed, see download_file")

    @contextmanager
    def download_file(self, url: str, max_length: int) -> Iterator[IO[bytes]]:
        """Download at most ``max_length`` bytes from ``url``, and yield the file."""
        with BytesIO() if self.into is None else tempfile.TemporaryFile(dir=self.into) as file:
            try:
                self._downloads.save(url, max_length, file, self.told)
            except DownloadFailed as error:
                raise DownloadHTTPError(error.message, error.status) from error
            file.seek(0)
            yield file


# --- Rollback protection: the highest versions ever verified here
#
# The library keeps the last signed metadata and refuses anything older. If its files are damaged or
# lost, metadata is fetched again, and an older version that has not expired would pass. So the
# versions are also kept in a separate file, written atomically: a power cut leaves the old one or
# the new one.

_FILE = "seen.json"
_MOST_BYTES = 4096
_LISTS = ("timestamp", "snapshot", "targets")


def refuse_older(folder: Path, built_in: bytes) -> None:
    """Refuse metadata that is older than the highest versions seen, and store any higher versions.

    The root version is tracked separately for each build's root metadata (``built_in``), and the
    other versions for as long as the same keys sign the metadata. New keys may restart the
    numbering, so that signers can recover if an attacker has raised a version number (TUF 1.0,
    5.3.11).

    Raise `UpdateError` if any metadata is older than previously verified metadata, and
    `StorageError` if the versions cannot be stored.
    """
    now = _verified(folder, built_in)
    known = read_small_json(folder / _FILE, _MOST_BYTES)
    seen: dict[str, Any] = known if isinstance(known, dict) else {}
    held = [name for name in _LISTS if seen.get("keys") == now["keys"]]
    if seen.get("chain") == now["chain"]:
        held.append("root")
    for name in held:
        highest = seen.get(name)
        if isinstance(highest, int) and now[name] < highest:
            raise _fault(exceptions.BadVersionNumberError())
    if now != seen:
        write_atomic(folder / _FILE, json.dumps(now).encode())


def _verified(folder: Path, built_in: bytes) -> dict[str, Any]:
    root, timestamp, snapshot = (_signed(folder, name) for name in ("root", *_LISTS[:2]))
    keys = [sorted(root["roles"][name]["keyids"]) for name in _LISTS]
    return {
        "chain": hashlib.sha256(built_in).hexdigest(),
        "keys": hashlib.sha256(json.dumps(keys).encode()).hexdigest(),
        "root": root["version"],
        "timestamp": timestamp["version"],
        "snapshot": snapshot["version"],
        "targets": snapshot["meta"]["targets.json"]["version"],
    }


def _signed(folder: Path, name: str) -> dict[str, Any]:
    signed: dict[str, Any] = json.loads((folder / f"{name}.json").read_bytes())["signed"]
    return signed


_NAME = re.compile(
    r"(?:[A-Za-z0-9][A-Za-z0-9._+~-]{0,120}/){0,8}[A-Za-z0-9][A-Za-z0-9._+~-]{0,200}"
)
_LEFT_BEHIND_S = 3600.0
_LOCK_S = 30.0


def checked_url(url: str) -> str:
    """Return an update URL without its trailing slash; raise `UpdateError` if it is not allowed."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.query or parts.fragment or parts.username or parts.password:
        raise UpdateError(
            f"{url[:200]!r} isn't a valid update address.", "Correct the updates.url setting."
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise UpdateError(
            f"Updates are accepted only over https, not from {url[:200]!r}.",
            "Correct the updates.url setting.",
        )
    return url.rstrip("/")


class RepositoryVisit:
    """A visit to the repository at ``url``, which finds and downloads signed files.

    ``root`` is the root metadata built into the program.
    """

    def __init__(self, url: str, root: bytes, trust: Path, downloads: Downloads) -> None:
        self._url = url
        self._root = root
        self._trust = trust
        self._fetcher = UpdateFetcher(downloads)
        self._updater: Updater | None = None

    def look_up(self, name: str) -> "TargetFile | None":
        """Return the signed file with the given name, or None.

        Raise `UpdateError` if the name is invalid or the metadata is older than the last accepted
        version. Errors from the TUF library propagate; see `translated_update_errors`.
        """
        if not _NAME.fullmatch(name):
            raise UpdateError(f"{name[:200]!r} isn't a valid file name for an update.")
        url = checked_url(self._url)
        make_folder(self._trust)
        with locked(self._trust / "lists", timeout_s=_LOCK_S):
            self._updater = Updater(
                str(self._trust),
                f"{url}/metadata/",
                target_base_url=f"{url}/targets/",
                fetcher=self._fetcher,
                bootstrap=self._root,
            )
            self._updater.refresh()
            refuse_older(self._trust, self._root)
            return self._updater.get_targetinfo(name)

    def bring(self, found: "TargetFile", folder: Path, told: Callable[[int], None]) -> Path:
        """Download a signed file into ``folder`` and return its path.

        The file is named after the last part of its path in the repository. The bytes are verified
        as they arrive and again on disk. Raise `UpdateError` if the file on disk differs from what
        was written. Errors from the TUF library propagate; see `translated_update_errors`.
        """
        assert self._updater is not None
        name = found.path.rpartition("/")[2]
        path = folder / name
        if path.is_file() and self._updater.find_cached_target(found, str(path)):
            told(found.length)
            return path  # it was downloaded before
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder, name)
        part = folder / f".{name}.{secrets.token_hex(4)}.part"
        self._fetcher.into, self._fetcher.told = folder, told
        try:
            self._updater.download_target(found, str(part))
            _settle(part)
            if not self._updater.find_cached_target(found, str(part)):
                raise UpdateError(
                    f"{name} was not saved exactly as it was sent.",
                    "Check the disk, then try again.",
                )
            part.replace(path)
        finally:
            self._fetcher.into = None
            part.unlink(missing_ok=True)
        return path


def _settle(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _sweep(folder: Path, name: str) -> None:
    for part in folder.glob(f".{name}.*.part"):
        if time.time() - part.stat().st_mtime > _LEFT_BEHIND_S:
            part.unlink(missing_ok=True)
