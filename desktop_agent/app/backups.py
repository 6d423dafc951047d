"""Back up all user data to a single file, and restore it."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from desktop_agent import __version__
from desktop_agent.core.errors import SettingsError, StorageError
from desktop_agent.core.maintenance import (
    BackupInfo,
    Progress,
    RestoredServer,
    RestoredSetting,
    RestoreEffects,
)
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.settings import KEY_ADDRESSES, Settings
from desktop_agent.storage.backup.archive import Watch, look, read_members, unpack, write_backup
from desktop_agent.storage.backup.contents import Source, sources
from desktop_agent.storage.backup.restore import restoring_folder, unpacking_folder
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.files import locked, make_folder, write_atomic
from desktop_agent.storage.key_record import KeyRecord
from desktop_agent.storage.mcp_servers import (
    McpDecisions,
    McpFile,
    bind_secrets,
    servers_in,
    with_unconfirmed,
)
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.settings_file import load_settings, settings_in
from desktop_agent.system.tasks import run_in_thread, throttled

_SETTINGS, _SERVERS = "config/settings.toml", "config/mcp.json"
_DECISIONS = "config/mcp-decisions.json"
_DECISIVE = frozenset(
    {
        "llm.provider",
        "knowledge.embedding_provider",
        "swarm.models",
        "fetch.allow_hosts",
        "fetch.links",
        "network.offline",
    }
)
"""Settings, other than addresses, that decide which services are contacted or what is read."""

Result = TypeVar("Result")


class Backups:
    """Writes, inspects and restores backups in threads. Writing and restoring can be cancelled.

    ``before_restore`` is called in a thread before anything is unpacked. It records which servers
    currently receive keys, so that the settings in a backup cannot redirect the keys.
    """

    def __init__(self, paths: Paths, before_restore: Callable[[], object] = lambda: None) -> None:
        self._paths = paths._replace(workspace=None)
        self._before_restore = before_restore

    async def write(
        self, path: Path, progress: Progress | None = None, *, index: bool = False
    ) -> BackupInfo:
        """Write all user data to one file while the program keeps running.

        Keys, the cache, logs and any LanceDB index are left out. If ``index`` is True, the document
        index is included, so that it need not be rebuilt; it contains the text of all documents and
        takes up several times their size. Raise `StorageError` if a file cannot be read or written;
        an existing file at ``path`` is then left unchanged.
        """
        found = sources(self._paths, _forms(), index=index)
        return await _in_thread(
            lambda watch: write_backup(found, path, __version__, watch), progress
        )

    async def look(self, path: Path) -> BackupInfo:
        """Return a backup's summary from its manifest; raise `StorageError` if it is invalid."""
        return await asyncio.to_thread(look, path, self._known())

    async def effects(self, path: Path) -> RestoreEffects:
        """Describe what a restore would start and contact, and where it would send keys."""
        return await asyncio.to_thread(self._effects, path)

    async def restore(self, path: Path, progress: Progress | None = None) -> BackupInfo:
        """Verify and unpack a backup, which will replace all user data at the next start.

        The replaced data is kept in a folder next to the data folder. Any other backup waiting to
        be restored is discarded. Raise `StorageError`, without changing anything, if the file is
        damaged, is not a backup or was written by a newer version, or if there is not enough disk
        space.
        """
        return await _in_thread(lambda watch: self._restore(path, watch), progress)

    async def waiting(self) -> bool:
        return await asyncio.to_thread(restoring_folder(self._paths).exists)

    async def give_up(self) -> None:
        def work() -> None:
            staged, part = restoring_folder(self._paths), unpacking_folder(self._paths)
            shutil.rmtree(part, ignore_errors=True)
            with suppress(FileNotFoundError):
                staged.rename(part)
            shutil.rmtree(part, ignore_errors=True)

        await asyncio.to_thread(work)

    def _known(self) -> tuple[Source, ...]:
        return sources(self._paths, _forms(), index=True)

    def _effects(self, path: Path) -> RestoreEffects:
        wanted = (_SETTINGS, _SERVERS)
        found = read_members(path, self._known(), wanted)
        faults: list[str] = []
        servers: tuple[McpServer, ...] = ()
        settings = Settings()
        try:
            servers = servers_in(found.get(_SERVERS, b""), "its file of servers")
        except SettingsError as error:
            faults.append(error.message)
        try:
            settings = settings_in(found.get(_SETTINGS, b""))
        except SettingsError as error:
            faults.append(error.message)
        known = self._known_servers(servers)
        listed = (
            RestoredServer(each.name, each.target, known=each.name in known) for each in servers
        )
        try:
            current = load_settings(self._paths, {})
        except SettingsError:
            current = Settings()
        changed = _changed(current, settings)
        return RestoreEffects(tuple(listed), changed, tuple(faults))

    def _own_servers(self) -> tuple[McpServer, ...]:
        try:
            return McpFile(self._paths.mcp_file).load()
        except SettingsError:
            return ()

    def _known_servers(self, servers: Iterable[McpServer]) -> frozenset[str]:
        """Return the names of confirmed, unchanged servers not newly enabled by the backup."""
        own = {each.name: each for each in self._own_servers() if each.confirmed}
        return frozenset(
            each.name
            for each in servers
            if each.name in own
            and each.fingerprint == own[each.name].fingerprint
            and (own[each.name].enabled or not each.enabled)
        )

    def _confine(self, part: Path) -> None:
        """Remove unknown servers' confirmations, secrets and tool decisions from a backup."""
        file, record = part / _SERVERS, KeyRecord(self._paths.keys_file)
        bind_secrets(self._own_servers(), record)
        known: frozenset[str] = frozenset()
        if file.exists():
            try:
                data = file.read_bytes()
                servers = servers_in(data, "the file of servers")
                known = self._known_servers(servers)
                write_atomic(file, with_unconfirmed(data, known))
                bind_secrets((replace(each, confirmed=False) for each in servers), record)
            except SettingsError:
                file.unlink()  # an unreadable file might start anything
        decisions = part / _DECISIONS
        if decisions.exists():
            own = self._paths.mcp_file.with_name(decisions.name)
            McpDecisions(decisions).keep_only(known, own)

    def _restore(self, path: Path, watch: Watch) -> BackupInfo:
        self._before_restore()
        staged, part = restoring_folder(self._paths), unpacking_folder(self._paths)
        with locked(staged):
            shutil.rmtree(part, ignore_errors=True)
            try:
                info = unpack(path, part, self._known(), watch)
                self._confine(part)
                _try_to_move(part, self._paths.data)
                if staged.exists():
                    shutil.rmtree(staged)
                part.rename(staged)
            except OSError as error:
                raise StorageError(
                    f"The backup cannot be restored: {error}.", "Nothing was changed."
                ) from None
            finally:
                shutil.rmtree(part, ignore_errors=True)
        return info


