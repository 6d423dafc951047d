"""The ``research`` tool, which answers a question and reports progress."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing

from desktop_agent.core.answers import verdict_on
from desktop_agent.core.citations import unsupported_lines
from desktop_agent.core.errors import AgentError
from desktop_agent.core.event_lines import describe
from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted
from desktop_agent.core.research import Question
from desktop_agent.core.text import short_line
from desktop_agent.frontends.mcp_server.schemas import (
    Call,
    ClaimItem,
    Reply,
    ResearchArguments,
    ResearchResult,
    SourceItem,
    fenced,
)


class Research:
    """Answers clients' questions, at most ``parallel`` at a time; further ones wait."""

    def __init__(self, parallel: int) -> None:
        self._room = asyncio.Semaphore(parallel)

    async def carry_out(self, call: Call, asked: ResearchArguments) -> Reply:
        """Answer a question; raise `AgentError` if there is no answer.

        If the call is cancelled, the run is stopped, but its recording is still completed.
        """
        beating = asyncio.ensure_future(call.progress.beat())
        try:
            if self._room.locked():
                await call.progress.tell("waits until another run has ended")
            async with self._room:
                await call.progress.tell("gets ready")
                await call.session.warm_up()
                return await _run(call, asked)
        finally:
            beating.cancel()


async def _run(call: Call, asked: ResearchArguments) -> Reply:
    run = call.session.ask(
        Question(
            asked.question,
            strategy=asked.strategy,
            budget_s=asked.budget_s,
            offline=asked.offline,
            servers=(),  # there is no user to approve their tools
            background=True,
        )
    )
    started: RunStarted | None = None
    answer: AnswerGiven | None = None
    async with aclosing(run.events()) as events:
        async for event in events:
            if isinstance(event, RunStarted):
                started = event
                call.progress.begin(event.budget_s or None)
            elif isinstance(event, AnswerGiven):
                answer = event
            elif isinstance(event, RunFinished):
                assert started is not None
                return reply_of(started, answer, event)
            if (line := describe(event)) is not None:
                await call.progress.tell(line.text.strip())
    raise AssertionError("a run ended without its last event")


def reply_of(started: RunStarted, answer: AnswerGiven | None, finished: RunFinished) -> Reply:
    """Return the reply for the client; raise `AgentError` if there is no answer."""
    if finished.status in ("failed", "stopped") or answer is None:
        what = finished.error or "The run was stopped before it had an answer."
        written = (
            f" Until then it had written: {answer.text}"
            if answer is not None and answer.incomplete
            else ""
        )
        raise AgentError(f"{what} (run {finished.run_id})", f"{finished.remedy}{written}".strip())
    verdict = verdict_on(answer, finished.status, strategy=started.strategy)
    value = ResearchResult(
        status="answered" if finished.status == "answered" else "insufficient",
        answer=answer.text,
        question_type=answer.question_type,
        grounded=answer.grounded,
        from_internal_knowledge=answer.from_internal_knowledge,
        verdict=str(verdict),
        sources=tuple(SourceItem.model_validate(each) for each in answer.sources),
        claims=tuple(ClaimItem.model_validate(each) for each in answer.claims),
        run_id=finished.run_id,
        strategy=started.strategy,
        elapsed_s=round(finished.t, 1),
    )
    quotes_pages = started.provider in ("none", "") or started.strategy == "evidence"
    sources = "\n".join((*_source_lines(answer), *unsupported_lines(answer.claims)))
    return Reply(_text(value, sources, quotes_pages=quotes_pages), value)


def _text(value: ResearchResult, sources: str, *, quotes_pages: bool) -> str:
    head = "\n".join(_head(value))
    if quotes_pages:
        return fenced(head, "\n\n".join(filter(None, (value.answer, sources))), "web pages")
    head = f"{head}\n\n{value.answer}"
    return fenced(head, sources, "the sources of the answer") if sources else head


def _head(value: ResearchResult) -> Iterator[str]:
    kind = f", a question of the type {value.question_type}" if value.question_type else ""
    status = "Answered" if value.status == "answered" else "The evidence does not suffice"
    yield f"{status} in {value.elapsed_s:g} s{kind}; run {value.run_id}."
    if value.verdict:
        yield f"Verdict: {value.verdict}."


def _source_lines(answer: AnswerGiven) -> Iterator[str]:
    for source in answer.sources:
        read = "" if source.read else " (only its snippet was seen)"
        yield f"[{source.number}] {short_line(source.title, 200)} {source.url}{read}"
