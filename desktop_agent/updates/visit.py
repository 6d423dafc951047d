"""One visit to a signed repository, in a thread of its own.

What is kept between visits lies in one folder: the chain of the signers' lists, the last lists that
were verified, and the highest numbers seen. Each of them may be lost or damaged: a visit begins with
the list that the build came with and verifies all others anew, those on the disk as well.
"""

import os
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tuf.ngclient.updater import Updater

from desktop_agent.core.errors import UpdateError
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.private_file import make_folder
from desktop_agent.updates.fetcher import Fetcher
from desktop_agent.updates.place import Place, checked_url
from desktop_agent.updates.seen_versions import refuse_older
from desktop_agent.web.downloads import Downloads

if TYPE_CHECKING:
    from tuf.api._payload import TargetFile  # tuf.api.metadata does not say that it exports it

_NAME = re.compile(
    r"(?:[A-Za-z0-9][A-Za-z0-9._+~-]{0,120}/){0,8}[A-Za-z0-9][A-Za-z0-9._+~-]{0,200}"
)
_LEFT_BEHIND_S = 3600.0
_LOCK_S = 30.0


class Visit:
    """Asks for what is signed now, and brings files of it."""

    def __init__(self, place: Place, trust: Path, downloads: Downloads) -> None:
        self._place = place
        self._trust = trust
        self._fetcher = Fetcher(downloads)
        self._updater: Updater | None = None

    def look_up(self, name: str) -> "TargetFile | None":
        """Gives what is signed under that name, None where there is nothing.

        Raises:
            UpdateError: the name is none, or the numbers are older than those seen.
            Exception: those of the library; see `faults`.
        """
        if not _NAME.fullmatch(name):
            raise UpdateError(f"{name[:200]!r} is no name of a file that could be offered.")
        url = checked_url(self._place.url)
        make_folder(self._trust)
        with locked(self._trust / "lists", timeout_s=_LOCK_S):
            self._updater = Updater(
                str(self._trust),
                f"{url}/metadata/",
                target_base_url=f"{url}/targets/",
                fetcher=self._fetcher,
                bootstrap=self._place.root,
            )
            self._updater.refresh()
            refuse_older(self._trust, self._place.root)
            return self._updater.get_targetinfo(name)

    def bring(self, found: "TargetFile", folder: Path, told: Callable[[int], None]) -> Path:
        """Puts a file that was looked up into ``folder``, under the last part of its name.

        The bytes are verified as they came, and once more as they are on the disk.

        Raises:
            UpdateError: the disk does not give back what was written.
            Exception: those of the library; see `faults`.
        """
        assert self._updater is not None
        name = found.path.rpartition("/")[2]
        path = folder / name
        if path.is_file() and self._updater.find_cached_target(found, str(path)):
            told(found.length)
            return path  # it was brought before
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder, name)
        part = folder / f".{name}.{secrets.token_hex(4)}.part"
        self._fetcher.into, self._fetcher.told = folder, told
        try:
            self._updater.download_target(found, str(part))
            _settle(part)
            if not self._updater.find_cached_target(found, str(part)):
                raise UpdateError(
                    f"{name} did not reach the disk as it was sent.", "Check the disk; try again."
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
    """Removes what a process that was killed has left here."""
    for part in folder.glob(f".{name}.*.part"):
        if time.time() - part.stat().st_mtime > _LEFT_BEHIND_S:
            part.unlink(missing_ok=True)
