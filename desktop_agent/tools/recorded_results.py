"""What one run has learnt from outside: it can be carried out again without asking for it again.

A run that is to go on after the program was closed is carried out anew from its beginning, whatever
its strategy: each model reply, search, page, piece of code and decision of the person that it had is
given to it from here, until it is where it was. What is not found here is really done, and learnt.
This is durable execution by replay, as workflow engines have it; all that a run does beyond this is
a function of what it has learnt.
"""

import asyncio
import hashlib
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Protocol, TypeVar

from desktop_agent.core import errors
from desktop_agent.core.budget import Budget
from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import AgentError, FetchError, StorageError
from desktop_agent.core.knowledge import Excerpt, KnowledgeHit, KnowledgeResult
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import EngineAttempt, Page, PageFormat, SearchReport
from desktop_agent.tools.sandbox.base import Execution, Sandbox

T = TypeVar("T")

MODEL: Final = "model"
"""The kind of a model's reply."""
WOKE: Final = "woke"
"""The kind of what a run was told of its sleeps."""

_QUIET_S = 0.25
"""When nothing was recalled for so long, the parts that run side by side are where they were."""
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """One thing from outside: ``value`` as JSON, or the ``error`` that it was.

    It is neither where the run did not wait for it: it was ``cut``. ``key`` is a hash of what was
    asked; ``spent_s`` are the seconds of the budget that were spent by then.
    """

    kind: str
    key: str
    value: Any = None
    error: JsonObject | None = None
    cut: bool = False
    spent_s: float = 0.0


