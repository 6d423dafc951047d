"""Record the results of a run's external calls, and replay them when the run is resumed.

A run that is resumed after the program has been closed is executed again from the beginning. Model
replies, searches, pages, code executions and user decisions are replayed until the run has caught
up. This technique, known as durable execution in workflow engines, works because everything else in
a run follows from its recorded results.
"""

import asyncio
import hashlib
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn, TypeVar

from desktop_agent.core import errors
from desktop_agent.core.budget import Budget
from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import AgentError
from desktop_agent.core.messages import JsonObject

T = TypeVar("T")

MODEL: Final = "model"
"""Kind of result: a model's reply."""
WOKE: Final = "woke"
"""Kind of result: the wake-ups reported to a run."""

CUT_SHORT: Final = "It was cut short before the program was closed."
"""Replaces a result that the run did not wait for."""

_QUIET_S = 0.25
"""If no result has been replayed for this many seconds, all parallel tasks have caught up."""
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The recorded result of an external call.

    ``value`` is the result as JSON, and ``error`` is the error that was raised instead. If the run
    stopped waiting for the result, ``cut`` is set instead. ``key`` is a hash of the request.
    ``spent_s`` is how much of the time budget had been used, in seconds.
    """

    kind: str
    key: str
    value: Any = None
    error: JsonObject | None = None
    cut: bool = False
    spent_s: float = 0.0


class RecordedResults:
    """Replays the results already ``learnt``, in their original order, and records new ones.

    ``goes_live`` is called once, when a resumed run has caught up and starts to do something new.
    It is None for a new run. Further callbacks can be added to the attribute ``goes_live``, a list.
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
        self.recalls = goes_live is not None
        """True while a resumed run is catching up."""
        self.goes_live: list[Callable[[], object]] = [goes_live] if goes_live is not None else []
        self._budget: Budget | None = None
        self._log: list[RecordedResult] = []
        self._keep: Callable[[RecordedResult], object] | None = None
        self._closed = False

    def holds(self, kind: str) -> bool:
        """Return whether any results of this kind remain to be replayed."""
        return any(each and of[0] == kind for of, each in self._known.items())

    def keep_time(self, budget: Budget) -> None:
        """When replay ends, charge ``budget`` with the time recorded before the restart."""
        self._budget = budget
        self.goes_live.append(lambda: budget.spend(self._spent_s - budget.elapsed_s))

    def keep(self, keep: Callable[[RecordedResult], object]) -> None:
        """Pass each recorded result to ``keep``: first the existing ones, then every new one."""
        self._keep = keep
        log, self._log = self._log, []
        for each in log:
            keep(each)

    def found(self) -> tuple[RecordedResult, ...]:
        """Return the run's search results and pages for reuse in another run."""
        return tuple(
            each
            for each in self._log
            if each.kind in ("search", "page") and each.error is None and not each.cut
        )

    def close(self) -> None:
        """Stop recording, so that calls interrupted by closing the program are not recorded."""
        self._closed = True

    async def once(
        self,
        kind: str,
        asked: object,
        form: Any,
        work: Callable[[], Awaitable[T]],
        cut: T | AgentError,
    ) -> T:
        """Return the recorded result, or else await ``work`` and record its result.

        ``form`` is the type of the result. ``asked`` is the request, which must contain everything
        that the result depends on. If the run stopped waiting for the recorded result, ``cut`` is
        returned or raised instead.
        """
        key = fingerprint(asked)
        known = self._recall(kind, key)
        if known is not None:
            if known.error is not None:
                _raise(known.error)
            recalled: T | AgentError = cut if known.cut else from_json(form, known.value)
            if isinstance(recalled, AgentError):
                raise recalled
            return recalled
        await self.go_live()
        try:
            value = await work()
        except AgentError as error:
            told = {"class": type(error).__name__, **vars(error)}
            self._learn(RecordedResult(kind, key, error=told))
            raise
        except asyncio.CancelledError:
            self._learn(RecordedResult(kind, key, cut=True))
            raise
        self._learn(RecordedResult(kind, key, to_json(form, value)))
        return value

    def once_now(self, kind: str, asked: object, form: Any, work: Callable[[], T]) -> T:
        """Do the same as `once` for synchronous work."""
        known: T | None = self.recall(kind, asked, form)
        if known is not None:
            return known
        value = work()
        self.learn(kind, asked, form, value)
        return value

    def recall(self, kind: str, asked: object, form: Any) -> Any:
        """Return the next value recorded by `learn`, or None if none is left."""
        known = self._recall(kind, fingerprint(asked))
        return from_json(form, known.value) if known is not None else None

    def learn(self, kind: str, asked: object, form: Any, value: object) -> None:
        """Record a value of type ``form`` for replay."""
        self._learn(RecordedResult(kind, fingerprint(asked), to_json(form, value)))

    async def go_live(self) -> None:
        """Switch from replay to live execution once no task of the run can replay anything more."""
        while self.recalls:
            before = self._recalled
            for _ in range(round(_QUIET_S / _POLL_S)):
                if not (self._left and self.recalls):
                    break
                await asyncio.sleep(_POLL_S)
            if not self._left or before == self._recalled:
                self._now_live()

    def _now_live(self) -> None:
        if self.recalls:  # another part of the run may have gone live in the meantime
            self.recalls = False
            for each in self.goes_live:
                each()

    def _recall(self, kind: str, key: str) -> RecordedResult | None:
        waiting = self._known.get((kind, key))
        if not waiting:
            return None
        self._left -= 1
        self._recalled += 1
        return waiting.popleft()

    def _learn(self, result: RecordedResult) -> None:
        if self._closed:
            return
        if self._budget is not None:
            result = replace(result, spent_s=round(self._budget.elapsed_s, 3))
        if self._keep is not None:
            self._keep(result)
        else:
            self._log.append(result)


def fingerprint(asked: object) -> str:
    """Hash a request. Equal requests have the same hash in every process."""
    return hashlib.sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _raise(told: JsonObject) -> NoReturn:
    values = dict(told)
    kind = getattr(errors, str(values.pop("class", "")), AgentError)
    error: AgentError = kind(str(values.pop("message", "")), str(values.pop("remedy", "")))
    for name, value in values.items():
        setattr(error, name, value)
    raise error
