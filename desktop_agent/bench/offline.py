"""Helpers for benchmarks that need no model: figures, reports, worker processes and a baseline."""

import asyncio
import math
import os
import re
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from multiprocessing import get_context
from typing import Any, Generic, Protocol, TypeVar

from desktop_agent.bench.runner import Progress
from desktop_agent.bench.scoring import fold_words
from desktop_agent.bench.statistics import Interval, wilson
from desktop_agent.core.errors import AgentError
from desktop_agent.evidence.pack_assembly import warm_up

# --- Figures and reports

AS_OF = date(2026, 12, 1)
"""The date on which all questions are asked, so that results do not change with the calendar."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the rows: ``count`` out of ``n``."""

    count: int
    n: int

    @property
    def value(self) -> float:
        return self.count / self.n if self.n else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.count, self.n)

    def to_dict(self) -> dict[str, Any]:
        interval = list(self.interval)
        return {"count": self.count, "n": self.n, "share": self.value, "interval": interval}


class Outcome(Protocol):
    """The outcome for one row: whether it is ``right``, and the CPU time used in milliseconds."""

    @property
    def right(self) -> bool: ...

    @property
    def cpu_ms(self) -> float: ...


_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome", bound=Outcome)


@dataclass(frozen=True, slots=True)
class Figure(Generic[_Outcome]):
    """The share of outcomes that satisfy ``holds``, among those that satisfy ``among``.

    ``title`` describes the figure in the report. ``column`` is its heading in the grouped tables,
    or "" to omit it there.
    """

    title: str
    among: Callable[[_Outcome], object]
    holds: Callable[[_Outcome], object]
    column: str = ""

    def share(self, outcomes: Sequence[_Outcome]) -> Share:
        chosen = [each for each in outcomes if self.among(each)]
        return Share(sum(bool(self.holds(each)) for each in chosen), len(chosen))


@dataclass(frozen=True, slots=True)
class OfflineReport(Generic[_Outcome]):
    """The outcomes for a data file, and the figures computed from them.

    ``unit`` is the word for one row. ``by`` lists the fields by which the tables group outcomes.
    ``more`` holds additional shares, keyed by title, that are not computed row by row.
    """

    data: str
    unit: str
    outcomes: tuple[_Outcome, ...]
    figures: dict[str, Figure[_Outcome]]
    by: tuple[str, ...]
    more: dict[str, Share]

    def shares(self) -> dict[str, Share]:
        """Return the shares, keyed by title, omitting those that cover no rows."""
        found = {each.title: each.share(self.outcomes) for each in self.figures.values()}
        return {title: share for title, share in (found | self.more).items() if share.n}

    def groups(self) -> dict[str, dict[str, dict[str, Share]]]:
        """Return the shares, keyed by field, then field value, then column."""
        columns = [each for each in self.figures.values() if each.column]
        found: dict[str, dict[str, dict[str, Share]]] = {}
        for name in self.by:
            kinds = sorted({getattr(each, name) for each in self.outcomes})
            for kind in kinds:
                part = [each for each in self.outcomes if getattr(each, name) == kind]
                shares = {each.column: each.share(part) for each in columns}
                found.setdefault(name, {})[kind] = shares
        return found

    def cpu_ms(self) -> tuple[float, float]:
        """Return the median and the 95th percentile of the CPU time, ignoring zeros."""
        import numpy as np

        values = [each.cpu_ms for each in self.outcomes if each.cpu_ms]
        return (float(np.median(values)), float(np.percentile(values, 95))) if values else (0, 0)

    def to_dict(self) -> dict[str, Any]:
        shares = {key: each.share(self.outcomes) for key, each in self.figures.items()}
        return {
            "data": self.data,
            "as_of": AS_OF.isoformat(),
            "figures": {key: share.to_dict() for key, share in (shares | self.more).items()},
            "groups": {
                name: {
                    kind: {column: share.to_dict() for column, share in columns.items()}
                    for kind, columns in group.items()
                }
                for name, group in self.groups().items()
            },
            "cpu_ms": dict(zip(("p50", "p95"), self.cpu_ms(), strict=True)),
            "items": [asdict(each) for each in self.outcomes],  # type: ignore[call-overload]
        }


# --- Worker processes

_PROCESSES = 2


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in the ``with`` block, and permanently in processes started there."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


async def in_processes(
    work: Callable[[_Item], _Outcome],
    items: Sequence[_Item],
    told: Callable[[Progress], None],
    unit: str,
    prepare: Callable[[_Item], Awaitable[_Item]] | None = None,
) -> tuple[_Outcome, ...]:
    """Apply ``work`` to each item in parallel; return the results in the order of the items.

    ``prepare``, if given, is first applied to each item in this process. ``told`` receives progress
    updates, counted in ``unit``. Raise `AgentError` if a process dies.
    """
    processes = min(_PROCESSES, os.cpu_count() or 1, len(items))
    pool = ProcessPoolExecutor(processes, get_context("spawn"), warm_up, (AS_OF,))
    loop, slots = asyncio.get_running_loop(), asyncio.Semaphore(2 * processes)

    async def one(item: _Item) -> _Outcome:
        async with slots:
            prepared = await prepare(item) if prepare else item
            return await loop.run_in_executor(pool, work, prepared)

    with _without_interrupts():
        for _ in range(processes):
            pool.submit(os.getpid)  # starts a process
    tasks = [asyncio.ensure_future(one(item)) for item in items]
    results: list[_Outcome] = []
    correct = 0
    told(Progress("bench", len(items), unit=unit))
    try:
        for task in tasks:
            results.append(await task)
            correct += results[-1].right
            told(Progress("bench", len(items), len(results), correct=correct, unit=unit))
    except BrokenProcessPool:
        raise AgentError("A benchmark process stopped unexpectedly.") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        pool.shutdown(wait=False, cancel_futures=True)
    return tuple(results)


# --- Textbook BM25 as a baseline, without stemming, stop words or any of the program's own rules
#
# Source: S. Robertson, H. Zaragoza (2009), The Probabilistic Relevance Framework: BM25 and Beyond.

_K1, _B = 1.2, 0.75
_CHUNK = 400
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n+")


def tokens(text: str) -> list[str]:
    """Return the folded words of the text; each Chinese or Japanese character counts as one."""
    return _TOKEN.findall(fold_words(text))


def ranked(question: str, texts: Sequence[str]) -> list[str]:
    """Sort texts by descending BM25 score; ties keep their order."""
    bags = [Counter(tokens(text)) for text in texts]
    lengths = [sum(bag.values()) for bag in bags]
    mean = sum(lengths) / len(texts) if any(lengths) else 1.0
    scores = [0.0] * len(texts)
    for word in dict.fromkeys(tokens(question)):
        holding = sum(word in bag for bag in bags)
        rarity = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        for at, bag in enumerate(bags):
            damped = bag[word] + _K1 * (1 - _B + _B * lengths[at] / mean)
            scores[at] += rarity * bag[word] * (_K1 + 1) / damped
    return [texts[at] for at in sorted(range(len(texts)), key=lambda at: -scores[at])]


def sentences(text: str) -> list[str]:
    """Split text after full stops, question marks, exclamation marks and line breaks."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def chunks(text: str) -> list[str]:
    """Split text into chunks of at most 400 characters, at spaces where possible."""
    found, rest = [], text.strip()
    while len(rest) > _CHUNK:
        space = rest.rfind(" ", 0, _CHUNK + 1)
        cut = space if space > 0 else _CHUNK
        found.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*found, rest] if rest else found
