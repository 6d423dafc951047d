"""Optional components: find them in the signed repository, download, verify, store, remove."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, suppress
from functools import partial
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from desktop_agent.core.errors import AgentError, UpdateError
from desktop_agent.core.maintenance import Component, Progress, SignedTargets, Target
from desktop_agent.storage.components import (
    MOST_BYTES,
    NEEDED,
    Build,
    ComponentStore,
    build_for_here,
    misfit,
    newness,
)

_INDEX = "components/index.json"
_INDEX_MOST = 1 << 20
_ASKED_S = 10.0
"""Seconds to wait for the offered sizes; after that the list has none."""

_T = TypeVar("_T")


class Components:
    """Optional parts of the program. All methods belong to one event loop.

    ``targets`` returns the signed repository, None in a build that has none. ``may_ask`` says
    whether it may be contacted before the user wants to add something.
    """

    def __init__(
        self,
        folder: Path,
        targets: Callable[[], SignedTargets | None],
        may_ask: Callable[[], bool] = bool,
    ) -> None:
        self._store = ComponentStore(folder)
        self._targets = targets
        self._may_ask = may_ask
        self._on_offer: dict[str, tuple[Build, Target] | None] = {}

    async def list(self) -> tuple[Component, ...]:
        """Return all components; asks the signed repository for its offers if allowed."""
        await self.tidy()
        return tuple([await self._state(name) for name in NEEDED])

    async def problems(self) -> tuple[str, ...]:
        """Return a sentence for each added component that is not used."""

        def look() -> tuple[str, ...]:
            newest = (there[0] for name in NEEDED if (there := self._store.added(name)))
            return tuple(
                f"{each.build.name} {each.build.version} was added and is not used: {each.misfit}."
                for each in newest
                if each.misfit
            )

        return await asyncio.to_thread(look)

    async def add(self, name: str, progress: Progress) -> Component:
        """Install the newest version that fits this program; it can be used at once.

        ``progress`` counts downloaded and unpacked bytes together. A version that is already here
        is not downloaded again. If it is cancelled or fails, nothing is left behind.

        Raises:
            UpdateError: there is no such component, none for this system, or no repository, or it
                does not answer or cannot be trusted.
            Offline: the network is switched off.
            StorageError: the disk has no space, or the download is damaged.
        """
        _check_name(name)
        if await asyncio.to_thread(self._store.is_builtin, name):
            return await self._state(name)
        place = await self._place()
        build, target = await self._find(place, name)
        await asyncio.to_thread(self._store.take_back, name, build.version)
        there = await asyncio.to_thread(self._fitting, name)
        if there is None or newness(there.version) < newness(build.version):
            await self._bring(place, name, target, progress)
        await asyncio.to_thread(self._store.activate, name)
        return await self._state(name)

    async def remove(self, name: str) -> None:
        """Remove a component. Files used by a running program are deleted once none uses them.

        Raises:
            UpdateError: there is no such component, or it came with the program.
            StorageError: the folder cannot be written.
        """
        _check_name(name)
        if await asyncio.to_thread(self._store.is_builtin, name):
            raise UpdateError(f"{name} came with the program and cannot be removed.")
        await asyncio.to_thread(self._store.remove, name)

    async def tidy(self) -> bool:
        """Delete removed and incomplete components; False if a running program still uses one."""
        done = [await asyncio.to_thread(self._store.tidy, name) for name in NEEDED]
        return all(done)

    # --- installed components

    async def _state(self, name: str) -> Component:
        if await asyncio.to_thread(self._store.is_builtin, name):
            return Component(name, await asyncio.to_thread(_version_of, name), 0, 0, "builtin")
        there = await asyncio.to_thread(self._fitting, name)
        if there is not None:
            return there
        place = await asyncio.to_thread(self._targets)
        if place is None:
            return Component(name, "", 0, 0, "unavailable")
        offered = await self._offered(place, name)
        if offered is None:
            return Component(name, "", 0, 0, "absent")
        build, target = offered
        return Component(name, build.version, target.size, _unpacked(target), "absent")

    def _fitting(self, name: str) -> Component | None:
        for each in self._store.added(name):
            if not each.misfit:
                return Component(name, each.build.version, 0, each.size, "added")
        return None

    async def _offered(self, place: SignedTargets, name: str) -> tuple[Build, Target] | None:
        """Return what could be added; None if the repository is off limits or silent."""
        if name not in self._on_offer and self._may_ask():
            try:
                async with asyncio.timeout(_ASKED_S):
                    await self._find(place, name)
            except (AgentError, TimeoutError):
                return None
        return self._on_offer.get(name)

    # --- offered components

    async def _place(self) -> SignedTargets:
        place = await asyncio.to_thread(self._targets)
        if place is None:
            raise UpdateError("This build has no place for updates.")
        return place

    async def _find(self, place: SignedTargets, name: str) -> tuple[Build, Target]:
        listed = [each for each in await self._index(place) if each.name == name]
        here = build_for_here(name)
        fitting = [each for each in listed if not misfit(each)]
        for build in sorted(fitting, key=lambda each: newness(each.version), reverse=True):
            target = await place.find(f"components/{build.file_name}")
            if target is not None:
                self._on_offer[name] = build, target
                return build, target
        system = f"{here.system} on {here.machine} ({here.python})"
        raise UpdateError(
            f"There is no {name} for {system} that fits this version of Desktop Agent.",
            f"It needs {name} {NEEDED[name]}." if listed else "",
        )

    async def _index(self, place: SignedTargets) -> tuple[Build, ...]:
        target = await place.find(_INDEX)
        if target is None:
            raise UpdateError("No components are offered for this program.")
        if target.size > _INDEX_MOST:
            raise UpdateError("The list of components is too long.")
        async with _entered(TemporaryDirectory(prefix="desktop-agent-")) as folder:
            path = await place.fetch(target, folder, lambda _done, _all: None)
            data = await asyncio.to_thread(Path(path).read_bytes)
        try:
            return tuple(_builds(json.loads(data)))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UpdateError("The list of components cannot be read.") from None

    async def _bring(
        self, place: SignedTargets, name: str, target: Target, progress: Progress
    ) -> None:
        unpacked = _unpacked(target)
        if max(target.size, unpacked) > MOST_BYTES:
            raise UpdateError(f"{target.name} is larger than any component.")
        total = target.size + unpacked

        def downloaded(done: int, _all: int) -> None:
            progress(done, total)

        def written(done: int) -> None:
            loop.call_soon_threadsafe(progress, target.size + done, max(total, target.size + done))

        loop, stop = asyncio.get_running_loop(), threading.Event()
        async with _entered(self._store.coming(name, total)) as folder:
            path = Path(await place.fetch(target, str(folder), downloaded))
            put = partial(self._store.put, name, path, unpacked, written, stop.is_set)
            await _finished(asyncio.ensure_future(asyncio.to_thread(put)), stop)


@asynccontextmanager
async def _entered(manager: AbstractContextManager[_T]) -> AsyncIterator[_T]:
    """Enter and leave a context manager in threads."""
    held = ExitStack()
    entering = asyncio.ensure_future(asyncio.to_thread(held.enter_context, manager))
    try:
        yield await _finished(entering)
    finally:
        await asyncio.to_thread(held.close)


async def _finished(work: "asyncio.Future[_T]", stop: threading.Event | None = None) -> _T:
    """Wait for a thread; when cancelled, set ``stop`` and wait until the thread has ended."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        if stop is not None:
            stop.set()
        while not work.done():
            with suppress(asyncio.CancelledError):  # it is on its way out already
                await asyncio.wait([work])
        work.exception()  # looked at: it is that of a work that nobody wants any more
        raise


def _check_name(name: str) -> None:
    if name not in NEEDED:
        raise UpdateError(
            f"There is no component {name[:80]!r}.", f"There is: {', '.join(NEEDED)}."
        )


def _builds(index: Any) -> Iterator[Build]:
    for each in index["components"]:
        yield Build(*(str(each[key]) for key in ("name", "version", "system", "machine", "python")))


def _unpacked(target: Target) -> int:
    told = target.about.get("unpacked")
    return told if isinstance(told, int) and told > 0 else 0


def _version_of(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
