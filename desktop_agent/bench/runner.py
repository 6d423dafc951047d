"""Ask a benchmark's questions, several at a time, and record each answer as it arrives."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from desktop_agent.app.session import Session
from desktop_agent.bench.datasets import Item
from desktop_agent.bench.judge import Judge
from desktop_agent.bench.records import LONGEST_KEPT, Record, RecordFile
from desktop_agent.bench.scoring import RetrievedPassages, Score, Support, score
from desktop_agent.core.errors import AgentError, RecordingError
from desktop_agent.core.events import AnswerGiven, Event, RunFinished, SearchAttempt, SearchFailed
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question
from desktop_agent.core.text import to_storable_text
from desktop_agent.system.tasks import gather_or_cancel

MOST_FAILURES = 10
"""Number of consecutive failures after which a benchmark is abandoned."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a benchmark: ``kept`` of the ``done`` items come from an earlier run.

    ``unit`` is the plural word for the items, such as "questions".
    """

    strategy: str
    total: int
    done: int = 0
    kept: int = 0
    correct: int = 0
    failed: int = 0
    unit: str = "questions"


@dataclass(slots=True)
class Runner:
    """A runner that asks one strategy the questions, at most ``concurrency`` at a time."""

    ask: Callable[[Item], Awaitable[Record]]
    file: RecordFile
    told: Callable[[Progress], None]
    strategy: str
    concurrency: int
    records: dict[str, Record] = field(default_factory=dict)
    _kept: int = 0
    _total: int = 0
    _failures: int = 0

    async def run(self, items: Sequence[Item], before: dict[str, Record]) -> dict[str, Record]:
        """Ask the questions not yet answered in ``before``; return the records of all items.

        Questions that failed before are asked again. On cancellation, unfinished questions are
        dropped but existing records are kept. Raise `RecordingError` if the data file does not
        match the records, and `AgentError` after `MOST_FAILURES` consecutive failures.
        """
        self.records = _of_these(items, before)
        self._kept = len(self.records)
        self._total = len(items)
        self._tell()
        waiting = iter([item for item in items if item.id not in self.records])
        await gather_or_cancel(self._work(waiting) for _ in range(self.concurrency))
        return self.records

    async def _work(self, waiting: Iterator[Item]) -> None:
        for item in waiting:
            record = await self.ask(item)
            self.file.append(record)  # stored before the next question starts
            self.records[item.id] = record
            self._failures = self._failures + 1 if record.status == "failed" else 0
            self._tell()
            if self._failures >= MOST_FAILURES:
                raise AgentError(
                    f"{self._failures} questions in a row failed. The last error was: {record.error}",
                    "Answers so far are kept. Run the same command to continue.",
                )

    def _tell(self) -> None:
        records = self.records.values()
        self.told(
            Progress(
                self.strategy,
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
                f"The recorded question {item.id} differs from the one in the data file.",
                "Restore the original data file, start over with --fresh, or use another --out.",
            )
        if record.done:
            kept[item.id] = record
    return kept


# --- One question, asked and scored


@dataclass(frozen=True, slots=True)
class ItemRunner:
    """A runner that scores answers by the benchmark's own rules or with a judge."""

    session: Session
    strategy: str
    budget_s: float
    with_context: bool = False
    judge: Judge | None = None

    async def ask(self, item: Item) -> Record:
        """Ask a question and score the answer, recording any failure of the run or the judge."""
        began = time.monotonic()
        told = await self._run(item)
        seconds = time.monotonic() - began
        finished = told.finished
        usage = finished.usage
        answer = to_storable_text(told.answer)
        record = Record(
            id=item.id,
            digest=item.digest,
            prediction=answer[:LONGEST_KEPT],
            gold=item.gold,
            correct=False,
            f1=0.0,
            status="failed",
            seconds=round(seconds, 4),
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            model_calls=usage.model_calls,
            searches=told.searches,
            blocked_searches=told.blocked,
            support=await self._support(item, told.retrieved),
            prediction_chars=len(answer),
            run_id=finished.run_id,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        match finished.status:
            case "failed" | "stopped":
                fault = f"{finished.error} {finished.remedy}".strip() or "The run was stopped."
                return replace(record, error=to_storable_text(fault)[:LONGEST_KEPT])
            case "insufficient":
                return replace(record, status="abstained")
        return await self._scored(item, answer, record)

    async def _run(self, item: Item) -> "_Told":
        texts = (Attachment(each.title, "text/plain", each.text) for each in item.paragraphs)
        run = self.session.ask(
            Question(
                text=item.question,
                strategy=self.strategy,
                budget_s=self.budget_s,
                documents=False,  # the user's documents are not part of a benchmark
                bare=True,
                attachments=tuple(texts) if self.with_context else (),
            )
        )
        told = _Told()
        async with aclosing(run.events()) as events:
            async for event in events:
                told.take(event)
        return told

    async def _scored(self, item: Item, answer: str, record: Record) -> Record:
        found = await asyncio.to_thread(score, item, answer)  # a long answer takes time
        if self.judge is None or (found.abstained and not answer.strip()):
            return _with_score(record, found)
        try:
            grade = await self.judge.grade(item, answer)
        except AgentError as error:
            fault = self.session.keys.redact(f"The answer was not judged: {error}")
            return replace(record, error=to_storable_text(fault)[:LONGEST_KEPT])
        judged = Score(grade.name == "CORRECT", found.f1, grade.name == "NOT_ATTEMPTED")
        return replace(_with_score(record, judged), grade=grade.name, judge_tokens=grade.tokens)

    async def _support(self, item: Item, retrieved: RetrievedPassages) -> Support | None:
        if not item.facts or (self.with_context and not retrieved.anything):
            return None  # attached paragraphs were not retrieved
        return await asyncio.to_thread(
            retrieved.support, item, lambda name: self.session.snapshot(name).text
        )


@dataclass(slots=True)
class _Told:
    answer: str = ""
    searches: int = 0
    blocked: int = 0
    finished: RunFinished = field(default_factory=lambda: RunFinished(status="stopped"))
    retrieved: RetrievedPassages = field(default_factory=RetrievedPassages)

    def take(self, event: Event) -> None:
        self.retrieved.take(event)
        match event:
            case AnswerGiven():
                self.answer = event.text
            case SearchAttempt():
                self.searches += event.outcome != "skipped"
            case SearchFailed():
                self.blocked += 1
            case RunFinished():
                self.finished = event


def _with_score(record: Record, found: Score) -> Record:
    return replace(
        record,
        correct=found.correct,
        f1=round(found.f1, 6),
        status="abstained" if found.abstained else "answered",
    )
