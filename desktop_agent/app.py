"""The composition root: from settings to a session that answers questions.

Everything that a face (window, terminal) may do goes through `Session`. What answers questions is
imported when the first one is asked, or by `Session.warm_up`: the window is painted before that.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import AgentError, SettingsError
from desktop_agent.core.events import Event
from desktop_agent.core.keys import KEY_ADDRESSES, KeyDestination, destination
from desktop_agent.core.models import Check
from desktop_agent.core.research import (
    EngineAttempt,
    Page,
    PageFormat,
    Question,
    SearchReport,
)
from desktop_agent.session_parts import SessionParts
from desktop_agent.storage import settings_file
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.private_file import sweep
from desktop_agent.storage.restoring import tidy as tidy_restored
from desktop_agent.storage.runs import read_lines, read_run, remove_runs
from desktop_agent.storage.settings_file import change_setting, load_settings, origin_of
from desktop_agent.storage.snapshots import Snapshot, SnapshotStore

if TYPE_CHECKING:
    from desktop_agent.diagnostics import Diagnostics
    from desktop_agent.documents import WholeIndex
    from desktop_agent.run import Run

__all__ = ["Session", "open_session", "set_settings_aside"]

logger = logging.getLogger(__name__)

_UNDO_S = 7 * 24 * 3600
"""Seconds after which a deleted conversation can no longer be restored."""


def open_session(
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    workspace: Path | None = None,
) -> "Session":
    """Opens the program for one person; nothing is sent anywhere yet.

    ``overrides`` are settings by dotted name (``llm.model``) that win over file and environment.
    ``workspace`` is where runs, pages and discoveries are kept instead of among the person's own.

    Raises:
        SettingsError: names the key and the file or variable that is wrong.
    """
    return Session(os.environ if environ is None else environ, overrides or {}, workspace)


def set_settings_aside(environ: Mapping[str, str] | None = None) -> Path:
    """Puts a file of settings that cannot be used out of the way; gives what it is called now.

    Raises:
        StorageError: it cannot be renamed; it is where it was.
    """
    return settings_file.set_settings_aside(find_paths(os.environ if environ is None else environ))


class Session(SessionParts):
    """What a face may do. All methods belong to one event loop."""

    def __init__(
        self, environ: Mapping[str, str], overrides: Mapping[str, object], workspace: Path | None
    ) -> None:
        super().__init__(environ, overrides, workspace)
        self._ready_to_answer: asyncio.Task[None] | None = None

    @property
    def whole_index(self) -> "WholeIndex":
        """Building and moving an index."""
        from desktop_agent.documents import WholeIndex

        settings = self.settings.knowledge
        return WholeIndex(self.paths, settings, self._alone, self.change_setting)

    async def keep_documents(self) -> None:
        """Begins to index what has changed since the last time, where there is anything to index."""
        pages = (self.paths.snapshots, self.paths.discoveries_file)
        kept = (self.paths.knowledge, *(pages if self.settings.knowledge.pages else ()))
        if await asyncio.to_thread(lambda: any(path.exists() for path in kept)):
            await asyncio.to_thread(__import__, "desktop_agent.documents")
            self.knowledge.update()

    async def warm_up(self) -> None:
        """Imports what a question needs, in a thread, and starts the extraction worker; once.

        It takes about a second of processor time and 30 MiB: better spent before somebody waits,
        and not by a window that nobody types into. Who calls while it is under way waits as well.
        """
        if self._ready_to_answer is None:
            self._ready_to_answer = asyncio.ensure_future(self._get_ready())
        await asyncio.shield(self._ready_to_answer)

    async def _get_ready(self) -> None:
        await asyncio.to_thread(_prepare_to_answer)
        try:
            await self.models.load_provider()
            with self._services.hold() as services:
                await services.warm_up()
        except AgentError as error:  # whoever asks will be told
            logger.warning("warming up failed", extra={"fault": str(error)})

    # --- questions

    def ask(self, question: Question) -> "Run":
        """Gives a run of the question; it begins when its events are read.

        It is over when this program is. Only a run of the `desk` can sleep, begin others, and go on
        later.
        """
        from desktop_agent.desk.asking import ask

        return ask(self._asker, question, waits=False).run

    def replay(self, path: Path) -> Iterator[Event]:
        """Reads a recorded run, or one in a file of its own; raises `RecordingError`."""
        from desktop_agent.storage.run_archive import is_archive, read_archive

        if is_archive(path):
            return read_lines(BytesIO(read_archive(path).recording), path.name)
        return read_run(path)

    async def tidy(self) -> None:
        """Removes for good what was deleted a while ago, with the recordings of its runs.

        Of what was there before a backup was restored, the newest is kept. Temporary files of
        recordings and pages, which a killed program left, go as well.

        Raises:
            StorageError: it cannot be removed.
        """
        run_ids = await self.conversations.purge(_UNDO_S)
        await asyncio.to_thread(remove_runs, self.paths.runs, run_ids)
        await asyncio.to_thread(tidy_restored, self.paths)
        await asyncio.to_thread(self._sweep_recorded)

    def _sweep_recorded(self) -> None:
        folders = self.paths.snapshots.iterdir() if self.paths.snapshots.is_dir() else ()
        sweep((self.paths.runs, self.paths.unfinished, *folders))

    # --- search and pages

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport:
        """Searches; ``report`` is told of each attempt as it ends."""
        with self._services.hold() as services, self._alone():
            await services.read_keys()
            return await services.search.search(query, count, report)

    async def fetch(self, url: str, format: PageFormat, max_length: int | None) -> Page:  # noqa: A002 - the option's own name
        """Reads a page; raises `FetchError`."""
        with self._services.hold() as services, self._alone():
            await services.read_keys()  # an address may hold one, which is not to be kept
            return await services.fetch.fetch(url, format, max_length)

    async def read_file(self, path: Path) -> Attachment:
        """Gives a file as a model can be told of it; raises `Unreadable` or `FetchError`."""
        with self._services.hold() as services:
            return await services.read_file(path)

    def snapshot(self, name: str) -> Snapshot:
        """Gives the stored text of a page by its hash; reads a file. Raises `StorageError`."""
        return SnapshotStore(self.paths.snapshots).load(name)

    def resting_engines(self) -> Mapping[str, float]:
        """Gives the seconds that each engine still rests after a challenge."""
        return self._working.resting()

    # --- keys, settings, state

    def allow_key(self, there: KeyDestination) -> None:
        """Let a key go to a server from now on, where the settings still name that one.

        Raises:
            SettingsError: they name another by now.
        """
        if destination(self.settings, there.name) != there:
            raise SettingsError(f"{there.setting} names another server now.", "Ask again.")
        self.keys.allow(there.name)

    def withheld_keys(self) -> tuple[KeyDestination, ...]:
        """Return the keys that are not sent where the settings name a server they never went to."""
        return tuple(destination(self.settings, name) for name in self.keys.withheld())

    async def check_key(self, name: str) -> str:
        """Tries a stored key at its service; raises `AgentError` when it is not accepted."""
        with self._services.hold() as services, self._alone():
            return await services.check_key(name)

    def setting_origin(self, key: str) -> str:
        """Gives the environment variable that forces a setting, ``--`` for the command line, or empty."""
        return origin_of(key, self._environ, self._overrides)

    def change_setting(self, key: str, value: object) -> None:
        """Writes a setting to the file and uses it from the next run on; raises `SettingsError`."""
        change_setting(self.paths, key, value)
        self.settings = load_settings(self.paths, self._environ, self._overrides)
        for name, setting in KEY_ADDRESSES.items():
            if setting == key:
                self.keys.allow(name)  # whoever gives the address means it
        if self._working.is_built:
            self._working.renew()
            if self._ready_to_answer is not None and self._ready_to_answer.done():
                self._ready_to_answer = None  # the provider may be another

    async def obey_network_switch(self) -> None:
        """End what still reaches beyond this computer by itself, where the network is off now."""
        if "servers" in self.__dict__:
            await self.servers.obey_network_switch()

    async def doctor(self) -> tuple[Check, ...]:
        """Looks at all that a question needs; sends nothing but a question for the models."""
        from desktop_agent.doctor import examine

        state = await self.models.state()
        with self._services.hold() as services:
            return await examine(
                self._environ, self.paths, self.keys, services, state, self.knowledge
            )

    @cached_property
    def diagnostics(self) -> "Diagnostics":
        """Reports of crashes, and what helps to find a fault."""
        from desktop_agent.diagnostics import Diagnostics

        return Diagnostics(self.paths, lambda: self.settings, self.doctor, self.crash_reports)

    async def aclose(self) -> None:
        """Closes all connections, the extraction worker, the conversations and the log.

        What is in the background, or asleep, goes on at the next start.
        """
        self.keys.give_up()
        if self._ready_to_answer is not None:
            await asyncio.wait([self._ready_to_answer])
        await self._close_parts()


def _prepare_to_answer() -> None:
    import desktop_agent.answering
    import desktop_agent.desk.run_desk
    import desktop_agent.documents
    import desktop_agent.run  # noqa: F401 - all four for their being there
    from desktop_agent.evidence.warm_up import warm_up
    from desktop_agent.plain_context import today

    warm_up(today())
