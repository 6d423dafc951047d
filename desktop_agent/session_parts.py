"""What a session is made of; what takes long to load is built when it is first used."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_agent.core.keys import KEY_ADDRESSES, destination
from desktop_agent.core.mended import MendedFiles
from desktop_agent.models import Models
from desktop_agent.plan_reviews import PlanReviews
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.crash_hooks import watch_crashes
from desktop_agent.storage.crash_reports import CrashReports
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.key_record import KeyRecord
from desktop_agent.storage.ledger import LedgerEntry, NetworkLedger
from desktop_agent.storage.logs import start_logging
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.private_file import sweep
from desktop_agent.storage.restoring import finish_restore
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.settings_file import NetworkSwitch, load_settings, origin_of
from desktop_agent.storage.unfinished import UnfinishedRuns
from desktop_agent.working_services import WorkingServices

if TYPE_CHECKING:
    from desktop_agent.approvals import Approvals
    from desktop_agent.archives import Archives
    from desktop_agent.backups import Backups
    from desktop_agent.components import Components
    from desktop_agent.desk.asking import Asker
    from desktop_agent.desk.run_desk import RunDesk
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase
    from desktop_agent.schedules.schedules import Schedules
    from desktop_agent.servers import Servers
    from desktop_agent.services import Services
    from desktop_agent.templates import Templates
    from desktop_agent.updates import SignedRepository, Updates


class SessionParts:
    """The parts that faces may use, and how they are put together. All belong to one event loop."""

    def __init__(
        self, environ: Mapping[str, str], overrides: Mapping[str, object], workspace: Path | None
    ) -> None:
        self._environ = environ
        self._overrides = overrides
        self.paths = find_paths(environ)._replace(workspace=workspace)
        self.restored = finish_restore(self.paths)  # before anything of the person's is opened
        config, data, cache, logs, _workspace = self.paths
        rest = (self.paths.crashes, self.paths.templates, self.paths.update_trust)
        sweep((config, data, cache, logs, *rest))  # runs and pages are many: `tidy` does theirs
        if self.paths.settings_file.is_symlink():
            linked = self.paths.settings_file.resolve()
            sweep((linked.parent,), f"{linked.name}.")
        self.settings = load_settings(self.paths, environ, overrides)
        self.is_offline = NetworkSwitch(self.paths, environ, overrides).is_offline
        self.keys = Secrets(
            environ,
            KeyRecord(self.paths.keys_file),
            lambda name: destination(self.settings, name).origin,
        )
        for name, setting in KEY_ADDRESSES.items():
            if origin_of(setting, environ, overrides):
                self.keys.trust(name)
        self.mended = MendedFiles()
        self.discoveries = DiscoveryLog(self.paths.discoveries_file)
        self._unfinished = UnfinishedRuns(self.paths.unfinished, self.keys.redact)
        self.conversations = ConversationStore(
            self.paths.conversations_file,
            self.keys.redact,
            self._unfinished.holds,
            self.mended.add,
        )
        self.plans = PlanReviews()
        self.ledger = NetworkLedger(self.paths.ledger_file)
        self.models = Models(lambda: self._services, self._alone)
        self._stop_logging = start_logging(self.paths, self.keys)
        self.crash_reports = CrashReports(self.paths.crashes)
        self._stop_crashes = watch_crashes(self.crash_reports)
        self._stop_watching: Callable[[], None] | None = None
        self._working = WorkingServices(lambda: self.settings, self.paths, self.keys)

    @property
    def _services(self) -> "Services":
        self._watch_requests()
        return self._working.current

    # --- runs

    @cached_property
    def _asker(self) -> "Asker":
        from desktop_agent.desk.asking import Asker

        return Asker(
            settings=lambda: self.settings,
            is_offline=self.is_offline,
            services=lambda: self._services,
            documents=self._documents_if_any,
            conversations=self.conversations,
            runs=self.paths.runs,
            redact=self.keys.redact,
            keep=self.discoveries.append,
            plans=self.plans,
            approvals=lambda: self.approvals,
            servers=self._servers_if_any,
            load_templates=self.templates.load,
        )

    @cached_property
    def desk(self) -> "RunDesk":
        """The runs that are under way, and those in the background."""
        from desktop_agent.desk.own_turn import own_turn
        from desktop_agent.desk.run_desk import RunDesk
        from desktop_agent.storage.run_list import RunList

        make_turn = partial(own_turn, self.conversations)
        store = RunList(self.paths.run_list_file, self.mended.add)
        return RunDesk(self._asker, store, self._unfinished, make_turn)

    @cached_property
    def schedules(self) -> "Schedules":
        """The questions that are asked at a time."""
        from desktop_agent.schedules.schedules import Schedules
        from desktop_agent.storage.schedule_store import ScheduleStore

        return Schedules(ScheduleStore(self.paths.schedules_file), self.desk)

    @cached_property
    def archives(self) -> "Archives":
        """Runs as files of their own."""
        from desktop_agent.archives import Archives
        from desktop_agent.storage.snapshots import SnapshotStore

        return Archives(self.paths.runs, SnapshotStore(self.paths.snapshots), self.conversations)

    @cached_property
    def backups(self) -> "Backups":
        """Everything as one file, and back."""
        from desktop_agent.backups import Backups

        return Backups(self.paths, self.keys.fix_destinations)

    # --- tools of other programs

    @cached_property
    def servers(self) -> "Servers":
        """The servers of the Model Context Protocol."""
        from desktop_agent.servers import Servers

        self._watch_requests()
        return Servers(
            self.paths.mcp_file,
            self.keys,
            self._environ,
            lambda: self.settings,
            self._alone,
            _http_transport,
        )

    async def _servers_if_any(self) -> "Servers | None":
        """Gives the servers, loaded in a thread; a workspace of its own has none."""
        if self.paths.workspace is not None:
            return None
        there = await asyncio.to_thread(self.paths.mcp_file.exists)
        if not there:
            return None
        for needed in ("servers", "approvals", "tools.mcp_tool"):
            await asyncio.to_thread(__import__, f"desktop_agent.{needed}")
        return self.servers

    @cached_property
    def approvals(self) -> "Approvals":
        """The calls that wait for the user."""
        from desktop_agent.approvals import Approvals

        return Approvals(lambda: self.servers)

    # --- the person's documents and templates

    @cached_property
    def knowledge(self) -> "KnowledgeBase":
        """The person's documents; opened when they are first asked for, which takes an import."""
        from desktop_agent.documents import open_documents

        self._watch_requests()
        return open_documents(
            self.paths,
            lambda: self.settings,
            lambda: self._services,
            self._alone,
            self.mended.add,
        )

    @property
    def templates(self) -> "Templates":
        """The reasoning templates."""
        from desktop_agent.templates import Templates

        return Templates(self.paths.templates, lambda: self._services, self._alone)

    async def has_documents(self) -> bool:
        """Tells whether anything is indexed; raises `StorageError`."""
        elsewhere = self.settings.knowledge.lancedb_uri.strip()
        if not elsewhere and not await asyncio.to_thread(self.paths.knowledge.exists):
            return False
        await asyncio.to_thread(__import__, "desktop_agent.documents")  # a tenth of a second
        return await self.knowledge.holds_anything()

    async def _documents_if_any(self) -> "KnowledgeBase | None":
        return self.knowledge if await self.has_documents() else None

    # --- newer versions

    def _signed_targets(self, purpose: str) -> "SignedRepository":
        """Gives the place of releases and components; ``purpose`` is for the ledger."""
        from desktop_agent.updates import SignedRepository, find_place

        self._watch_requests()
        return SignedRepository(
            lambda: find_place(self.settings.updates.url),
            self.paths.update_trust,
            self._alone,
            purpose,
        )

    @cached_property
    def updates(self) -> "Updates":
        """Newer versions of the program."""
        from desktop_agent.updates import Updates

        state = self.paths.update_trust / "look.json"
        return Updates(self._signed_targets("update"), lambda: self.settings, state)

    @cached_property
    def components(self) -> "Components":
        """What can be added to the program."""
        from desktop_agent.components import Components

        place = self._signed_targets("component")
        return Components(
            self.paths.components,
            lambda: place if place.configured else None,
            lambda: self.settings.updates.check and not self.is_offline(),
        )

    # --- the network and the end

    def _watch_requests(self) -> None:
        if self._stop_watching is None:
            from desktop_agent.web.ledger import watch_requests

            self._stop_watching = watch_requests(
                lambda request: self.ledger.append(LedgerEntry(**asdict(request)))
            )

    def _alone(self) -> AbstractContextManager[None]:
        """The network switch for what happens outside of a run; nothing is recorded there."""
        from desktop_agent.web.ledger import network_scope

        return network_scope(lambda _use: None, offline=self.is_offline)

    async def _close_parts(self) -> None:
        built = self.__dict__
        for part in ("schedules", "desk", "servers", "knowledge"):
            if part in built:
                await built[part].aclose()
        await self._working.aclose()
        if self._stop_watching is not None:
            self._stop_watching()
        await asyncio.to_thread(self.ledger.flush)
        await self.conversations.aclose()
        self._stop_crashes()
        self._stop_logging()


def _http_transport() -> Any:
    from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge
    from desktop_agent.web.ledger import LedgerTransport

    return Httpx2Bridge(LedgerTransport("mcp"))
