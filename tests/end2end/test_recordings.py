"""Recorded runs of every kind: played, handed on and taken in, byte for byte."""

import asyncio
import io
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_agent.app.session import Session, open_session
from desktop_agent.core import events
from desktop_agent.core.codec import EVENT_TYPES, event_to_json
from desktop_agent.core.errors import AgentError, RecordingError, StorageError
from desktop_agent.core.events import AnswerGiven, Event, PageRead, RunFinished
from desktop_agent.core.research import EngineAttempt, Outcome, Usage
from desktop_agent.frontends.cli.terminal import run as run_command
from desktop_agent.storage.runs import RunRecorder, read_lines, read_run
from tests.end2end.world import World, build_world, of
from tests.recorded_cases import DOCUMENTS, MUSEUM, Case, cases
from tests.servers.loopback import serve
from tests.servers.model_reply import Script
from tests.servers.pages import PagesServer


@dataclass(frozen=True)
class Recording:
    """A recorded run; ``name`` says what of, in a word or three, the strategy first."""

    name: str
    path: Path


async def record_runs(home: Path) -> list[Recording]:
    """Record every kind of run in a world on loopback, and write those that cannot be made there."""
    with serve(PagesServer(dict(DOCUMENTS)).app) as base, build_world(home) as world:
        # one for most of them: each would start a process that reads pages
        async with world.opened() as shared:
            made = [await record_run(world, case, shared) for case in cases(base)]
    runs = home / "data" / "runs"
    for number, (name, told) in enumerate(_written().items()):
        made.append(Recording(name, await asyncio.to_thread(_write, runs, number, told)))
    return made


async def record_run(world: World, case: Case, shared: Session) -> Recording:
    world.ollama.script = Script(case.replies)
    world.duckduckgo.play(case.found)
    if not case.alone:
        return await _carry_out(shared, case)
    (world.home / "cache" / "engine-rests.json").unlink(missing_ok=True)
    async with world.opened(**case.settings) as session:
        return await _carry_out(session, case)


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
        replace(event, run_id=run_id, seq=seq, t=round(seq * 0.7, 4))
        for seq, event in enumerate((begin, *between, end))
    )


