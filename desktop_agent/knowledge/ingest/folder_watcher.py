"""The system's own news of changed files, gathered in a thread."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from desktop_agent.core.errors import StorageError

_GATHERED_MS = 400
_STEP_MS = 200
"""How long news is waited for: as seldom as the end of it may be noticed."""

_UNDECODABLE = "Unable to decode path"
"""What watchfiles ends with where a file changes whose name is not UTF-8."""


class FolderWatcher:
    """Watches folders and files until `close`; ``changed`` is told of paths, in the loop's thread.

    Where the name of what changed cannot be told, those are all that is watched.

    ``failed`` is told, in the loop's thread too, where they cannot be watched, as when the system
    has no room for so many folders.
    """

    def __init__(
        self,
        roots: Sequence[str],
        changed: Callable[[set[str]], None],
        failed: Callable[[StorageError], None],
    ) -> None:
        self._roots = roots
        self._changed = changed
        self._failed = failed
        self._stop = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="folder watcher", daemon=True)
        self._thread.start()

    async def until_ready(self) -> None:
        """Waits until what changes is told from now on, or it has failed."""
        await self._ready.wait()

    async def close(self) -> None:
        """Ends it, and waits for that."""
        self._stop.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while True:
            try:
                self._watch()
            except (OSError, RuntimeError) as error:
                if _UNDECODABLE in str(error):
                    self._tell(self._changed, set(self._roots))
                    continue
                self._tell(self._failed, StorageError(f"The folders cannot be watched: {error}."))
                self._tell(self._ready.set)
            return

    def _watch(self) -> None:
        from watchfiles import watch

        changes = watch(
            *self._roots,
            watch_filter=None,
            debounce=_GATHERED_MS,
            step=_STEP_MS,
            stop_event=self._stop,
            rust_timeout=_STEP_MS,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        )
        told_ready = False
        for gathered in changes:
            if not told_ready:
                told_ready = True
                self._tell(self._ready.set)
            if gathered:
                self._tell(self._changed, {path for _, path in gathered})

    def _tell(self, told: Callable[..., None], *what: object) -> None:
        if not self._stop.is_set():
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(told, *what)
