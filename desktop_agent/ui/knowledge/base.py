"""What the page needs of the knowledge base."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from desktop_agent.core.knowledge import (
    CollectionInfo,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeResult,
    KnowledgeStatus,
    Problem,
    SourceInfo,
)


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