def _changed(before: Settings, after: Settings) -> tuple[RestoredSetting, ...]:
    found = []
    for section, table in Settings.model_fields.items():
        for name in type(table.default).model_fields:
            setting = f"{section}.{name}"
            if not (name.endswith(("url", "uri")) or setting in _DECISIVE):
                continue
            old, new = (getattr(getattr(each, section), name) for each in (before, after))
            if old != new:
                key = next((key for key, of in KEY_ADDRESSES.items() if of == setting), "")
                found.append(RestoredSetting(setting, _shown(old), _shown(new), key))
    return tuple(found)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _forms() -> Mapping[str, DatabaseSchema]:
    from desktop_agent.knowledge import catalogue
    from desktop_agent.knowledge.index import sqlite_schema

    return {"catalogue.db": catalogue.FORM, "index.db": sqlite_schema.FORM}


def _try_to_move(part: Path, data: Path) -> None:
    """Test whether files can be moved into the data folder; raise `StorageError` if not."""
    make_folder(data)
    probe, there = part / ".probe", data / ".restore-probe"
    probe.touch()
    try:
        probe.rename(there)
    except OSError as error:
        raise StorageError(
            f"Nothing can be moved from {part.parent} into {data}: {error.strerror}.",
            "Both must be on the same disk. Nothing was changed.",
        ) from None
    there.unlink()


async def _in_thread(work: Callable[[Watch], Result], progress: Progress | None) -> Result:
    stop = threading.Event()
    notify = throttled(progress or (lambda _done, _total: None))
    return await run_in_thread(lambda: work(Watch(stop.is_set, notify)), stop.set)
