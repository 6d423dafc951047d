"""What the window needs of the session where questions are scheduled."""

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
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunOrigin, RunRecord
from desktop_agent.core.settings import Settings
from desktop_agent.core.template import Template

if TYPE_CHECKING:
    from desktop_agent.runs.schedules import Schedules

# --- What the sidebar and the export ask of the place where conversations are kept.


class Conversations(Protocol):
    """The part of the conversation store that is used here; each raises `StorageError`."""

    async def list(self) -> tuple[Conversation, ...]:
        """Gives all but the deleted ones, pinned first, then the newest."""

    async def deleted(self) -> tuple[Conversation, ...]:
        """Gives those that can be restored."""

    async def get(self, conversation_id: str) -> Conversation:
        """Gives one."""

    async def search(self, query: str, limit: int = 50) -> tuple[ConversationHit, ...]:
        """Finds words in titles, questions and answers."""

    async def change(self, conversation_id: str, **changes: Unpack[Changes]) -> Conversation:
        """Changes what is given and gives the conversation as it is then."""

    async def delete(self, conversation_id: str) -> None:
        """Puts it among the deleted ones."""

    async def restore(self, conversation_id: str) -> None:
        """Takes it back from there."""

    async def folders(self) -> tuple[str, ...]:
        """Gives the names of the folders in use."""

    async def outline(self, conversation_id: str) -> tuple[TurnOutline, ...]:
        """Gives the turns that are shown, in their order."""

    async def turns(self, ids: Sequence[int]) -> tuple[StoredTurn, ...]:
        """Gives turns whole."""


class Models(Protocol):
    """The models of the provider in use."""

    async def state(self) -> ProviderState: ...

    async def list(self) -> Sequence[ModelInfo]: ...


class ScheduleSession(Protocol):
    """The session as far as schedules go."""

    @property
    def schedules(self) -> "Schedules": ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def models(self) -> Models: ...


# --- What the window needs of the person's servers; see `servers.Servers`.


class Configured(Protocol):
    """The servers; what cannot be done raises `AgentError`."""

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
    """The session as far as servers go."""

    @property
    def servers(self) -> Configured: ...


# --- What the window needs of the templates; `storage.template_store.TemplateStore` has it.


class Loaded(Protocol):
    """What was read; ``faults`` are sentences about files that are no templates."""

    @property
    def templates(self) -> Sequence[Template]: ...

    @property
    def faults(self) -> Sequence[str]: ...


class TemplateLibrary(Protocol):
    """The built-in templates and the person's own. All of it reads files: never in the window's thread."""

    def load(self) -> Loaded: ...

    def save(self, template: Template) -> object:
        """Keeps one as the person's own; raises `ValueError` or `StorageError`."""
        ...

    def remove(self, template_id: str) -> object:
        """Deletes one of the person's own; raises `ValueError` or `StorageError`."""
        ...

    def of_run(self, question: str, plan: Plan) -> Template:
        """Gives what a run's plan would be as a template."""
        ...


class TemplateSession(Protocol):
    """The session as far as templates go."""

    @property
    def templates(self) -> TemplateLibrary: ...


# --- What the page needs of the knowledge base.


class Knowledge(Protocol):
    """The documents of a person; what is awaited raises `AgentError` and nothing else."""

    @property
    def progress(self) -> IngestProgress:
        """How far the indexing is now."""
        ...

    async def status(self) -> KnowledgeStatus:
        """Gives what is there, and the models."""
        ...

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Gives the collections alone, which takes no model."""
        ...

    async def add(self, paths: Sequence[Path], collection: str = "") -> tuple[SourceInfo, ...]:
        """Adds folders and files to a collection, by its name or id; a missing one is made."""
        ...

    async def rename(self, collection: str, name: str) -> None:
        """Gives a collection another name."""
        ...

    async def remove_source(self, source: int) -> None:
        """Forgets a folder or file; what is on the disk stays."""
        ...

    async def remove_collection(self, collection: str) -> None:
        """Forgets a collection; what is on the disk stays."""
        ...

    async def problems(self, collection: str = "") -> tuple[Problem, ...]:
        """Gives the files that could not be read, of one collection or of all."""
        ...

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        """Finds passages, best first."""
        ...

    async def text(self, key: str) -> str:
        """Gives the whole text of a document."""
        ...

    def update(self, *, again: bool = False) -> None:
        """Looks for changed files in the background, unless that is under way.

        ``again`` has those read once more that could not be read.
        """
        ...

    def pause(self) -> None:
        """Holds the indexing, also over a restart."""
        ...

    def resume(self) -> None:
        """Lets it go on."""
        ...

    async def rebuild(self) -> None:
        """Embeds everything anew, with the model that is wanted now."""
        ...

    def watch_progress(self, told: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Has ``told`` called a few times a second while something happens; gives what ends that."""
        ...


# --- What the window needs of the desk at which runs are carried out.


class Live(Protocol):
    """A run that is not over."""

    @property
    def run_id(self) -> str: ...

    @property
    def question(self) -> Question: ...

    @property
    def background(self) -> bool: ...

    def listen(self, listener: Callable[[Event | None], object]) -> Sequence[Event]:
        """Gives what has happened, and tells what comes; None where nothing comes any more."""

    def leave(self, listener: Callable[[Event | None], object]) -> None: ...


class Desk(Protocol):
    """Runs by id. What it does not know any more it passes over."""

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


# --- What upkeep needs of the session; all of it is loaded when it is first asked for.


class Releases(Protocol):
    """Newer versions; what cannot be done raises `AgentError`."""

    @property
    def configured(self) -> bool:
        """Whether this build knows a place for updates, and whom to trust about it."""

    @property
    def due(self) -> bool:
        """Whether the daily look is switched on, allowed, and a day past."""

    @property
    def host(self) -> str:
        """The host that is asked; empty where there is none."""

    async def check(self) -> Release | None: ...

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path: ...


class Backups(Protocol):
    """Everything in one file; what cannot be done raises `AgentError`."""

    async def write(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def look(self, path: Path) -> BackupInfo: ...

    async def effects(self, path: Path) -> RestoreEffects: ...

    async def restore(self, path: Path, progress: Callable[[int, int], None]) -> BackupInfo: ...

    async def waiting(self) -> bool: ...

    async def give_up(self) -> object: ...


class Diagnostics(Protocol):
    """What a report of a fault needs; the last two read and write files at once."""

    async def write(self, path: Path) -> Path: ...

    def crashes(self) -> tuple[CrashReport, ...]: ...

    def forget_crashes(self) -> None: ...


class MaintenanceSession(Protocol):
    """The session as far as upkeep goes. The first use of a part loads what it is made of."""

    settings: Settings

    @property
    def updates(self) -> Releases: ...

    @property
    def backups(self) -> Backups: ...

    @property
    def diagnostics(self) -> Diagnostics: ...
