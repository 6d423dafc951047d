"""The program at work in a process of its own, to be killed at any moment.

    python -m tests.chaos.busy_program ACT FOLDER

It says ``ready`` on a line when it begins to work, then a line for everything that it has been
told is saved: ``discovery TITLE``, ``setting VALUE``, ``draft TEXT``, ``exported FILE`` and the like.
"""

import asyncio
import itertools
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from desktop_agent.app.session import Session, open_session
from desktop_agent.core.events import RunFinished
from desktop_agent.core.research import Discovery, Question


def say(line: str) -> None:
    print(line, flush=True)


async def answering(session: Session, folder: Path) -> None:
    for number in itertools.count():
        question = Question(f"Question {number}?", strategy="quick")
        asked = await session.conversations.begin_background_turn(question)
        async for event in session.ask(asked).events():
            if isinstance(event, RunFinished):
                say(f"finishing {number}")
        say(f"answered {number}")


async def background(session: Session, folder: Path) -> None:
    for number in range(4):
        await session.runs.enqueue(Question(f"Errand {number}?", strategy="quick"), "person")
        say(f"queued {number}")
    await session.runs.idle()
    say("idle")
    await asyncio.sleep(60)


async def indexing(session: Session, folder: Path) -> None:
    for number in itertools.count():
        papers = folder / f"more-{number}"
        papers.mkdir()
        for part in range(5):
            text = f"# Part {part}\n\nThe mill {number}-{part} grinds.\n" * 20
            (papers / f"{part}.md").write_text(text)
        await session.knowledge.add([papers])
        say(f"added {number}")
        await session.knowledge.wait()
        say(f"indexed {number}")


async def recording(session: Session, folder: Path) -> None:
    """Keeps findings, drafts and settings, as fast as it can."""
    for number in itertools.count():
        found = Discovery(datetime.now(UTC).isoformat(), f"Found {number}", "It is so.")
        await asyncio.to_thread(session.discoveries.append, found)
        say(f"discovery Found {number}")
        await session.conversations.save_draft("", f"draft {number}")
        say(f"draft {number}")
        await asyncio.to_thread(session.change_setting, "search.count", 2 + number % 20)
        say(f"setting {2 + number % 20}")


async def exporting(session: Session, folder: Path) -> None:
    runs = sorted(session.paths.runs.glob("*.jsonl"))
    for number in itertools.count():
        file = folder / f"export{session.archives.ending}"
        await session.archives.export(runs[number % len(runs)], file)
        say(f"exported {number}")


ACTS: dict[str, Callable[[Session, Path], Awaitable[None]]] = {
    "answering": answering,
    "background": background,
    "indexing": indexing,
    "recording": recording,
    "exporting": exporting,
}


async def main(act: str, folder: Path) -> None:
    session = open_session()
    await session.runs.open()
    say("ready")
    await ACTS[act](session, folder)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
