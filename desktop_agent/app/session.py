"""The session, through which all frontends (window, CLI, MCP server) use the program.

Its components are created on first use. To let the window appear quickly, the modules that answer
questions are not imported until the first question or `Session.warm_up`.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_agent.app.models import Models
from desktop_agent.core.errors import AgentError, SettingsError
from desktop_agent.core.events import Event
from desktop_agent.core.knowledge import BuildOrder, BuildProgress, BuildSummary
from desktop_agent.core.maintenance import FileProblems
from desktop_agent.core.messages import Attachment
from desktop_agent.core.models import Check
from desktop_agent.core.research import (
    EngineAttempt,
    Page,
    PageFormat,
    Question,
    SearchReport,
    Snapshot,
)
from desktop_agent.core.settings import KEY_ADDRESSES, KeyDestination, Settings, destination
from desktop_agent.runs.approvals import PlanReviews
from desktop_agent.storage import settings_file
from desktop_agent.storage.backup.restore import complete_restore
from desktop_agent.storage.backup.restore import tidy as tidy_restored
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.crash_reports import CrashReports, watch_crashes
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.files import sweep
from desktop_agent.storage.key_record import KeyRecord
from desktop_agent.storage.logs import start_logging
from desktop_agent.storage.network_ledger import NetworkLedger
from desktop_agent.storage.paths import Paths, find_paths
from desktop_agent.storage.runs import (
    UnfinishedRuns,
    recorded_events,
    recorded_questions,
    remove_runs,
)
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.settings_file import (
    NetworkSwitch,
    change_setting,
    load_settings,
    origin_of,
)
from desktop_agent.storage.snapshots import SnapshotStore

if TYPE_CHECKING:
    from desktop_agent.app.backups import Backups
    from desktop_agent.app.doctor import Diagnostics
    from desktop_agent.app.run_archives import Archives
    from desktop_agent.app.search_model import SearchModel
    from desktop_agent.app.templates import Templates
    from desktop_agent.app.updates import Updates
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase
    from desktop_agent.llm.embedding import Embedder
    from desktop_agent.runs.approvals import Approvals
    from desktop_agent.runs.manager import RunManager
    from desktop_agent.runs.mcp_servers import Servers
    from desktop_agent.runs.run import Run, RunEnvironment
    from desktop_agent.runs.schedules import Schedules
    from desktop_agent.runs.services import Services
    from desktop_agent.web.fetch.worker import ExtractionWorker

__all__ = ["ConversationStore", "Session"]

logger = logging.getLogger(__name__)


# --- Current services, and older ones that are still in use by runs


class ServicePool:
    """Builds `Services` on first use, and again after each call of `renew`.

    Services for outdated settings are closed once no run uses them. All of them share one process
    for reading pages, which does not depend on the settings.
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
        if self._current is None:
            from desktop_agent.runs.services import Services
            from desktop_agent.web.fetch.worker import ExtractionWorker

            self._worker = self._worker or ExtractionWorker()
            self._current = Services(self._settings(), self._paths, self._secrets, self._worker)
        return self._current

    def renew(self) -> None:
        services, self._current = self._current, None
        if services is not None:
            self._retired.append(services)
            services.retire(partial(self._close_soon, services))

    async def aclose(self) -> None:
        if self._closing:
            await asyncio.wait(self._closing)
        for services in (*self._retired, self._current):
            if services is not None:
                await services.aclose()
        if self._worker is not None:
            await self._worker.aclose()

    def _close_soon(self, services: "Services") -> None:
        with suppress(RuntimeError):  # without a loop, `aclose` closes them
            loop = asyncio.get_running_loop()
            closing = loop.create_task(self._close(services))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _close(self, services: "Services") -> None:
        self._retired.remove(services)
        await services.aclose()


# --- The session


def open_session(
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    workspace: Path | None = None,
) -> "Session":
    """Open a session for one user, without sending any data.

    ``overrides`` maps dotted setting names (``llm.model``) to values that take precedence over the
    file and the environment. ``workspace`` is a folder for runs, pages and discoveries that
    replaces the user's data folder. Raise `SettingsError`, naming the key and the file or variable,
    if a setting is invalid.
    """
    return Session(os.environ if environ is None else environ, overrides or {}, workspace)


