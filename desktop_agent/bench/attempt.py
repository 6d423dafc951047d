"""One question of a benchmark, asked and scored."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from desktop_agent.bench.item import Item
from desktop_agent.bench.judge import Judge
from desktop_agent.bench.record import LONGEST_KEPT, Record
from desktop_agent.bench.scoring import Score, score
from desktop_agent.bench.support import Retrieved, Support
from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    RunFinished,
    SearchAttempt,
    SearchFailed,
)
from desktop_agent.core.research import Question
from desktop_agent.run import Run


@dataclass(frozen=True, slots=True)
class Attempts:
    """How each question is asked: with which strategy, time and judge; ``judge`` None compares words.

    ``begin`` gives a run of a question, ``snapshot`` the stored text of a page by its hash,
    ``redact`` takes keys out of a text.
    """

    begin: Callable[[Question], Run]
    snapshot: Callable[[str], str]
    strategy: str
    budget_s: float
    with_context: bool = False
    judge: Judge | None = None
    redact: Callable[[str], str] = str

    async def ask(self, item: Item) -> Record:
        """Asks a question and scores the answer; a run or a judge that fails is told in the record."""
        began = time.monotonic()
        told = await self._run(item)
        seconds = time.monotonic() - began
        finished = told.finished
        usage = finished.usage
        answer = _storable(told.answer)
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
                return replace(record, error=_storable(fault)[:LONGEST_KEPT])
            case "insufficient":
                return replace(record, status="abstained")
        return await self._scored(item, answer, record)

    async def _run(self, item: Item) -> "_Told":
        run = self.begin(
            Question(
                text=item.question,
                strategy=self.strategy,
                budget_s=self.budget_s,
                documents=False,  # the person's own have no part in a benchmark
                bare=True,
                attachments=_paragraphs(item) if self.with_context else (),
            )
        )
        told = _Told()
        async with aclosing(run.events()) as events:
            async for event in events:
                told.take(event)
        return told

    async def _scored(self, item: Item, answer: str, record: Record) -> Record:
        found = await asyncio.to_thread(score, item, answer)  # an answer may be of any length
        if self.judge is None or (found.abstained and not answer.strip()):
            return _with_score(record, found)
        try:
            grade = await self.judge.grade(item, answer)
        except AgentError as error:
            fault = self.redact(f"The answer was not judged: {error}")
            return replace(record, error=_storable(fault)[:LONGEST_KEPT])
        judged = Score(grade.name == "CORRECT", found.f1, grade.name == "NOT_ATTEMPTED")
        return replace(_with_score(record, judged), grade=grade.name, judge_tokens=grade.tokens)

    async def _support(self, item: Item, retrieved: Retrieved) -> Support | None:
        if not item.facts or (self.with_context and not retrieved.anything):
            return None  # what was handed over was not retrieved
        return await asyncio.to_thread(retrieved.support, item, self.snapshot)


@dataclass(slots=True)
class _Told:
    """What the events of a run tell."""

    answer: str = ""
    searches: int = 0
    blocked: int = 0
    finished: RunFinished = field(default_factory=lambda: RunFinished(status="stopped"))
    retrieved: Retrieved = field(default_factory=Retrieved)

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


def _paragraphs(item: Item) -> tuple[Attachment, ...]:
    return tuple(Attachment(each.title, "text/plain", each.text) for each in item.paragraphs)


def _storable(text: str) -> str:
    """Half a surrogate, which a model's reply may hold, is in no file."""
    return text.encode("utf-8", "replace").decode()
