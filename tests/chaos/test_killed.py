"""The program is killed at a random moment: what it said was saved is there when it is opened again."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.events import RunFinished
from desktop_agent.core.runs import ENDED
from desktop_agent.storage.run_archive import read_archive
from desktop_agent.storage.runs import read_run
from tests.chaos.frame import Chaos
from tests.chaos.outside import LONG, Outside, open_outside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL")


@asynccontextmanager
async def killed(
    chaos: Chaos, act: str, *, documents: bool = False, but: Sequence[str] = (), **about: Any
) -> AsyncIterator[tuple[Outside, Session, list[str]]]:
    """Let the program do something, kill it at a random moment, and open it again.

    Gives the world, the session that was opened then, and the lines that the program had written.
    """
    with open_outside(chaos.home, **about) as outside:
        await chaos.fill(outside.world, documents=documents)
        module = "tests.chaos.busy_program"
        with outside.world.start(act, str(chaos.folder), module=module) as process:
            ready = process.stdout.readline()
            assert ready == "ready\n", process.stderr.read()
            await asyncio.sleep(chaos.dice.uniform(0.0, 1.2))
            process.kill()
            said = process.stdout.read().splitlines()
            assert process.stderr.read() == ""
        async with chaos.opened(outside.world) as session:
            yield outside, session, said
        await chaos.check_again(outside.world, but=but)


def acted(name: str):
    return pytest.mark.fault(
        f"Program killed while {name}",
        f"SIGKILL at a random moment of the first seconds of {name}; then it is opened again",
    )


@acted("answering")
async def test_killed_while_answering(chaos):
    async with killed(chaos, "answering", between_s=0.01, text=LONG) as (outside, session, said):
        await chaos.check(session)
        turns = {}
        for each in await session.conversations.list():
            outline = await session.conversations.outline(each.id)
            for turn in await session.conversations.turns([entry.id for entry in outline]):
                turns[turn.question] = turn
        for line in said:
            what, number = line.split(" ")
            turn = turns.pop(f"Question {number}?", None)
            whole = turn is not None and (turn.status, turn.answer) == ("answered", LONG)
            if what == "answered" and not whole:
                chaos.lost.append(line)
        left = [turn for turn in turns.values() if turn.question.startswith("Question ")]
        for turn in left:
            if turn.status not in ("interrupted", "answered"):
                chaos.wrong.append(f"a turn that was cut off is {turn.status}")
            elif turn.status == "interrupted":
                chaos.saw("Interrupted", sentence=False)
        for file in session.paths.runs.glob("*.jsonl"):
            if file.stat().st_size:
                list(read_run(file))  # what is there can be replayed
        await chaos.answers(session, outside.question(chaos.dice, strategy="quick"))


@acted("answering in the background")
async def test_killed_while_answering_in_the_background(chaos):
    async with killed(chaos, "background", between_s=0.005, text=LONG) as (_, session, said):
        await chaos.check(session)
        async with asyncio.timeout(40):
            await session.runs.idle()
        known = {run.question: run for run in await session.runs.list()}
        for number in (line.split(" ")[1] for line in said if line.startswith("queued")):
            run = known.get(f"Errand {number}?")
            if run is None:
                chaos.lost.append(f"errand {number}")
            elif run.state not in ENDED or run.state == "failed":
                chaos.wrong.append(f"errand {number} is {run.state}: {run.error}")


@acted("indexing")
async def test_killed_while_indexing(chaos):
    async with killed(chaos, "indexing", documents=True) as (_, session, said):
        await session.keep_documents()
        async with asyncio.timeout(60):
            await session.knowledge.wait()
        documents = {each.path for each in await session.knowledge.documents()}
        for number in {line.split(" ")[1] for line in said}:
            folder = chaos.folder / f"more-{number}"
            for file in folder.iterdir():
                if str(file) not in documents:
                    chaos.lost.append(f"document {file.name} of {folder.name}")
        if said:
            hits = (await session.knowledge.search("mill grinds")).hits
            assert hits


@acted("recording")
async def test_killed_while_recording(chaos):
    changed = ("draft of a new conversation", "setting search.count")
    async with killed(chaos, "recording", but=changed) as (_, session, said):
        await chaos.check(session, but=changed)
        found = session.discoveries.read()
        titles = {each.title for each in found.items}
        told = [line.removeprefix("discovery ") for line in said if line.startswith("disc")]
        chaos.lost += [f"discovery {title}" for title in told if title not in titles]
        drafts = [line for line in said if line.startswith("draft")]
        draft = await session.conversations.draft("")
        if drafts and int(draft.split(" ")[1]) < int(drafts[-1].split(" ")[1]):
            chaos.lost.append(f"{drafts[-1]}, there is {draft!r}")
        if found.skipped > 1:
            chaos.lost.append(f"{found.skipped} lines of discoveries are torn")


@acted("exporting")
async def test_killed_while_exporting(chaos):
    async with killed(chaos, "exporting") as (_, session, said):
        ending = session.archives.ending
        file = chaos.folder / f"export{ending}"
        if said or file.exists():
            await asyncio.to_thread(read_archive, file)  # whole: the old one or the new one
        if len(list(chaos.folder.glob(f"*{ending}*"))) > 2:
            chaos.wrong.append("half exports are left")
        for run in session.paths.runs.glob("*.jsonl"):
            assert isinstance(list(read_run(run))[-1], RunFinished)
