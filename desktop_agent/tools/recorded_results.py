"""Recorded results of a run, from which it can be resumed without repeating its external calls.

A run that continues after the program was closed is executed again from its beginning, whatever its
strategy. Model replies, searches, pages, code executions and user decisions are replayed until the
run is where it was. What is not recorded is executed and recorded. This is durable execution by
replay, as in workflow engines; all else in a run is a function of its recorded results.
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
"""Kind of a model's reply."""
WOKE: Final = "woke"
"""Kind of the wake-ups reported to a run."""

_QUIET_S = 0.25
"""After this long without a replayed result, parallel parts are where they were (seconds)."""
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """An external result: ``value`` as JSON, or the ``error`` raised.

    If the run did not wait for the result, it is neither, but ``cut``. ``key`` is a hash of the
    request; ``spent_s`` are the seconds of the budget spent by then.
    """

    kind: str
    key: str
    value: Any = None
    error: JsonObject | None = None
    cut: bool = False
    spent_s: float = 0.0


class RecordedResults:
    """The results a run has ``learnt`` before, replayed in their original order.

    ``goes_live`` is called once, when a resumed run has caught up and does something new; None for
    a new run. Other listeners add themselves to `goes_live`.
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
        """True while a resumed run has not caught up yet."""
        return self._recalls

    def holds(self, kind: str) -> bool:
        """Return whether results of a kind are still to be replayed."""
        return any(each and of[0] == kind for of, each in self._known.items())

    def keep_time(self, budget: Budget) -> None:
        """Record what is spent of a budget; a resumed run starts with what it had spent."""
        self._budget = budget
        self.goes_live.append(lambda: budget.spend(self._spent_s - budget.elapsed_s))

    def keep(self, keep: Callable[[RecordedResult], object]) -> None:
        """Pass all results, past and future, to ``keep``."""
        self._keep = keep
        log, self._log = self._log, []
        for each in log:
            keep(each())

    def found(self) -> tuple[RecordedResult, ...]:
        """Return this run's searches and pages, for reuse in another run."""
        learnt = [each() for each in self._log]
        return tuple(
            each
            for each in learnt
            if each.kind in ("search", "page") and each.error is None and not each.cut
        )

    def close(self) -> None:
        """Stop recording: what ends from now on was not cut short by the run itself."""
        self._closed = True

    async def once(
        self,
        kind: str,
        asked: object,
        form: Any,
        work: Callable[[], Awaitable[T]],
        cut: Callable[[], T],
    ) -> T:
        """Return the recorded result of ``work``, or run it.

        ``form`` is the type of the result, ``asked`` everything it depends on. ``cut`` returns, or
        raises, the substitute for a result that the run had not waited for.
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
        """Like `once`, for synchronous work."""
        known: T | None = self.recall(kind, asked, form)
        if known is not None:
            return known
        value = work()
        self.learn(kind, asked, form, value)
        return value

    def recall(self, kind: str, asked: object, form: Any) -> Any:
        """Return what `learn` recorded, or None."""
        known = self._recall(kind, fingerprint(asked))
        return from_json(form, known.value) if known is not None else None

    def learn(self, kind: str, asked: object, form: Any, value: object) -> None:
        """Record a value of the type ``form`` for replay."""
        key = fingerprint(asked)
        self._learn(lambda spent: RecordedResult(kind, key, to_json(form, value), spent_s=spent))

    async def go_live(self) -> None:
        """Wait until all parts of the run have replayed what they can."""
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
    """Return a hash of a request, the same for equal values in every process."""
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


# --- Services that record and replay their results

_CUT = "It was cut short before the program was closed."


class Search(Protocol):
    """The part of the search service that a run needs."""

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport: ...


class Reader(Protocol):
    """The part of the page reader that a run needs; raises `FetchError`."""

    async def fetch(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> Page: ...


class Documents(Protocol):
    """The part of the knowledge base that a run needs."""

    async def search(self, query: str, *, limit: int | None = None) -> KnowledgeResult: ...

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt: ...


class RecordedSearch:
    """A search with recorded reports."""

    def __init__(self, inner: Search, memory: RecordedResults) -> None:
        self._inner = inner
        self._memory = memory

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport:
        return await self._memory.once(
            "search",
            (query, count),
            SearchReport,
            lambda: self._inner.search(query, count, report),
            lambda: SearchReport(query, (), ()),
        )


class RecordedReader:
    """A page reader with recorded pages."""

    def __init__(self, inner: Reader, memory: RecordedResults) -> None:
        self._inner = inner
        self._memory = memory

    async def fetch(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> Page:
        return await self._memory.once(
            "page",
            (url, format, max_length),
            Page,
            lambda: self._inner.fetch(url, format, max_length),
            _no_page,
        )


class RecordedDocuments:
    """Documents with recorded passages."""

    def __init__(self, inner: Documents, memory: RecordedResults) -> None:
        self._inner = inner
        self._memory = memory

    async def search(self, query: str, *, limit: int | None = None) -> KnowledgeResult:
        return await self._memory.once(
            "documents",
            (query, limit),
            KnowledgeResult,
            lambda: self._inner.search(query, limit=limit),
            _no_documents,
        )

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt:
        return await self._memory.once(
            "excerpt", hit, Excerpt, lambda: self._inner.excerpt(hit), _no_documents
        )


class RecordedSandbox:
    """A sandbox with recorded executions."""

    def __init__(self, inner: Sandbox, memory: RecordedResults) -> None:
        self._inner = inner
        self._memory = memory

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        return await self._memory.once(
            "code",
            code,
            Execution,
            lambda: self._inner.run(code, timeout_s=timeout_s),
            lambda: Execution("timeout", error=_CUT),
        )

    async def aclose(self) -> None:
        """Do nothing: the sandbox serves other runs."""


def _no_page() -> NoReturn:
    raise FetchError(_CUT)


def _no_documents() -> NoReturn:
    raise StorageError(_CUT)
