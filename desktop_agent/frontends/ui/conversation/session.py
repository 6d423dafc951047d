"""Protocols for the parts of the session that the window uses."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Unpack

from desktop_agent.core.conversations import (
    Changes,
    Conversation,
    ConversationHit,
    StoredTurn,
    TurnOutline,
)
from desktop_agent.core.events import Event
from desktop_agent.core.knowledge import (
    CollectionInfo,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeResult,
    KnowledgeStatus,
    Problem,
    SourceInfo,
)
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.core.mcp import Decision, McpServer, McpServerState
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunOrigin, RunRecord
from desktop_agent.core.settings import Settings

if TYPE_CHECKING:
    from desktop_agent.runs.schedules import Schedules

# --- Conversations: for the sidebar and the export


class Conversations(Protocol):
    """The part of the conversation store used here; any method may raise `StorageError`."""

    async def list(self) -> tuple[Conversation, ...]:
        """Return all conversations that are not deleted, first the pinned ones, then the newest."""

    async def deleted(self) -> tuple[Conversation, ...]:
        """Return the deleted conversations that can be restored."""

    async def get(self, conversation_id: str) -> Conversation: ...

    async def search(self, query: str, limit: int = 50) -> tuple[ConversationHit, ...]:
        """Search titles, questions and answers for words."""

    async def change(self, conversation_id: str, **changes: Unpack[Changes]) -> Conversation:
        """Change the given fields and return the changed conversation."""

    async def delete(self, conversation_id: str) -> None:
        """Mark a conversation as deleted."""

    async def restore(self, conversation_id: str) -> None: ...

    async def folders(self) -> tuple[str, ...]:
        """Return the names of the folders in use."""

    async def outline(self, conversation_id: str) -> tuple[TurnOutline, ...]:
        """Return the turns on the current path, in order."""

    async def turns(self, ids: Sequence[int]) -> tuple[StoredTurn, ...]:
        """Return turns including their content."""


class Models(Protocol):
    """The models of the current provider."""

    async def state(self) -> ProviderState: ...

    async def list(self) -> Sequence[ModelInfo]: ...


class ScheduleSession(Protocol):
    """The part of the session for schedules."""

    @property
    def schedules(self) -> "Schedules": ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def models(self) -> Models: ...


# --- MCP servers; see `servers.Servers`


class Configured(Protocol):
    """The configured MCP servers; any method may raise `AgentError`."""

    async def states(self) -> Sequence[McpServerState]: ...

    async def add(self, text: str, *, replace: bool = False) -> Sequence[McpServer]: ...

    async def confirm(self, name: str) -> object: ...

    async def change(self, server: McpServer) -> object: ...

    async def remove(self, name: str) -> object: ...

    async def try_server(self, name: str) -> McpServerState: ...

    async def decide(self, server: str, tool: str, decision: Decision) -> object: ...

    async def forget_decisions(self, server: str) -> object: ...

    def watch(self, watcher: Callable[[McpServerState], object]) -> Callable[[], object]: ...


class ServersSession(Protocol):
    """The part of the session for MCP servers."""

    @property
    def servers(self) -> Configured: ...


# --- The knowledge base


class Knowledge(Protocol):
    """The user's documents; coroutines raise only `AgentError`."""

    @property
    def progress(self) -> IngestProgress:
        """The current indexing progress."""
        ...

    async def status(self) -> KnowledgeStatus:
        """Return the contents of the knowledge base and its models."""
        ...

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Return only the collections, which does not require a model."""
        ...

    async def add(self, paths: Sequence[Path], collection: str = "") -> tuple[SourceInfo, ...]:
        """Add folders and files to a collection, given by name or id.

        The collection is created if it does not exist.
        """
        ...

    async def rename(self, collection: str, name: str) -> None: ...

    async def remove_source(self, source: int) -> None:
        """Remove a folder or file from the index; files on disk are kept."""
        ...

    async def remove_collection(self, collection: str) -> None:
        """Remove a collection from the index; files on disk are kept."""
        ...

    async def problems(self, collection: str = "") -> tuple[Problem, ...]:
        """Return the files that could not be read, in one collection or in all."""
        ...

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        """Return matching passages, best first."""
        ...

    async def text(self, key: str) -> str:
        """Return the full text of a document."""
        ...

    def update(self, *, again: bool = False) -> None:
        """Check for changed files in the background, unless a check is already running.

        ``again`` also retries files that could not be read.
        """
        ...

    def pause(self) -> None:
        """Pause indexing. It stays paused across restarts."""
        ...

    def resume(self) -> None: ...

    async def rebuild(self) -> None:
        """Recompute all embeddings with the configured model."""
        ...

    def watch_progress(self, told: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Call ``told`` a few times a second during activity; return an unsubscribe function."""
        ...


# --- The run manager


class Live(Protocol):
    """An unfinished run."""

    @property
    def run_id(self) -> str: ...

    @property
    def question(self) -> Question: ...

    @property
    def background(self) -> bool: ...

    def listen(self, listener: Callable[[Event | None], object]) -> Sequence[Event]:
        """Return the events so far, and pass later ones to ``listener``.

        ``listener`` is called with None at the end of the run.
        """

    def leave(self, listener: Callable[[Event | None], object]) -> None: ...


class Desk(Protocol):
    """Runs, addressed by id. Calls with unknown ids are ignored."""

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        parent_run_id: str = "",
        parent_conversation_id: str = "",
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> RunRecord: ...

    def live(self, run_id: str) -> Live | None: ...

    async def question(self, run_id: str) -> Question | None: ...

    async def list(self, most: int = 200) -> tuple[RunRecord, ...]: ...

    def watch(self, watcher: Callable[[RunRecord], None]) -> Callable[[], None]: ...

    def pause(self, run_id: str) -> object: ...

    def resume(self, run_id: str) -> object: ...

    async def stop(self, run_id: str) -> None: ...

    async def forget(self, run_id: str) -> None: ...

    def background(self, run_id: str) -> object: ...


# --- Maintenance; everything is loaded on first use


class Releases(Protocol):
    """Newer versions of the program; any method may raise `AgentError`."""

    @property
    def configured(self) -> bool:
        """True if this build has an update source and the keys to verify it."""

    @property
    def due(self) -> bool:
        """True if the daily update check is enabled, allowed and due."""

    @property
    def host(self) -> str:
        """The host of the update source, or "" if there is none."""

    async def check(self) -> Release | None: ...

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path: ...


class Backups(Protocol):
    """Backups; any method may raise `AgentError`."""

    async def write(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def look(self, path: Path) -> BackupInfo: ...

    async def effects(self, path: Path) -> RestoreEffects: ...

    async def restore(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def waiting(self) -> bool: ...

    async def give_up(self) -> object: ...


class Diagnostics(Protocol):
    """Diagnostics and crash reports; the last two methods access files synchronously."""

    async def write(self, path: Path) -> Path: ...

    def crashes(self) -> tuple[CrashReport, ...]: ...

    def forget_crashes(self) -> None: ...


class MaintenanceSession(Protocol):
    """The part of the session for maintenance. Its parts are loaded on first use."""

    settings: Settings

    @property
    def updates(self) -> Releases: ...

    @property
    def backups(self) -> Backups: ...

    @property
    def diagnostics(self) -> Diagnostics: ...
