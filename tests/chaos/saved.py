"""All that a person has saved, read back through the program itself, as names and texts."""

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import apsw

from desktop_agent.app.session import Session
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import RunFinished
from desktop_agent.core.research import Discovery, Page, Question
from desktop_agent.storage.runs import read_run
from desktop_agent.storage.settings_file import load_settings
from desktop_agent.storage.snapshots import SnapshotStore
from tests.end2end.world import play

Saved = dict[str, str]
"""What is saved, by a name that people understand."""

_WORDS = [
    "anchor",
    "boiler",
    "cedar",
    "dune",
    "estuary",
    "fjord",
    "granite",
    "harbour",
    "island",
    "jetty",
    "kelp",
    "lagoon",
]


async def save_things(
    session: Session, dice: random.Random, folder: Path, *, documents: bool = False
) -> None:
    """Saves some of everything: what is saved is other for each seed."""
    mark = dice.randrange(10**6)
    for number in range(dice.randint(1, 3)):
        question = Question(f"What of {dice.choice(_WORDS)} {mark}-{number}?", strategy="quick")
        asked = await session.conversations.begin_background_turn(question)
        await play(session, asked)
    first = (await session.conversations.list())[0]
    await session.conversations.change(first.id, pinned=True, folder=dice.choice(_WORDS))
    await session.conversations.save_draft(first.id, f"What I was just writing {mark} …")
    await session.conversations.save_draft("", f"A question not yet sent {mark}")
    now = datetime.now(UTC).isoformat()
    for number in range(dice.randint(1, 3)):
        found = Discovery(now, f"Finding {mark}-{number}", "It is so.", "https://example.org/")
        await asyncio.to_thread(session.discoveries.append, found)
        await asyncio.to_thread(_save_page, session, f"The text of page {mark}-{number}.")
    await asyncio.to_thread(session.change_setting, "search.count", dice.randint(2, 20))
    built_in = (await asyncio.to_thread(session.templates.load)).templates[0]
    own = replace(built_in, id=f"own-{mark}", title=f"My own way {mark}")
    await asyncio.to_thread(session.templates.save, own)
    await session.schedules.add(
        f"What is new {mark}?", session.schedules.read_when("every day at 9")
    )
    if documents:
        papers = folder / "papers"
        papers.mkdir(exist_ok=True)
        for number, word in enumerate(dice.sample(_WORDS, 3)):
            (papers / f"{word}.md").write_text(
                f"# {word}\n\nThe {word} {mark} has {number} doors.\n"
            )
        await session.knowledge.add([papers])
        await session.knowledge.wait()


def _save_page(session: Session, text: str) -> None:
    url = "https://example.org/page"
    now = datetime.now(UTC).isoformat()
    page = Page(url, url, "Page", text, "text/html", now, len(text))
    SnapshotStore(session.paths.snapshots).save(page)


async def read_saved(session: Session) -> Saved:
    found: dict[str, str] = {}
    for read in READERS:
        found |= await read(session)
    for file in saved_files(session):
        if file.suffix == ".txt" or _is_over(file):
            found |= read_file(session, file)
    return found


async def _conversations(session: Session) -> Saved:
    found = {"draft of a new conversation": await session.conversations.draft("")}
    for each in await session.conversations.list():
        found[f"conversation {each.id}"] = f"{each.title}|{each.pinned}|{each.folder}"
        found[f"draft in {each.id}"] = await session.conversations.draft(each.id)
        outline = await session.conversations.outline(each.id)
        for turn in await session.conversations.turns([entry.id for entry in outline]):
            found[f"question {turn.id}"] = turn.question
            if turn.status not in ("running", "interrupted"):
                found[f"answer {turn.id}"] = f"{turn.status}: {turn.answer}"
    await session.conversations.search("what")
    return found


async def _discoveries(session: Session) -> Saved:
    read = await asyncio.to_thread(session.discoveries.read)
    await asyncio.to_thread(session.ledger.read)
    return {f"discovery {each.title}": f"{each.description} {each.url}" for each in read.items}


async def _settings(session: Session) -> Saved:
    return {  # as the file has them
        f"setting {section}.{name}": repr(value)
        for section, values in load_settings(session.paths, {}, {}).model_dump(mode="json").items()
        for name, value in values.items()
    }


async def _templates(session: Session) -> Saved:
    loaded = await asyncio.to_thread(session.templates.load)
    found = {f"template {each.id}": repr(each) for each in loaded.templates}
    return found | ({"told of templates": " ".join(loaded.faults)} if loaded.faults else {})


async def _schedules(session: Session) -> Saved:
    listed = await session.schedules.list()
    return {f"schedule {each.id}": f"{each.question}|{each.rule}" for each in listed}


async def _runs(session: Session) -> Saved:
    return {f"background run {run.run_id}": run.question for run in await session.runs.list()}


async def read_documents(session: Session) -> Saved:
    """Gives the documents in the index, and whether their passages are found."""
    found: dict[str, str] = {}
    if session.paths.knowledge.exists():
        await asyncio.to_thread(__import__, "desktop_agent.app.documents")
        for document in await session.knowledge.documents():
            found[f"document {document.path}"] = document.sha256
            hits = (await session.knowledge.search(Path(document.path).stem)).hits
            there = any(hit.document.path == document.path for hit in hits)
            found[f"passages of {document.path}"] = "found" if there else "not found"
    return found


READERS: tuple[Callable[[Session], Awaitable[Saved]], ...] = (
    _conversations,
    _discoveries,
    _settings,
    _templates,
    _schedules,
    _runs,
    read_documents,
)
"""Each kind of what is saved by itself."""


def saved_files(session: Session) -> list[Path]:
    return sorted([*session.paths.snapshots.rglob("*.txt"), *session.paths.runs.glob("*.jsonl")])


def read_file(session: Session, file: Path) -> Saved:
    if file.suffix == ".txt":
        return {f"snapshot {file.stem}": session.snapshot(file.stem).text}
    list(session.replay(file))
    return {f"recording {file.name}": hashlib.sha256(file.read_bytes()).hexdigest()}


def _is_over(file: Path) -> bool:
    try:
        return isinstance(list(read_run(file))[-1], RunFinished)
    except RecordingError:  # the program was killed before the first event
        return False


def lost(before: Saved, after: Saved) -> list[str]:
    """Names what was saved before and is not there, or is another, after."""
    return [
        f"{name}: {'changed' if name in after else 'gone'}"
        for name, value in before.items()
        if after.get(name) != value
    ]


def damaged(home: Path) -> list[str]:
    """Names the databases below a folder that are not whole."""
    found = []
    for file in sorted(home.rglob("*.db")):
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            faults = connection.execute("PRAGMA integrity_check").fetchall()
        finally:
            connection.close()
        if faults != [("ok",)]:
            found.append(f"{file.name} is damaged: {faults[:2]}")
    return found
