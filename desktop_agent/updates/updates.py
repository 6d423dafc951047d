"""Whether there is a newer version of the program, and its file."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import UpdateError
from desktop_agent.core.settings import Settings
from desktop_agent.core.updates import Progress, Release, Target
from desktop_agent.updates.build import Build, this_build
from desktop_agent.updates.last_look import LastLook
from desktop_agent.updates.signed_repository import SignedRepository

if TYPE_CHECKING:
    from packaging.version import Version

_MOST_NOTES = 20_000


class Updates:
    """Looks when it is asked to, and brings what it is asked for; it installs nothing.

    ``state`` keeps when it was last looked. ``build`` is what runs here, found out when it is needed.
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
        self._look = LastLook(state)
        self._given_build = build

    @cached_property
    def _build(self) -> Build:
        return self._given_build or this_build()

    @property
    def configured(self) -> bool:
        """Whether this build trusts anybody, and knows where to look."""
        return self._repository.configured

    @property
    def host(self) -> str:
        """The host that is asked, for people to read; empty where there is none."""
        return self._repository.host

    @property
    def due(self) -> bool:
        """Whether it is wanted, possible and a day ago; reads up to three small files."""
        settings = self._settings()
        return (
            settings.updates.check
            and not settings.network.offline
            and self._look.over
            and self.configured
        )

    async def check(self) -> Release | None:
        """Gives the newest version for this system if it is newer than this one.

        Raises:
            UpdateError: this build has no place for updates, nobody answers there, or what is there
                is not to be trusted.
            Offline: the network is switched off.
        """
        try:
            found = await self._newest()
        except UpdateError:
            await asyncio.to_thread(self._note_fault)
            raise
        await asyncio.to_thread(self._look.note, failed=False)
        return found

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path:
        """Brings the file of a release into ``folder``, verified; raises as `check` does."""
        self._refuse_foreign(release.target)
        return Path(await self._repository.fetch(release.target, str(folder), progress))

    def _note_fault(self) -> None:
        if self.configured:  # else nobody was asked
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
        """Gives the release that a list names for this kind of installation."""
        listed = await self._repository.find(name)
        files = listed.about.get("files") if listed is not None else None
        file = files.get(self._build.kind) if isinstance(files, dict) else None
        if not isinstance(file, str):
            return None
        target = await self._repository.find(file)
        if target is None:
            raise UpdateError(f"{file[:200]} is announced, but not there.", "Try again later.")
        self._refuse_foreign(target)
        said = {key: text for key, text in target.about.items() if isinstance(text, str)}
        version = str(_version(said.get("version", "")))
        return Release(
            version, said.get("released", ""), said.get("notes", "")[:_MOST_NOTES], target
        )

    def _refuse_foreign(self, target: Target) -> None:
        """Refuses a file for another system or another kind of installation, whatever it is called."""
        ours = (self._build.system, self._build.kind)
        said = (target.about.get("system"), target.about.get("kind"))
        if said != ours or not target.name.startswith(f"releases/{self._build.system}/"):
            raise UpdateError(
                f"{target.name[:200]} is not for this system ({self._build.system}, {self._build.kind}).",
                "Nothing was taken. Tell those who publish it.",
            )


def _version(text: str) -> "Version":
    from packaging.version import InvalidVersion, Version

    try:
        return Version(text)
    except InvalidVersion:
        raise UpdateError(f"{text[:80]!r} is no version.") from None
