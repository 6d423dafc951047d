"""The signed place of releases and components, as The Update Framework describes one."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_agent.core.errors import UpdateError
from desktop_agent.core.updates import Progress, Target
from desktop_agent.updates.in_thread import in_thread
from desktop_agent.updates.place import Place, host_of
from desktop_agent.web.downloads import Downloads, Patience

if TYPE_CHECKING:
    from tuf.api._payload import TargetFile  # tuf.api.metadata does not say that it exports it

    from desktop_agent.updates.visit import Visit

logger = logging.getLogger(__name__)

T = TypeVar("T")
_TELL_S = 0.1


class SignedRepository:
    """Finds and brings signed files; see `core.updates.SignedTargets`.

    ``trust`` is the folder of what was verified before. ``alone`` is the network switch that holds
    for each request, and ``purpose`` what the ledger calls them.
    """

    def __init__(
        self,
        find_place: Callable[[], Place | None],
        trust: Path,
        alone: Callable[[], AbstractContextManager[None]],
        purpose: str = "update",
        patience: Patience | None = None,
    ) -> None:
        self._find_place = find_place
        self._trust = trust
        self._alone = alone
        self._purpose = purpose
        self._patience = patience or Patience()

    @property
    def configured(self) -> bool:
        """Whether this build trusts anybody, and knows where to look; reads two small files."""
        return self._find_place() is not None

    @property
    def host(self) -> str:
        """The host that is asked, empty where there is none; reads two small files."""
        place = self._find_place()
        return host_of(place.url) if place is not None else ""

    async def find(self, name: str) -> Target | None:
        """Gives a file of that name by what is signed now, None when there is none.

        Raises:
            UpdateError: nobody answers, or what is there is not to be trusted.
            Offline: the network is switched off.
        """

        def work(visit: "Visit") -> Target | None:
            found = visit.look_up(name)
            return None if found is None else _target(found)

        return await self._visit(work)

    async def fetch(self, target: Target, folder: str, progress: Progress) -> str:
        """Brings a file into a folder, checked, under the last part of its name; gives its path.

        Nothing is left in the folder if it fails or is cancelled. Raises the same as `find`.
        """
        told = _on_this_loop(progress, target.size)

        def work(visit: "Visit") -> Path:
            found = visit.look_up(target.name)
            if found is None or _target(found) != target:
                raise UpdateError(f"{target.name} is no longer offered as it was.", "Look again.")
            return visit.bring(found, Path(folder), told)

        return str(await self._visit(work))

    async def _visit(self, work: Callable[["Visit"], T]) -> T:
        place = await asyncio.to_thread(self._find_place)
        if place is None:
            raise UpdateError("This build has no place for updates.")
        downloads = Downloads(self._purpose, self._patience)

        def blocking() -> T:
            # here, for they take a third of a second of the processor
            from desktop_agent.updates.faults import in_our_words
            from desktop_agent.updates.visit import Visit

            with in_our_words(), self._alone(), downloads:
                return work(Visit(place, self._trust, downloads))

        try:
            return await in_thread(blocking, downloads.stop)
        except UpdateError as error:
            logger.warning("updates were refused", extra={"fault": error.message})
            raise


def _target(found: "TargetFile") -> Target:
    about = found.custom
    return Target(found.path, found.length, dict(about) if isinstance(about, dict) else {})


def _on_this_loop(progress: Progress, size: int) -> Callable[[int], None]:
    """Gives what tells ``progress`` from another thread, ten times a second and at the end."""
    loop = asyncio.get_running_loop()
    told_at = 0.0

    def told(there: int) -> None:
        nonlocal told_at
        now = time.monotonic()
        if there >= size or now - told_at >= _TELL_S:
            told_at = now
            loop.call_soon_threadsafe(progress, there, size)

    return told
