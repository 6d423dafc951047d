"""What can be added to the program, and taken away again."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.updates import Component, Progress
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.upkeep.session import Addable, UpkeepSession
from desktop_agent.ui.upkeep.work import Work


class Adding(QObject):
    """One addition at a time; ``name`` is that which is or was last worked on.

    ``changed`` tells that something is other now. ``components`` is None until it is known what
    there is.
    """

    changed = Signal()

    def __init__(self, session: UpkeepSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.listing = Work(tasks, self)
        self.working = Work(tasks, self)
        self.components: tuple[Component, ...] | None = None
        self.name = ""
        for work in (self.listing, self.working):
            work.changed.connect(self.changed)

    def refresh(self) -> None:
        """Asks what there is."""
        self.listing.start(lambda _progress: self._list(), self._take)

    def add(self, name: str) -> None:
        """Downloads a component, and adds it once it was checked."""

        async def add(progress: Progress) -> tuple[Component, ...]:
            await (await self._addable()).add(name, progress)
            return await self._list()

        self._work(name, add)

    def remove(self, name: str) -> None:
        """Takes a component away."""

        async def remove(_progress: Progress) -> tuple[Component, ...]:
            await (await self._addable()).remove(name)
            return await self._list()

        self._work(name, remove)

    def stop(self) -> None:
        """Breaks an addition off."""
        self.working.stop()

    def _work(
        self, name: str, make: Callable[[Progress], Coroutine[Any, Any, tuple[Component, ...]]]
    ) -> None:
        if not self.working.active:
            self.name = name
            self.working.start(make, self._take)

    async def _list(self) -> tuple[Component, ...]:
        return await (await self._addable()).list()

    async def _addable(self) -> Addable:
        return await asyncio.to_thread(lambda: self._session.components)

    def _take(self, components: tuple[Component, ...]) -> None:
        self.components = components
