"""What runs work with now, and what still works by settings that have been changed since."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from desktop_agent.core.settings import Settings
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.secrets import Secrets

if TYPE_CHECKING:
    from desktop_agent.services import Services
    from desktop_agent.web.fetch.worker import ExtractionWorker


class WorkingServices:
    """Builds `Services` when they are first asked for, and anew after each `renew`.

    Those of earlier settings are closed as soon as nobody holds them. The process that reads pages
    knows no settings: one serves them all.
    """

    def __init__(self, settings: Callable[[], Settings], paths: Paths, secrets: Secrets) -> None:
        self._settings = settings
        self._paths = paths
        self._secrets = secrets
        self._current: Services | None = None
        self._worker: ExtractionWorker | None = None
        self._retired: list[Services] = []
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def current(self) -> "Services":
        """What works by the settings as they are now."""
        if self._current is None:
            from desktop_agent.services import Services
            from desktop_agent.web.fetch.worker import ExtractionWorker

            self._worker = self._worker or ExtractionWorker()
            self._current = Services(self._settings(), self._paths, self._secrets, self._worker)
        return self._current

    @property
    def is_built(self) -> bool:
        """Whether anybody has asked for them since the settings were changed."""
        return self._current is not None

    def resting(self) -> Mapping[str, float]:
        """Engine -> seconds that it still rests after a challenge."""
        return self._current.resting() if self._current is not None else {}

    def renew(self) -> None:
        """Is told that the settings are other now."""
        services, self._current = self._current, None
        if services is not None:
            self._retired.append(services)
            services.retire(partial(self._close_soon, services))

    async def aclose(self) -> None:
        """Closes them all, in use or not."""
        if self._closing:
            await asyncio.wait(self._closing)
        for services in (*self._retired, self._current):
            if services is not None:
                await services.aclose()
        if self._worker is not None:
            await self._worker.aclose()

    def _close_soon(self, services: "Services") -> None:
        with suppress(RuntimeError):  # where no loop runs they are closed with the rest
            loop = asyncio.get_running_loop()
            closing = loop.create_task(self._close(services))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _close(self, services: "Services") -> None:
        self._retired.remove(services)
        await services.aclose()
