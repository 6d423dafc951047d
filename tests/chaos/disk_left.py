"""What can still be read after a file was damaged: each kind by itself, and what is said of the rest."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from desktop_agent.storage.settings_file import load_settings
from tests.chaos.saved import Saved, conversations

Found = dict[str, str]
Read = Callable[[Session], Awaitable[Found]]


async def read_left(session: Session) -> tuple[Saved, list[AgentError]]:
    """Gives all that can be read, named as in `saved`, and what was told of what cannot."""
    found: Found = {}
    told: list[AgentError] = []
    for read in (
        _conversations,
        _discoveries,
        _settings,
        _templates,
        _schedules,
        _runs,
        _documents,
    ):
        try:
            found |= await read(session)
        except AgentError as error:
            told.append(error)
    files = [*session.paths.snapshots.rglob("*.txt"), *session.paths.runs.glob("*.jsonl")]
    for file in sorted(files):
        try:
            found |= _page(session, file) if file.suffix == ".txt" else _recording(session, file)
        except AgentError as error:
            told.append(error)
    return found, told


async def _conversations(session: Session) -> Found:
    found = dict(await conversations(session))
    await session.conversations.search("what")
    return found


async def _discoveries(session: Session) -> Found:
    read = await asyncio.to_thread(session.discoveries.read)
    await asyncio.to_thread(session.ledger.read)
    return {f"discovery {each.title}": f"{each.description} {each.url}" for each in read.items}


async def _settings(session: Session) -> Found:
    return {
        f"setting {section}.{name}": repr(value)
        for section, values in load_settings(session.paths, {}, {}).model_dump(mode="json").items()
        for name, value in values.items()
    }


async def _templates(session: Session) -> Found:
    loaded = await asyncio.to_thread(session.templates.load)
    if loaded.faults:
        return {f"template {each.id}": repr(each) for each in loaded.templates} | {
            "told of templates": " ".join(loaded.faults)
        }
    return {f"template {each.id}": repr(each) for each in loaded.templates}


async def _schedules(session: Session) -> Found:
    return {
        f"schedule {each.id}": f"{each.question}|{each.rule}"
        for each in await session.schedules.list()
    }


async def _runs(session: Session) -> Found:
    return {f"background run {run.run_id}": run.question for run in await session.runs.list()}


async def _documents(session: Session) -> Found:
    if not session.paths.knowledge.exists():
        return {}
    await asyncio.to_thread(__import__, "desktop_agent.app.documents")
    await session.knowledge.collections()
    await session.knowledge.search("nothing")
    await session.keep_documents()  # as the window does a few seconds after its start
    await session.knowledge.wait()
    problems = -1
    while problems < len(session.file_problems.all):  # what was damaged is filled again
        problems = len(session.file_problems.all)
        found = await _passages(session)
        await asyncio.sleep(0.05)
        await session.knowledge.wait()
    return found


async def _passages(session: Session) -> Found:
    found: Found = {}
    for document in await session.knowledge.documents():
        found[f"document {document.path}"] = document.sha256
        hits = (await session.knowledge.search(Path(document.path).stem)).hits
        there = any(hit.document.path == document.path for hit in hits)
        found[f"passages of {document.path}"] = "found" if there else "not found"
    return found


def _page(session: Session, file: Path) -> Found:
    return {f"snapshot {file.stem}": session.snapshot(file.stem).text}


def _recording(session: Session, file: Path) -> Found:
    list(session.replay(file))
    return {f"recording {file.name}": hashlib.sha256(file.read_bytes()).hexdigest()}