class RecordedResults:
    """Recalls what a run has ``learnt`` before, in the order in which it was learnt.

    ``goes_live`` is called once, when a run that goes on has caught up and does something anew;
    None for a run that begins. Others who want to know add themselves to `goes_live`.
    """

    def __init__(
        self, learnt: Iterable[RecordedResult] = (), goes_live: Callable[[], object] | None = None
    ) -> None:
        self._known: defaultdict[tuple[str, str], deque[RecordedResult]] = defaultdict(deque)
        self._left = self._recalled = 0
        self._spent_s = 0.0
        for each in learnt:
            self._known[each.kind, each.key].append(each)
            self._spent_s = max(self._spent_s, each.spent_s)
            self._left += 1
        self._recalls = goes_live is not None
        self.goes_live: list[Callable[[], object]] = [goes_live] if goes_live is not None else []
        self._budget: Budget | None = None
        self._log: list[Callable[[], RecordedResult]] = []
        self._keep: Callable[[RecordedResult], object] | None = None
        self._closed = False

    @property
    def recalls(self) -> bool:
        """True while a run that goes on has not caught up yet."""
        return self._recalls

    def holds(self, kind: str) -> bool:
        """True where something of a kind is still to be recalled."""
        return any(each and of[0] == kind for of, each in self._known.items())

    def keep_time(self, budget: Budget) -> None:
        """Notes what is spent of a budget; a run that goes on has spent as much as it had."""
        self._budget = budget
        self.goes_live.append(lambda: budget.spend(self._spent_s - budget.elapsed_s))

    def keep(self, keep: Callable[[RecordedResult], object]) -> None:
        """Hands all that was learnt, and will be, to ``keep``."""
        self._keep = keep
        log, self._log = self._log, []
        for each in log:
            keep(each())

    def found(self) -> tuple[RecordedResult, ...]:
        """Return the searches and pages that this run has learnt, for another run to recall."""
        learnt = [each() for each in self._log]
        return tuple(
            each
            for each in learnt
            if each.kind in ("search", "page") and each.error is None and not each.cut
        )

    def close(self) -> None:
        """Learns nothing any more: what ends now was not cut short by the run itself."""
        self._closed = True

    async def once(
        self,
        kind: str,
        asked: object,
        form: Any,
        work: Callable[[], Awaitable[T]],
        cut: Callable[[], T],
    ) -> T:
        """Gives what ``work`` gave the run before, or does it.

        ``form`` is the type of the result, ``asked`` is all that it depends on; ``cut`` gives, or
        raises, what stands for a result that the run had not waited for.
        """
        key = fingerprint(asked)
        known = self._recall(kind, key)
        if known is not None:
            return _result(known, form, cut)
        await self.go_live()
        try:
            value = await work()
        except AgentError as error:
            told = _told(error)
            self._learn(lambda spent: RecordedResult(kind, key, error=told, spent_s=spent))
            raise
        except asyncio.CancelledError:
            self._learn(lambda spent: RecordedResult(kind, key, cut=True, spent_s=spent))
            raise
        self._learn(lambda spent: RecordedResult(kind, key, to_json(form, value), spent_s=spent))
        return value

    def once_now(self, kind: str, asked: object, form: Any, work: Callable[[], T]) -> T:
        """As `once`, for what is done at once."""
        known: T | None = self.recall(kind, asked, form)
        if known is not None:
            return known
        value = work()
        self.learn(kind, asked, form, value)
        return value

    def recall(self, kind: str, asked: object, form: Any) -> Any:
        """Gives what was learnt by `learn`, or None."""
        known = self._recall(kind, fingerprint(asked))
        return from_json(form, known.value) if known is not None else None

    def learn(self, kind: str, asked: object, form: Any, value: object) -> None:
        """Keeps something of the type ``form``, to be recalled."""
        key = fingerprint(asked)
        self._learn(lambda spent: RecordedResult(kind, key, to_json(form, value), spent_s=spent))

    async def go_live(self) -> None:
        """Waits until all parts of the run have recalled what they can."""
        while self._recalls:
            before = self._recalled
            for _ in range(round(_QUIET_S / _POLL_S)):
                if self._is_done():
                    break
                await asyncio.sleep(_POLL_S)
            if self._is_done() or before == self._recalled:
                self._now_live()

    def _is_done(self) -> bool:
        return not self._left or not self._recalls

    def _now_live(self) -> None:
        if self._recalls:
            self._recalls = False
            for each in self.goes_live:
                each()

    def _recall(self, kind: str, key: str) -> RecordedResult | None:
        waiting = self._known.get((kind, key))
        if not waiting:
            return None
        self._left -= 1
        self._recalled += 1
        return waiting.popleft()

    def _learn(self, make: Callable[[float], RecordedResult]) -> None:
        if self._closed:
            return
        spent = round(self._budget.elapsed_s, 3) if self._budget is not None else 0.0
        if self._keep is not None:
            self._keep(make(spent))
        else:
            self._log.append(lambda: make(spent))


def fingerprint(asked: object) -> str:
    """Gives a hash of what was asked; the same for equal values, in every process."""
    return hashlib.sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _result(known: RecordedResult, form: Any, cut: Callable[[], T]) -> T:
    if known.error is not None:
        _raise(known.error)
    if known.cut:
        return cut()
    value: T = from_json(form, known.value)
    return value


def _told(error: AgentError) -> JsonObject:
    return {"class": type(error).__name__, **vars(error)}


def _raise(told: JsonObject) -> NoReturn:
    values = dict(told)
    kind = getattr(errors, str(values.pop("class", "")), AgentError)
    error: AgentError = kind(str(values.pop("message", "")), str(values.pop("remedy", "")))
    for name, value in values.items():
        setattr(error, name, value)
    raise error


# --- The world as a run that can be carried out again sees it: what it has seen once, it sees so again.

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


class RecordedSearch:
    """A search whose reports are remembered."""

    def __init__(self, inner: Search, memory: RecordedResults) -> None:
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


class RecordedReader:
    """A page reader whose pages are remembered."""

    def __init__(self, inner: Reader, memory: RecordedResults) -> None:
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


class RecordedDocuments:
    """Documents whose passages are remembered."""

    def __init__(self, inner: Documents, memory: RecordedResults) -> None:
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


class RecordedSandbox:
    """A sandbox whose executions are remembered."""

    def __init__(self, inner: Sandbox, memory: RecordedResults) -> None:
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
