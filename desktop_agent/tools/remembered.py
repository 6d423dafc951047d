"""The world as a run that can be carried out again sees it: what it has seen once, it sees so again."""

from collections.abc import Callable
from typing import NoReturn, Protocol

from desktop_agent.core.errors import FetchError, StorageError
from desktop_agent.core.knowledge import Excerpt, KnowledgeHit, KnowledgeResult
from desktop_agent.core.research import EngineAttempt, Page, PageFormat, SearchReport
from desktop_agent.sandbox.base import Execution, Sandbox
from desktop_agent.tools.run_memory import RunMemory

_CUT = "It was cut short before the program was closed."


class Search(Protocol):
    """What a run needs of the search service."""

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport: ...


class Reader(Protocol):
    """What a run needs of the page reader; raises `FetchError`."""

    async def fetch(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> Page: ...


class Documents(Protocol):
    """What a run needs of the knowledge base."""

    async def search(self, query: str, *, limit: int | None = None) -> KnowledgeResult: ...

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt: ...


class RememberedSearch:
    """A search whose reports are remembered."""

    def __init__(self, inner: Search, memory: RunMemory) -> None:
        self._inner = inner
        self._memory = memory

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport:
        """As the search itself."""
        return await self._memory.once(
            "search",
            (query, count),
            SearchReport,
            lambda: self._inner.search(query, count, report),
            lambda: SearchReport(query, (), ()),
        )


class RememberedReader:
    """A page reader whose pages are remembered."""

    def __init__(self, inner: Reader, memory: RunMemory) -> None:
        self._inner = inner
        self._memory = memory

    async def fetch(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> Page:
        """As the reader itself."""
        return await self._memory.once(
            "page",
            (url, format, max_length),
            Page,
            lambda: self._inner.fetch(url, format, max_length),
            _no_page,
        )


class RememberedDocuments:
    """Documents whose passages are remembered."""

    def __init__(self, inner: Documents, memory: RunMemory) -> None:
        self._inner = inner
        self._memory = memory

    async def search(self, query: str, *, limit: int | None = None) -> KnowledgeResult:
        """As the documents themselves."""
        return await self._memory.once(
            "documents",
            (query, limit),
            KnowledgeResult,
            lambda: self._inner.search(query, limit=limit),
            _no_documents,
        )

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt:
        """As the documents themselves."""
        return await self._memory.once(
            "excerpt", hit, Excerpt, lambda: self._inner.excerpt(hit), _no_documents
        )


class RememberedSandbox:
    """A sandbox whose executions are remembered."""

    def __init__(self, inner: Sandbox, memory: RunMemory) -> None:
        self._inner = inner
        self._memory = memory

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """As the sandbox itself."""
        return await self._memory.once(
            "code",
            code,
            Execution,
            lambda: self._inner.run(code, timeout_s=timeout_s),
            lambda: Execution("timeout", error=_CUT),
        )

    async def aclose(self) -> None:
        """Ends nothing: the sandbox serves other runs."""


def _no_page() -> NoReturn:
    raise FetchError(_CUT)


def _no_documents() -> NoReturn:
    raise StorageError(_CUT)
