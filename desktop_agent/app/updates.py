"""Check for newer versions of the program, and download them without installing anything."""

import asyncio
import json
import logging
import platform
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_agent import __version__
from desktop_agent.core.errors import AgentError, StorageError, UpdateError
from desktop_agent.core.maintenance import Progress, Release, Target
from desktop_agent.core.network import host_of
from desktop_agent.core.settings import Settings
from desktop_agent.storage.files import read_small_json, write_atomic
from desktop_agent.system.resources import resource_path
from desktop_agent.system.tasks import run_in_thread, throttled
from desktop_agent.web.downloads import Downloads, Patience

if TYPE_CHECKING:
    from packaging.version import Version
    from tuf.api._payload import TargetFile  # not a declared export of tuf.api.metadata

    from desktop_agent.app.update_client import RepositoryVisit

T = TypeVar("T")

logger = logging.getLogger(__name__)

# --- The update repository, and the signers that this build trusts

_MOST_PLACE_BYTES = 512 * 1024


@dataclass(frozen=True, slots=True)
class Place:
    """An update repository: its URL, and the root metadata built into the program."""

    root: bytes
    url: str


def find_place(url: str, folder: Path | None = None) -> Place | None:
    """Return the update repository of this build, or None. Reads two small files.

    ``url`` is the mirror configured by the user, or "" for the build's own repository. Either way,
    only the build's own signers are trusted.
    """
    try:
        folder = folder or resource_path("updates")
        with (folder / "root.json").open("rb") as file:
            root = file.read(_MOST_PLACE_BYTES)
        channel = _texts_in(read_small_json(folder / "channel.json", _MOST_PLACE_BYTES))
        named = url.strip() or channel.get("url", "").strip()
    except (AgentError, OSError):
        return None
    return Place(root, named) if root and named else None


# --- Signed repository of releases (The Update Framework)


class SignedRepository:
    """Finds and downloads signed files.

    ``trust`` is the folder for verified metadata. ``alone`` returns the network scope for a visit
    to the repository.
    """

    def __init__(
        self,
        find_place: Callable[[], Place | None],
        trust: Path,
        alone: Callable[[], AbstractContextManager[None]],
        patience: Patience | None = None,
    ) -> None:
        self._find_place = find_place
        self._trust = trust
        self._alone = alone
        self._patience = patience or Patience()

    @property
    def configured(self) -> bool:
        return self._find_place() is not None

    @property
    def host(self) -> str:
        place = self._find_place()
        return host_of(place.url) if place is not None else ""

    async def find(self, name: str) -> Target | None:
        """Return a signed file, or None; raise `UpdateError` on failure."""

        def work(visit: "RepositoryVisit") -> Target | None:
            found = visit.look_up(name)
            return None if found is None else _target(found)

        return await self._visit(work)

    async def fetch(self, target: Target, folder: Path, progress: Progress) -> Path:
        """Download and verify a file, store it in ``folder`` and return its path.

        No partial file is left behind on failure or cancellation. Raises the same errors as `find`.
        """
        told = throttled(progress)

        def work(visit: "RepositoryVisit") -> Path:
            found = visit.look_up(target.name)
            if found is None or _target(found) != target:
                raise UpdateError(
                    f"{target.name} has changed since it was offered.", "Check again."
                )
            return visit.bring(found, folder, lambda there: told(there, target.size))

        return await self._visit(work)

    async def _visit(self, work: Callable[["RepositoryVisit"], T]) -> T:
        place = await asyncio.to_thread(self._find_place)
        if place is None:
            raise UpdateError("This build has no update address.")
        downloads = Downloads("update", self._patience)

        def blocking() -> T:
            # imported here: it takes a third of a second of processor time
            from desktop_agent.app.update_client import RepositoryVisit, translated_update_errors

            with translated_update_errors(), self._alone(), downloads:
                return work(RepositoryVisit(place.url, place.root, self._trust, downloads))

        try:
            return await run_in_thread(blocking, downloads.stop)
        except UpdateError as error:
            logger.warning("updates were refused", extra={"fault": error.message})
            raise


def _target(found: "TargetFile") -> Target:
    about = found.custom
    return Target(found.path, found.length, dict(about) if isinstance(about, dict) else {})


# --- System and kind of this build

_MOST_BYTES = 4096
_DPKG = Path("/var/lib/dpkg/info/desktop-agent.list")
_KINDS = {"linux": "tar", "windows": "exe", "macos": "dmg"}


@dataclass(frozen=True, slots=True)
class Build:
    """A build of the program.

    ``system`` is a name such as ``linux-x86_64``, and ``kind`` is a package type such as ``deb``.
    """

    version: str
    system: str
    kind: str


def this_system() -> str:
    """Return the operating system and architecture in lower case, such as ``linux-x86_64``."""
    name = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{name}-{platform.machine().lower()}"