def set_settings_aside(environ: Mapping[str, str] | None = None) -> Path:
    """Rename an unusable settings file and return its new path; raise `StorageError` on failure."""
    return settings_file.set_settings_aside(find_paths(os.environ if environ is None else environ))


class Session:
    """The program as seen by the frontends, for use from a single event loop."""

    def __init__(
        self, environ: Mapping[str, str], overrides: Mapping[str, object], workspace: Path | None
    ) -> None:
        self._environ = environ
        self._overrides = overrides
        self.paths = find_paths(environ)._replace(workspace=workspace)
        self.restored = complete_restore(self.paths)  # before any user data are opened
        config, data, cache, logs, _workspace = self.paths
        rest = (self.paths.crashes, self.paths.templates, self.paths.update_trust)
        # `tidy` sweeps runs and pages, because there are many
        sweep((config, data, cache, logs, *rest))
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
        self.file_problems = FileProblems()
        self.discoveries = DiscoveryLog(self.paths.discoveries_file)
        self._unfinished = UnfinishedRuns(self.paths.unfinished, self.keys.redact)
        self.conversations = ConversationStore(
            self.paths.conversations_file,
            self.keys.redact,
            self._unfinished.holds,
            partial(recorded_events, self.paths.runs),
            self.file_problems.add,
        )
        self.plans = PlanReviews()
        self.ledger = NetworkLedger(self.paths.ledger_file)
        self.models = Models(
            lambda: self._services,
            self._alone,
            lambda: self.search_model,
            self.paths.runs,
            self._embed_documents,
        )
        self._stop_logging = start_logging(self.paths, self.keys)
        self.crash_reports = CrashReports(self.paths.crashes)
        self._stop_crashes = watch_crashes(self.crash_reports)
        self._stop_watching: Callable[[], None] | None = None
        self._working = ServicePool(lambda: self.settings, self.paths, self.keys)
        self._ready_to_answer: asyncio.Task[None] | None = None

    @property
    def embedder(self) -> "Embedder | None":
        """The built-in search model, or None if it is not installed."""
        return self._services.embedder

    @property
    def _services(self) -> "Services":
        self._watch_requests()
        return self._working.current

    # --- runs

    @cached_property
    def _run_environment(self) -> "RunEnvironment":
        from desktop_agent.runs.run import RunEnvironment

        return RunEnvironment(
            settings=lambda: self.settings,
            is_offline=self.is_offline,
            services=lambda: self._services,
            documents=self._documents_if_any,
            conversations=self.conversations,
            runs=self.paths.runs,
            redact=self.keys.redact,
            keep_discovery=self.discoveries.append,
            plans=self.plans,
            approvals=lambda: self.approvals,
            servers=self._servers_if_any,
            load_templates=lambda: self.templates.load(),  # noqa: PLW0108 - the folder may change
        )

    @cached_property
    def runs(self) -> "RunManager":
        from desktop_agent.runs.manager import RunManager
        from desktop_agent.storage.runs import RunList

        run_list = RunList(self.paths.run_list_file, self.file_problems.add)
        return RunManager(self._run_environment, run_list, self._unfinished)

    @cached_property
    def schedules(self) -> "Schedules":
        from desktop_agent.runs.schedules import Schedules
        from desktop_agent.storage.schedules import ScheduleStore

        return Schedules(ScheduleStore(self.paths.schedules_file), self.runs)

    @cached_property
    def archives(self) -> "Archives":
        from desktop_agent.app.run_archives import Archives

        return Archives(self.paths.runs, SnapshotStore(self.paths.snapshots), self.conversations)

    @cached_property
    def backups(self) -> "Backups":
        from desktop_agent.app.backups import Backups

        return Backups(self.paths, self.keys.fix_destinations)

    # --- MCP servers

    @cached_property
    def servers(self) -> "Servers":
        from desktop_agent.runs.mcp_servers import Servers

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
        in_workspace = self.paths.workspace is not None
        if in_workspace or not await asyncio.to_thread(self.paths.mcp_file.exists):
            return None
        for needed in ("runs.mcp_servers", "runs.approvals", "tools.mcp.tool"):
            await asyncio.to_thread(__import__, f"desktop_agent.{needed}")
        return self.servers

    @cached_property
    def approvals(self) -> "Approvals":
        from desktop_agent.runs.approvals import Approvals

        return Approvals(lambda: self.servers)

    # --- documents and templates

    @cached_property
    def knowledge(self) -> "KnowledgeBase":
        """The user's knowledge base; its modules are imported on first use."""
        from desktop_agent.app.documents import open_documents

        self._watch_requests()
        return open_documents(
            self.paths,
            lambda: self.settings,
            lambda: self._services,
            self._alone,
            self.file_problems.add,
        )

    @property
    def templates(self) -> "Templates":
        from desktop_agent.app.templates import Templates

        chosen = self.settings.agent.template_folder
        folder = Path(chosen).expanduser() if chosen else self.paths.templates
        return Templates(folder, lambda: self._services, self._alone)

    async def has_documents(self) -> bool:
        """Return whether documents are indexed here or a remote index is configured.

        Raise `StorageError` if the index cannot be read.
        """
        elsewhere = self.settings.knowledge.lancedb_uri.strip()
        if not elsewhere and not await asyncio.to_thread(self.paths.knowledge.exists):
            return False
        await asyncio.to_thread(__import__, "desktop_agent.app.documents")  # a tenth of a second
        return await self.knowledge.holds_anything()

    def _embed_documents(self) -> None:
        if "knowledge" in self.__dict__:
            self.knowledge.update(again=True)  # also after an update that is under way

    async def _documents_if_any(self) -> "KnowledgeBase | None":
        return self.knowledge if await self.has_documents() else None

    @cached_property
    def search_model(self) -> "SearchModel":
        from desktop_agent.app.search_model import SearchModel

        self._watch_requests()
        return SearchModel(self.paths.search_model_file, self._alone)

    # --- updates

    @cached_property
    def updates(self) -> "Updates":
        from desktop_agent.app.updates import SignedRepository, Updates, find_place

        self._watch_requests()
        releases = SignedRepository(
            lambda: find_place(self.settings.updates.url), self.paths.update_trust, self._alone
        )
        state = self.paths.update_trust / "look.json"
        return Updates(releases, lambda: self.settings, state)

    # --- network and shutdown

    def _watch_requests(self) -> None:
        if self._stop_watching is None:
            from desktop_agent.web.ledger import watch_requests

            self._stop_watching = watch_requests(self.ledger.append)

    def _alone(self) -> AbstractContextManager[None]:
        """Return a network scope for requests outside a run."""
        from desktop_agent.web.ledger import network_scope

        return network_scope(lambda _use: None, offline=self.is_offline)

    async def build_index(
        self, order: BuildOrder, told: Callable[[BuildProgress], None], stopped: Callable[[], bool]
    ) -> BuildSummary:
        """Build a large index with many processes, in a thread; raise `AgentError` on failure.

        ``told`` receives the progress. The build ends early once ``stopped`` returns True.
        """
        from desktop_agent.knowledge.cluster import build

        with self._alone():
            return await asyncio.to_thread(build, order, told, stopped)

    async def keep_documents(self) -> None:
        """Start indexing new and changed content, unless there is nothing to index."""
        pages = (self.paths.snapshots, self.paths.discoveries_file)
        kept = (self.paths.knowledge, *(pages if self.settings.knowledge.pages else ()))
        if await asyncio.to_thread(lambda: any(path.exists() for path in kept)):
            await asyncio.to_thread(__import__, "desktop_agent.app.documents")
            self.knowledge.update()

    async def warm_up(self) -> None:
        """Import everything needed to answer, in a thread, and start the extraction worker.

        This takes about a second of CPU time and 30 MiB of memory, so avoid it for an idle window.
        Concurrent calls wait for the first one. Later calls do nothing until a setting changes.
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
        except AgentError as error:  # the next question reports it
            logger.warning("warming up failed", extra={"fault": str(error)})

    # --- questions

    def ask(self, question: Question, *, can_wait: bool = False) -> "Run":
        """Start a run that answers the question, and return it.

        If ``can_wait`` is True, the run may sleep, wait for the user's decisions and start other
        runs, and a sleeping run is resumed after a restart. Otherwise, the run ends with the
        process.
        """
        return self.runs.ask(question, can_wait=can_wait)

    def replay(self, run: str | Path) -> Iterator[Event]:
        """Return the events of a recorded or exported run; see `Archives.events`."""
        return self.archives.events(run)

    def recorded_questions(self, run_ids: Collection[str]) -> dict[str, str]:
        """Return the questions of the given runs, omitting unrecorded runs. Blocks."""
        return recorded_questions(self.paths.runs, run_ids)

    async def tidy(self) -> None:
        """Permanently delete conversations that were deleted a week or more ago.

        Their recorded runs are deleted too, as are all but the newest copy of the data replaced by
        restored backups, and temporary files left behind by killed processes. Raise `StorageError`
        if a file cannot be deleted.
        """
        run_ids = await self.conversations.purge()
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
        with self._services.hold() as services, self._alone():
            await services.read_keys()
            return await services.search.search(query, count, report)

    async def fetch(self, url: str, format: PageFormat, max_length: int | None) -> Page:  # noqa: A002 - the option's own name
        """Read a page; raise `FetchError` if that fails."""
        with self._services.hold() as services, self._alone():
            await services.read_keys()  # keys in an address are redacted only once they are known
            return await services.fetch.fetch(url, format, max_length)

    async def read_file(self, path: Path) -> Attachment:
        """Read a file as an attachment; raise `Unreadable` or `FetchError` if that fails."""
        with self._services.hold() as services:
            return await services.read_file(path)

    def snapshot(self, name: str) -> Snapshot:
        return SnapshotStore(self.paths.snapshots).load(name)

    # --- keys, settings, state

    def allow_key(self, there: KeyDestination) -> None:
        """Allow a key to be sent to a server; raise `SettingsError` if the server has changed."""
        if destination(self.settings, there.name) != there:
            raise SettingsError(f"{there.setting} now refers to another server.", "Ask again.")
        self.keys.allow(there.name)

    def withheld_keys(self) -> tuple[KeyDestination, ...]:
        """Return the withheld keys, each with the server it has never been sent to."""
        return tuple(destination(self.settings, name) for name in self.keys.withheld())

    async def check_key(self, name: str) -> str:
        """Test a key against its service and describe the result; may raise `AgentError`."""
        with self._services.hold() as services, self._alone():
            return await services.check_key(name)

    def setting_origin(self, key: str) -> str:
        """Return the variable or option that overrides a setting, or "" if none does."""
        return origin_of(key, self._environ, self._overrides)

    def change_setting(self, key: str, value: object) -> None:
        """Write a setting to the settings file and apply it; raise `SettingsError` on failure."""
        change_setting(self.paths, key, value)
        self.settings = load_settings(self.paths, self._environ, self._overrides)
        for name, setting in KEY_ADDRESSES.items():
            if setting == key:
                self.keys.allow(name)  # the user has just entered the address
        self._working.renew()
        if self._ready_to_answer is not None and self._ready_to_answer.done():
            self._ready_to_answer = None  # the provider may have changed

    async def obey_network_switch(self) -> None:
        """If the network is off, close connections to MCP servers that need it."""
        if "servers" in self.__dict__:
            await self.servers.obey_network_switch()

    async def doctor(self) -> tuple[Check, ...]:
        """Run all checks and return their results. The only request is for the model list."""
        from desktop_agent.app.doctor import examine

        state = await self.models.state()
        with self._services.hold() as services:
            return await examine(
                self._environ, self.paths, self.keys, services, state, self.knowledge
            )

    @cached_property
    def diagnostics(self) -> "Diagnostics":
        from desktop_agent.app.doctor import Diagnostics

        return Diagnostics(self.paths, self.doctor, self.crash_reports)

    async def aclose(self) -> None:
        """Close all connections, the extraction worker, the conversations and the log.

        Background and sleeping runs are resumed at the next start.
        """
        self.keys.give_up()
        if self._ready_to_answer is not None:
            await asyncio.wait([self._ready_to_answer])
        built = self.__dict__
        for part in ("schedules", "runs", "servers", "knowledge"):
            if part in built:
                await built[part].aclose()
        await self._working.aclose()
        if self._stop_watching is not None:
            self._stop_watching()
        await asyncio.to_thread(self.ledger.flush)
        await self.conversations.aclose()
        self._stop_crashes()
        self._stop_logging()


def _prepare_to_answer() -> None:
    import desktop_agent.app.documents
    import desktop_agent.runs.manager  # noqa: F401 - both are imported ahead of their use
    from desktop_agent.evidence.pack_assembly import warm_up
    from desktop_agent.runs.dispatch import today

    warm_up(today())


def _http_transport() -> Any:
    from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge
    from desktop_agent.web.ledger import LedgerTransport

    return Httpx2Bridge(LedgerTransport("mcp"))
