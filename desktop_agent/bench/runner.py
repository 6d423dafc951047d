"""Asks the questions of a benchmark, some at a time, and keeps each answer as it comes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_agent.bench.item import Item
from desktop_agent.bench.record import Record
from desktop_agent.bench.records import RecordFile
from desktop_agent.core.errors import AgentError, RecordingError

MOST_FAILURES = 10
"""Questions in a row that may fail before it is taken for a fault that will not pass."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a strategy is; ``kept`` of the ``done`` questions were answered by an earlier run."""

    strategy: str
    total: int
    done: int = 0
    kept: int = 0
    correct: int = 0
    failed: int = 0


class Runner:
    """Carries out one strategy's questions: at most ``concurrency`` at a time, each recorded when done."""

    def __init__(
        self,
        ask: Callable[[Item], Awaitable[Record]],
        file: RecordFile,
        told: Callable[[Progress], None],
        *,
        strategy: str,
        concurrency: int,
    ) -> None:
        self._ask = ask
        self._file = file
        self._told = told
        self._strategy = strategy
        self._concurrency = concurrency
        self._records: dict[str, Record] = {}
        self._kept = 0
        self._total = 0
        self._failures = 0

    async def run(self, items: Sequence[Item], before: dict[str, Record]) -> dict[str, Record]:
        """Asks what ``before`` has no answer to; gives the records of these items, old and new.

        A question that failed before is asked again. Cancelling ends it at once: what is under way
        is dropped, what was recorded stays.

        Raises:
            RecordingError: a recorded answer belongs to another question than the data file has.
            AgentError: `MOST_FAILURES` questions in a row failed; or a record cannot be written.
        """
        self._records = _of_these(items, before)
        self._kept = len(self._records)
        self._total = len(items)
        self._tell()
        waiting = iter([item for item in items if item.id not in self._records])
        await _all_or_first_fault(self._work(waiting) for _ in range(self._concurrency))
        return self._records

    @property
    def records(self) -> dict[str, Record]:
        """What there is until now."""
        return self._records

    async def _work(self, waiting: Iterator[Item]) -> None:
        for item in waiting:
            record = await self._ask(item)
            self._file.append(record)  # on the disk before the next is begun: some milliseconds
            self._records[item.id] = record
            self._failures = self._failures + 1 if record.status == "failed" else 0
            self._tell()
            if self._failures >= MOST_FAILURES:
                raise AgentError(
                    f"{self._failures} questions in a row failed, the last one so: {record.error}",
                    "What was answered is kept; the same command goes on.",
                )

    def _tell(self) -> None:
        records = self._records.values()
        self._told(
            Progress(
                self._strategy,
                self._total,
                done=len(records),
                kept=self._kept,
                correct=sum(record.correct for record in records),
                failed=sum(record.status == "failed" for record in records),
            )
        )


def _of_these(items: Sequence[Item], before: dict[str, Record]) -> dict[str, Record]:
    kept = {}
    for item in items:
        record = before.get(item.id)
        if record is None:
            continue
        if record.digest != item.digest:
            raise RecordingError(
                f"The recorded question {item.id} is another one than in the data file.",
                "Use the data file as it was, begin anew with --fresh, or name another --out.",
            )
        if record.done:
            kept[item.id] = record
    return kept


async def _all_or_first_fault(work: Iterable[Awaitable[None]]) -> None:
    """Waits for all; the first fault ends the others and is raised as it is."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