def _written() -> dict[str, tuple[Event, ...]]:
    """Gives the runs that are written and not carried out, by their names."""
    slept = events.SleepEnded(reason="the time is over", slept_s=3600.2, sleep_id="s1")
    attempts = tuple(
        EngineAttempt(engine, "x", outcome, ms=3)
        for engine, outcome in (("brave", Outcome.TIMEOUT), ("tavily", Outcome.RATE_LIMITED))
    )
    answer = events.AnswerGiven(text="Computers.")
    return {
        "sleep, by a timer": _run(
            "written0",
            events.SleepStarted(mode="timer", seconds=3600.0, sleep_id="s1", until=1.8e9),
            slept,
            answer,
        ),
        "sleep, for another run": _run(
            "written1",
            events.TaskStarted(task_id="other", question="What is new?", strategy="deep"),
            events.SleepStarted(mode="event", seconds=60.0, task_id="other", sleep_id="s1"),
            slept,
            answer,
        ),
        "sleep, by the person, and stopped": _run(
            "written2",
            events.SleepStarted(mode="manual", sleep_id="s1", by_person=True),
            slept,
            status="stopped",
        ),
        "an approval": _run(
            "written3",
            events.ApprovalAsked(
                call_id="c1", server="notes", tool="delete", arguments='{"name":"ä"}'
            ),
            events.ApprovalGiven(call_id="c1", answer="declined"),
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


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> list[Recording]:
    return asyncio.run(record_runs(tmp_path_factory.mktemp("recorded") / "home"))


Terminal = Callable[..., bytes]


@pytest.fixture
def terminal(home, monkeypatch, capsysbinary) -> Terminal:
    """The command line of one home, in this process; gives what is on standard output."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the command sets its own

    def run(*arguments: str) -> bytes:
        capsysbinary.readouterr()
        assert run_command(arguments) == 0, capsysbinary.readouterr().err.decode()
        return capsysbinary.readouterr().out

    return run


def session_of(home: Path) -> AbstractAsyncContextManager[Session]:
    environ = {
        "DESKTOP_AGENT_HOME": str(home),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    return aclosing(open_session(environ=environ))


def named(made: Sequence[Recording], name: str) -> Recording:
    return next(each for each in made if each.name == name)


def test_there_are_at_least_fifty_of_every_strategy_and_every_event(made):
    assert len(made) >= 50
    events = [event for each in made for event in read_run(each.path)]
    assert {type(event) for event in events} == set(EVENT_TYPES)
    ends = {event.status for event in of(events, RunFinished)}
    assert ends == {"answered", "insufficient", "stopped", "failed"}
    strategies = {each.name.split(",")[0] for each in made}
    assert strategies >= {"quick", "verified", "team", "deep", "evidence", "auto", "sleep"}


def test_each_is_played_line_by_line_byte_for_byte(made, terminal):
    for each in made:
        recorded = each.path.read_bytes()
        assert terminal("replay", str(each.path), "--json") == recorded, each.name
        told = [event_to_json(event) for event in read_run(each.path)]
        lines = [line.encode("utf-8", "backslashreplace") for line in told]
        assert b"".join(line + b"\n" for line in lines) == recorded, each.name


async def test_each_is_handed_on_with_its_pages_and_opens_in_another_home(made, tmp_path):
    pages = 0
    async with session_of(made[0].path.parents[2]) as here, session_of(tmp_path / "there") as there:
        for number, each in enumerate(made):
            file = tmp_path / f"{number}.agentrun"
            told = await here.archives.export(each.path, file)
            first = file.read_bytes()
            await here.archives.export(told.run_id, file)
            assert file.read_bytes() == first, "the same run gives the same bytes"
            assert await there.archives.look(file) == told

            conversation_id, turn_id = await there.archives.import_(file)
            kept = there.paths.runs / each.path.name
            assert kept.read_bytes() == each.path.read_bytes(), each.name
            again = tmp_path / "again.agentrun"
            await there.archives.export(told.run_id, again)
            assert again.read_bytes() == first, each.name
            _, (outline,) = await there.conversations.open(conversation_id)
            assert outline.id == turn_id
            (turn,) = await there.conversations.turns((turn_id,))
            assert (turn.run_id, turn.question) == (told.run_id, told.question)
            assert turn.status == told.status
            for event in of(list(read_run(each.path)), PageRead):
                pages += 1
                assert there.snapshot(event.snapshot) == here.snapshot(event.snapshot)
    assert pages > 10


def test_the_terminal_plays_from_the_file_takes_it_in_and_plays_it_again(made, terminal, tmp_path):
    each = named(made, "quick, a Japanese page")
    recorded, file = each.path.read_bytes(), tmp_path / "run.agentrun"
    terminal("replay", str(each.path), "--export", str(file))
    assert terminal("replay", str(file), "--json") == recorded
    conversation = terminal("replay", str(file), "--import")
    assert conversation.strip()
    assert terminal("replay", str(file), "--import") == conversation, "twice is once"
    run_id = next(iter(read_run(each.path))).run_id
    assert terminal("replay", run_id, "--json") == recorded
    assert "橋" in terminal("replay", run_id).decode()


async def test_a_torn_recording_is_played_while_it_is_whole_and_handed_on_as_it_is(made, tmp_path):
    whole = named(made, "deep, in parts").path.read_bytes()
    run_id = next(read_lines(io.BytesIO(whole), "it")).run_id
    torn = tmp_path / f"20260329T005900.005Z-{run_id}.jsonl"
    torn.write_bytes(whole[: len(whole) // 2])
    events = list(read_run(torn))
    assert of(events, RunFinished)[0].error == "the recording ends here"
    async with session_of(tmp_path / "there") as there:
        file = tmp_path / "torn.agentrun"
        told = await there.archives.export(torn, file)
        assert told.status == "stopped"
        _, turn_id = await there.archives.import_(file)
        assert (there.paths.runs / torn.name).read_bytes() == torn.read_bytes()
        assert (await there.archives.import_(file))[1] == turn_id
        (turn,) = await there.conversations.turns((turn_id,))
        assert turn.status == "stopped"


def test_a_recording_with_damaged_lines_is_played_and_sent_without_them(made, tmp_path, terminal):
    lines = named(made, "quick, a page").path.read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    wrong = {1: b"\xff\xfe\n", 3: lines[3].replace(b'"t":', b'"t":Infinity,"x":')}
    damaged.write_bytes(b"".join(wrong.get(n, line) for n, line in enumerate(lines)))
    terminal("replay", str(damaged), "--export", str(tmp_path / "run.agentrun"))
    for file in (damaged, tmp_path / "run.agentrun"):
        played = terminal("replay", str(file), "--json").splitlines(keepends=True)
        assert len(played) == len(lines)
        for number, line in enumerate(played):
            event = json.loads(line, parse_constant=pytest.fail)
            if number in wrong:
                assert event["type"] == "notice"
                assert f"line {number + 1}" in event["text"]
            else:
                assert line == lines[number]
    terminal("replay", str(damaged))


async def test_what_is_in_a_file_is_told_before_it_is_taken_in(made, tmp_path):
    async with session_of(made[0].path.parents[2]) as here:
        file = tmp_path / "run.agentrun"
        await here.archives.export(named(made, "quick, a page").path, file)
        told = await here.archives.look(file)
    assert told.question.endswith("/downloads: what?")
    assert (told.strategy, told.provider, told.status) == ("quick", "ollama", "answered")
    assert told.model == "m:latest"
    assert [page.rpartition("/")[2] for page in told.pages] == ["downloads"]
    assert (told.files, told.missing) == ((), 0)
    events = list(read_run(named(made, "quick, a page").path))
    assert told.answer == of(events, AnswerGiven)[0].text


async def test_another_run_with_the_same_id_is_refused_and_the_first_one_stays(made, tmp_path):
    each = named(made, "quick, many scripts")
    async with session_of(made[0].path.parents[2]) as here, session_of(tmp_path / "there") as there:
        file = tmp_path / "run.agentrun"
        told = await here.archives.export(each.path, file)
        there.paths.runs.mkdir(parents=True)
        other = there.paths.runs / f"20260101T000000.000Z-{told.run_id}.jsonl"
        other.write_bytes(b"another\n")
        with pytest.raises(StorageError, match="Another run"):
            await there.archives.import_(file)
        assert [path.name for path in there.paths.runs.iterdir()] == [other.name]
        assert await there.conversations.list() == ()


@pytest.mark.parametrize("name", ["no-such-run", "../../etc/passwd", "*", ""])
async def test_a_run_that_is_not_there_cannot_be_handed_on(home, tmp_path, name):
    async with session_of(home) as session:
        with pytest.raises(RecordingError, match="no recording"):
            await session.archives.export(name, tmp_path / "run.agentrun")
        with pytest.raises(AgentError):
            await session.archives.look(tmp_path / "absent.agentrun")
