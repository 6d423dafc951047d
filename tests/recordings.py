"""Recorded runs of every kind, made by the program itself in a world on loopback.

    recordings = await record_runs(home)   # or make_recordings(home) where no loop runs

Every strategy is there, with runs that were answered, stopped, refused and broken off
(`tests.recorded_cases`); what they cannot be brought to do here (a sleep, half a character) is
written by the recorder from events. ``home`` is then a home of the program: runs, pages, ledger.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop_agent.app.session import Session
from desktop_agent.core import events
from desktop_agent.core import events as waiting_events
from desktop_agent.core.events import Event
from desktop_agent.core.research import EngineAttempt, Outcome, Usage
from desktop_agent.storage.runs import RunRecorder
from tests.end2end.world import World, build_world
from tests.recorded_cases import DOCUMENTS, MUSEUM, Case, cases
from tests.servers.loopback import serve
from tests.servers.model_reply import Script
from tests.servers.pages import PagesServer


@dataclass(frozen=True)
class Recording:
    """A recorded run; ``name`` says what of, in a word or three, the strategy first."""

    name: str
    path: Path


def make_recordings(home: Path) -> list[Recording]:
    """Records all runs into ``home``; takes some seconds."""
    return asyncio.run(record_runs(home))


async def record_runs(home: Path) -> list[Recording]:
    """As `make_recordings`, where a loop is running."""
    made = []
    with serve(PagesServer(dict(DOCUMENTS)).app) as base, build_world(home) as world:
        shared = (
            world.session()
        )  # one for most of them: each would start a process that reads pages
        try:
            for case in cases(base):
                made.append(await _record(world, case, shared))
        finally:
            await shared.aclose()
    runs = home / "data" / "runs"
    for number, (name, told) in enumerate(_written().items()):
        made.append(Recording(name, await asyncio.to_thread(_write, runs, number, told)))
    return made


async def _record(world: World, case: Case, shared: Session) -> Recording:
    world.ollama.script = Script(case.replies)
    world.duckduckgo.play(case.found)
    if not case.alone:
        return await _carry_out(shared, case)
    (world.home / "cache" / "engine-rests.json").unlink(missing_ok=True)
    session = world.session(**case.settings)
    try:
        return await _carry_out(session, case)
    finally:
        await session.aclose()


async def _carry_out(session: Session, case: Case) -> Recording:
    run = session.ask(case.question)
    async for event in run.events():
        case.meanwhile(session, run, event)
    (path,) = session.paths.runs.glob(f"*-{run.run_id}.jsonl")
    return Recording(case.name, path)


def _write(runs: Path, number: int, told: Sequence[Event]) -> Path:
    started = datetime(2026, 3, 29, 0, 59, number, 5000, tzinfo=UTC)
    recorder = RunRecorder(runs, f"written{number}", started=started)
    for event in told:
        recorder.write(event)
    recorder.close()
    return recorder.path


def _run(run_id: str, *between: Event, status: events.RunStatus = "answered") -> tuple[Event, ...]:
    """Gives a whole run: these events between a beginning and an end, stamped as runs stamp them."""
    begin = events.RunStarted(
        question=MUSEUM, strategy="quick", provider="ollama", model="m", budget_s=600.0
    )
    end = events.RunFinished(status=status, usage=Usage(2, 40, 9))
    return tuple(
        type(event)(**_fields(event) | {"run_id": run_id, "seq": seq, "t": round(seq * 0.7, 4)})
        for seq, event in enumerate((begin, *between, end))
    )


def _fields(event: Event) -> dict[str, object]:
    return {
        name: getattr(event, name) for name in type(event).__dataclass_fields__ if name != "type"
    }


def _written() -> dict[str, tuple[Event, ...]]:
    """Gives the runs that are written and not carried out, by their names."""
    slept = waiting_events.SleepEnded(reason="the time is over", slept_s=3600.2, sleep_id="s1")
    attempts = tuple(
        EngineAttempt(engine, "x", outcome, ms=3)
        for engine, outcome in (("brave", Outcome.TIMEOUT), ("tavily", Outcome.RATE_LIMITED))
    )
    answer = events.AnswerGiven(text="Computers.")
    return {
        "sleep, by a timer": _run(
            "written0",
            waiting_events.SleepStarted(mode="timer", seconds=3600.0, sleep_id="s1", until=1.8e9),
            slept,
            answer,
        ),
        "sleep, for another run": _run(
            "written1",
            waiting_events.TaskStarted(task_id="other", question="What is new?", strategy="deep"),
            waiting_events.SleepStarted(mode="event", seconds=60.0, task_id="other", sleep_id="s1"),
            slept,
            answer,
        ),
        "sleep, by the person, and stopped": _run(
            "written2",
            waiting_events.SleepStarted(mode="manual", sleep_id="s1", by_person=True),
            slept,
            status="stopped",
        ),
        "an approval": _run(
            "written3",
            waiting_events.ApprovalAsked(
                call_id="c1", server="notes", tool="delete", arguments='{"name":"ä"}'
            ),
            waiting_events.ApprovalGiven(call_id="c1", answer="declined"),
            answer,
        ),
        "half a character": _run(
            "written4",
            events.TextDelta(step_id="s", channel="final", text="half \ud83c"),
            events.TextDelta(step_id="s", channel="final", text="\udf09 of a bridge \udcff\x00"),
            events.AnswerGiven(text="lone \udfff and \ud800"),
        ),
        "what rarely happens": _run(
            "written5",
            events.SearchFailed(attempts=attempts),
            events.ContextTrimmed(
                removed=("a tool's result",), tokens_before=9000, tokens_after=4000, limit=4096
            ),
            events.Notice(text="It goes on.", level="warning"),
            events.Verdict(by="swarm", ok=True, details={"deep": {"er": [None, True, 1e-9, "é"]}}),
            answer,
        ),
    }
