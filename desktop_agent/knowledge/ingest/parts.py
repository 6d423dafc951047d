"""What the indexing works with."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.catalogue import Catalogue
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.ingest.embedding import FindEmbedder
from desktop_agent.knowledge.ingest.pages import Pages
from desktop_agent.knowledge.ingest.progress import ProgressMeter
from desktop_agent.knowledge.ingest.readers import Readers


@dataclass(frozen=True, slots=True)
class Parts:
    """What an update works with.

    ``lock`` is the path whose lock is held by the process that indexes. ``leave_out`` are folders
    (exact paths) that are never looked into: the program's own.
    """

    catalogue: Catalogue
    index: Index
    settings: Callable[[], KnowledgeSettings]
    find_embedder: FindEmbedder
    readers: Readers
    pages: Pages
    meter: ProgressMeter
    lock: Path
    leave_out: Collection[str]