def this_build() -> Build:
    """Return this build as recorded in ``build.json``; values missing from it are detected."""
    stamp: dict[str, str] = {}
    with suppress(AgentError):
        stamp = _texts_in(read_small_json(resource_path("build.json"), _MOST_BYTES))
    system = stamp.get("system") or this_system()
    kind = stamp.get("kind") or _KINDS.get(system.partition("-")[0], "tar")
    if kind == "tar" and _DPKG.exists() and sys.executable.startswith(("/usr/", "/opt/")):
        kind = "deb"  # the same build is packaged as tar and as deb
    return Build(__version__, system, kind)


def _texts_in(said: object) -> dict[str, str]:
    values = said.items() if isinstance(said, dict) else ()
    return {name: text for name, text in values if isinstance(text, str)}


# --- Time of the last check: a small JSON file that may be lost at any time

DAY_S = 24 * 3600.0
_AFTER_A_FAULT_S = 3600.0


class LastUpdateCheck:
    """The time of the last check.

    The next check is due a day later, or an hour later if the last one failed. A stored time in the
    future is ignored, because the clock must have been set back.
    """

    def __init__(self, file: Path, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._known: tuple[float, float] | None = None

    @property
    def over(self) -> bool:
        """Whether a check is due. Reads the file only once."""
        if self._known is None:
            self._known = self._load()
        at, wait = self._known
        return not 0 <= self._now() - at < wait

    def note(self, *, failed: bool) -> None:
        """Store the current time as the time of the last check; ignore storage errors."""
        self._known = (self._now(), _AFTER_A_FAULT_S if failed else DAY_S)
        said = json.dumps({"at": self._known[0], "wait": self._known[1]})
        with suppress(StorageError):
            write_atomic(self._file, said.encode())

    def _load(self) -> tuple[float, float]:
        said = read_small_json(self._file, _MOST_BYTES)
        try:
            at, wait = float(said["at"]), float(said["wait"])
        except (ValueError, TypeError, KeyError):
            return 0.0, 0.0
        return at, min(wait, DAY_S)


_MOST_NOTES = 20_000


class Updates:
    """Checks for updates and, on request, downloads them, without installing anything.

    ``state`` is the file that stores the time of the last check. ``build`` defaults to the running
    build, which is detected when needed.
    """

    def __init__(
        self,
        repository: SignedRepository,
        settings: Callable[[], Settings],
        state: Path,
        build: Build | None = None,
    ) -> None:
        self._repository = repository
        self._settings = settings
        self._look = LastUpdateCheck(state)
        self._given_build = build

    @cached_property
    def _build(self) -> Build:
        return self._given_build or this_build()

    @property
    def configured(self) -> bool:
        return self._repository.configured

    @property
    def host(self) -> str:
        return self._repository.host

    @property
    def due(self) -> bool:
        """Whether a check is enabled, possible and due. Reads up to three small files."""
        settings = self._settings()
        return (
            settings.updates.check
            and not settings.network.offline
            and self._look.over
            and self.configured
        )

    async def check(self) -> Release | None:
        """Return the newest release for this system, or None if it is not newer than this build."""
        try:
            found = await self._newest()
        except UpdateError:
            await asyncio.to_thread(self._note_fault)
            raise
        await asyncio.to_thread(self._look.note, failed=False)
        return found

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path:
        self._refuse_foreign(release.target)
        return await self._repository.fetch(release.target, folder, progress)

    def _note_fault(self) -> None:
        if self.configured:  # otherwise no request was sent
            self._look.note(failed=True)

    async def _newest(self) -> Release | None:
        from packaging.version import Version

        running = Version(self._build.version)
        lists = ("latest", "preview") if running.is_prerelease else ("latest",)
        newest: tuple[Version, Release] | None = None
        for name in lists:
            release = await self._listed(f"releases/{self._build.system}/{name}.json")
            if release is None:
                continue
            version = _version(release.version)
            if version.is_prerelease and not running.is_prerelease:
                continue
            if version > (newest[0] if newest else running):
                newest = (version, release)
        return newest[1] if newest else None

    async def _listed(self, name: str) -> Release | None:
        listed = await self._repository.find(name)
        files = listed.about.get("files") if listed is not None else None
        file = files.get(self._build.kind) if isinstance(files, dict) else None
        if not isinstance(file, str):
            return None
        target = await self._repository.find(file)
        if target is None:
            raise UpdateError(f"{file[:200]} is listed but missing.", "Try again later.")
        self._refuse_foreign(target)
        said = _texts_in(target.about)
        version = str(_version(said.get("version", "")))
        return Release(
            version, said.get("released", ""), said.get("notes", "")[:_MOST_NOTES], target
        )

    def _refuse_foreign(self, target: Target) -> None:
        ours = (self._build.system, self._build.kind)
        said = (target.about.get("system"), target.about.get("kind"))
        if said != ours or not target.name.startswith(f"releases/{self._build.system}/"):
            raise UpdateError(
                f"{target.name[:200]} is not for this system ({self._build.system}, {self._build.kind}).",
                "Nothing was downloaded. Report this to the publisher.",
            )


def _version(text: str) -> "Version":
    from packaging.version import InvalidVersion, Version

    try:
        return Version(text)
    except InvalidVersion:
        raise UpdateError(f"{text[:80]!r} isn't a valid version.") from None
