"""Runs made up for the store's tests."""

import asyncio
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw

from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Event,
    ModelCall,
    Network,
    RunFinished,
    RunStarted,
    RunStatus,
    SearchAttempt,
    StepFinished,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolStarted,
)
from desktop_agent.core.research import Source, Usage
from desktop_agent.storage.conversations.store import ConversationStore


def fill_disk(connection: apsw.Connection) -> None:
    """Let the database grow no more, as on a full disk."""
    pages = connection.execute("PRAGMA page_count").get
    connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()


def assert_whole(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def started(question: str = "Why?") -> RunStarted:
    return RunStarted(question=question, strategy="quick", provider="p", model="m", budget_s=60.0)


def numbered(events: Iterable[Event], run_id: str = "run-1") -> list[Event]:
    return [replace(event, run_id=run_id, seq=seq, t=seq / 10) for seq, event in enumerate(events)]


def simple_run(
    answer: str, *, status: RunStatus = "answered", run_id: str = "run-1", question: str = "Why?"
) -> list[Event]:
    words = [TextDelta(step_id="s", channel="final", text=f"{w} ") for w in answer.split(" ")]
    given = [AnswerGiven(text=answer)] if status in ("answered", "insufficient") else []
    return numbered([started(question), *words, *given, RunFinished(status=status)], run_id)


def full_run() -> list[Event]:
    """One with tools, a preamble that was not the answer, two channels and interleaved reports."""
    text = "A **final** answer [1]."
    return numbered(
        [
            started(),
            StepStarted(step_id="1", agent="main", title="Drafting"),
            ThinkingDelta(step_id="1", channel="draft", text="Let me "),
            ThinkingDelta(step_id="1", channel="draft", text="see."),
            TextDelta(step_id="1", channel="draft", text="I will "),
            TextDelta(step_id="1", channel="draft", text="search."),
            ToolStarted(call_id="c", tool="web_search", arguments={"query": "x"}, step_id="1"),
            Network(host="example.org", purpose="search", bytes_sent=1, bytes_received=2),
            SearchAttempt(engine="e", query="x", outcome="ok", results=3, ms=4),
            StepFinished(step_id="1"),
            StepStarted(step_id="2", agent="main", title="Drafting"),
            TextDelta(step_id="2", channel="draft", text="A dr"),
            BudgetSpent(elapsed_s=1.0, remaining_s=59.0),
            TextDelta(step_id="2", channel="draft", text="aft "),
            Network(host="example.org", purpose="page", bytes_sent=5, bytes_received=6),
            TextDelta(step_id="2", channel="draft", text="\ud83d"),
            TextDelta(step_id="2", channel="draft", text="\ude00."),
            ModelCall(agent="main", model="m", prompt_tokens=1, completion_tokens=2, ms=3),
            TextDelta(step_id="3", channel="final", text="A **final"),
            TextDelta(step_id="3", channel="final", text="** answer [1]."),
            AnswerGiven(text=text, sources=(Source(1, "One", "https://example.org/"),)),
            RunFinished(status="answered", usage=Usage(1, 1, 2)),
        ]
    )


async def record(
    store: ConversationStore, turn: int, events: Iterable[Event], run_id: str = "run-1"
) -> None:
    recorder = store.recorder(turn, run_id)
    for event in events:
        recorder.write(event)
    await asyncio.to_thread(recorder.close)


async def ask(
    store: ConversationStore,
    conversation_id: str,
    question: str,
    answer: str,
    *,
    parent: int | None = None,
    status: RunStatus = "answered",
) -> int:
    turn = await store.begin_turn(conversation_id, question, parent_id=parent)
    run_id = f"run-{turn.id}"
    run = simple_run(answer, status=status, run_id=run_id, question=question)
    await record(store, turn.id, run, run_id)
    return turn.id
