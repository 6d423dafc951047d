"""Protocols for the parts of the session that the window uses."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, Unpack

from desktop_agent.core.conversations import (
    Changes,
    Conversation,
    ConversationHit,
    StoredTurn,
    TurnOutline,
)
from desktop_agent.core.events import Event
from desktop_agent.core.maintenance import (
    BackupInfo,
    CrashReport,
    Progress,
    Release,
    RestoreEffects,
)
from desktop_agent.core.mcp import Decision, McpServer, McpServerState
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunOrigin, RunRecord
from desktop_agent.core.settings import Settings

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
